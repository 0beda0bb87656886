/**
 * Finds the character set of a page, as the HTML standard says for its encoding sniffing algorithm: a byte order mark, the charset of the
 * HTTP header, a `meta` in the first 1,024 bytes, an XML declaration. https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */

import { labelToName } from '@exodus/bytes/encoding-lite.js';

/** The character set of a page. */
export interface Encoding {
  /** Its name in the Encoding standard: `UTF-8`, `windows-1252`, `EUC-KR` … */
  readonly name: string;
  /** What said so: a byte order mark, the header, the page, well-formed UTF-8, a guess, or nothing. */
  readonly source: 'mark' | 'header' | 'page' | 'bytes' | 'guess' | 'default';
}

/** The name of the encoding that a label means; undefined where it means none. */
export const nameOfLabel = (label: string): string | undefined => labelToName(label) ?? undefined;

/** The first charset parameter of a media type that has a value. A comma ends it, because headers may have been joined by commas. */
const CHARSET = /;\s*charset=(?:"([^"]+)|([^";,]+))/i;

/** Bytes of a page that browsers read before they begin to parse. */
const PRESCAN_BYTES = 1024;

/** The encoding that a page, or its response, states; undefined where the rest of the page has to say. */
export function statedEncoding(bytes: Uint8Array, contentType: string | undefined): Encoding | undefined {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return { name: marked, source: 'mark' };
  const [, quoted, plain] = contentType === undefined ? [] : (CHARSET.exec(contentType) ?? []);
  const header = nameOfLabel(quoted ?? plain ?? '');
  if (header !== undefined) return { name: header, source: 'header' };
  const head = latin1(bytes.subarray(0, PRESCAN_BYTES));
  const name = metaEncoding(head) ?? declaredEncoding(head);
  return name === undefined ? undefined : { name, source: 'page' };
}

/** The encoding of a `meta` behind the first 1,024 bytes: a browser that meets it begins again. */
export function lateEncoding(bytes: Uint8Array): Encoding | undefined {
  const name = metaEncoding(latin1(bytes));
  return name === undefined ? undefined : { name, source: 'page' };
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'UTF-8';
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  return first === 0xff && second === 0xfe ? 'UTF-16LE' : undefined;
}

/** One character a byte: what is looked for is ASCII. */
const latin1 = (bytes: Uint8Array): string => decoder.decode(bytes);
const decoder = new TextDecoder('latin1');

/** What begins at a `<`: a comment, a `meta`, another tag with its name, or a declaration. */
const MARKUP = /<(?:(!--)|(meta)(?=[\t\n\f\r /])|(\/?[a-z])[^\t\n\f\r >]*|[!/?])/gi;
/** An attribute; an empty name at the end of a tag. */
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />]?[^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)?))?/gy;
/** The charset in the content of a `meta` that stands for a header. */
const META_CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i;

/** The encoding that the first `meta` with a known one names: the standard's prescan. Linear in the text. */
function metaEncoding(text: string): string | undefined {
  MARKUP.lastIndex = 0;
  for (let found = MARKUP.exec(text); found !== null; found = MARKUP.exec(text)) {
    const [, comment, meta, tag] = found;
    if (comment !== undefined) {
      // `<!-->` is a comment too.
      const end = text.indexOf('-->', found.index + 2);
      if (end < 0) return undefined;
      MARKUP.lastIndex = end + 3;
    } else if (meta !== undefined || tag !== undefined) {
      const attributes = new Map<string, string>();
      MARKUP.lastIndex = readAttributes(text, MARKUP.lastIndex, attributes);
      const name = meta === undefined ? undefined : encodingOfMeta(attributes);
      if (name !== undefined) return name;
    } else {
      const end = text.indexOf('>', found.index);
      if (end < 0) return undefined;
      MARKUP.lastIndex = end + 1;
    }
  }
  return undefined;
}

/** Reads the attributes of a tag, the first of each name; the offset behind them. */
function readAttributes(text: string, from: number, into: Map<string, string>): number {
  let at = from;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const [all = '', name = '', double, single, bare] = ATTRIBUTE.exec(text) ?? [];
    at += all.length;
    if (name === '') return at;
    const key = name.toLowerCase();
    if (!into.has(key)) into.set(key, double ?? single ?? bare ?? '');
  }
}

function encodingOfMeta(attributes: ReadonlyMap<string, string>): string | undefined {
  const charset = attributes.get('charset');
  const [, double, single, bare] =
    charset === undefined && attributes.get('http-equiv')?.toLowerCase() === 'content-type'
      ? (META_CHARSET.exec(attributes.get('content') ?? '') ?? [])
      : [];
  return inPage(nameOfLabel(charset ?? double ?? single ?? bare ?? ''));
}

/** An encoding that a page names in ASCII bytes is never UTF-16. */
function inPage(name: string | undefined): string | undefined {
  if (name === 'x-user-defined') return 'windows-1252';
  return name?.startsWith('UTF-16') === true ? 'UTF-8' : name;
}

const XML_ENCODING = /^<\?xml[^>]*?encoding[\0- ]*=[\0- ]*(["'])([^"'\0- >]*)\1/;

/** The encoding of an XML declaration, which the standard uses where there is no `meta`. */
function declaredEncoding(head: string): string | undefined {
  // A declaration in UTF-16 without a byte order mark.
  if (head.startsWith('<\0?\0x')) return 'UTF-16LE';
  if (head.startsWith('\0<\0?\0x')) return 'UTF-16BE';
  return inPage(nameOfLabel(XML_ENCODING.exec(head)?.[2] ?? ''));
}
