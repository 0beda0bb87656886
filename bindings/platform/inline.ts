/** Module and model inside the code: for extensions, and for bundlers without assets. */
import core from '../core.wasm?inline';
import model from '../model.bin?inline';
import { once } from './fetch.ts';
import type { Platform } from './platform.ts';

export const platform: Platform = {
  compileCore: once(() => WebAssembly.compile(core)),
  readModel: async () => model,
};
