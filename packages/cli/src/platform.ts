/** In the bundle of the command, the modules and the model are files of other packages: in place of `#platform` and `#indexing`. */
import { readFile } from 'node:fs/promises';

const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(import.meta.resolve(name))));

/** Calls `make` once. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export const platform = {
  compileCore: once(async () => WebAssembly.compile(await read('refrain/core.wasm'))),
  readModel: once(() => read('refrain/default.model')),
};

export const compileIndexing = once(async () => WebAssembly.compile(await read('@refrain/search/indexing.wasm')));
