import type { Cursor } from './cursor.ts';
import { headLength, parseRecordHead, type RecordHead } from './head.ts';
import { isRecordStart } from './pieces.ts';

/** Records up to this size are in memory as a whole when they are given. */
const KEEP_BYTES = 1024 * 1024;

/** A longer head is none. */
const HEAD_BYTES = 256 * 1024;

/** The record that a reader stands at. */
export interface WarcRecord {
  /** Place in the file: an offset, or that of a gzip member with `+` and an offset in it. */
  readonly place: string;
  readonly head: RecordHead;
  readonly headBytes: Buffer;
  /** The block, or its first `KEEP_BYTES`. */
  readonly block: Buffer;
  readonly isWhole: boolean;
  /** The gzip member that holds the record and nothing else, as it was. */
  readonly packed: Buffer | undefined;
}

/** What a file offers beside its bytes one after another. */
export interface Surroundings {
  /** Told of what is damaged. */
  readonly onDamage: (place: string, problem: string) => void;
  /**
   * Some bytes of an uncompressed file further on; fewer at its end. With it a false length of a large record is found
   * out before what it claims has been passed over.
   */
  readonly ahead?: (offset: number, length: number) => Promise<Uint8Array>;
}

const RETURN = 13;
const LINE_FEED = 10;
const RECORD_END = Buffer.from('\r\n\r\n');
/** What a record is known by where none was expected: a first line, and the beginning of a field. */
const SURE_START = /^WARC\/1\.\d\r?\n[\w-]+:/;
const SURE_BYTES = 64;

/** Whether bytes begin as nothing but a record does. */
export const isSureStart = (bytes: Buffer): boolean => SURE_START.test(bytes.toString('latin1', 0, SURE_BYTES));

/** Place of the first record; −1 where there is none. */
export function findRecord(bytes: Buffer): number {
  let at = bytes.indexOf('WARC/1.');
  while (at >= 0 && !isSureStart(bytes.subarray(at, at + SURE_BYTES))) at = bytes.indexOf('WARC/1.', at + 1);
  return at;
}

/** The records of a WARC that are as they should be. What is damaged is told of, and the next record is looked for. */
export class RecordReader {
  readonly #cursor: Cursor;
  readonly #around: Surroundings;
  /** Bytes of the block of a large record that have not been taken. */
  #left = 0;
  #place = '';
  #offset = 0;
  #failures = 0;
  /** Place of the damage that has been told of as that of a record. */
  #told = -1;

  constructor(cursor: Cursor, around: Surroundings) {
    this.#cursor = cursor;
    this.#around = around;
  }

