/** Distinguishes pages from other inputs by first bytes and content type. */
import { InputError } from '../errors.ts';
import { latin1, markBytes } from './decoders.ts';

const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:[;,]|$)/i;

/** True if a Content-Type header declares HTML or XHTML. */
export const isHtmlType = (contentType: string | undefined): boolean => HTML_TYPE.test(contentType ?? '');

/** Types that servers send for unknown files. */
const UNKNOWN_TYPE = /^\s*(?:$|[;,]|application\/(?:octet-stream|x-unknown|unknown)|text\/plain|\*\/\*)/i;

/** Number of first bytes that are examined. */
const HEAD_BYTES = 1024;

const HTML_ROOT = /^<(?:!doctype\s+html|html|head|body)(?:[\s>/]|$)/i;

/** True if an input begins as HTML or XHTML. A fragment without `html`, `head`, `body` and doctype does not. */
export const startsAsHtml = (html: string | Uint8Array): boolean => isHtmlStart(headText(html));

const isHtmlStart = (text: string): boolean => HTML_ROOT.test(text.slice(prologEnd(text, 1)));

/**
 * Offset after a byte order mark, white space, comments and at most `instructions` processing instructions. A loop,
 * because a regular expression would backtrack exponentially for comments without an end.
 */
function prologEnd(text: string, instructions = Number.POSITIVE_INFINITY): number {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (let left = instructions; ; ) {
    while (/\s/.test(text.charAt(at))) at += 1;
    const close = left > 0 && text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined;
    const end = close === undefined ? -1 : text.indexOf(close, at + 2);
    if (close === undefined || end < 0) return at;
    at = end + close.length;
    if (close === '?>') left -= 1;
  }
}

/** Number of first bytes that contain the magic bytes below. */
const MAGIC_BYTES = 16;

/** Formats by their bytes at an offset, one character per byte. */
const MAGIC: readonly (readonly [offset: number, bytes: string, name: string])[] = [
  [0, '%PDF-', 'a PDF file'],
  [0, '\x89PNG\r\n', 'a PNG image'],
  [0, '\0asm', 'a WebAssembly module'],
  [0, 'GIF87a', 'a GIF image'],
  [0, 'GIF89a', 'a GIF image'],
  [0, '\xff\xd8\xff', 'a JPEG image'],
  [8, 'WEBP', 'a WebP image'],
  [0, 'PK\x03\x04', 'a ZIP archive'],
  [0, 'PK\x05\x06', 'a ZIP archive'],
  [0, '\xfd7zXZ\0', 'xz data'],
  [0, 'BZh', 'bzip2 data'],
  [0, '\x1f\x8b', 'gzip data'],
  [0, '\x28\xb5\x2f\xfd', 'zstd data'],
];

/** An object with a first key, or an array with a first item and what follows it. */
const JSON_START =
  /^(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|\[\s*(?:[[{]\s*["\]}[{\d-]|(?:"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*)\s*,))/i;

/** Names of root elements, without a namespace prefix. */
const XML_ROOTS: Readonly<Record<string, string>> = {
  urlset: 'an XML sitemap',
  sitemapindex: 'an XML sitemap',
  rss: 'an RSS feed',
  rdf: 'an RDF document',
  feed: 'an Atom feed',
  opensearchdescription: 'an OpenSearch description',
};

/** The name of the root element, after a doctype with or without an internal subset. */
const XML_ROOT = /^(?:<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>)?/i;
const ROOT_NAME = /^<(?:[\w-]{1,64}:)?([\w-]{1,64})/;

/**
 * Describes an input that is certainly not HTML, for a message: `a PDF file`, `JSON`, `an XML sitemap`. Undefined if it
 * may be HTML, XHTML or a fragment, which includes plain text.
 */
export function nonHtmlKind(html: string | Uint8Array): string | undefined {
  const text = headText(html);
  if (isHtmlStart(text)) return undefined;
  const raw = typeof html === 'string' ? text : String.fromCharCode(...html.subarray(0, MAGIC_BYTES));
  const known = MAGIC.find(([offset, magic]) => raw.startsWith(magic, offset));
  if (known !== undefined) return known[2];
  const start = text.replace(/^\ufeff?\s+|^\ufeff/, '');
  if (!start.startsWith('<')) {
    if (typeof html !== 'string' && text.includes('\0')) return 'a binary file';
    return JSON_START.test(start) ? 'JSON' : undefined;
  }
  const prolog = start.slice(0, prologEnd(start));
  const [doctype = ''] = XML_ROOT.exec(start.slice(prolog.length)) ?? [];
  const afterDoctype = start.slice(prolog.length + doctype.length);
  const [, root = ''] = ROOT_NAME.exec(afterDoctype.slice(prologEnd(afterDoctype))) ?? [];
  const name = root.toLowerCase();
  if (Object.hasOwn(XML_ROOTS, name)) return XML_ROOTS[name];
  if (!/<\?xml\s/i.test(prolog) || name === '' || name === 'html' || /^<!doctype\s+html\b/i.test(doctype))
    return undefined;
  return name === 'svg' ? 'an SVG image' : `XML with the root element <${root}>`;
}

/**
 * Checks that an input may be a page. If the bytes begin as HTML, the content type is ignored.
 *
 * @throws {InputError} `NOT_HTML`; the message names the format
 */
export function checkHtml(html: string | Uint8Array, contentType?: string): void {
  const kind = nonHtmlKind(html);
  if (kind !== undefined) throw new InputError(`it is ${kind}, not HTML`, 'NOT_HTML');
  if (contentType === undefined || isHtmlType(contentType) || UNKNOWN_TYPE.test(contentType)) return;
  if (!startsAsHtml(html)) throw new InputError(`its content type is ${contentType}, not HTML`, 'NOT_HTML');
}

/** The first bytes as text. Only ASCII is correct, which suffices for the rules. */
function headText(html: string | Uint8Array): string {
  if (typeof html === 'string') return html.slice(0, HEAD_BYTES);
  const bytes = html;
  const first = bytes[0];
  const second = bytes[1];
  if (first === 0xff && second === 0xfe) return utf16(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return utf16(bytes, 'utf-16be');
  // UTF-16 without a byte order mark begins with `<` and a NUL.
  if (first === 0x3c && second === 0) return utf16(bytes, 'utf-16le');
  if (first === 0 && second === 0x3c) return utf16(bytes, 'utf-16be');
  return latin1(bytes.subarray(markBytes(bytes), HEAD_BYTES));
}

const utf16 = (bytes: Uint8Array, label: 'utf-16le' | 'utf-16be'): string =>
  new TextDecoder(label).decode(bytes.subarray(0, HEAD_BYTES));
