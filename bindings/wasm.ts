import { platform } from '#platform';
import type { CoreExports } from './core-exports.ts';
import { UsageError } from './errors.ts';

/** The module in a form that the platform can instantiate. */
export type CoreModule = WebAssembly.Module | BufferSource;

/**
 * A new instance of the given module, or of the one in the package.
 *
 * @throws {UsageError} `CORE_FAILED` if the module cannot be compiled or instantiated
 */
export async function loadCore(given?: CoreModule): Promise<CoreExports> {
  let advice = '; where a bundler copies no .wasm file, import refrain/inline';
  try {
    const module = given ?? (await platform.compileCore());
    advice = '';
    const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
    // Synchronous instantiation is faster, but main threads of browsers refuse it for large modules.
    const instance =
      typeof document === 'undefined' ? new WebAssembly.Instance(compiled) : await WebAssembly.instantiate(compiled);
    return instance.exports as unknown as CoreExports;
  } catch (cause) {
    throw new UsageError('CORE_FAILED', `the module cannot be loaded: ${String(cause)}${advice}`, { cause });
  }
}
