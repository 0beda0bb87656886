/** Messages between the parts of the extension. */
import type { BlockKind } from 'refrain';
import type { Marks } from './marks.ts';
import type { WrittenTree } from './tree.ts';

/** How the template of visited pages is shown. */
export type Mode = 'off' | 'dim' | 'hide';

export const MODES: readonly Mode[] = ['off', 'dim', 'hide'];

/** The mode in `chrome.storage.session`, which lasts until the browser is closed. */
export async function storedMode(): Promise<Mode> {
  const { mode } = await chrome.storage.session.get('mode');
  return toMode(mode);
}

export const toMode = (value: unknown): Mode => MODES.find((mode) => mode === value) ?? 'off';

/** Requests to the worker. */
export type WorkerRequest =
  /** From a page that is to be learned. Answer: `Learned` or `Failed`. */
  | { readonly ask: 'learn'; readonly tree: WrittenTree }
  /** From the popup. Answer: `Forgotten` or `Failed`. */
  | { readonly ask: 'forget'; readonly site: string };

/** Requests of the popup to a page. */
export type PageRequest =
  /** Answer: `PageState`. */
  | { readonly ask: 'state' }
  /** Scrolls to a block of the list. */
  | { readonly ask: 'show'; readonly block: number }
  /** The site was forgotten; the page removes its marks. */
  | { readonly ask: 'forgotten' };

/** A block in the list of the popup. */
export interface ListedBlock {
  readonly kind: BlockKind;
  /** The reason for the verdict, with log odds. */
  readonly reason: string;
  /** The beginning of its text. */
  readonly text: string;
  /** The number of its element. */
  readonly node: number;
}

/** The result of learning a page. */
export interface Learned {
  readonly status: 'learned';
  readonly site: string;
  /** Number of counted pages of the site. */
  readonly pages: number;
  /** Whether this page was counted; false for a known page. */
  readonly counted: boolean;
  /** Lengths of text. */
  readonly template: number;
  readonly content: number;
  readonly blocks: Readonly<Record<BlockKind, number>>;
  /** The longest blocks, in document order. */
  readonly listed: readonly ListedBlock[];
  readonly marks: Marks;
  /** The error if the store refused the write, which is repeated with the next page. */
  readonly unsaved?: string;
}

export interface Forgotten {
  readonly status: 'forgotten';
}

export interface Failed {
  readonly status: 'failed';
  readonly message: string;
}

/** The answer of a page to the popup. */
export type PageState = { readonly status: 'reading' } | Learned | Forgotten | Failed;

export const failed = (error: unknown): Failed => ({
  status: 'failed',
  message: error instanceof Error ? error.message : String(error),
});
