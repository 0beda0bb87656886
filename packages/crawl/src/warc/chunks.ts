/** Bodies in chunks (`Transfer-Encoding: chunked`). */

/** A body, or a part of one, without an encoding. */
export interface Body {
  readonly bytes: Uint8Array;
  /** Whether an encoding of it is cut off; the bytes are those before the cut. */
  readonly isCut: boolean;
}

const LINE_FEED = 10;
const RETURN = 13;
const SEMICOLON = 59;

const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 9;

/** The value of a hexadecimal digit; −1 for another byte. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

interface ChunkHead {
  /** Bytes of the chunk. */
  readonly size: number;
  /** Offset of its first byte. */
  readonly start: number;
}

/** The line before a chunk, with extensions of any length; undefined where there is none. Lines may end without a return. */
function chunkHead(body: Buffer, from: number): ChunkHead | undefined {
  let at = from;
  while (isBlank(body[at])) at += 1;
  const digits = at;
  let size = 0;
  for (let digit = digitOf(body[at]); digit >= 0; digit = digitOf(body[at])) {
    size = size * 16 + digit;
    at += 1;
  }
  if (at === digits || !Number.isSafeInteger(size)) return undefined;
  while (isBlank(body[at])) at += 1;
  if (body[at] === SEMICOLON) at = body.indexOf(LINE_FEED, at);
  else if (body[at] === RETURN) at += 1;
  return at >= 0 && body[at] === LINE_FEED ? { size, start: at + 1 } : undefined;
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
