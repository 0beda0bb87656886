/** Records of a WARC, one after another, in a window on bytes that are not compressed. */
import { InputError, LimitError } from '../errors.ts';
import { type Field, fieldOf } from './capture.ts';
import { HEAD_MOST, type Head, headEnd, parseHead } from './head.ts';
import type { Window } from './window.ts';

/** Bytes that are fetched to find a head in. */
const HEAD_STEP = 4096;
const MARK = Buffer.from('WARC/');
const VERSION = /^WARC\/\d+\.\d+$/;

/** A record's head, and how long its body is. */
export interface RecordHead {
  readonly version: string;
  readonly fields: readonly Field[];
  readonly type: string;
  readonly headBytes: number;
  readonly bodyBytes: number;
}

const damaged = (what: string): InputError => new InputError(what, 'INPUT_DAMAGED');

/**
 * The head of the record at the window's beginning, where it is left; undefined where there is no more.
 *
 * @throws {InputError} `INPUT_DAMAGED`
 */
export async function readRecordHead(window: Window): Promise<RecordHead | undefined> {
  if (!(await window.fill(1))) return undefined;
  const head = await readHead(window);
  if (!VERSION.test(head.line)) throw damaged('what stands here is no WARC record');
  const length = fieldOf(head.fields, 'content-length');
  if (length === undefined || !/^\d{1,15}$/.test(length)) throw damaged('the record does not say how long it is');
  const type = (fieldOf(head.fields, 'warc-type') ?? '').toLowerCase();
  return { version: head.line, fields: head.fields, type, headBytes: head.bytes, bodyBytes: Number(length) };
}

/** What stands between two records. */
export async function skipEmptyLines(window: Window): Promise<void> {
  while (await window.fill(1)) {
    const { bytes } = window;
    let count = 0;
    while (bytes[count] === 10 || bytes[count] === 13) count += 1;
    if (count === 0) return;
    window.take(count);
  }
}

async function readHead(window: Window): Promise<Head> {
  await window.fill(MARK.length);
  if (!window.bytes.subarray(0, MARK.length).equals(MARK)) throw damaged('what stands here is no WARC record');
  for (let wanted = HEAD_STEP; ; wanted *= 2) {
    const isAll = !(await window.fill(wanted));
    const { bytes } = window;
    const end = headEnd(bytes);
    if (end >= 0) return parseHead(bytes, end, { lenient: false });
    if (isAll) throw damaged('the head of the record is cut off');
    if (wanted > HEAD_MOST) throw damaged('the head of the record has no end');
  }
}

/**
 * The whole record at the window's beginning, and the window moved behind it.
 *
 * @throws {InputError} `INPUT_DAMAGED` where it is cut off, and the window is left where it was
 */
export async function takeRecord(window: Window, { headBytes, bodyBytes }: RecordHead): Promise<Buffer> {
  const length = headBytes + bodyBytes;
  if (!(await window.fill(length))) throw damaged('the record is cut off');
  const record = window.bytes.subarray(0, length);
  window.take(length);
  return record;
}

/** Lets go of the record at the window's beginning. */
export async function skipRecord(window: Window, { headBytes, bodyBytes }: RecordHead): Promise<void> {
  if (!(await window.skip(headBytes + bodyBytes))) throw damaged('the record is cut off');
}

/** Moves the window to where the next record may begin, behind its beginning; whether there is such a place. */
export async function findRecord(window: Window): Promise<boolean> {
  for (let from = 1; ; ) {
    const isAll = !(await window.fill(from + HEAD_STEP));
    const { bytes } = window;
    const at = bytes.indexOf('\nWARC/1.', from - 1, 'latin1');
    if (at >= 0) {
      window.take(at + 1);
      return true;
    }
    if (isAll) {
      window.take(bytes.length);
      return false;
    }
    // The mark may stand across the end of what is there.
    window.take(Math.max(0, bytes.length - 2 * MARK.length));
    from = 1;
  }
}

export const tooLargeRecord = (bytes: number, most: number): LimitError =>
  new LimitError('PAGE_TOO_LARGE', `the record has ${bytes} bytes, more than ${most}`);
