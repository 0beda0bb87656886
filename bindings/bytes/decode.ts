/** Decodes the bytes of a page in any character set for the module, which reads UTF-8 and strings. */
import { platform } from '#platform';
import * as check from '../check.ts';
import { InputError } from '../errors.ts';
import { attempt } from '../values.ts';
import { type Encoding, lateEncoding, nameOfLabel, statedEncoding } from './encoding.ts';

/** What is known about the bytes of a page. */
export interface BytesOptions {
  /** Value of the response's Content-Type header. */
  readonly contentType?: string | undefined;
  /**
   * Guesses the label of the character set, for example by a library. Called if a page declares none and is not UTF-8;
   * undefined if unknown.
   */
  readonly guessEncoding?: ((bytes: Uint8Array) => string | undefined) | undefined;
}

/** The names of {@link BytesOptions}. */
export const BYTES_OPTIONS = ['contentType', 'guessEncoding'] as const;

/** @throws {OptionError} `OPTION_INVALID` */
export function checkBytesOptions(options: BytesOptions): BytesOptions {
  check.type('contentType', options.contentType, 'string');
  check.type('guessEncoding', options.guessEncoding, 'function');
  return options;
}

const fatal = new TextDecoder('utf-8', { fatal: true });
const isUtf8 = (bytes: Uint8Array): boolean => attempt(() => fatal.decode(bytes)) !== undefined;

/**
 * Finds the character set of a page, and decodes the page unless it is UTF-8. A page that declares no character set is
 * UTF-8 if its bytes are well formed; otherwise that of `guessEncoding`, or windows-1252, as the HTML standard
 * recommends. A page that declares UTF-8 is not tested: the module replaces malformed sequences by U+FFFD.
 *
 * @throws {InputError} `INPUT_INVALID` if the page is not a `Uint8Array`, and for an encoding that the platform cannot
 * decode
 */
export function decodeHtml(
  bytes: Uint8Array,
  options: BytesOptions = {},
): {
  /** UTF-8 as the unchanged bytes, with their byte order mark; otherwise text without a mark. */
  readonly html: Uint8Array | string;
  readonly encoding: Encoding;
} {
  checkBytesOptions(check.object('decodeHtml', options, BYTES_OPTIONS));
  const given = check.bytes('the bytes of a page must be a Uint8Array', bytes);
  const encoding =
    statedEncoding(given, options.contentType) ?? (isUtf8(given) ? WELL_FORMED : findEncoding(given, options));
  return { html: encoding.name === 'UTF-8' ? given : decodeAs(given, encoding.name), encoding };
}

/** Decodes by the decoder of the platform; undefined if the platform has none. */
function decodeByPlatform(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding === 'replacement') return '\ufffd';
  if (encoding === 'x-user-defined')
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xf700 + byte)).join('');
  return attempt(() => new TextDecoder(encoding))?.decode(bytes);
}

/** @throws {InputError} `INPUT_INVALID` for an encoding that the platform cannot decode */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const text = platform.decode?.(bytes, encoding) ?? decodeByPlatform(bytes, encoding);
  if (text !== undefined) return text;
  throw new InputError(`this platform cannot decode ${encoding}: give the page as a string`);
}

/** The encoding of a page that names none and is well-formed UTF-8. */
export const WELL_FORMED: Encoding = { name: 'UTF-8', source: 'bytes' };

/** The encoding of a page that is not UTF-8, and declares none at its start. */
export function findEncoding(bytes: Uint8Array, { guessEncoding }: BytesOptions): Encoding {
  const late = lateEncoding(bytes);
  if (late !== undefined) return late;
  const guess = nameOfLabel(guessEncoding?.(bytes) ?? '');
  return guess === undefined ? { name: 'windows-1252', source: 'default' } : { name: guess, source: 'guess' };
}
