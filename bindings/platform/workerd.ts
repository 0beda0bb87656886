/** Edge runtimes on workerd, which cannot compile from bytes: module and model are imported. */
import core from '../core.wasm';
import model from '../model.bin';
import type { Platform } from './platform.ts';

const read = new Uint8Array(model);

export const platform: Platform = {
  compileCore: async () => core,
  readModel: async () => read,
};
