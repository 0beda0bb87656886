/**
 * The one path from the pages of a site to their records. A page is read by the table of its site, which labels it and may count it; rules
 * and policies change it; and its record is written while it is the current page. Callers differ in where they keep sites, and in what they
 * write of a page. Nothing else learns or labels pages that become records.
 */
import type { ReadRequest } from '../core.ts';
import { contextOf, type Page, recordOf } from '../page/page.ts';
import type { Part } from '../page/records.ts';
import type { WrittenPart } from '../page/verdicts.ts';
import type { Reader } from '../reader.ts';
import type { PageField, PageFields } from './fields.ts';

/** Reads a page of any form by a table. */
export type ReadPage = (reader: Reader, table: number, request: ReadRequest) => Page;

/** A page of a site. */
export interface SitePage {
  /** Identity of the page on its site. */
  readonly id: string;
  readonly url?: string | undefined;
  readonly read: ReadPage;
}

/** A site whose table is in the memory of a module. */
export interface OpenSite<P extends SitePage = SitePage> {
  /** Undefined if pages are of one site without a name. */
  readonly name?: string;
  /** Counted pages. */
  readonly pages: number;
  /** Labels a page, which becomes the current one. With `learns` it is counted unless a page of its id was counted before. */
  read(page: P, learns: boolean): Page;
}

/** What is known of a page that was read first: its number, and whether that call counted it. */
export interface Learned {
  readonly page: number;
  readonly counted: boolean;
}

/** Changes what is kept of a page, and values of its fields, by its site: manual rules, and policies of a run. */
export type Policy = (site: string, page: Page) => void;

/** What is made of the pages of a site. */
export interface Want<P extends SitePage, T> {
  /** If false, pages are labelled, and no site changes. Default: true. */
  readonly learns?: boolean;
  /** Pages of a site with fewer counted pages are all learned before the first one is labelled. Default: 0. */
  readonly settle?: number | undefined;
  /** The part of a page that is written. Default: `main`, or `content` where no model decides. */
  readonly part?: Part | undefined;
  /** In the order in which they are applied. */
  readonly policies?: readonly Policy[];
  /** Called with each page that was learned, before any page of its group is labelled again. */
  readonly onLearned?: (page: P, learned: Page) => void;
  /** Makes the record of a page. */
  readonly write: (judged: Judged<P>) => T;
}

/** A judged page, while it is the current one. */
export class Judged<P extends SitePage = SitePage> {
  readonly site: string | undefined;
  readonly source: P;
  readonly page: Page;
  readonly learned: Learned;
  readonly #want: Want<P, unknown>;
  #isChanged = false;
  #shown: WrittenPart | undefined;

  constructor(site: string | undefined, source: P, page: Page, learned: Learned, want: Want<P, unknown>) {
    this.site = site;
    this.source = source;
    this.page = page;
    this.learned = learned;
    this.#want = want;
  }

  /** The page after its policies. */
  get changed(): Page {
    if (!this.#isChanged) for (const policy of this.#want.policies ?? []) policy(this.site ?? '', this.page);
    this.#isChanged = true;
    return this.page;
  }

  /** The part that is written, and why it is not the requested one. @throws {UsageError} `NO_MAIN` */
  get shown(): WrittenPart {
    this.#shown ??= contextOf(this.changed).writtenPart(this.#want.part);
    return this.#shown;
  }

  /** True if what is written of the page was read. */
  get isShown(): boolean {
    return this.#shown !== undefined;
  }

  /** Fields of the page, as plain data. */
  record<F extends PageField>(fields: readonly F[]): Pick<PageFields, F> {
    const { site, learned } = this;
    return recordOf(this.changed, fields, { url: this.source.url, site, part: this.#want.part, learned });
  }
}

/** The record of a page, or the error for which it has none; and whether the page was counted. */
export type Outcome<P, T> = { readonly source: P; readonly counted: boolean } & (
  | { readonly record: T }
  | { readonly error: unknown }
);

/**
 * Judges pages of a site in their order. The first pages of a site are all learned, and then labelled, each by what all of them teach:
 * after each page that was only learned, the result is undefined, so that the caller may pause. Nothing happens before the caller takes the
 * next result.
 */
export function* judge<P extends SitePage, T>(
  site: OpenSite<P>,
  pages: readonly P[],
  want: Want<P, T>,
): Generator<Outcome<P, T> | undefined, void> {
  const { learns = true, settle = 0 } = want;
  if (!learns || pages.length < 2 || site.pages >= settle) {
    for (const page of pages) yield attempt(site, page, () => judgeOne(site, page, want));
    return;
  }
  const learned: Outcome<P, Learned>[] = [];
  for (const page of pages) {
    learned.push(attempt(site, page, () => learnedOf(read(site, page, want))));
    yield undefined;
  }
  for (const one of learned) {
    if ('error' in one) {
      yield one;
      continue;
    }
    const { source, counted, record } = one;
    const label = (): T => want.write(new Judged(site.name, source, site.read(source, false), record, want));
    yield attempt(site, source, label, counted);
  }
}

/** Judges one page, which does not wait for others. @throws the error for which it has no record */
export function judgeOne<P extends SitePage, T>(site: OpenSite<P>, source: P, want: Want<P, T>): T {
  const page = read(site, source, want);
  return want.write(new Judged(site.name, source, page, learnedOf(page), want));
}

const learnedOf = ({ number, counted }: Page): Learned => ({ page: number, counted });

function read<P extends SitePage>(site: OpenSite<P>, source: P, { learns = true, onLearned }: Want<P, unknown>): Page {
  const page = site.read(source, learns);
  if (learns) onLearned?.(source, page);
  return page;
}

/** `counted`: whether the page was counted by an earlier call. */
function attempt<P extends SitePage, T>(site: OpenSite<P>, source: P, run: () => T, counted = false): Outcome<P, T> {
  const before = site.pages;
  try {
    const record = run();
    return { source, counted: counted || site.pages > before, record };
  } catch (error) {
    return { source, counted: counted || site.pages > before, error };
  }
}
