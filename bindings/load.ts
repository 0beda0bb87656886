import { instantiate, instantiateSync } from '@assemblyscript/loader';
import { platform } from '#platform';
import type { CoreExports } from './core-exports.ts';
import { UsageError } from './errors.ts';

export type { CoreExports };

/** The module in a form that the platform can instantiate. */
export type CoreModule = WebAssembly.Module | BufferSource;

/** Functions by name, and the constants of `Layout` as globals. */
export type CoreInstance = CoreExports & Record<string, unknown>;

/**
 * Main threads of browsers do not instantiate large modules at once. Elsewhere that is faster: the other way asks for the global
 * `Response`, and Node needs 30 ms to load it.
 */
const make = typeof document === 'undefined' ? instantiateSync : instantiate;

/** A new instance of the given core, or of the shipped one. Throws as `loadModule` does. */
export const loadCore = (module?: CoreModule): Promise<CoreInstance> =>
  loadModule<CoreInstance>(() => module ?? platform.compileCore());

/**
 * A new instance of a module.
 *
 * @throws {UsageError} `CORE_FAILED` where the module cannot be compiled or instantiated
 */
export async function loadModule<Instance extends Record<string, unknown>>(
  compile: () => CoreModule | Promise<CoreModule>,
  imports: Record<string, Record<string, unknown>> = {},
): Promise<Instance> {
  let advice = '; where a bundler copies no .wasm file, import refrain/inline';
  try {
    const module = await compile();
    advice = '';
    const { exports } = await make<Instance>(module, imports);
    return exports;
  } catch (cause) {
    throw new UsageError('CORE_FAILED', `the module cannot be loaded: ${String(cause)}${advice}`, { cause });
  }
}
