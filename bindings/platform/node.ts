/** Node and its likes: what ships lies in files. */
import { readdir, readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StoreError } from '../errors.ts';
import { once, type Platform } from './platform.ts';

const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(name, import.meta.url)));

/** Names of what LevelDB puts into a folder. */
const LEVEL_FILE = /^(CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(log|ldb|sst|dbtmp)|lost)$/;

export const platform: Platform = {
  compileCore: once(async () => WebAssembly.compile(await read('../core.wasm'))),
  readModel: once(() => read('../model.bin')),
  /** A store is a folder that has nothing else in it. */
  async resolveLocation(location) {
    const found = await readdir(location).catch(() => []);
    const other = found.find((name) => !LEVEL_FILE.test(name));
    if (other !== undefined) {
      throw new StoreError('STORE_FAILED', `${location} is no store: there is ${JSON.stringify(other)} in it`);
    }
    return realpath(location).catch(() => resolve(location));
  },
};

/** The module `indexing.wasm`, which has the core in it. */
export const compileIndexing = once(async () => WebAssembly.compile(await read('../indexing.wasm')));
