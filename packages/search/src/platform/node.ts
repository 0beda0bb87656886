/** Node and similar runtimes: the module is a file. */
import { readFile } from 'node:fs/promises';
import { once } from 'refrain/internal';

/** The module `indexing.wasm`. */
export const compileIndexing = once(async () =>
  WebAssembly.compile(new Uint8Array(await readFile(new URL('../indexing.wasm', import.meta.url)))),
);
