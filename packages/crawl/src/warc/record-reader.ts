import { type Cursor, isRecordStart, START_BYTES } from './cursor.ts';
import { headLength, isSureStart, MAX_HEAD_BYTES, parseRecordHead, type RecordHead, SURE_BYTES } from './head.ts';

const KEEP_BYTES = 1024 * 1024;

/** Bytes of headers that may be read in vain: see `SearchBudget`. */
const FREE_BYTES = 8 * 1024 * 1024;

export interface WarcRecord {
  /** Offset in the file; `MEMBER+OFFSET` for a later record of a gzip member. */
  readonly position: string;
  readonly head: RecordHead;
  readonly headBytes: Buffer;
  /** The block, or its first `KEEP_BYTES`. */
  readonly block: Buffer;
  readonly isWhole: boolean;
  /** The original gzip member, if it contains only this record. */
  readonly packed: Buffer | undefined;
}

export interface RecordOptions {
  readonly onDamage: (position: string, problem: string) => void;
  /** Reads later bytes of an uncompressed file. Used to check the length of a large record before reading its block. */
  readonly ahead?: ((offset: number, length: number) => Promise<Uint8Array>) | undefined;
}

const SEARCHED = 'WARC/1.';

export const END = Buffer.from('\r\n\r\n');

const RETURN = 13;
const LINE_FEED = 10;
/** Bytes after a record that are checked for line ends. Line ends beyond these are skipped with the next record. */
const END_BYTES = 64;

/** Reads the intact records of a WARC. Reports damage, and continues at the next record that it finds. */
export class RecordReader {
  readonly #cursor: Cursor;
  readonly #options: RecordOptions;
  /** Unread bytes of the block of a large record. */
  #left = 0;
  #position = '';
  #offset = 0;
  #failures = 0;
  /** Offset of the last reported damage. */
  #reported = -1;
  readonly #budget = new SearchBudget(FREE_BYTES);
  #headBytes = 0;

  constructor(cursor: Cursor, options: RecordOptions) {
    this.#cursor = cursor;
    this.#options = options;
  }

  /** The next record, after the rest of a large one; undefined at the end. */
  async next(): Promise<WarcRecord | undefined> {
    const cursor = this.#cursor;
    if (this.#left > 0) for await (const _ of this.rest());
    for (;;) {
      if (!(await this.#skipLineEnds())) {
        const { damage } = cursor;
        if (damage !== undefined && damage.offset !== this.#reported) this.#fail(String(damage.offset), damage.damage);
        if (!(await cursor.nextRun())) return undefined;
        continue;
      }
      this.#position = cursor.position;
      this.#offset = cursor.offset;
      const record = await this.#read();
      if (typeof record !== 'string') return record;
      await this.#recover(record);
    }
  }

  /** The record with its whole block; undefined if it is damaged. Damage is reported. */
  async whole(record: WarcRecord): Promise<WarcRecord | undefined> {
    const parts = [record.block];
    const before = this.#failures;
    for await (const part of this.rest()) parts.push(part);
    return this.#failures > before ? undefined : { ...record, block: Buffer.concat(parts), isWhole: true };
  }

  /** The bytes of a large record after `block`. They end early if the record is damaged. Damage is reported. */
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

  #fail(position: string, problem: string): void {
    this.#failures += 1;
    this.#options.onDamage(position, problem);
  }

  async #recover(problem: string): Promise<void> {
    const cursor = this.#cursor;
    this.#fail(this.#position, problem);
    if (cursor.damage !== undefined) this.#reported = this.#offset;
    // The next record may begin within the header of this one.
    const skipped = this.#budget.spend(this.#headBytes, cursor.taken);
    if (skipped > 1 || this.#isStart()) cursor.take(skipped);
    this.#headBytes = 0;
    for (;;) {
      const at = cursor.peek(cursor.length).indexOf(SEARCHED);
      if (at >= 0) {
        cursor.take(at);
        await cursor.want(SURE_BYTES);
        if (isSureStart(cursor.peek(SURE_BYTES))) return;
        cursor.take(1);
        continue;
      }
      // The last bytes may begin a record.
      cursor.take(Math.max(cursor.length - SEARCHED.length + 1, 0));
      if (await cursor.want(SEARCHED.length)) continue;
      cursor.take(cursor.length);
      return;
    }
  }

  #isStart(from = 0): boolean {
    return isRecordStart(this.#cursor.peek(START_BYTES, from));
  }

  async #skipLineEnds(): Promise<boolean> {
    const cursor = this.#cursor;
    while (await cursor.want(1)) {
      const bytes = cursor.peek(cursor.length);
      let count = 0;
      while (bytes[count] === RETURN || bytes[count] === LINE_FEED) count += 1;
      cursor.take(count);
      if (count < bytes.length) return true;
    }
    return false;
  }

  async #read(): Promise<WarcRecord | string> {
    const cursor = this.#cursor;
    await cursor.want(START_BYTES);
    if (!this.#isStart()) return 'a record was expected here';
    let size = headLength(cursor.peek(MAX_HEAD_BYTES));
    for (let isMore = true; size < 0 && isMore; size = headLength(cursor.peek(MAX_HEAD_BYTES))) {
      // The buffer may contain more or fewer bytes than requested.
      isMore = cursor.length < MAX_HEAD_BYTES && (await cursor.want(Math.min(cursor.length * 2, MAX_HEAD_BYTES)));
    }
    this.#headBytes = size < 0 ? Math.min(cursor.length, MAX_HEAD_BYTES) : size;
    if (size < 0) {
      return cursor.length < MAX_HEAD_BYTES
        ? this.#cutOff()
        : `the head of the record has more than ${MAX_HEAD_BYTES} bytes`;
    }
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
    const position = this.#position;
    const isAlone = isLineEnds(cursor.peek(END.length + 1, size + head.length));
    const packed = isAlone ? cursor.packed : undefined;
    const headBytes = cursor.take(size);
    return { position, head, headBytes, block: cursor.take(head.length), isWhole: true, packed };
  }

  async #readLarge(head: RecordHead, size: number): Promise<WarcRecord | string> {
    const cursor = this.#cursor;
    const { ahead } = this.#options;
    if (ahead !== undefined) {
      const end = Buffer.from(await ahead(cursor.offset + size + head.length - 1, 1 + START_BYTES));
      if (end.length === 0) return this.#cutOff();
      if (!mayEnd(end[1]) && !isRecordStart(end.subarray(1))) return LENGTH_PROBLEM;
    }
    if (!(await cursor.want(size + KEEP_BYTES))) return this.#cutOff();
    this.#left = head.length - KEEP_BYTES;
    const position = this.#position;
    const headBytes = cursor.take(size);
    return { position, head, headBytes, block: cursor.take(KEEP_BYTES), isWhole: false, packed: undefined };
  }

