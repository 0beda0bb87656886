/** Node and similar runtimes: the module is a file. */
import { readFile } from 'node:fs/promises';
import { wasm } from 'refrain/engine';

/** The module `indexing.wasm`. */
export const compileIndexing = wasm.once(async () =>
  WebAssembly.compile(new Uint8Array(await readFile(new URL('../indexing.wasm', import.meta.url)))),
);
