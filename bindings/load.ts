import { platform } from '#platform';
import type { CoreExports } from './core-exports.ts';
import { type CoreModule, load } from './wasm.ts';

export type { CoreExports };

/** Functions by name, and the constants of `Layout` as globals. */
export type CoreInstance = CoreExports & Record<string, unknown>;

/** A new instance of the given core, or of the shipped one. Throws as `load` of a module does. */
export const loadCore = (module?: CoreModule): Promise<CoreInstance> =>
  load<CoreInstance>(() => module ?? platform.compileCore());
