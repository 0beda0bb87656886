/** What a call brings. It comes over the network, so nothing of it is taken for granted. */
import { InputError } from 'refrain';
import { CallError } from './errors.ts';

/** Where in an archive a page is. */
export interface WarcReference {
  /** The file, from the archive's folder on, with `/` between folders. */
  readonly path: string;
  /** First byte of its record; of its gzip member, where the file is compressed. */
  readonly offset: number;
  /** Bytes from there to where the next begins. */
  readonly length: number;
}

/** A page that comes with the call. */
export interface PageByValue {
  readonly url: string;
  /** Identity of the page on its site; default: its URL. */
  readonly id?: string;
  /** The Content-Type header of its response: bytes are read in the character set that it names. */
  readonly contentType?: string;
  /** Text, or bytes as they came. */
  readonly html: string | { readonly base64: string };
}

/** A page that the service reads where it lies, so that it does not go through Restate. */
export interface PageByReference {
  /** As its record has it. */
  readonly url: string;
  readonly id?: string;
  readonly warc: WarcReference;
}

/** A page, itself or where it lies. */
export type SitePage = PageByValue | PageByReference;

/** What is to be known of a page beside its verdict in numbers. Answers are kept by Restate: less is more. */
export interface AnswerOptions {
  /** Every block, as `Page.toJSON` has it. */
  readonly blocks?: boolean;
  /** The content's text. */
  readonly content?: boolean;
}

/** What `learn` and `label` are called with. */
export type PageRequest = SitePage & AnswerOptions;

/** What `learnMany` is called with. */
export interface PagesRequest extends AnswerOptions {
  readonly pages: readonly SitePage[];
  /**
   * A page that can not be taken has its refusal among the answers, and the others are counted. Without it, such a page is
   * the refusal of the call, and none is.
   */
  readonly skipRefused?: boolean;
}

/** A page of a call that is as it should be. */
export interface CheckedPage {
  readonly url: string;
  readonly id: string;
  readonly contentType: string | undefined;
  readonly source: string | Uint8Array | WarcReference;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is of a type or not there. */
function optional<T extends 'string' | 'boolean'>(
  from: Readonly<Record<string, unknown>>,
  name: string,
  type: T,
): (T extends 'string' ? string : boolean) | undefined {
  const value = from[name] ?? undefined;
  if (value === undefined || typeof value === type) return value as undefined;
  throw new InputError(`${name} must be a ${type}`);
}

/** A page as a call has it. */
export function checkPage(page: unknown): CheckedPage {
  if (!isObject(page)) throw new InputError('a page is an object with url and html, or url and warc');
  const { url, html, warc } = page;
  if (typeof url !== 'string' || url === '') throw new InputError('a page has a url');
  const id = optional(page, 'id', 'string') ?? url;
  if (id === '') throw new InputError('a page id is a text that is not empty');
  const contentType = optional(page, 'contentType', 'string');
  if ((html === undefined) === (warc === undefined)) throw new InputError('a page has either html or warc');
  return { url, id, contentType, source: warc === undefined ? checkHtml(html) : checkReference(warc) };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function checkHtml(html: unknown): string | Uint8Array {
  if (typeof html === 'string') return html;
  if (isObject(html) && typeof html['base64'] === 'string' && BASE64.test(html['base64'])) {
    return Buffer.from(html['base64'], 'base64');
  }
  throw new InputError('html is a text, or an object with bytes in base64');
}

const isPlace = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least;

function checkReference(warc: unknown): WarcReference {
  if (isObject(warc)) {
    const { path, offset, length } = warc;
    if (typeof path === 'string' && path !== '' && isPlace(offset, 0) && isPlace(length, 1)) {
      return { path, offset, length };
    }
  }
  throw new InputError('warc is an object with path, offset and length');
}

/** What an answer is to have. */
export function checkAnswer(request: unknown): AnswerOptions {
  if (!isObject(request)) throw new InputError('a request is an object');
  return {
    blocks: optional(request, 'blocks', 'boolean') ?? false,
    content: optional(request, 'content', 'boolean') ?? false,
  };
}

/** The pages of a call of `learnMany`, each to be checked, and what is to become of one that is refused. */
export function checkPages(request: unknown, most: number): { pages: readonly unknown[]; skipRefused: boolean } {
  if (!isObject(request) || !Array.isArray(request['pages'])) throw new InputError('a request has a list of pages');
  const pages: readonly unknown[] = request['pages'];
  if (pages.length > most) throw new CallError('TOO_MANY_PAGES', `${pages.length} pages are more than ${most}`);
  return { pages, skipRefused: optional(request, 'skipRefused', 'boolean') ?? false };
}
