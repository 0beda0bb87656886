/** Bodies in chunks (`Transfer-Encoding: chunked`). */

/** A body, or a part of one, without an encoding. */
export interface Body {
  readonly bytes: Uint8Array;
  /** Whether an encoding of it is cut off; the bytes are those before the cut. */
  readonly isCut: boolean;
}

const LINE_FEED = 10;
const RETURN = 13;

/** The line before a chunk: its size, extensions, and often a return. */
const HEAD = /^[ \t]*([\da-f]+)[ \t]*(?:;.*)?\r?$/is;

/** The size of the chunk of a line, and the offset of its first byte; undefined where it is none. */
function chunkHead(body: Buffer, from: number): { readonly size: number; readonly start: number } | undefined {
  const end = body.indexOf(LINE_FEED, from);
  const [, digits = ''] = HEAD.exec(body.toString('latin1', from, Math.max(end, from))) ?? [];
  const size = Number.parseInt(digits, 16);
  return Number.isSafeInteger(size) ? { size, start: end + 1 } : undefined;
}

/** The joined chunks of a body, without trailers; undefined where it does not begin with a chunk. */
export function joinChunks(body: Buffer): Body | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length || parts.length === 0; ) {
    const head = chunkHead(body, at);
    if (head === undefined) {
      if (at === 0) return undefined;
      break;
    }
    if (head.size === 0) return { bytes: Buffer.concat(parts), isCut: false };
    const chunk = body.subarray(head.start, head.start + head.size);
    parts.push(chunk);
    at = head.start + chunk.length;
    if (body[at] === RETURN) at += 1;
    if (chunk.length < head.size || body[at] !== LINE_FEED) break;
    at += 1;
  }
  return { bytes: Buffer.concat(parts), isCut: true };
}
