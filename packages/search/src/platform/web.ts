/** Browsers and their workers: the module is fetched. */
import { wasm } from 'refrain/engine';

/** The module `indexing.wasm`. */
export const compileIndexing = wasm.once(() => wasm.fetchModule(new URL('../indexing.wasm', import.meta.url)));
