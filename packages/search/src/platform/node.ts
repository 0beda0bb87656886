/** Node and runtimes like it: the module lies in a file. */
import { readFile } from 'node:fs/promises';
import { once } from 'refrain/unstable';

/** The module `indexing.wasm`, which has the core in it. */
export const compileIndexing = once(async () =>
  WebAssembly.compile(new Uint8Array(await readFile(new URL('../indexing.wasm', import.meta.url)))),
);
