/** The module below the public API, for benches that need more than the API offers. */
import { readFile } from 'node:fs/promises';
import type { ResolvedOptions } from 'refrain';
import { Core } from '../bindings/core.ts';
import { loadCore } from '../bindings/load.ts';

const readShipped = async (entry: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(import.meta.resolve(entry))));

export const compileCore = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readShipped('refrain/core.wasm'));

/** The bytes of the model that ships with the package. */
export const readShippedModel = (): Promise<Uint8Array<ArrayBuffer>> => readShipped('refrain/default.model');

export const createCore = async (module: WebAssembly.Module, options: ResolvedOptions): Promise<Core> =>
  new Core(await loadCore(module), options);
