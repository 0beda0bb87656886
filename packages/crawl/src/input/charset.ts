/** From the bytes of a page, in whatever character set, to what a detector takes. */
import { labelToName, legacyHookDecode } from '@exodus/bytes/encoding-browser.js';
import sniffEncoding from 'html-encoding-sniffer';
import { isAscii, isUtf8 } from './utf8.ts';

/** A page that a detector can take, and the character set that it came in. */
export interface DecodedHtml {
  /** The bytes that were given, where they are to be read as UTF-8; else text. */
  readonly html: Uint8Array | string;
  /** Name of the encoding by the Encoding standard: `UTF-8`, `windows-1252`, `EUC-KR` … */
  readonly encoding: string;
}

/**
 * Finds out the character set of a page, and decodes it where that is not UTF-8.
 *
 * The order is that of the HTML standard: a byte order mark, the charset of the HTTP header, a `<meta>` in the first
 * 1,024 bytes, an XML declaration. For a page that says nothing the standard leaves the choice open, windows-1252 by
 * default in most places, and recommends that whoever has all of a page looks whether it is UTF-8, whose pattern other
 * bytes hardly ever have. So it is done here: what is valid UTF-8 is taken for it, the rest for windows-1252. A page
 * that says that it is UTF-8 is believed; what is broken in it becomes U+FFFD in the detector.
 *
 * Bytes that need no decoding are given back as they are, not copied, a byte order mark included. Text has none.
 *
 * @param contentType value of the response's Content-Type header
 */
export function decodeHtml(bytes: Uint8Array, contentType?: string): DecodedHtml {
  const encoding = statedEncoding(bytes, contentType) ?? (isUtf8(bytes) ? 'UTF-8' : 'windows-1252');
  if (encoding === 'UTF-8') return { html: bytes, encoding };
  // Many a page says that it is ISO-8859-1 and has not one character beyond ASCII.
  if (!NOT_OVER_ASCII.has(encoding) && isAscii(bytes)) return { html: bytes, encoding };
  return { html: legacyHookDecode(bytes, encoding), encoding };
}

/** Encodings in which ASCII bytes are not always ASCII characters. */
const NOT_OVER_ASCII: ReadonlySet<string> = new Set(['UTF-16LE', 'UTF-16BE', 'ISO-2022-JP', 'replacement']);

/** What a page, or its response, says that it is. */
function statedEncoding(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  return markEncoding(bytes) ?? headerEncoding(contentType) ?? metaEncoding(bytes) ?? declaredEncoding(bytes);
}

function markEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third] = [bytes[0], bytes[1], bytes[2]];
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'UTF-8';
  if (first === 0xff && second === 0xfe) return 'UTF-16LE';
  return first === 0xfe && second === 0xff ? 'UTF-16BE' : undefined;
}

/** The header of the last page, since most pages of a site have the same. */
let lastHeader: { readonly contentType: string; readonly encoding: string | undefined } | undefined;

function headerEncoding(contentType: string | undefined): string | undefined {
  if (contentType === undefined) return undefined;
  if (contentType !== lastHeader?.contentType) {
    lastHeader = { contentType, encoding: labelled(charsetParameter(contentType)) };
  }
  return lastHeader.encoding;
}

/** One parameter of a media type; a value may be quoted. Headers that were joined by commas are taken apart at them. */
const PARAMETER = /;[\t\n\r ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\.)*)"?[^;]*|([^;,]*)))?/g;

/** The first charset parameter that has a value. */
function charsetParameter(contentType: string): string | undefined {
  for (const [, name = '', quoted, plain] of contentType.matchAll(PARAMETER)) {
    if (name.toLowerCase() !== 'charset') continue;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

const labelled = (label: string | undefined): string | undefined =>
  label === undefined ? undefined : (labelToName(label) ?? undefined);

const PRESCAN_BYTES = 1024;

function metaEncoding(bytes: Uint8Array): string | undefined {
  try {
    return sniffEncoding(bytes, { defaultEncoding: null }) ?? undefined;
  } catch {
    return metaEncodingBeside(bytes);
  }
}

/** A `content` attribute whose value ends where its character set should be. */
const EMPTY_CHARSET = /(content[\t\n\f\r ]*=[\t\n\f\r ]*(["'])(?:(?!\2).)*?)charset(?=[\t\n\f\r ]*=?[\t\n\f\r ]*\2)/gis;

/** `metaEncoding` where the sniffer fails on `content="text/html; charset="`, which by the standard says nothing. */
function metaEncodingBeside(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, PRESCAN_BYTES)).replace(EMPTY_CHARSET, '$1-------');
  try {
    return (
      sniffEncoding(
        Uint8Array.from(head, (character) => character.charCodeAt(0)),
        { defaultEncoding: null },
      ) ?? undefined
    );
  } catch {
    return undefined;
  }
}

const XML_START = [0x3c, 0x3f, 0x78, 0x6d, 0x6c];
const XML_ENCODING = /^<\?xml[^>]*?encoding[\0- ]*=[\0- ]*(["'])([^"'\0- >]*)\1/;

/** The encoding of an XML declaration, which the HTML standard reads where no `<meta>` was found. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  // A declaration that is itself in UTF-16 and has no byte order mark: `<\0?\0x\0`, or the other way round.
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[2] === 0x3f && bytes[3] === 0 && bytes[4] === 0x78)
    return 'UTF-16LE';
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0 && bytes[3] === 0x3f && bytes[5] === 0x78)
    return 'UTF-16BE';
  if (!XML_START.every((byte, place) => bytes[place] === byte)) return undefined;
  const declaration = String.fromCharCode(...bytes.subarray(0, PRESCAN_BYTES));
  const encoding = labelled(XML_ENCODING.exec(declaration)?.[2]);
  // A declaration in single bytes can not be in UTF-16, whatever it says.
  return encoding?.startsWith('UTF-16') ? 'UTF-8' : encoding;
}
