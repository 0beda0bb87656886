/** Browsers and their workers: module and model are fetched. Bundlers find an asset by `new URL(…, import.meta.url)`. */
import { fetchBytes, fetchModule, once } from './fetch.ts';
import type { Platform } from './platform.ts';

export const platform: Platform = {
  compileCore: once(() => fetchModule(new URL('../core.wasm', import.meta.url))),
  readModel: once(() => fetchBytes(new URL('../model.bin', import.meta.url))),
};
