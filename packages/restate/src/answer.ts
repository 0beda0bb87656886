import type { PageFields } from '@refrain/crawl';
import { pageFields } from '@refrain/crawl/engine';
import type { BlockRecord, Page, PageKind } from 'refrain';
import type { Refusal } from './errors.ts';
import type { AnswerOptions } from './request.ts';

/** The answer for a page. */
export interface PageAnswer {
  /** Number of counted pages of the site, this page included where it is counted. */
  readonly page: number;
  /** Whether this call counted it; false for a page that was counted before, and for `label`. */
  readonly counted: boolean;
  /** Unicode code points of text in template blocks, and in content blocks. */
  readonly lengths: { readonly template: number; readonly content: number };
  /** Share of the text that is template. */
  readonly templateRatio: number;
  /** What kind of page it is, and how sure that is, 0 to 1, where it is known. */
  readonly kind?: PageKind;
  readonly kindConfidence?: number;
  readonly blocks?: readonly BlockRecord[];
  readonly content?: string;
  /** The fields that the request names. */
  readonly fields?: Partial<PageFields>;
}

/** The answer for a page that was refused. */
export interface RefusedPage {
  readonly error: Refusal;
}

/** The answer of `learnMany`. */
export interface PagesAnswer {
  /** Counted pages of the site. */
  readonly pages: number;
  /** Pages that this call has counted. */
  readonly counted: number;
  /** One for each page of the call, in their order. */
  readonly answers: readonly (PageAnswer | RefusedPage)[];
}

/** The answer of `stats`. */
export interface SiteStats {
  /** Pages counted. */
  readonly pages: number;
  /** Text segments that are not evicted. */
  readonly entries: number;
  /** Bytes of the object's state that every call reads, and every call that counts a page writes. */
  readonly stateBytes: number;
  /** Page ids outside of that state. A call reads only the buckets that its pages may be in. */
  readonly olderIds: number;
}

/** Where a page came from. */
export interface PageSource {
  readonly url: string;
  readonly site: string;
  /** Its id. */
  readonly name: string;
}

/** Makes the requested answer of the current page. */
export function answerOf(page: Page<never>, source: PageSource, options: AnswerOptions): PageAnswer {
  const { blocks, content, part = 'content', fields } = options;
  const { number, counted, lengths, kind, kindConfidence } = page;
  const length = lengths.template + lengths.content;
  return {
    page: number,
    counted,
    lengths,
    templateRatio: length === 0 ? 0 : lengths.template / length,
    ...(kind === undefined ? {} : { kind }),
    ...(kindConfidence === undefined ? {} : { kindConfidence }),
    ...(blocks === true ? { blocks: page.blocks.map((block) => block.toJSON()) } : {}),
    ...(content === true ? { content: page.text(part) } : {}),
    ...(fields === undefined
      ? {}
      : { fields: pageFields.fieldsOf(page, fields, { url: source.url, id: source.name, site: source.site, part }) }),
  };
}
