import * as zlib from 'node:zlib';
import { InputError } from 'refrain';
import { codeOf } from '../errors.ts';
import { isGzip, isZstd } from '../reading/gzip.ts';
import { tooLargeError } from '../reading/join.ts';
import { type Field, fieldOf } from './capture.ts';

/** Maximum number of encodings, as in curl. Each decoded body may have the maximum size. */
const MAX_ENCODINGS = 5;

export interface Body {
  readonly bytes: Uint8Array;
  /** True if the bytes end where an encoding was truncated. */
  readonly isCut: boolean;
}

/**
 * Decodes transfer and content encodings. Some crawlers decode bodies, but keep the headers. So a body that is
 * evidently not encoded as its headers state is returned unchanged.
 *
 * @param maxBytes maximum size of the result
 * @throws {InputError} `INPUT_DAMAGED`; `INPUT_INVALID` for an unknown encoding, and for more than five encodings
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function undoEncodings(block: Buffer, headers: readonly Field[], maxBytes: number): Body {
  const isChunked = /\bchunked\b/i.test(fieldOf(headers, 'transfer-encoding') ?? '');
  let body: Body = (isChunked ? joinChunks(block) : undefined) ?? { bytes: block, isCut: false };
  const encodings = headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'content-encoding' ? value.split(',').map((one) => one.trim().toLowerCase()) : [],
  );
  const used = encodings.filter((name) => name !== '' && name !== 'identity');
  if (used.length > MAX_ENCODINGS) {
    throw new InputError(`the page has ${used.length} content encodings, more than ${MAX_ENCODINGS}`);
  }
  for (const encoding of used.reverse()) {
    const { bytes, isCut } = decode(body.bytes, encoding, maxBytes);
    body = { bytes, isCut: isCut || body.isCut };
  }
  if (body.bytes.length > maxBytes) throw tooLargeError(`${body.bytes.length} bytes, more than ${maxBytes}`);
  return body;
}

type Inflate = (bytes: Uint8Array, options: zlib.ZlibOptions & zlib.BrotliOptions) => Buffer;

interface Encoding {
  readonly inflate: Inflate;
  readonly fits: (bytes: Uint8Array) => boolean;
  /** Options that accept a truncated body. */
  readonly lenient: zlib.ZlibOptions & zlib.BrotliOptions;
}

const SYNC: zlib.ZlibOptions = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

/** Some servers send `deflate` without the zlib header. */
const isZlib = (bytes: Uint8Array): boolean =>
  ((bytes[0] ?? 0) & 15) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;

const GZIP: Encoding = { inflate: zlib.gunzipSync, fits: isGzip, lenient: SYNC };

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: {
    inflate: (bytes, options) => (isZlib(bytes) ? zlib.inflateSync : zlib.inflateRawSync)(bytes, options),
    fits: () => true,
    lenient: SYNC,
  },
  br: {
    inflate: zlib.brotliDecompressSync,
    fits: () => true,
    lenient: { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH },
  },
  // From Node 22.15 on.
  ...('zstdDecompressSync' in zlib
    ? { zstd: { inflate: zlib.zstdDecompressSync as Inflate, fits: isZstd, lenient: {} } }
    : {}),
};

const CUT_CODES: ReadonlySet<string | undefined> = new Set(['Z_BUF_ERROR', 'ERR__ERROR_FORMAT_EOF']);

function decode(bytes: Uint8Array, name: string, maxBytes: number): Body {
  if (bytes.length === 0) return { bytes, isCut: false };
  const encoding = Object.hasOwn(ENCODINGS, name) ? ENCODINGS[name] : undefined;
  if (encoding === undefined || !encoding.fits(bytes)) {
    if (looksPlain(bytes)) return { bytes, isCut: false };
    if (encoding !== undefined) {
      throw new InputError(`the page is not compressed by ${name}, which its headers name`, 'INPUT_DAMAGED');
    }
    throw new InputError(
      `the content encoding ${name} is unknown; known are gzip, deflate, br and zstd (from Node 22.15 on)`,
    );
  }
  const options = { maxOutputLength: Math.max(maxBytes, 1), chunkSize: 64 * 1024 };
  try {
    return { bytes: encoding.inflate(bytes, options), isCut: false };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLargeError(`more than ${maxBytes} bytes`);
    if (looksPlain(bytes)) return { bytes, isCut: false };
    if (!CUT_CODES.has(code)) throw damaged(name, error);
  }
  try {
    return { bytes: encoding.inflate(bytes, { ...options, ...encoding.lenient }), isCut: true };
  } catch (error) {
    throw damaged(name, error);
  }
}

const damaged = (name: string, cause: unknown): InputError =>
  new InputError(`the ${name} of the page is damaged`, 'INPUT_DAMAGED', { cause });

const PLAIN_BYTES = 512;

/** True if bytes begin with a UTF-16 byte order mark, or contain no control characters except those of texts. */
function looksPlain(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return bytes.subarray(0, PLAIN_BYTES).every((byte) => byte >= 0x20 || (byte >= 9 && byte <= 13) || byte === 0x1b);
}

// ── Bodies in chunks (`Transfer-Encoding: chunked`) ──
const LINE_FEED = 10;
const RETURN = 13;

/** The line before a chunk: its size, extensions, and often a carriage return. */
const HEAD = /^[ \t]*([\da-f]+)[ \t]*(?:;.*)?\r?$/is;

/** The size of a chunk and the offset of its first byte; undefined for any other line. */
function chunkHead(body: Buffer, from: number): { readonly size: number; readonly start: number } | undefined {
  const end = body.indexOf(LINE_FEED, from);
  const [, digits = ''] = HEAD.exec(body.toString('latin1', from, Math.max(end, from))) ?? [];
  const size = Number.parseInt(digits, 16);
  return Number.isSafeInteger(size) ? { size, start: end + 1 } : undefined;
}

/**
 * Joins the chunks of a body without trailers; undefined if it does not begin with a chunk. A page may have millions of
 * chunks.
 */
function joinChunks(body: Buffer): Body | undefined {
  const concat = Buffer.allocUnsafeSlow(body.length);
  let length = 0;
  let isCut = true;
  for (let at = 0; at < body.length || at === 0; ) {
    const head = chunkHead(body, at);
    if (head === undefined) {
      if (at === 0) return undefined;
      break;
    }
    isCut = head.size > 0;
    if (!isCut) break;
    const size = body.copy(concat, length, head.start, head.start + head.size);
    length += size;
    at = head.start + size;
    if (body[at] === RETURN) at += 1;
    if (size < head.size || body[at] !== LINE_FEED) break;
    at += 1;
  }
  return { bytes: concat.subarray(0, length), isCut };
}
