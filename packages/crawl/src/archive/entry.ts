/** Lines of an index of web archives: each says where the record of a page is. */

import { InputError } from 'refrain';
import { check, htmlRule } from 'refrain/engine';

/** Where an index says that the record of a page is. */
export interface IndexEntry {
  readonly url: string;
  /** The archive: a path below the folder or the address of all archives. */
  readonly file: string;
  /** Offset and length of the record in it, in bytes. */
  readonly offset: number;
  readonly length: number;
  /** Of the payload, as the record may have it too. */
  readonly digest: string | undefined;
  /** The character set that the indexer has found. */
  readonly charset: string | undefined;
}

/** What precedes the object in a line of CDXJ: the reversed host with the path, and the time of the capture. */
const CDXJ_START = /^\S+ \d{4,17} (?=\{)/;

/** Lines about the index itself. */
const META_START = /^!/;

/** Names of a member: in CDXJ, and the column of the columnar index. */
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

/** The value of a member as text; undefined where the index has none, or says that it is unknown. */
function textOf(row: Row, member: keyof typeof NAMES): string | undefined {
  for (const name of NAMES[member]) {
    const value = row[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text !== '' && text !== '-' && text !== 'unk') return text;
  }
  return undefined;
}

/** Whether a text is the first line of an index: of CDXJ, or a row of the columnar index as JSON. */
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

/** Lines in which the first one that is not about the index itself is searched for. */
const FIRST_LINES = 16;

/**
 * The entry of a line; undefined where it is about the index itself, or by its status and type no page: by the rule for records
 * of WARC, with the type that the indexer has found where the server has said none.
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
