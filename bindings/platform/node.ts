/** Node and runtimes like it: module and model are files. */
import { readFile } from 'node:fs/promises';
import { once, type Platform } from './platform.ts';

const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(name, import.meta.url)));

export const platform: Platform = {
  compileCore: once(async () => WebAssembly.compile(await read('../core.wasm'))),
  readModel: once(() => read('../model.bin')),
};
