import { concat } from '../reading/join.ts';

/** A line without its line feed and leading white space. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Offset in the stream of the first byte that is not white space. */
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  /** Undefined if the line is too long. */
  readonly bytes: Uint8Array | undefined;
}

const LINE_FEED = 0x0a;
/** By byte: 1 if it is white space in JSON. */
const BLANK = new Uint8Array(256);
for (const byte of [0x09, LINE_FEED, 0x0d, 0x20]) BLANK[byte] = 1;

/** Yields the lines that are not blank. Keeps at most `maxBytes` of a line in memory. */
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
    const bytes = length > maxBytes ? undefined : parts.length === 1 ? parts[0] : concat(parts);
    const line: Line = { number, offset, length, bytes };
    number += 1;
    offset += length + 1;
    length = 0;
    parts = [];
    return line;
  };
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; ) {
      if (length === 0) {
        // A separate loop, because a compressed megabyte can contain a billion blank bytes.
        const first = start;
        for (; BLANK[chunk[start] ?? 0] === 1; start += 1) if (chunk[start] === LINE_FEED) number += 1;
        offset += start - first;
      }
      const end = chunk.indexOf(LINE_FEED, start);
      add(chunk.subarray(start, end < 0 ? chunk.length : end));
      if (end < 0) break;
      if (length > 0) yield take();
      start = end + 1;
    }
  }
  if (length > 0) yield take();
}
