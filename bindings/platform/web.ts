/** Browsers and their workers: what ships is fetched. Addresses are written out, which is how bundlers find an asset. */
import { fetchBytes, fetchModule } from './fetched.ts';
import { once, type Platform } from './platform.ts';

export const platform: Platform = {
  compileCore: once(() => fetchModule(new URL('../core.wasm', import.meta.url))),
  readModel: once(() => fetchBytes(new URL('../model.bin', import.meta.url))),
};
