/** Node and runtimes like it: module and model are files. */
import { once } from './fetch.ts';
import type { Platform } from './platform.ts';

/**
 * Synchronous, since a read in the background is slower to start. An import of `node:fs` makes all of its exports, which takes Node 8 ms.
 */
async function read(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const { readFileSync } = globalThis.process?.getBuiltinModule?.('node:fs') ?? (await import('node:fs'));
  return new Uint8Array(readFileSync(url));
}

/** The decoder of encodings.ts; bundles may not have it. */
let decoder: Platform['decode'] | undefined;

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const { createRequire } = globalThis.process.getBuiltinModule('node:module');
    decoder ??= (createRequire(import.meta.url)('./encodings.cjs') as Pick<Platform, 'decode'>).decode;
  } catch {
    return undefined;
  }
  return decoder?.(bytes, encoding);
}

export const platform: Platform = {
  compileCore: once(async () => new WebAssembly.Module(await read(new URL('../core.wasm', import.meta.url)))),
  readModel: once(() => read(new URL('../model.bin', import.meta.url))),
  decode,
  copies: globalThis.Buffer?.prototype as unknown as Platform['copies'],
};
