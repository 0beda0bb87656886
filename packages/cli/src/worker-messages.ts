/** What the main thread and a worker say to each other. */
import type { PageKey, SiteChange } from '@refrain/crawl/unstable';
import type { Pass, WorkOptions } from './labeller.ts';
import type { Tally, Task } from './task.ts';

/** What a thread holds. */
export interface ThreadStats {
  readonly newSites: number;
  readonly memoryBytes: number;
  readonly queuedBytes: number;
}

/** What a worker makes of a batch. */
export interface ThreadResult {
  readonly output: Uint8Array<ArrayBuffer>;
  readonly tally: Tally;
  readonly stats: ThreadStats;
}

/** Asked of a worker. */
export type CrewQuestion =
  | { readonly ask: 'begin'; readonly options: WorkOptions }
  | {
      readonly ask: 'run';
      readonly tasks: readonly Task[];
      readonly separator: string;
      readonly room?: ArrayBuffer | undefined;
    }
  | { readonly ask: 'mode'; readonly pass: Pass }
  | { readonly ask: 'flush' };

/** Asked of the main thread, which has the store. */
export type StoreQuestion =
  | { readonly ask: 'records'; readonly sites: readonly string[] }
  | { readonly ask: 'counted'; readonly pages: readonly PageKey[] }
  | { readonly ask: 'write'; readonly changes: readonly SiteChange[] };
