/** Pages of NDJSON: `{ url, html, id?, site?, contentType? }` a line, gzipped or not. */
import { type GivenPage, hostOf, type Listener, wordsOf } from './given.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function pageOf(line: string): GivenPage {
  const { url, html, id, site } = JSON.parse(line) as Record<string, unknown>;
  const name = text(id) ?? text(url);
  const place = text(site) ?? hostOf(text(url) ?? '');
  if (typeof html !== 'string') throw new Error('it has no "html"');
  if (name === undefined || place === undefined) throw new Error('it has no "url", nor "id" and "site"');
  return { site: place, id: name, html, contentType: undefined };
}

export async function* readNdjson(
  file: File,
  path: string,
  { isGzip, listener }: { readonly isGzip: boolean; readonly listener: Listener },
): AsyncGenerator<GivenPage> {
  let number = 0;
  /** Two escapes a character, and room for what is not HTML. */
  const longest = listener.maxPageBytes * 2 + 65_536;
  for await (const line of lines(file, isGzip, longest, listener)) {
    number += 1;
    const name = `${path}, line ${number}`;
    if (line === undefined) {
      listener.refuse({ name, reason: 'the line is too long to be a page' });
      continue;
    }
    if (line.trim() === '') continue;
    try {
      yield pageOf(line);
    } catch (error) {
      listener.refuse({ name, reason: wordsOf(error) });
    }
  }
}

/** Lines of a file; undefined for one that is too long. */
async function* lines(
  file: File,
  isGzip: boolean,
  longest: number,
  listener: Listener,
): AsyncGenerator<string | undefined> {
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      listener.read(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const bytes = file.stream().pipeThrough(counter);
  const plain = isGzip ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
  const reader = plain.pipeThrough(new TextDecoderStream()).getReader();
  let parts: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const pieces = value.split('\n');
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) {
          yield length > longest ? undefined : parts.join('');
          parts = [];
          length = 0;
        }
        length += piece.length;
        if (length <= longest) parts.push(piece);
      }
    }
    if (length > 0) yield length > longest ? undefined : parts.join('');
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
