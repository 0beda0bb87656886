/**
 * Vercel's edge runtime and Next's, which compile no bytes either: the module is imported by a name of their own, the model is an asset.
 */
import core from '../core.wasm?module';
import { fetchBytes, once } from '../wasm.ts';
import { decodeByPlatform } from './decode.ts';
import type { Platform } from './platform.ts';

export const platform: Platform = {
  // Next's own server compiles it outside of the context that runs this: there it is no instance of this class.
  compileCore: async () => Object.setPrototypeOf(core, WebAssembly.Module.prototype),
  readModel: once(() => fetchBytes(new URL('../model.bin', import.meta.url))),
  decode: decodeByPlatform,
};
