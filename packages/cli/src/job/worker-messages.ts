/** Requests between the main thread and its workers, and their responses. */
import type { PageKey, SiteChange } from '@refrain/crawl/internal';
import type { Pass, WorkOptions } from './labeller.ts';
import type { Tally, Task } from './task.ts';

/** Numbers of a worker. */
export interface WorkerStats {
  /** Sites that the store does not know yet. */
  readonly newSites: number;
  /** Bytes of linear memory. */
  readonly memoryBytes: number;
  /** Bytes that wait for the store. */
  readonly queuedBytes: number;
}

/** The response to a batch. */
export interface WorkerBatch {
  readonly output: Uint8Array<ArrayBuffer>;
  readonly tally: Tally;
  readonly stats: WorkerStats;
  /** The memory of the tasks. */
  readonly room: ArrayBuffer | undefined;
}

/** A request to a worker. */
export type WorkerRequest =
  | { readonly kind: 'start'; readonly options: WorkOptions }
  | {
      readonly kind: 'run';
      readonly tasks: readonly Task[];
      /** The memory of the tasks, which comes back when they are done. */
      readonly room: ArrayBuffer | undefined;
      readonly separator: string;
      /** Memory for the output. */
      readonly buffer?: ArrayBuffer | undefined;
    }
  | { readonly kind: 'mode'; readonly pass: Pass }
  | { readonly kind: 'templates' }
  | { readonly kind: 'flush' };

/** A request to the main thread, which has the store open. */
export type StoreRequest =
  | { readonly kind: 'records'; readonly sites: readonly string[] }
  | { readonly kind: 'templates'; readonly sites: readonly string[] }
  | { readonly kind: 'counted'; readonly pages: readonly PageKey[] }
  | { readonly kind: 'write'; readonly changes: readonly SiteChange[] };
