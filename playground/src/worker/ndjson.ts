/** Pages of NDJSON, gzipped or not, by the reader of `@refrain/crawl`. */
import { readNdjsonLines } from '@refrain/crawl/engine';
import { type GivenPage, hostOf, type Listener, wordsOf } from './given.ts';

export async function* readNdjson(
  file: File,
  path: string,
  { isGzip, listener }: { readonly isGzip: boolean; readonly listener: Listener },
): AsyncGenerator<GivenPage> {
  const { maxPageBytes } = listener;
  const onFailure = ({ source, error }: { source: string; error: unknown }): void =>
    listener.refuse({ name: source, reason: wordsOf(error) });
  for await (const page of readNdjsonLines(chunksOf(file, isGzip, listener), { name: path, maxPageBytes, onFailure })) {
    const { url, bytes, id = url, site = hostOf(url), contentType, source } = page;
    if (site === undefined)
      listener.refuse({ name: source ?? path, reason: 'its URL has no host, and it has no site' });
    else yield { site, id, html: bytes, contentType };
  }
}

async function* chunksOf(file: File, isGzip: boolean, listener: Listener): AsyncGenerator<Uint8Array> {
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      listener.read(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const bytes = file.stream().pipeThrough(counter);
  const reader = (isGzip ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
