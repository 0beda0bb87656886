/// <reference path="./html-encoding-sniffer.d.ts" />
/** Decodes the bytes of a page, in any character set, to a form that a detector takes. */
import { labelToName, legacyHookDecode } from '@exodus/bytes/encoding-browser.js';
import sniffEncoding from 'html-encoding-sniffer';
import { InputError } from 'refrain';
import { check } from 'refrain/engine';
import { isAscii, isUtf8 } from '#utf8';

/** A page that a detector can take, and its original character set. */
export interface DecodedHtml {
  /** The given bytes where they are UTF-8; else text. */
  readonly html: Uint8Array | string;
  /** Name of the encoding by the Encoding standard: `UTF-8`, `windows-1252`, `EUC-KR` … */
  readonly encoding: string;
}

/**
 * Finds the character set of a page, and decodes the page where that is not UTF-8.
 *
 * The order is that of the HTML standard: a byte order mark, the charset of the HTTP header, a `<meta>` in the first
 * 1,024 bytes, an XML declaration. For a page that names no character set the standard recommends to test for UTF-8 where
 * the whole page is available, and has windows-1252 as the default in most locales. A page without a name is therefore UTF-8
 * where its bytes are well-formed UTF-8, else windows-1252. A page that names UTF-8 is not tested; the detector replaces
 * its malformed sequences by U+FFFD.
 *
 * Bytes that need no decoding are returned as they are, without a copy and with their byte order mark. Text has none.
 *
 * @param contentType value of the response's Content-Type header
 * @throws {InputError} `INPUT_INVALID` where the page is not a `Uint8Array`
 * @throws {OptionError} `OPTION_INVALID` where `contentType` is not a string
 */
export function decodeHtml(bytes: Uint8Array, contentType?: string): DecodedHtml {
  if (!(bytes instanceof Uint8Array))
    throw new InputError(`the bytes of a page must be a Uint8Array, not ${check.shown(bytes)}`);
  check.type('contentType', contentType, 'string');
  const encoding = statedEncoding(bytes, contentType) ?? (isUtf8(bytes) ? 'UTF-8' : 'windows-1252');
  if (encoding === 'UTF-8') return { html: bytes, encoding };
  // Many pages that name ISO-8859-1 are ASCII, which needs no decoding.
  if (!NOT_OVER_ASCII.has(encoding) && isAscii(bytes)) return { html: bytes, encoding };
  return { html: legacyHookDecode(bytes, encoding), encoding };
}

/** Encodings in which ASCII bytes are not always ASCII characters. */
const NOT_OVER_ASCII: ReadonlySet<string> = new Set(['UTF-16LE', 'UTF-16BE', 'ISO-2022-JP', 'replacement']);

/** The first charset parameter of a media type that has a value. A comma ends it, because headers may have been joined by commas. */
const CHARSET = /;\s*charset=(?:"([^"]+)|([^";,]+))/i;

/** The encoding that a page, or its response, names. */
function statedEncoding(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const [, quoted, plain] = CHARSET.exec(contentType ?? '') ?? [];
  try {
    const stated = sniffEncoding(bytes, { transportLayerEncodingLabel: quoted ?? plain, defaultEncoding: null });
    if (stated !== null) return stated;
  } catch {
    // The sniffer throws on `content="text/html; charset="`, which names nothing.
  }
  return declaredEncoding(bytes);
}

const PRESCAN_BYTES = 1024;
const XML_START = [0x3c, 0x3f, 0x78, 0x6d, 0x6c];
const XML_ENCODING = /^<\?xml[^>]*?encoding[\0- ]*=[\0- ]*(["'])([^"'\0- >]*)\1/;

/** The encoding of an XML declaration, which the HTML standard uses where there is no `<meta>`. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  // A declaration in UTF-16 without a byte order mark: `<\0?\0x\0`, or `\0<\0?\0x`.
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[2] === 0x3f && bytes[3] === 0 && bytes[4] === 0x78)
    return 'UTF-16LE';
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0 && bytes[3] === 0x3f && bytes[5] === 0x78)
    return 'UTF-16BE';
  if (!XML_START.every((byte, index) => bytes[index] === byte)) return undefined;
  const declaration = String.fromCharCode(...bytes.subarray(0, PRESCAN_BYTES));
  const encoding = labelToName(XML_ENCODING.exec(declaration)?.[2] ?? '') ?? undefined;
  // A declaration in single bytes is not UTF-16, even if it names it.
  return encoding?.startsWith('UTF-16') ? 'UTF-8' : encoding;
}
