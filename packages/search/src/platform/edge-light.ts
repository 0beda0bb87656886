import indexing from '../indexing.wasm?module';

/** The module `indexing.wasm`, which Next's own server compiles in another context. */
export const compileIndexing = async (): Promise<WebAssembly.Module> =>
  Object.setPrototypeOf(indexing, WebAssembly.Module.prototype);
