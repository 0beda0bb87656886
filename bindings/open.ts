import { platform } from '#platform';
import { checkBytes, checkObject } from './check.ts';
import { Core } from './core.ts';
import { ModelError } from './errors.ts';
import { type CoreInstance, type CoreModule, loadCore } from './load.ts';
import type { ResolvedOptions } from './options.ts';

/** How an instance is made. */
export interface CreateOptions {
  /** The module to instantiate, compiled or as bytes, where the shipped one cannot be read. Default: the shipped one. */
  wasm?: CoreModule;
  /** The model that decides with `evidence: 'joint'` and `'page'`. Default: the shipped one. */
  model?: Uint8Array;
}

/** @throws {OptionError} `OPTION_INVALID` */
export const checkCreateOptions = (options: CreateOptions): CreateOptions =>
  checkObject('create', options, ['wasm', 'model']);

/**
 * An instance that can judge pages. `loaded` is an instance of the module that exists already.
 *
 * @throws {ModelError} `MODEL_INVALID`
 */
export async function openCore(
  options: ResolvedOptions,
  create: CreateOptions = {},
  loaded?: CoreInstance,
): Promise<Core> {
  const { wasm, model } = checkCreateOptions(create);
  const given = model === undefined ? undefined : checkModel(model);
  // Both are read at the same time. An unavailable module is reported before an unavailable model.
  const reading = options.evidence === 'repetition' ? undefined : Promise.resolve(given ?? platform.readModel());
  reading?.catch(() => undefined);
  const core = new Core(loaded ?? (await loadCore(wasm)), options);
  if (reading !== undefined) core.loadModel(await reading);
  return core;
}

/** @throws {ModelError} `MODEL_INVALID` */
function checkModel(model: unknown): Uint8Array {
  try {
    return checkBytes('a model must be a Uint8Array', model);
  } catch (cause) {
    throw new ModelError((cause as Error).message, { cause });
  }
}