  /** Undefined at the end. What was not taken of a large record before is passed over. */
  async next(): Promise<WarcRecord | undefined> {
    const cursor = this.#cursor;
    if (this.#left > 0) for await (const _ of this.rest());
    for (;;) {
      if (!(await this.#skipLineEnds())) {
        const { damage } = cursor;
        if (damage !== undefined && damage.offset !== this.#told) this.#fail(String(damage.offset), damage.damage);
        if (!(await cursor.nextRun())) return undefined;
        continue;
      }
      this.#place = cursor.place;
      this.#offset = cursor.offset;
      const record = await this.#read();
      if (typeof record !== 'string') return record;
      await this.#recover(record);
    }
  }

  /** A large record with all of its block; undefined where it turns out damaged, which is told of. */
  async whole(record: WarcRecord): Promise<WarcRecord | undefined> {
    const parts = [record.block];
    const before = this.#failures;
    for await (const part of this.rest()) parts.push(part);
    return this.#failures > before ? undefined : { ...record, block: Buffer.concat(parts), isWhole: true };
  }

  /** What there is of a large record behind `block`. It may turn out damaged, which is told of, and end too early. */
  async *rest(): AsyncGenerator<Buffer> {
    const cursor = this.#cursor;
    while (this.#left > 0 && (await cursor.want(1))) {
      const part = cursor.take(Math.min(this.#left, cursor.length));
      this.#left -= part.length;
      yield part;
    }
    const problem = this.#left > 0 ? this.#cutOff() : await this.#endProblem(0);
    this.#left = 0;
    if (problem !== undefined) await this.#recover(problem);
  }

  #fail(place: string, problem: string): void {
    this.#failures += 1;
    this.#around.onDamage(place, problem);
  }

  /** Goes on to what is a record again. */
  async #recover(problem: string): Promise<void> {
    const cursor = this.#cursor;
    this.#fail(this.#place, problem);
    if (cursor.damage !== undefined) this.#told = this.#offset;
    if (isRecordStart(cursor.peek(5))) cursor.take(1);
    for (;;) {
      const at = cursor.peek(cursor.length).indexOf('WARC/1.');
      if (at >= 0) {
        cursor.take(at);
        await cursor.want(SURE_BYTES);
        if (isSureStart(cursor.peek(SURE_BYTES))) return;
        cursor.take(1);
        continue;
      }
      // The last bytes may be the first of one.
      cursor.take(Math.max(cursor.length - 6, 0));
      if (await cursor.want(7)) continue;
      cursor.take(cursor.length);
      return;
    }
  }

  async #skipLineEnds(): Promise<boolean> {
    const cursor = this.#cursor;
    while (await cursor.want(1)) {
      const [byte] = cursor.peek(1);
      if (byte !== RETURN && byte !== LINE_FEED) return true;
      cursor.take(1);
    }
    return false;
  }

  async #read(): Promise<WarcRecord | string> {
    const cursor = this.#cursor;
    await cursor.want(5);
    if (!isRecordStart(cursor.peek(5))) return 'what stands here is no record';
    let size = headLength(cursor.peek(HEAD_BYTES));
    while (size < 0 && cursor.length < HEAD_BYTES && (await cursor.want(Math.min(cursor.length * 2, HEAD_BYTES)))) {
      size = headLength(cursor.peek(HEAD_BYTES));
    }
    // There may be more at hand than was asked for, or less.
    if (size < 0) size = headLength(cursor.peek(HEAD_BYTES));
    if (size < 0) return cursor.length < HEAD_BYTES ? this.#cutOff() : 'the head of the record has no end';
    const headBytes = cursor.peek(size);
    const head = parseRecordHead(headBytes);
    if (typeof head === 'string') return head;
    return head.length <= KEEP_BYTES ? this.#readSmall(head, size) : this.#readLarge(head, size);
  }

  async #readSmall(head: RecordHead, size: number): Promise<WarcRecord | string> {
    const cursor = this.#cursor;
    if (!(await cursor.want(size + head.length))) return this.#cutOff();
    const problem = await this.#endProblem(size + head.length);
    if (problem !== undefined) return problem;
    const place = this.#place;
    const isAlone = isLineEnds(cursor.peek(RECORD_END.length + 1, size + head.length));
    const packed = isAlone ? cursor.packed : undefined;
    return { place, head, headBytes: cursor.take(size), block: cursor.take(head.length), isWhole: true, packed };
  }

  async #readLarge(head: RecordHead, size: number): Promise<WarcRecord | string> {
    const cursor = this.#cursor;
    const { ahead } = this.#around;
    if (ahead !== undefined) {
      const end = Buffer.from(await ahead(cursor.offset + size + head.length - 1, 1 + 5));
      if (end.length === 0) return this.#cutOff();
      if (!isRecordEnd(end.subarray(1))) return LENGTH_PROBLEM;
    }
    if (!(await cursor.want(size + KEEP_BYTES))) return this.#cutOff();
    this.#left = head.length - KEEP_BYTES;
    const place = this.#place;
    const headBytes = cursor.take(size);
    return { place, head, headBytes, block: cursor.take(KEEP_BYTES), isWhole: false, packed: undefined };
  }

  #cutOff(): string {
    const { damage, isMemberEnd } = this.#cursor;
    return damage === undefined || isMemberEnd ? 'the record is cut off' : damage.damage;
  }

  /** What is wrong behind a record that ends so many bytes from here. */
  async #endProblem(length: number): Promise<string | undefined> {
    const cursor = this.#cursor;
    if (RECORD_END.equals(cursor.peek(RECORD_END.length, length))) return undefined;
    // Some writers leave out one of the line ends, or all; then it has to be plain that the record ends here.
    let at = length;
    for (;;) {
      if (at === cursor.length) {
        if (cursor.isMemberEnd) return undefined;
        if (!(await cursor.want(at + 1))) return cursor.damage?.damage;
      }
      if (at - length === RECORD_END.length && RECORD_END.equals(cursor.peek(RECORD_END.length, length)))
        return undefined;
      const [byte] = cursor.peek(1, at);
      if (byte !== RETURN && byte !== LINE_FEED) break;
      at += 1;
    }
    await cursor.want(at + 5);
    return isRecordStart(cursor.peek(5, at)) ? undefined : LENGTH_PROBLEM;
  }
}

const LENGTH_PROBLEM = 'the record does not end where its Content-Length says';

const isLineEnds = (bytes: Buffer): boolean =>
  bytes.length <= RECORD_END.length && bytes.every((byte) => byte === RETURN || byte === LINE_FEED);

/** Whether bytes behind a block may be, as they are what line ends and the next record begin with, or nothing. */
function isRecordEnd(bytes: Buffer): boolean {
  const [first] = bytes;
  return first === undefined || first === RETURN || first === LINE_FEED || isRecordStart(bytes);
}