  #cutOff(): string {
    const { damage, isMemberEnd } = this.#cursor;
    return damage === undefined || isMemberEnd ? 'the record is cut off' : damage.damage;
  }

  /** Checks what follows a record with this length; returns a description of an error. */
  async #endProblem(length: number): Promise<string | undefined> {
    const cursor = this.#cursor;
    const isEnd = (): boolean => END.equals(cursor.peek(END.length, length));
    if (isEnd()) return undefined;
    // Some writers omit line ends after a record. Then the next record or the end of the data must follow directly.
    for (let at = length; at < length + END_BYTES; at += 1) {
      if (at === cursor.length) {
        if (cursor.isMemberEnd) return undefined;
        if (!(await cursor.want(at + 1))) return cursor.damage?.damage;
      }
      if (at - length === END.length && isEnd()) return undefined;
      const [byte] = cursor.peek(1, at);
      if (byte === RETURN || byte === LINE_FEED) continue;
      await cursor.want(at + START_BYTES);
      return this.#isStart(at) ? undefined : LENGTH_PROBLEM;
    }
    return undefined;
  }
}

const LENGTH_PROBLEM = 'the record does not end at its Content-Length';

const isLineEnds = (bytes: Buffer): boolean =>
  bytes.length <= END.length && bytes.every((byte) => byte === RETURN || byte === LINE_FEED);

/** True if a byte after a block is valid although no record begins there. */
const mayEnd = (byte: number | undefined): boolean => byte === undefined || byte === RETURN || byte === LINE_FEED;

const BYTES_PER_BYTE = 16;

/**
 * Bounds the search for a record after damage. A malicious input may look like the start of a record at every byte.
 * Wasted work is at most a constant plus sixteen times the skipped bytes.
 */
export class SearchBudget {
  readonly #free: number;
  #left: number;
  #at = 0;

  constructor(free: number) {
    this.#free = free;
    this.#left = free;
  }

  /** The number of bytes to skip after `work` was wasted at an offset: one, or more if the budget is used up. */
  spend(work: number, offset: number): number {
    this.#left = Math.min(this.#left + (offset - this.#at) * BYTES_PER_BYTE, this.#free) - work;
    this.#at = offset;
    return this.#left > 0 ? 1 : Math.max(1, Math.ceil(work / BYTES_PER_BYTE));
  }
}
