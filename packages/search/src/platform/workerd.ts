import indexing from '../indexing.wasm';

/** The module `indexing.wasm`, which has the core in it. */
export const compileIndexing = async (): Promise<WebAssembly.Module> => indexing;
