import { instantiate } from '@assemblyscript/loader';
import { platform } from '#platform';
import type { CoreExports } from './core-exports.ts';

export type { CoreExports };

/** The module in a form that this platform can instantiate. */
export type CoreModule = WebAssembly.Module | BufferSource;

/** Functions by name, and the constants of `Layout` as globals. */
export type CoreInstance = CoreExports & Record<string, unknown>;

/** A new instance, of the module that ships with the package unless another is given. */
export async function loadCore(module?: CoreModule): Promise<CoreInstance> {
  const { exports } = await instantiate<CoreInstance>(module ?? (await platform.compileCore()), {});
  return exports;
}
