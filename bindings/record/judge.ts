/**
 * The only path from the pages of a site to their records. A page is labelled by the table of the site, and counted if
 * requested. Then rules and policies change it. Its record is written while it is the current page.
 */
import type { ReadRequest } from '../core.ts';
import { contextOf, type Page, recordOf } from '../page/page.ts';
import type { Part } from '../page/records.ts';
import type { PartChoice } from '../page/verdicts.ts';
import type { Reader } from '../reader.ts';
import type { PageField, PageFields } from './fields.ts';

/** Reads a page of any form by a table. */
export type PageReader = (reader: Reader, table: number, request: ReadRequest) => Page;

export interface SitePage {
  /** Identity of the page on its site. */
  readonly id: string;
  readonly url?: string | undefined;
  readonly read: PageReader;
}

/** A site whose table is in the memory of a module. */
export interface OpenSite<P extends SitePage = SitePage> {
  /** Undefined if the pages belong to one site without a name. */
  readonly name?: string;
  readonly pages: number;
  /** Labels a page, which becomes the current page. With `learns`, it is counted, unless its id was counted before. */
  read(page: P, learns: boolean): Page;
}

/** Number of a page; true if the call that learned it counted it. */
export interface PageCount {
  readonly page: number;
  readonly counted: boolean;
}

/** Changes verdicts and fields of a page: manual rules, and policies of a run. */
export type Policy = (site: string, page: Page) => void;

/** How records of pages are made. */
export interface Want<P extends SitePage, T> {
  /** If false, pages are labelled, and no site changes. Default: true. */
  readonly learns?: boolean;
  /** If fewer pages of the site are counted, all pages are learned before the first one is labelled. Default: 0. */
  readonly settle?: number | undefined;
  /** The part of a page that is written. Default: `main`, or `content` if no model decides. */
  readonly part?: Part | undefined;
  /** Policies in order of application. */
  readonly policies?: readonly Policy[];
  /** Called with each learned page, before pages of its group are labelled again. */
  readonly onLearned?: (page: P, learned: Page) => void;
  readonly write: (judged: PageJudgement<P>) => T;
}

/** A judged page, while it is the current one. */
export class PageJudgement<P extends SitePage = SitePage> {
  readonly site: string | undefined;
  readonly source: P;
  readonly page: Page;
  readonly learned: PageCount;
  readonly #want: Want<P, unknown>;
  #isChanged = false;
  #shown: PartChoice | undefined;

  constructor(site: string | undefined, source: P, page: Page, learned: PageCount, want: Want<P, unknown>) {
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

  /** The written part, and why it is not the requested part. @throws {UsageError} `NO_MAIN` */
  get shown(): PartChoice {
    this.#shown ??= contextOf(this.changed).choosePart(this.#want.part);
    return this.#shown;
  }

  /** True if `shown` was read. */
  get isShown(): boolean {
    return this.#shown !== undefined;
  }

  record<F extends PageField>(fields: readonly F[]): Pick<PageFields, F> {
    const { site, learned } = this;
    return recordOf(this.changed, fields, { url: this.source.url, site, part: this.#want.part, learned });
  }
}

/** The record of a page, or the error that replaces it. */
export type Outcome<P, T> = { readonly source: P; readonly counted: boolean } & (
  | { readonly record: T }
  | { readonly error: unknown }
);

/**
 * Judges pages of a site in order. The first pages of a site are all learned before the first one is labelled. For each
 * page that was only learned, yields undefined, so that the caller can pause.
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
  const learned: Outcome<P, PageCount>[] = [];
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
    const label = (): T => want.write(new PageJudgement(site.name, source, site.read(source, false), record, want));
    yield attempt(site, source, label, counted);
  }
}

/** Judges one page. @throws the error that replaces the record */
export function judgeOne<P extends SitePage, T>(site: OpenSite<P>, source: P, want: Want<P, T>): T {
  const page = read(site, source, want);
  return want.write(new PageJudgement(site.name, source, page, learnedOf(page), want));
}

const learnedOf = ({ number, counted }: Page): PageCount => ({ page: number, counted });

function read<P extends SitePage>(site: OpenSite<P>, source: P, { learns = true, onLearned }: Want<P, unknown>): Page {
  const page = site.read(source, learns);
  if (learns) onLearned?.(source, page);
  return page;
}

/** `counted`: true if an earlier call counted the page. */
function attempt<P extends SitePage, T>(site: OpenSite<P>, source: P, run: () => T, counted = false): Outcome<P, T> {
  const before = site.pages;
  try {
    const record = run();
    return { source, counted: counted || site.pages > before, record };
  } catch (error) {
    return { source, counted: counted || site.pages > before, error };
  }
}
