/** Browsers and their workers: the module is fetched. */
import { fetchModule, once } from 'refrain/internal';

/** The module `indexing.wasm`. */
export const compileIndexing = once(() => fetchModule(new URL('../indexing.wasm', import.meta.url)));
