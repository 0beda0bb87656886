/** Replaces `#platform` in the bundle of the command, because module and model are files of the package `refrain`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const CORE = 'refrain/core.wasm';

const read = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(import.meta.resolve(name))));

type Decode = (bytes: Uint8Array, encoding: string) => string;
let decode: Decode | undefined;

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export const platform = {
  compileCore: once(async () => new WebAssembly.Module(read(CORE))),
  readModel: once(async () => read('refrain/default.model')),
  decode(bytes: Uint8Array, encoding: string): string {
    const folder = createRequire(new URL('platform/', import.meta.resolve(CORE)));
    decode ??= (folder('./encodings.cjs') as { readonly decode: Decode }).decode;
    return decode(bytes, encoding);
  },
  copies: Buffer.prototype,
};
