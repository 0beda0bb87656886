import { type CreateOptions, LimitError, type ResolvedOptions } from 'refrain';
import { Core } from 'refrain/engine';

/** Maximum share of the memory for one table. Saving a table needs the same share, so half remains for pages. */
const TABLE_SHARE = 1 / 4;

/** Makes an instance whose tables can always be saved. */
export function coreForSites(options: ResolvedOptions, create?: CreateOptions): Promise<Core> {
  const maxShare = Math.floor(options.maxMemory * TABLE_SHARE);
  return Core.open({ ...options, maxTableBytes: Math.min(options.maxTableBytes, maxShare) }, create);
}

/**
 * Runs an operation that changes nothing if it runs out of memory. Then repeats it while `makeSpace` releases tables,
 * and once more after releasing the workspace.
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
