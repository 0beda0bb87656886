/**
 * ARC, the format of the Internet Archive before WARC, versions 1 and 2. A record is one line and a block:
 *
 *     URL IP-address date content-type length
 *     URL IP-address date content-type result-code checksum location offset filename length
 *
 * The first record describes the file (`filedesc:`). A record is read as the record of WARC that it would be.
 */
import type { Field } from './capture.ts';
import { recordId } from './digest.ts';
import { MAX_HEAD_BYTES, type RecordFormat, type RecordHead } from './head.ts';

const LINE_FEED = 10;

/** Maximum length of a line, in bytes, that the search after damage finds. A longer one is read otherwise. */
const SURE_BYTES = 4096;

const SCHEME = /^[a-z][a-z0-9+.-]{1,19}:/i;
const SCHEME_BYTES = 21;
const DATE = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
const LENGTH = /^\d{1,15}$/;

/** Number of fields of a line in versions 1 and 2. */
const COUNTS = [5, 10];

const lineEnd = (bytes: Buffer): number => bytes.subarray(0, MAX_HEAD_BYTES).indexOf(LINE_FEED);

const hasScheme = (bytes: Buffer): boolean => SCHEME.test(bytes.toString('latin1', 0, SCHEME_BYTES));

/** True if bytes begin an ARC file. */
export const startsArc = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 11)).toString('latin1') === 'filedesc://';

interface ArcLine {
  readonly url: string;
  readonly address: string;
  /** As in WARC. */
  readonly date: string;
  readonly contentType: string;
  readonly length: number;
}

/** The line of a record; undefined for any other line. URLs of version 1 may contain spaces. */
function parseLine(line: string): ArcLine | undefined {
  const fields = line.trimEnd().split(' ');
  const rest = COUNTS.includes(fields.length) ? fields.length - 1 : 4;
  const length = fields.at(-1) ?? '';
  const [address = '', date = '', contentType = ''] = fields.slice(-rest);
  const [, ...parts] = DATE.exec(date) ?? [];
  if (fields.length < 5 || parts.length === 0 || !LENGTH.test(length) || contentType === '') return undefined;
  const url = fields.slice(0, -rest).join(' ');
  const [year, month, day, hour, minute, second] = parts;
  return {
    ...{ url, address, date: `${year}-${month}-${day}T${hour}:${minute}:${second}Z` },
    ...{ contentType, length: Number(length) },
  };
}

function parseHead(bytes: Buffer): RecordHead | string {
  const line = hasScheme(bytes) ? parseLine(bytes.toString('latin1')) : undefined;
  if (line === undefined) return 'the line of the record does not have the fields of ARC';
  const { url, address, date, contentType, length } = line;
  const type = /^https?:/i.test(url) ? 'response' : 'resource';
  const fields: Field[] = [
    ['WARC-Type', type],
    ['WARC-Record-ID', recordId('arc', url, date, String(length))],
    ['WARC-Target-URI', url],
    ['WARC-Date', date],
    ...(/^[\d.]{7,15}$/.test(address) ? [['WARC-IP-Address', address] as const] : []),
    ['Content-Type', type === 'response' ? 'application/http; msgtype=response' : contentType],
    ['Content-Length', String(length)],
  ];
  return { version: 'WARC/1.1', fields, type, length };
}

/** The header in the form of WARC. */
const headBytes = ({ version, fields }: RecordHead): Buffer =>
  Buffer.from(`${version}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`, 'latin1');

/** True if bytes begin with the line of a record. If the line has no end yet, its scheme decides. */
function isStart(bytes: Buffer): boolean {
  if (!hasScheme(bytes)) return false;
  const end = lineEnd(bytes);
  return end < 0 || parseLine(bytes.toString('latin1', 0, end)) !== undefined;
}

export const ARC: RecordFormat = {
  startBytes: SCHEME_BYTES,
  isStart,
  sureBytes: SURE_BYTES,
  isSureStart: (bytes) => lineEnd(bytes) >= 0 && isStart(bytes),
  find: (bytes, from) => {
    // A record begins on a separate line.
    const end = bytes.indexOf(LINE_FEED, Math.max(from - 1, 0));
    return end < 0 || end + 1 >= bytes.length ? -1 : end + 1;
  },
  tailBytes: 1,
  end: Buffer.from('\n'),
  headLength: (bytes) => lineEnd(bytes) + 1 || -1,
  parseHead,
  headBytes,
};
