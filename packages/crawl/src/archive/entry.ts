/** A line of an index of web archives locates the record of a page. */

import { InputError } from 'refrain';
import { check, htmlRule } from 'refrain/engine';

export interface IndexEntry {
  readonly url: string;
  readonly file: string;
  /** Offset of the record in the archive, in bytes. */
  readonly offset: number;
  readonly length: number;
  /** Digest of the payload, to compare with that of the record. */
  readonly digest: string | undefined;
  /** Character set that the indexer detected. */
  readonly charset: string | undefined;
}

/** Start of a CDXJ line: the reversed host with the path, and the time of the capture. */
const CDXJ_START = /^\S+ \d{4,17} (?=\{)/;

const META_START = /^!/;

/** Names of the values in CDXJ, and of the columns of the columnar index. */
const NAMES = {
  file: ['filename', 'warc_filename'],
  offset: ['offset', 'warc_record_offset'],
  length: ['length', 'warc_record_length'],
  type: ['mime', 'content_mime_type'],
  detected: ['mime-detected', 'content_mime_detected'],
  status: ['status', 'fetch_status'],
  digest: ['digest', 'content_digest'],
  charset: ['charset', 'encoding', 'content_charset'],
} as const;

type Row = Readonly<Record<string, unknown>>;

function textOf(row: Row, member: keyof typeof NAMES): string | undefined {
  for (const name of NAMES[member]) {
    const value = row[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text !== '' && text !== '-' && text !== 'unk') return text;
  }
  return undefined;
}

/** True for the first line of an index: CDXJ, or a row of the columnar index as JSON. */
export function startsIndex(text: string): boolean {
  const lines = text.split('\n', FIRST_LINES).map((line) => line.trim());
  const line = lines.find((each) => each !== '' && !META_START.test(each)) ?? '';
  if (CDXJ_START.test(line)) return true;
  if (!line.startsWith('{')) return false;
  try {
    const row = JSON.parse(line) as Row;
    return !('html' in row) && ['file', 'offset', 'length'].every((name) => textOf(row, name as 'file') !== undefined);
  } catch {
    return false;
  }
}

/** Maximum number of lines at the start that may be metadata of the index. */
const FIRST_LINES = 16;

/**
 * The entry of a line. Undefined for metadata of the index, and if status or media type are not those of a page. The
 * detected type replaces a missing Content-Type.
 *
 * @throws {InputError} `INPUT_DAMAGED`
 */
export function parseEntry(line: string): IndexEntry | undefined {
  if (META_START.test(line)) return undefined;
  const row = rowOf(line.replace(CDXJ_START, ''));
  const status = textOf(row, 'status');
  const type = textOf(row, 'type') ?? textOf(row, 'detected');
  if (status !== undefined && !/^2\d\d$/.test(status)) return undefined;
  if (type !== undefined && !htmlRule.isHtmlType(type)) return undefined;
  const { url } = row;
  const file = textOf(row, 'file');
  if (typeof url !== 'string' || url === '') throw damaged('has no url');
  if (file === undefined) throw damaged(`has no ${NAMES.file.join(' or ')}`);
  check.pageId(url);
  const [digest, charset] = [textOf(row, 'digest'), textOf(row, 'charset')];
  return { url, file, offset: numberOf(row, 'offset', 0), length: numberOf(row, 'length', 1), digest, charset };
}

function rowOf(json: string): Row {
  let row: unknown;
  try {
    row = JSON.parse(json);
  } catch (error) {
    throw damaged(`is not one of an index: ${(error as Error).message}`);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw damaged('is not one of an index');
  return row as Row;
}

function numberOf(row: Row, member: 'offset' | 'length', least: number): number {
  const text = textOf(row, member) ?? '';
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw damaged(`has no ${NAMES[member].join(' or ')} that is a whole number from ${least}`);
}

const damaged = (what: string): InputError => new InputError(`the line ${what}`, 'INPUT_DAMAGED');
