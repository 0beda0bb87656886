import { crc32, inflateRawSync } from 'node:zlib';
import { codeOf } from '../errors.ts';

export const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);
export const TRAILER_BYTES = 8;

/** Maximum size of a member's header. It contains a few bytes in WARCs, otherwise at most a name and a comment. */
const HEADER_BYTES = 128 * 1024;

/** Maximum inflated size of a member that is inflated at once. */
export const MAX_AT_ONCE = 16 * 1024 * 1024;

/** Size of zlib's chunks of output. Most members need only one. */
const OUTPUT_CHUNK = 64 * 1024;

export const CUT_OFF = 'it is cut off';

/**
 * Length of a member's header. If it is incomplete, the length of the input; undefined if it is invalid or longer than
 * `HEADER_BYTES`.
 */
export function headerLength(compressed: Buffer): number | undefined {
  const bytes = compressed.subarray(0, HEADER_BYTES);
  if (!MAGIC.every((byte, index) => index >= bytes.length || bytes[index] === byte)) return undefined;
  const flags = bytes[3] ?? 0;
  if ((flags & 0xe0) !== 0) return undefined;
  let length = 10;
  if ((flags & 4) !== 0) length += 2 + (bytes[length] ?? 0) + (bytes[length + 1] ?? 0) * 256;
  // A name and a comment, each terminated by NUL.
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, length);
    if (end < 0) return bytes.length < HEADER_BYTES ? bytes.length : undefined;
    length = end + 1;
  }
  return length + ((flags & 2) === 0 ? 0 : 2);
}

export function trailerProblem(trailer: Buffer, checksum: number, length: number): string | undefined {
  if (trailer.readUInt32LE(0) !== checksum) return 'its checksum is wrong';
  return trailer.readUInt32LE(4) === length % 2 ** 32 ? undefined : 'its length is wrong';
}

export interface Member {
  readonly bytes: Buffer;
  /** Compressed length, with header and trailer. */
  readonly length: number;
}

export const LARGE = 'it is large';

/** Inflates the member at the start; returns a description if it is damaged. `maxBytes`: maximum inflated size. */
export function inflateAtOnce(compressed: Buffer, maxBytes = MAX_AT_ONCE): Member | string {
  const start = headerLength(compressed);
  if (start === undefined) return 'it has no gzip header';
  if (start >= compressed.length) return CUT_OFF;
  try {
    const { buffer, engine } = inflateRawSync(compressed.subarray(start), {
      info: true,
      chunkSize: OUTPUT_CHUNK,
      maxOutputLength: maxBytes,
      // A cast, because the types do not know the option `info`.
    }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
    const end = start + engine.bytesWritten;
    if (compressed.length < end + TRAILER_BYTES) return CUT_OFF;
    const problem = trailerProblem(compressed.subarray(end), crc32(buffer), buffer.length);
    return problem ?? { bytes: buffer, length: end + TRAILER_BYTES };
  } catch (error) {
    return problemOf(error);
  }
}

export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return CUT_OFF;
  return code === 'ERR_BUFFER_TOO_LARGE' ? LARGE : error.message;
}
