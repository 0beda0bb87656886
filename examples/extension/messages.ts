/** What the parts of the extension say to each other. */
import type { BlockKind } from 'refrain';
import type { Marks } from './marks.ts';
import type { WrittenTree } from './tree.ts';

/** What is done to the template of pages in view. */
export type Mode = 'off' | 'dim' | 'hide';

export const MODES: readonly Mode[] = ['off', 'dim', 'hide'];

/** The mode that `chrome.storage.session` holds, which is gone when the browser is closed. */
export async function storedMode(): Promise<Mode> {
  const { mode } = await chrome.storage.session.get('mode');
  return toMode(mode);
}

export const toMode = (value: unknown): Mode => MODES.find((mode) => mode === value) ?? 'off';

/** To the worker. */
export type WorkerRequest =
  /** By a page, which is learned. Answer: `Learned` or `Failed`. */
  | { readonly ask: 'learn'; readonly tree: WrittenTree }
  /** By the popup. Answer: `Forgotten` or `Failed`. */
  | { readonly ask: 'forget'; readonly site: string };

/** To a page, by the popup. */
export type PageRequest =
  /** Answer: `PageState`. */
  | { readonly ask: 'state' }
  /** Brings a block of the list into view. */
  | { readonly ask: 'show'; readonly block: number }
  /** Its site was forgotten, and nothing is template any more. */
  | { readonly ask: 'forgotten' };

/** A block for people to read about. */
export interface ListedBlock {
  readonly kind: BlockKind;
  /** Why it is that, log odds and all. */
  readonly reason: string;
  /** How its text begins. */
  readonly text: string;
  /** The number of its element. */
  readonly node: number;
}

/** What was learned of a page, and from it. */
export interface Learned {
  readonly status: 'learned';
  readonly site: string;
  /** Pages of the site that were counted. */
  readonly pages: number;
  /** Whether this one was, just now: false for a page that comes again. */
  readonly counted: boolean;
  /** Lengths of text. */
  readonly template: number;
  readonly content: number;
  readonly blocks: Readonly<Record<BlockKind, number>>;
  /** The longest blocks, in document order. */
  readonly listed: readonly ListedBlock[];
  readonly marks: Marks;
  /** Where the store has refused what was learned: it is tried again with the next page. */
  readonly unsaved?: string;
}

export interface Forgotten {
  readonly status: 'forgotten';
}

export interface Failed {
  readonly status: 'failed';
  readonly message: string;
}

/** What the popup is told by a page. */
export type PageState = { readonly status: 'reading' } | Learned | Forgotten | Failed;

export const failed = (error: unknown): Failed => ({
  status: 'failed',
  message: error instanceof Error ? error.message : String(error),
});
