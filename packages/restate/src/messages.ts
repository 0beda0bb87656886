/** Requests of calls, and their answers. Requests come over the network, so all members are checked. */

import type { CrawlPage } from '@refrain/crawl';
import { InputError, OptionError, type PageField, type PageFields, type Part } from 'refrain';
import { check, checkFields, selection } from 'refrain/engine';
import { CallError, type Refusal } from './errors.ts';

/** The record of a page in an archive. */
export interface WarcReference {
  /** Path relative to the archive's folder, with `/` between folders. */
  readonly path: string;
  /** Byte offset in the file: of the record, or of its gzip member in a compressed file. */
  readonly offset: number;
  /** Bytes up to the next record or member. */
  readonly length: number;
}

/** A page whose HTML is in the request. */
export interface PageByValue {
  readonly url: string;
  /** Identifies the page on its site; default: its URL. */
  readonly id?: string;
  /** Content-Type header of the response, which determines the character set of bytes. */
  readonly contentType?: string;
  /** Text, or the bytes of the response in base64. */
  readonly html: string | { readonly base64: string };
}

/** A page that the service reads from the archive, so that Restate does not transfer it. */
export interface PageByReference {
  readonly url: string;
  readonly id?: string;
  readonly warc: WarcReference;
}

/** A page, by value or by reference. */
export type SitePage = PageByValue | PageByReference;

/** Additional fields of an answer. Restate stores answers, so smaller ones are better. */
export interface AnswerOptions {
  /** Fields of the page in addition to the usual ones: `title`, `text`, `blocks` … */
  readonly fields?: readonly PageField[];
  /** The part of the page whose text the fields contain. Default: `main`, or `content` if no model decides. */
  readonly part?: Part;
}

/** The request of `learn` and `label`. */
export type PageRequest = SitePage & AnswerOptions;

/** The request of `learnMany`. */
export interface PagesRequest extends AnswerOptions {
  readonly pages: readonly SitePage[];
  /**
   * If true, the answer of a refused page is its refusal, and other pages are counted. If false (default), one refused
   * page refuses the call, and no page is counted.
   */
  readonly skipRefused?: boolean;
}

/** A valid page of a request, or a valid reference to one. */
export type CheckedPage = CheckedReference | (CheckedId & Pick<CrawlPage, 'html' | 'contentType'>);

interface CheckedId {
  readonly url: string;
  readonly id: string;
}

export interface CheckedReference extends CheckedId {
  readonly warc: WarcReference;
}

/** Undefined if the member is missing or null. */
function optional<T extends 'string' | 'boolean'>(
  from: Readonly<Record<string, unknown>>,
  name: string,
  type: T,
): (T extends 'string' ? string : boolean) | undefined {
  const value = from[name] ?? undefined;
  if (value === undefined || typeof value === type) return value as undefined;
  throw new InputError(`${name} must be a ${type}, not ${check.describe(value)}`);
}

export function checkPage(page: unknown): CheckedPage {
  if (!check.isObject(page))
    throw new InputError(`a page must be an object with url and html, or url and warc, not ${check.describe(page)}`);
  const { url, html, warc } = page;
  if (typeof url !== 'string' || url === '')
    throw new InputError(`the url of a page must be a string that is not empty, not ${check.describe(url)}`);
  const id = optional(page, 'id', 'string') ?? url;
  if (id === '') throw new InputError('the id of a page must be a string that is not empty');
  check.pageId(id);
  const contentType = optional(page, 'contentType', 'string');
  if ((html === undefined) === (warc === undefined)) throw new InputError('a page must have either html or warc');
  return warc === undefined ? { url, id, contentType, html: checkHtml(html) } : { url, id, warc: checkReference(warc) };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function checkHtml(html: unknown): string | Uint8Array {
  if (typeof html === 'string') return html;
  if (check.isObject(html) && typeof html['base64'] === 'string' && BASE64.test(html['base64'])) {
    return Buffer.from(html['base64'], 'base64');
  }
  throw new InputError('html must be a string, or an object { base64 } with bytes in base64');
}

const isWhole = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least;

function checkReference(warc: unknown): WarcReference {
  if (check.isObject(warc)) {
    const { path, offset, length } = warc;
    if (typeof path === 'string' && path !== '' && isWhole(offset, 0) && isWhole(length, 1)) {
      return { path, offset, length };
    }
  }
  throw new InputError('warc must be an object with path (a string), offset (from 0) and length (from 1)');
}

/** Fields of every answer. */
const ALWAYS = ['page', 'counted', 'lengths', 'templateShare', 'kind', 'kindConfidence'] as const;

/**
 * The fields of the answer to a request, and the part of the page whose text they contain. `hasMain`: true if a model
 * decides.
 *
 * @throws {UsageError} `NO_MAIN`
 */
export function checkAnswer(request: unknown, hasMain: boolean): Required<AnswerOptions> {
  if (!check.isObject(request)) throw new InputError(`a request must be an object, not ${check.describe(request)}`);
  const { fields, part } = request;
  return {
    fields: asInput(() => checkFields([...ALWAYS, ...checkFields(fields ?? ALWAYS)])),
    part: asInput(() => selection.check('part', part ?? undefined, hasMain)),
  };
}

/** Throws option errors as input errors, because a request is input. */
function asInput<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof OptionError) throw new InputError(error.message);
    throw error;
  }
}

/** The unchecked pages of a request of `learnMany`. */
export function checkPages(request: unknown, maxPages: number): { pages: readonly unknown[]; skipRefused: boolean } {
  if (!check.isObject(request) || !Array.isArray(request['pages'])) {
    throw new InputError('a request of learnMany must be an object with a list of pages');
  }
  const pages: readonly unknown[] = request['pages'];
  if (pages.length > maxPages) {
    throw new CallError('TOO_MANY_PAGES', `a call must have at most ${maxPages} pages, not ${pages.length}`);
  }
  return { pages, skipRefused: optional(request, 'skipRefused', 'boolean') ?? false };
}

// ── Answers ──

/** The usual fields of the page, and the requested ones. */
export type PageAnswer = Pick<PageFields, (typeof ALWAYS)[number]> & Partial<PageFields>;

/** The answer for a page that was refused. */
export interface RefusedPage {
  readonly error: Refusal;
}

/** The answer of `learnMany`. */
export interface PagesAnswer {
  /** Counted pages of the site. */
  readonly pages: number;
  /** Pages that this call counted. */
  readonly counted: number;
  /** One for each page of the call, in order. */
  readonly answers: readonly (PageAnswer | RefusedPage)[];
}

/** The answer of `stats`. */
export interface SiteStats {
  readonly pages: number;
  /** Text segments that are not evicted. */
  readonly entries: number;
  /** Bytes of the state. Every call reads it; calls that count pages write it. */
  readonly stateBytes: number;
  /** Page ids stored outside that state, in buckets. A call reads only the buckets that may contain its pages. */
  readonly olderIds: number;
}
