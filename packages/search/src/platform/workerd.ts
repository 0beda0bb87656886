import indexing from '../indexing.wasm';

/** The module `indexing.wasm`. */
export const compileIndexing = async (): Promise<WebAssembly.Module> => indexing;
