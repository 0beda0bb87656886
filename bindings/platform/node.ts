/** Node and runtimes like it: module and model are files. */
import { readFileSync } from 'node:fs';
import { once, type Platform } from './platform.ts';

/** At once: starting what reads in the background takes longer. */
const read = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(name, import.meta.url)));

export const platform: Platform = {
  compileCore: once(async () => new WebAssembly.Module(read('../core.wasm'))),
  readModel: once(async () => read('../model.bin')),
};
