/** Headers of records and responses: a first line, fields, an empty line. */
import { type Field, fieldOf, type HttpHead } from './capture.ts';

/** The limit of Chromium. Common servers accept 8 to 100 kB. */
export const MAX_HEAD_BYTES = 256 * 1024;

const LINE_FEED = 10;
const RETURN = 13;

/** Length with the empty line; −1 if the header has no end. Lines may end without a carriage return. */
export function headLength(bytes: Buffer): number {
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1)) {
    if (bytes[end + 1] === LINE_FEED) return end + 2;
    if (bytes[end + 1] === RETURN && bytes[end + 2] === LINE_FEED) return end + 3;
  }
  return -1;
}

export interface RecordHead {
  readonly version: string;
  readonly fields: readonly Field[];
  /** WARC-Type in lower case. */
  readonly type: string;
  /** Content-Length: bytes of the block. */
  readonly length: number;
}

const NON_ASCII = /[\x80-\xff]/;

export function parseRecordHead(bytes: Buffer): RecordHead | string {
  const plain = bytes.toString('latin1');
  const [version = '', ...lines] = linesOf(NON_ASCII.test(plain) ? bytes.toString() : plain);
  if (!/^WARC\/\d+\.\d+$/.test(version)) return 'the record does not begin with a version of WARC';
  const { fields, others } = fieldsOf(lines);
  const [other] = others;
  if (other !== undefined) return `a line of the record's head is not a field: ${other.slice(0, 60)}`;
  const type = fieldOf(fields, 'warc-type');
  const lengths = fields.filter(([name]) => name.toLowerCase() === 'content-length').map(([, value]) => value);
  const [length] = lengths;
  if (type === undefined) return 'the record has no WARC-Type';
  if (length === undefined || !/^\d{1,15}$/.test(length)) return 'the record has no valid Content-Length';
  if (lengths.some((other) => other !== length)) return 'the record has more than one Content-Length';
  return { version, fields, type: type.toLowerCase(), length: Number(length) };
}

/** Undefined without a status line. Lines that are not fields are ignored. */
export function parseHttpHead(bytes: Buffer): HttpHead | undefined {
  const [statusLine = '', ...lines] = linesOf(bytes.toString('latin1'));
  return statusLine.startsWith('HTTP/') ? { statusLine, headers: fieldsOf(lines).fields } : undefined;
}

/** Splits into lines, without the empty ones at the end. A regular expression for these would take quadratic time. */
function linesOf(head: string): string[] {
  let end = head.length;
  while (end > 0 && (head.charCodeAt(end - 1) === LINE_FEED || head.charCodeAt(end - 1) === RETURN)) end -= 1;
  return head.slice(0, end).split(/\r?\n/);
}

/** Divides lines into fields and other lines. Folded lines are joined to the preceding field. */
function fieldsOf(lines: readonly string[]): { readonly fields: Field[]; readonly others: string[] } {
  const parts: { readonly name: string; readonly values: string[] }[] = [];
  const others: string[] = [];
  for (const line of lines) {
    const before = /^[ \t]/.test(line) ? parts.at(-1) : undefined;
    const field = before === undefined ? fieldOfLine(line) : undefined;
    if (before !== undefined) before.values.push(line.trim());
    else if (field !== undefined) parts.push({ name: field[0], values: [field[1]] });
    else others.push(line);
  }
  return {
    // The value before the first fold may be empty.
    fields: parts.map(({ name, values }) => [name, values.join(' ').trimStart()]),
    others,
  };
}

/** White space before the colon is invalid, but occurs. A carriage return within the line is part of the value. */
function fieldOfLine(line: string): Field | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0)).trimEnd();
  if (name === '' || /\s/.test(name) || line.includes('\r', colon)) return undefined;
  return [name, line.slice(colon + 1).trim()];
}

/** The first line of a record, then the name of a field. */
const SURE_START = /^WARC\/1\.\d\r?\n[\w-]+:/;
export const SURE_BYTES = 64;

/** True if bytes certainly begin a record of WARC 1.0 or 1.1; for searches after damage. */
export const isSureStart = (bytes: Buffer): boolean => SURE_START.test(bytes.toString('latin1', 0, SURE_BYTES));
