import type { BlockRecord, Page } from 'refrain';
import type { Refusal } from './errors.ts';
import type { AnswerOptions } from './request.ts';

/** What is said of a page. */
export interface PageAnswer {
  /** Number of the page: how many pages of the site have been counted. */
  readonly page: number;
  /** Whether this call counted it; false for a page that was counted before, and for `label`. */
  readonly counted: boolean;
  /** Unicode code points of text in template blocks, and in content blocks. */
  readonly lengths: { readonly template: number; readonly content: number };
  /** Share of the text that is template. */
  readonly templateRatio: number;
  readonly blocks?: readonly BlockRecord[];
  readonly content?: string;
}

/** What is said of a page that was passed over. */
export interface RefusedPage {
  readonly error: Refusal;
}

/** What `learnMany` says. */
export interface PagesAnswer {
  /** Pages of the site that have been counted. */
  readonly pages: number;
  /** How many of them by this call. */
  readonly counted: number;
  /** Of each page of the call, in their order. */
  readonly answers: readonly (PageAnswer | RefusedPage)[];
}

/** What `stats` says. */
export interface SiteStats {
  /** Pages counted. */
  readonly pages: number;
  /** Entries of the table that are not forgotten. */
  readonly entries: number;
  /** Bytes of the object's state that every call reads, and every call that counts a page writes. */
  readonly stateBytes: number;
  /** Page ids that are kept apart, of which a call reads those that it has to. */
  readonly olderIds: number;
}

/** Takes from a page in hand what is asked for. */
export function answerOf(page: Page<never>, { blocks, content }: AnswerOptions): PageAnswer {
  const { number, counted, lengths } = page;
  const length = lengths.template + lengths.content;
  return {
    page: number,
    counted,
    lengths,
    templateRatio: length === 0 ? 0 : lengths.template / length,
    ...(blocks === true ? { blocks: page.blocks.map((block) => block.toJSON()) } : {}),
    ...(content === true ? { content: page.text('content') } : {}),
  };
}
