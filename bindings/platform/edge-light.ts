/**
 * Vercel's edge runtime and Next's, which do not compile bytes either: the module is imported by a special name, the model is an asset.
 */
import core from '../core.wasm?module';
import { fetchBytes, once } from './fetch.ts';
import type { Platform } from './platform.ts';

export const platform: Platform = {
  // Next's own server compiles it outside of the context that runs this: there it is not an instance of this class.
  compileCore: async () => Object.setPrototypeOf(core, WebAssembly.Module.prototype),
  readModel: once(() => fetchBytes(new URL('../model.bin', import.meta.url))),
};
