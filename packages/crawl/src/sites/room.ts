import { LimitError } from 'refrain';
import type { Core } from 'refrain/internal';

/**
 * Runs an operation that needs memory and changes nothing where it finds none. It is retried while `makeRoom` releases tables, and
 * once more without the memory that large pages have left behind.
 */
export function withRoom<T>(core: Core, run: () => T, makeRoom: () => boolean = () => false): T {
  for (let isLast = false; ; ) {
    try {
      return run();
    } catch (error) {
      if (isLast || !(error instanceof LimitError && error.code === 'OUT_OF_MEMORY')) throw error;
      if (makeRoom()) continue;
      isLast = true;
      core.releaseWorkspace();
    }
  }
}
