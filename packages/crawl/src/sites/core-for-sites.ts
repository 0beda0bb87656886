import { type CreateOptions, LimitError, type ResolvedOptions } from 'refrain';
import { Core } from 'refrain/engine';

/** Share of the memory for one table. Saving it needs as much again, so half remains for pages. */
const TABLE_SHARE = 1 / 4;

/** Tables of this instance can always be saved. */
export function coreForSites(options: ResolvedOptions, create?: CreateOptions): Promise<Core> {
  const maxShare = Math.floor(options.maxMemory * TABLE_SHARE);
  return Core.open({ ...options, maxTableBytes: Math.min(options.maxTableBytes, maxShare) }, create);
}

/**
 * Runs an operation that changes nothing if memory is exhausted. Retries it while `makeSpace` releases tables, and once
 * more after the workspace is released.
 */
export function withMemory<T>(core: Core, run: () => T, makeSpace: () => boolean = () => false): T {
  for (let isLast = false; ; ) {
    try {
      return run();
    } catch (error) {
      if (isLast || !(error instanceof LimitError && error.code === 'OUT_OF_MEMORY')) throw error;
      if (makeSpace()) continue;
      isLast = true;
      core.releaseWorkspace();
    }
  }
}
