import indexing from '../indexing.wasm';

/** The module `indexing.wasm`, which contains the core. */
export const compileIndexing = async (): Promise<WebAssembly.Module> => indexing;
