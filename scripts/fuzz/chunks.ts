/** Bytes of inputs that arrive in chunks, and what a reader of a crawl makes of them. */
import type { CrawlPage, InputFailure } from '@refrain/crawl/input';
import { codeOf } from '@refrain/crawl/internal';
import { isPromised, textOf } from './subject.ts';

/** The bytes in chunks of irregular sizes, which depend on `step` only. */
export async function* inChunks(bytes: Uint8Array, step: number): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = step; at < bytes.length; at += size, size = 1 + ((size * 7) % (step * 3))) {
    yield bytes.subarray(at, at + size);
  }
}

/** Reads with a function; pages and failures in their order. */
export async function readAll(
  read: (onFailure: (failure: InputFailure) => void) => AsyncIterable<CrawlPage | { readonly raw: Uint8Array }>,
): Promise<string> {
  const found: unknown[] = [];
  const pages = read(({ source, error }) => {
    if (!isPromised(error)) throw error;
    found.push([source, codeOf(error)]);
  });
  for await (const item of pages) {
    if ('raw' in item) found.push(textOf(item.raw));
    else found.push([item.url, textOf(item.bytes), item.contentType, item.id, item.site, item.source]);
  }
  return JSON.stringify(found);
}
