import { joined } from '../reading/join.ts';

/** A line of a stream, without its line feed. */
export interface Line {
  /** The first line has number 1. */
  readonly number: number;
  /** Offset of its first byte in the stream. */
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  /** Undefined for a line that is too long. */
  readonly bytes: Uint8Array | undefined;
}

const LINE_FEED = 0x0a;

/** The lines of a stream, without the empty ones. No more than `maxBytes` bytes of a line are kept in memory. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let number = 1;
  let offset = 0;
  let length = 0;
  let parts: Uint8Array[] = [];
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const take = (): Line => {
    const bytes = length > maxBytes ? undefined : parts.length === 1 ? parts[0] : joined(parts);
    const line: Line = { number, offset, length, bytes };
    number += 1;
    offset += length + 1;
    length = 0;
    parts = [];
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      if (length > 0) yield take();
      else {
        number += 1;
        offset += 1;
      }
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}
