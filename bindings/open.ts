import { platform } from '#platform';
import { type CoreInstance, type CoreModule, loadCore } from './load.ts';
import { Core } from './memory.ts';
import type { ResolvedOptions } from './options.ts';

/** How an instance comes about. */
export interface CreateOptions {
  /** The module to instantiate, where the one that ships with the package can not be read: bytes or a compiled module. */
  wasm?: CoreModule;
  /**
   * The model that `evidence: 'joint'` and `'page'` decide by, in place of the one that ships with the package: what
   * `npm run train` writes.
   */
  model?: Uint8Array;
}

/**
 * An instance that can judge pages: `instance` if given, which must have no options yet, else a new one.
 *
 * @throws {ModelError} `MODEL_INVALID`
 */
export async function openCore(
  options: ResolvedOptions,
  { wasm, model }: CreateOptions = {},
  instance?: CoreInstance,
): Promise<Core> {
  // Both are on their way at once. A module that can not be had is told of before a model that can not.
  const reading = options.evidence === 'repetition' ? undefined : Promise.resolve(model ?? platform.readModel());
  reading?.catch(() => undefined);
  const core = new Core(instance ?? (await loadCore(wasm)), options);
  if (reading !== undefined) core.loadModel(await reading);
  return core;
}
