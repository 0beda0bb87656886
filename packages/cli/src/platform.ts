/** In the bundle of the command, the modules and the model are files of other packages: in place of `#platform` and `#indexing`. */
import { readFileSync } from 'node:fs';

const read = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(import.meta.resolve(name))));

/** Calls `make` once. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export const platform = {
  compileCore: once(async () => new WebAssembly.Module(read('refrain/core.wasm'))),
  readModel: once(async () => read('refrain/default.model')),
};

export const compileIndexing = once(async () => new WebAssembly.Module(read('@refrain/search/indexing.wasm')));
