/** Apart from the other files that ship, so that bundlers leave it out where nobody asks for it. */
import { fetchModule } from './fetched.ts';
import { once } from './platform.ts';

/** The module `indexing.wasm`, which has the core in it. */
export const compileIndexing = once(() => fetchModule(new URL('../indexing.wasm', import.meta.url)));
