/** Finds labels of character sets in text from outside, in one pass each. */

/** White space of media types and of attributes. */
const isSpace = (character: string): boolean =>
  character === ' ' || character === '\t' || character === '\n' || character === '\f' || character === '\r';

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charAt(at))) at += 1;
  return at;
}

/**
 * The first charset parameter of a media type that has a value. A value may be quoted. A comma ends one that is not, because headers
 * may have been joined by commas.
 */
export function charsetParameter(contentType: string): string | undefined {
  for (let at = contentType.indexOf(';'); at >= 0; at = contentType.indexOf(';', at)) {
    const start = skipSpace(contentType, at + 1);
    let end = start;
    while (end < contentType.length && contentType[end] !== ';' && contentType[end] !== '=') end += 1;
    at = end;
    if (contentType[end] !== '=') continue;
    const isCharset = end - start === 7 && contentType.slice(start, end).toLowerCase() === 'charset';
    const value = contentType[end + 1] === '"' ? quoted(contentType, end + 2) : plain(contentType, end + 1);
    if (isCharset && value.text !== '') return value.text;
    at = value.end;
  }
  return undefined;
}

interface Value {
  readonly text: string;
  readonly end: number;
}

function plain(text: string, from: number): Value {
  let end = from;
  while (end < text.length && text[end] !== ';' && text[end] !== ',') end += 1;
  return { text: text.slice(from, end), end };
}

/** A value up to its quotation mark, or to the end. A backslash stands before any character. */
function quoted(text: string, from: number): Value {
  const parts: string[] = [];
  let start = from;
  let end = from;
  for (; end < text.length && text[end] !== '"'; end += 1) {
    if (text[end] !== '\\') continue;
    parts.push(text.slice(start, end));
    start = end + 1;
    end += 1;
  }
  parts.push(text.slice(start, end));
  return { text: parts.join(''), end };
}

/** Text in which `charset` is overwritten where it ends the value of a `content` attribute, with or without `=` behind it. */
export function withoutEmptyCharsets(head: string): string {
  const lower = head.toLowerCase();
  let masked = head;
  for (let at = lower.indexOf('content'); at >= 0; at = lower.indexOf('content', at + 1)) {
    const equals = skipSpace(head, at + 'content'.length);
    const open = head[equals] === '=' ? skipSpace(head, equals + 1) : head.length;
    const quote = head.charAt(open);
    const close = quote === '"' || quote === "'" ? head.indexOf(quote, open + 1) : -1;
    if (close < 0) continue;
    const value = trimmed(lower, open + 1, close);
    const name = value.endsWith('=') ? trimmed(value, 0, value.length - 1) : value;
    if (!name.endsWith('charset')) continue;
    const end = open + 1 + name.length;
    masked = `${masked.slice(0, end - 7)}-------${masked.slice(end)}`;
  }
  return masked;
}

/** A part of a text without the white space at its end. */
function trimmed(text: string, from: number, to: number): string {
  let end = to;
  while (end > from && isSpace(text.charAt(end - 1))) end -= 1;
  return text.slice(from, end);
}
