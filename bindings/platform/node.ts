/** Node and runtimes like it: module and model are files. */
import { once, type Platform } from './platform.ts';

/**
 * At once: starting what reads in the background takes longer. An import of `node:fs` makes all of its exports, with the streams,
 * which takes Node 8 ms.
 */
async function read(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const { readFileSync } = globalThis.process?.getBuiltinModule?.('node:fs') ?? (await import('node:fs'));
  return new Uint8Array(readFileSync(url));
}

export const platform: Platform = {
  compileCore: once(async () => new WebAssembly.Module(await read(new URL('../core.wasm', import.meta.url)))),
  readModel: once(() => read(new URL('../model.bin', import.meta.url))),
};
