import { Feed } from '../reading/bytes.ts';

/** The source offset of the bytes from a position on. */
interface Mark {
  /** Bytes before it, of all runs. */
  readonly index: number;
  readonly member: number | undefined;
  readonly at: number;
  next: Mark | undefined;
}

/**
 * A position in a WARC, and a buffer of the bytes from there on.
 *
 * Bytes come in **runs** of consecutive records. A gzip member that begins with a record begins a run, so that a record that is
 * too short takes nothing from the next one. Damage ends a run. Any other member continues the run.
 */
export class Cursor {
  readonly #parts: AsyncIterator<Part>;
  readonly #beginsRun: (bytes: Buffer) => boolean;
  /** The bytes of the run. */
  #feed = new Feed(this.#run());
  /** Bytes of the runs before. */
  #before = 0;
  /** The mark of the first byte of the buffer, and the last one. */
  #mark: Mark = { index: 0, member: undefined, at: 0, next: undefined };
  #lastMark = this.#mark;
  #last: Piece | undefined;
  /** First piece of the next run. */
  #held: Piece | undefined;
  #damage: Damage | undefined;

  /** @param beginsRun whether the first bytes of a gzip member begin a record */
  constructor(parts: AsyncIterator<Part>, beginsRun: (bytes: Buffer) => boolean) {
    this.#parts = parts;
    this.#beginsRun = beginsRun;
  }

  /** Bytes in the buffer. */
  get length(): number {
    return this.#feed.bytes.length;
  }

  /** Bytes that were taken, of all runs. */
  get taken(): number {
    return this.#before + this.#feed.offset;
  }

  /** The damage that ended the run. */
  get damage(): Damage | undefined {
    return this.#damage;
  }

  /** Whether the buffer ends at the end of an intact member. */
  get isMemberEnd(): boolean {
    return this.#last?.isLast === true;
  }

  /** The original gzip member, where it contains exactly the bytes of the buffer. */
  get packed(): Buffer | undefined {
    return this.#last?.bytes.length === this.length ? this.#last.packed : undefined;
  }

  /** Offset in the file of the first byte of the buffer, or of its gzip member. */
  get offset(): number {
    const { member, at, index } = this.#mark;
    return member ?? at + this.taken - index;
  }

  /** The same for messages: `MEMBER+OFFSET` for a record that is not the first of its gzip member. */
  get position(): string {
    const { member, at, index } = this.#mark;
    const inner = at + this.taken - index;
    if (member === undefined) return String(inner);
    return inner === 0 ? String(member) : `${member}+${inner}`;
  }

  /** Moves to the beginning of the next run; false where there is none. A run may consist of damage only. */
  async nextRun(): Promise<boolean> {
    this.take(this.length);
    this.#damage = undefined;
    this.#before = this.taken;
    this.#feed = new Feed(this.#run());
    return (await this.want(1)) || this.#damage !== undefined;
  }

  async *#run(): AsyncGenerator<Buffer> {
    let index = this.#before;
    for (let isFresh = true; ; isFresh = false) {
      const piece = this.#held ?? (await this.#pull());
      this.#held = undefined;
      if (piece === undefined) return;
      const { bytes, member, at } = piece;
      if (!isFresh && member !== undefined && at === 0 && this.#beginsRun(bytes)) {
        this.#held = piece;
        return;
      }
      this.#last = piece;
      const mark: Mark = { index, member, at, next: undefined };
      this.#lastMark.next = mark;
      this.#lastMark = mark;
      this.#passMarks();
      index += bytes.length;
      yield bytes;
    }
  }

  async #pull(): Promise<Piece | undefined> {
    const { done, value } = await this.#parts.next();
    if (done === true) return undefined;
    if (!('damage' in value)) return value;
    this.#damage = value;
    return undefined;
  }

  #passMarks(): void {
    for (let { next } = this.#mark; next !== undefined && next.index <= this.taken; next = next.next) this.#mark = next;
  }

  /** Fills the buffer to at least this length; false where the run ends before. Views of the buffer stay valid. */
  want(length: number): Promise<boolean> {
    return this.#feed.want(length);
  }

  /** Bytes of the buffer; fewer than requested where it ends. */
  peek(length: number, from = 0): Buffer {
    return this.#feed.bytes.subarray(from, from + length);
  }

  take(length: number): Buffer {
    const taken = this.#feed.take(length);
    this.#passMarks();
    return taken;
  }
}

/** Uncompressed bytes of a WARC, piece by piece. */

/** Contiguous bytes. */
export interface Piece {
  readonly bytes: Buffer;
  /** Offset of their gzip member in the file; undefined where the file is not compressed. */
  readonly member: number | undefined;
  /** Offset of the first byte in the uncompressed member, or in the file. */
  readonly at: number;
  /** Whether they are the last of an intact member. */
  readonly isLast: boolean;
  /** The original member, where the bytes are all of it. */
  readonly packed?: Buffer;
}

/** Bytes that could not be uncompressed. The next piece does not continue the one before. */
export interface Damage {
  readonly damage: string;
  /** Offset in the file. */
  readonly offset: number;
}

export type Part = Piece | Damage;

const RECORD_START = Buffer.from('WARC/');

export const isRecordStart = (bytes: Uint8Array): boolean => RECORD_START.every((byte, index) => bytes[index] === byte);

/** The pieces of a file that is not compressed. */
export async function* readPlain(feed: Feed): AsyncGenerator<Piece> {
  while (await feed.want(1)) {
    const at = feed.offset;
    yield { bytes: feed.take(feed.bytes.length), member: undefined, at, isLast: false };
  }
}
