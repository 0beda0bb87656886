/** Edge runtimes on workerd, which compile nothing from bytes: what ships is imported. */
import core from '../core.wasm';
import model from '../model.bin';
import type { Platform } from './platform.ts';

const read = new Uint8Array(model);

export const platform: Platform = {
  compileCore: async () => core,
  readModel: async () => read,
};
