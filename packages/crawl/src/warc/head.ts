/** Heads of records and of responses: a first line, fields, an empty line. */
import type { Field, HttpHead } from './capture.ts';

const LINE_FEED = 10;
const RETURN = 13;

/** Length of a head with its empty line; −1 where it has no end. Lines may end without a carriage return. */
export function headLength(bytes: Buffer): number {
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1)) {
    if (bytes[end + 1] === LINE_FEED) return end + 2;
    if (bytes[end + 1] === RETURN && bytes[end + 2] === LINE_FEED) return end + 3;
  }
  return -1;
}

/** The head of a record. */
export interface RecordHead {
  readonly version: string;
  readonly fields: readonly Field[];
  /** WARC-Type, in lower case. */
  readonly type: string;
  /** Content-Length: bytes of the block. */
  readonly length: number;
}

const NON_ASCII = /[\x80-\xff]/;

/** The head of a record, or a description of its error. */
export function parseRecordHead(bytes: Buffer): RecordHead | string {
  const plain = bytes.toString('latin1');
  const [version = '', ...lines] = linesOf(NON_ASCII.test(plain) ? bytes.toString() : plain);
  if (!/^WARC\/\d+\.\d+$/.test(version)) return 'the record does not begin with a version of WARC';
  const fields = fieldsOf(lines);
  if (typeof fields === 'string') return `a line of the record's head is not a field: ${fields}`;
  const ofType = fields.filter(([name]) => name.toLowerCase() === 'warc-type');
  const ofLength = fields.filter(([name]) => name.toLowerCase() === 'content-length');
  const [type] = ofType;
  const [length] = ofLength;
  if (type === undefined) return 'the record has no WARC-Type';
  if (length === undefined || !/^\d{1,15}$/.test(length[1])) return 'the record has no proper Content-Length';
  if (ofLength.some(([, other]) => other !== length[1])) return 'the record has more than one Content-Length';
  return { version, fields, type: type[1].toLowerCase(), length: Number(length[1]) };
}

/** The head of an HTTP response; undefined where it does not begin with a status line. Lines that are not fields are ignored. */
export function parseHttpHead(bytes: Buffer): HttpHead | undefined {
  const [statusLine = '', ...lines] = linesOf(bytes.toString('latin1'));
  if (!statusLine.startsWith('HTTP/')) return undefined;
  const headers = fieldsOf(lines.filter((line) => FIELD.test(line) || FOLDED.test(line)));
  return { statusLine, headers: typeof headers === 'string' ? [] : headers };
}

const linesOf = (head: string): string[] => head.replace(/[\r\n]+$/, '').split(/\r?\n/);

/** White space before the colon is not allowed, but occurs. */
const FIELD = /^([^\s:]+)[ \t]*:[ \t]*(.*?)[ \t]*$/;
const FOLDED = /^[ \t]/;

/** Fields, with folded lines joined to the field before; or the first line that is not a field. */
function fieldsOf(lines: readonly string[]): Field[] | string {
  const fields: Field[] = [];
  for (const line of lines) {
    const before = fields.at(-1);
    if (FOLDED.test(line) && before !== undefined) {
      fields[fields.length - 1] = [before[0], `${before[1]} ${line.trim()}`.trimStart()];
      continue;
    }
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) return line.slice(0, 60);
    fields.push([name, value]);
  }
  return fields;
}
