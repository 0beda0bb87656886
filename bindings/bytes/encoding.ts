/**
 * Finds the character set of a page by the encoding sniffing algorithm of the HTML standard: a byte order mark, the charset of the HTTP
 * header, a `meta` in the first 1,024 bytes, an XML declaration. https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */

import { labelToName } from '@exodus/bytes/encoding-lite.js';
import { latin1, markBytes } from './decoders.ts';
import { prescan } from './prescan.ts';

/** The character set of a page. */
export interface Encoding {
  /** Its name in the Encoding standard: `UTF-8`, `windows-1252`, `EUC-KR` … */
  readonly name: string;
  /** Its origin: a byte order mark, the header, the page, well-formed UTF-8, a guess, or the default. */
  readonly source: 'mark' | 'header' | 'page' | 'bytes' | 'guess' | 'default';
}

/** The name of the encoding of a label; undefined for an unknown label. */
export const nameOfLabel = (label: string): string | undefined => labelToName(label) ?? undefined;

/**
 * The first charset parameter with a value in a media type. A comma ends the value, because several headers may have
 * been joined by commas.
 */
const CHARSET = /;\s*charset=(?:"([^"]+)|([^";,]+))/i;

/** Bytes of a page that browsers examine before they begin to parse. */
const PRESCAN_BYTES = 1024;

/** The encoding that the response or the first bytes of the page declare; undefined if they declare none. */
export function statedEncoding(bytes: Uint8Array, contentType: string | undefined): Encoding | undefined {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return { name: marked, source: 'mark' };
  const header = contentType === undefined ? undefined : headerEncoding(contentType);
  if (header !== undefined) return { name: header, source: 'header' };
  const head = bytes.subarray(0, PRESCAN_BYTES);
  const name = metaEncoding(head) ?? declaredEncoding(head);
  return name === undefined ? undefined : { name, source: 'page' };
}

/** The encoding of a `meta` after the first 1,024 bytes. A browser that finds it parses the page again. */
export function lateEncoding(bytes: Uint8Array): Encoding | undefined {
  const name = metaEncoding(bytes);
  return name === undefined ? undefined : { name, source: 'page' };
}

// Reads bytes by index, because destructuring of an array of bytes is slow.
function markedEncoding(bytes: Uint8Array): string | undefined {
  if (markBytes(bytes) > 0) return 'UTF-8';
  const first = bytes[0];
  const second = bytes[1];
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  return first === 0xff && second === 0xfe ? 'UTF-16LE' : undefined;
}

function headerEncoding(contentType: string): string | undefined {
  const [, quoted, plain] = CHARSET.exec(contentType) ?? [];
  return nameOfLabel(quoted ?? plain ?? '');
}

/** UTF-16 becomes UTF-8: the page declares it in ASCII bytes, so it is not UTF-16. */
function inPage(name: string | undefined): string | undefined {
  if (name === 'x-user-defined') return 'windows-1252';
  return name?.startsWith('UTF-16') === true ? 'UTF-8' : name;
}

const metaEncoding = (bytes: Uint8Array): string | undefined => prescan(bytes, (label) => inPage(nameOfLabel(label)));

const XML_ENCODING = /^<\?xml[^>]*?encoding[\0- ]*=[\0- ]*(["'])([^"'\0- >]*)\1/;

/** The encoding of an XML declaration. The standard uses it if no `meta` declares an encoding. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  // The first bytes are `<?`, or one of these and a NUL.
  if (bytes[0] !== 0 && bytes[1] !== 0 && bytes[1] !== 0x3f) return undefined;
  const head = latin1(bytes);
  // A declaration in UTF-16 without a byte order mark.
  if (head.startsWith('<\0?\0x')) return 'UTF-16LE';
  if (head.startsWith('\0<\0?\0x')) return 'UTF-16BE';
  return inPage(nameOfLabel(XML_ENCODING.exec(head)?.[2] ?? ''));
}
