import type { Feed } from '../reading/bytes.ts';

/** The source offset for all bytes from a position on. */
interface Mark {
  /** Number of preceding bytes in all runs. */
  readonly index: number;
  readonly member: number | undefined;
  readonly at: number;
}

/**
 * A position in the uncompressed bytes of a WARC, and a buffer of the bytes after it.
 *
 * Bytes come in **runs** of consecutive records. A gzip member whose bytes begin with a record starts a run, so a
 * truncated record does not absorb the next one. Damage ends a run. Any other member continues the run.
 */
export class Cursor {
  readonly #parts: AsyncIterator<Part>;
  /** The buffer is a part of it, from `#from` to `#to`. */
  #memory: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;
  #taken = 0;
  readonly #marks: Mark[] = [{ index: 0, member: undefined, at: 0 }];
  #last: Piece | undefined;
  #held: Piece | undefined;
  #isRunOver = true;
  #isFresh = true;
  #damage: Damage | undefined;

  constructor(parts: AsyncIterator<Part>) {
    this.#parts = parts;
  }

  get length(): number {
    return this.#to - this.#from;
  }

  /** Consumed bytes of all runs. */
  get taken(): number {
    return this.#taken;
  }

  get damage(): Damage | undefined {
    return this.#damage;
  }

  /** True if the buffer ends with an intact member. */
  get isMemberEnd(): boolean {
    return this.#last?.isLast === true;
  }

  /** The original gzip member, if it contains exactly the buffer. */
  get packed(): Buffer | undefined {
    return this.#last?.bytes.length === this.length ? this.#last.packed : undefined;
  }

  get #mark(): Mark {
    return this.#marks[0] as Mark;
  }

  /** File offset of the buffer, or of its gzip member. */
  get offset(): number {
    const { member, at, index } = this.#mark;
    return member ?? at + this.#taken - index;
  }

  /** The offset for messages: `MEMBER+OFFSET` within a gzip member. */
  get position(): string {
    const { member, at, index } = this.#mark;
    const inner = at + this.#taken - index;
    if (member === undefined) return String(inner);
    return inner === 0 ? String(member) : `${member}+${inner}`;
  }

  /** Moves to the next run; false without one. A run may consist only of damage. */
  async nextRun(): Promise<boolean> {
    this.take(this.length);
    this.#damage = undefined;
    this.#isRunOver = false;
    this.#isFresh = true;
    return (await this.want(1)) || this.#damage !== undefined;
  }

  /** Fills the buffer to at least this length; false if the run ends before. */
  async want(length: number): Promise<boolean> {
    let have = this.length;
    if (have >= length) return true;
    if (this.#isRunOver) return false;
    const parts: Buffer[] = [];
    while (have < length) {
      const piece = await this.#next();
      if (piece === undefined) break;
      // Skipped quickly: a file may have millions of empty members.
      if (piece.bytes.length === 0) continue;
      this.#marks.push({ index: this.#taken + have, member: piece.member, at: piece.at });
      this.#passMarks();
      parts.push(piece.bytes);
      have += piece.bytes.length;
    }
    this.#append(parts, have);
    return have >= length;
  }

  /** Appends parts to a total of `have` bytes. Earlier bytes are not moved, because views of them are in use. */
  #append(parts: readonly Buffer[], have: number): void {
    const [first] = parts;
    // Without a copy.
    if (this.length === 0 && parts.length === 1 && first !== undefined) {
      this.#memory = first;
      this.#from = 0;
      this.#to = have;
      return;
    }
    const added = have - this.length;
    if (this.#memory.length - this.#to < added) {
      // Reserves more if pieces are small, so that each byte is copied only a few times.
      const memory = Buffer.allocUnsafeSlow(added < this.length ? have * 2 : have);
      this.#to = this.#memory.copy(memory, 0, this.#from, this.#to);
      this.#from = 0;
      this.#memory = memory;
    }
    for (const part of parts) this.#to += part.copy(this.#memory, this.#to);
  }

  async #next(): Promise<Piece | undefined> {
    const piece = this.#held ?? (await this.#pull());
    this.#held = undefined;
    const beginsRun = piece?.member !== undefined && piece.at === 0 && isRecordStart(piece.bytes);
    if (piece === undefined || (beginsRun && !this.#isFresh)) {
      this.#held = piece;
      this.#isRunOver = true;
      return undefined;
    }
    this.#isFresh = false;
    this.#last = piece;
    return piece;
  }

  async #pull(): Promise<Piece | undefined> {
    const { done, value } = await this.#parts.next();
    if (done === true) return undefined;
    if (!('damage' in value)) return value;
    this.#damage = value;
    return undefined;
  }

  #passMarks(): void {
    while ((this.#marks[1]?.index ?? Number.POSITIVE_INFINITY) <= this.#taken) this.#marks.shift();
  }

  /** Returns fewer bytes at the end of the buffer. */
  peek(length: number, from = 0): Buffer {
    return this.#memory.subarray(Math.min(this.#from + from, this.#to), Math.min(this.#from + from + length, this.#to));
  }

  take(length: number): Buffer {
    const taken = this.peek(length);
    this.#from += taken.length;
    this.#taken += taken.length;
    this.#passMarks();
    return taken;
  }
}

export interface Piece {
  readonly bytes: Buffer;
  /** File offset of the gzip member; undefined for an uncompressed file. */
  readonly member: number | undefined;
  /** Offset in the uncompressed member, or in the file. */
  readonly at: number;
  /** True for the last bytes of an intact member. */
  readonly isLast: boolean;
  /** The original member, if it contains only these bytes. */
  readonly packed?: Buffer;
}

/** Bytes that could not be inflated. The next piece does not continue the previous one. */
export interface Damage {
  readonly damage: string;
  readonly offset: number;
}

export type Part = Piece | Damage;

const RECORD_START = Buffer.from('WARC/');
/** Bytes that `isRecordStart` needs. */
export const START_BYTES = RECORD_START.length;

export const isRecordStart = (bytes: Uint8Array): boolean => RECORD_START.every((byte, index) => bytes[index] === byte);

export async function* readPlain(feed: Feed): AsyncGenerator<Piece> {
  while (await feed.want(1)) {
    const at = feed.offset;
    yield { bytes: feed.take(feed.bytes.length), member: undefined, at, isLast: false };
  }
}
