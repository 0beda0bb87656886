/** What a reader of records must know of their format. */
import { headLength, parseRecordHead, type RecordHead } from './head.ts';
import { isRecordStart } from './pieces.ts';

export interface RecordFormat {
  /** Bytes that `isStart` needs. */
  readonly startBytes: number;
  /** Whether bytes may begin with a record. */
  readonly isStart: (bytes: Buffer) => boolean;
  /** Bytes that `isSureStart` needs. */
  readonly sureBytes: number;
  /** Whether bytes are sure to begin with a record: for a search. */
  readonly isSureStart: (bytes: Buffer) => boolean;
  /** Offset from which on a record may begin; −1 where there is none. */
  readonly find: (bytes: Buffer, from: number) => number;
  /** The last bytes of a buffer in which `find` may miss the beginning of a record. */
  readonly tailBytes: number;
  /** The line ends after a block. */
  readonly end: Buffer;
  /** Length of a head; −1 where it has no end. */
  readonly headLength: (bytes: Buffer) => number;
  /** The head of a record, or a description of its error. */
  readonly parseHead: (bytes: Buffer) => RecordHead | string;
  /** The head of a record as one of WARC, where it is none. */
  readonly headBytes?: (head: RecordHead) => Buffer;
}

/** The beginning of a record that is searched for: its first line, and the name of a field. */
const SURE_START = /^WARC\/1\.\d\r?\n[\w-]+:/;
const SURE_BYTES = 64;

/** WARC 1.0 and 1.1. */
export const WARC: RecordFormat = {
  startBytes: 5,
  isStart: isRecordStart,
  sureBytes: SURE_BYTES,
  isSureStart: (bytes) => SURE_START.test(bytes.toString('latin1', 0, SURE_BYTES)),
  find: (bytes, from) => bytes.indexOf('WARC/1.', from),
  tailBytes: 6,
  end: Buffer.from('\r\n\r\n'),
  headLength,
  parseHead: parseRecordHead,
};
