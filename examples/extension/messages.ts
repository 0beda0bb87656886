/** Messages between the parts of the extension. */
import type { BlockView, TableView } from '@refrain/viewer';
import type { Verdict } from 'refrain';
import type { Marks } from './marks.ts';
import type { WrittenTree } from './tree.ts';

/** How the template of pages is shown. */
export type Mode = 'off' | 'dim' | 'hide';

export const MODES: readonly Mode[] = ['off', 'dim', 'hide'];

/** The mode in `chrome.storage.session`, which lasts until the browser is closed. */
export async function storedMode(): Promise<Mode> {
  const { mode } = await chrome.storage.session.get('mode');
  return toMode(mode);
}

export const toMode = (value: unknown): Mode => MODES.find((mode) => mode === value) ?? 'off';

/** To the worker. */
export type WorkerRequest =
  /** From a page, to be learned. Response: `Learned` or `Failed`. */
  | { readonly ask: 'learn'; readonly tree: WrittenTree }
  /** From the popup. Response: `Forgotten` or `Failed`. */
  | { readonly ask: 'forget'; readonly site: string }
  /** From a page that has rules: it needs nothing but the mode. Response: `Ready`. */
  | { readonly ask: 'ready' };

/** From the popup to a page. */
export type PageRequest =
  /** Response: `PageState`. */
  | { readonly ask: 'state' }
  /** Brings a block of the list into view. */
  | { readonly ask: 'show'; readonly block: number }
  /** The site of the page was forgotten, so it has no template any more. */
  | { readonly ask: 'forgotten' };

/** A block in the list of the popup. */
export interface ListedBlock extends BlockView {
  /** Beginning of its text. */
  readonly text: string;
  /** Number of its element. */
  readonly node: number;
}

/** The result for a page that was learned. */
export interface Learned {
  readonly status: 'learned';
  readonly site: string;
  /** Pages of the site that were counted. */
  readonly pages: number;
  /** The table that has judged the page. */
  readonly table: TableView;
  /** Whether this page was counted now: false for a page that was counted before. */
  readonly counted: boolean;
  /** Lengths of text, in Unicode code points. */
  readonly template: number;
  readonly content: number;
  /** Length of the main content. */
  readonly main: number;
  readonly blocks: Readonly<Record<Verdict, number>>;
  /** The longest blocks, in document order. */
  readonly listed: readonly ListedBlock[];
  readonly marks: Marks;
  /** Message of the store where it could not save; it tries again with the next page. */
  readonly unsaved?: string;
}

/** The result for a page that was read by rules; nothing was learned. */
export interface Ruled {
  readonly status: 'ruled';
  readonly site: string;
  readonly layout: number;
  /** Elements of the template by the names of their regions. */
  readonly regions: Readonly<Record<string, number>>;
}

export interface Ready {
  readonly status: 'ready';
}

export interface Forgotten {
  readonly status: 'forgotten';
}

export interface Failed {
  readonly status: 'failed';
  readonly message: string;
}

/** Response of a page to the popup. */
export type PageState = { readonly status: 'reading' } | Learned | Ruled | Forgotten | Failed;

export const failed = (error: unknown): Failed => ({
  status: 'failed',
  message: error instanceof Error ? error.message : String(error),
});
