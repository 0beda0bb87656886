import { type Damage, isRecordStart, type Part, type Piece } from './pieces.ts';

/** The source offset of the bytes from an index on. */
interface Mark {
  readonly index: number;
  readonly member: number | undefined;
  readonly at: number;
}

/**
 * A position in a WARC, and a buffer of the bytes from there on.
 *
 * Bytes come in **runs** of consecutive records. A gzip member that begins with a record begins a run, so that a record that is
 * too short takes nothing from the next one. Damage ends a run. Any other member continues the run.
 */
export class Cursor {
  readonly #parts: AsyncIterator<Part>;
  #bytes: Buffer = Buffer.alloc(0);
  /** Index of the first byte that was not taken. */
  #start = 0;
  #marks: Mark[] = [];
  #last: Piece | undefined;
  /** First piece of the next run. */
  #held: Piece | undefined;
  #isRunOver = true;
  #isFresh = true;
  #damage: Damage | undefined;

  constructor(parts: AsyncIterable<Part>) {
    this.#parts = parts[Symbol.asyncIterator]();
  }

  /** Bytes in the buffer. */
  get length(): number {
    return this.#bytes.length - this.#start;
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
    const { member, at, index } = this.#markOf();
    return member ?? at + this.#start - index;
  }

  /** The same for messages: `MEMBER+OFFSET` for a record that is not the first of its gzip member. */
  get position(): string {
    const { member, at, index } = this.#markOf();
    const inner = at + this.#start - index;
    if (member === undefined) return String(inner);
    return inner === 0 ? String(member) : `${member}+${inner}`;
  }

  #markOf(): Mark {
    return this.#marks[0] ?? { index: 0, member: undefined, at: 0 };
  }

  /** Moves to the beginning of the next run; false where there is none. A run may consist of damage only. */
  async nextRun(): Promise<boolean> {
    this.take(this.length);
    this.#damage = undefined;
    this.#isRunOver = false;
    this.#isFresh = true;
    return (await this.want(1)) || this.#damage !== undefined;
  }

  /** Fills the buffer to at least this length; false where the run ends before. */
  async want(length: number): Promise<boolean> {
    let have = this.length;
    if (have >= length) return true;
    if (this.#isRunOver) return false;
    const parts = [this.#bytes.subarray(this.#start)];
    this.#marks = this.#marks.map((mark) => ({ ...mark, index: mark.index - this.#start }));
    this.#start = 0;
    if (have === 0) this.#marks = [];
    while (have < length) {
      const piece = await this.#next();
      if (piece === undefined) break;
      this.#mark(piece, have);
      parts.push(piece.bytes);
      have += piece.bytes.length;
    }
    // One piece is the usual case, and needs no copy.
    const [first, second] = parts;
    this.#bytes =
      parts.length === 2 && first?.length === 0 && second !== undefined ? second : Buffer.concat(parts, have);
    return have >= length;
  }

  /** The next piece of the run. */
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

  #mark({ member, at }: Piece, index: number): void {
    const last = this.#marks.at(-1);
    const goesOn = last !== undefined && last.member === member && last.at - last.index === at - index;
    if (!goesOn) this.#marks.push({ index, member, at });
  }

  /** Bytes of the buffer; fewer than requested where it ends. */
  peek(length: number, from = 0): Buffer {
    return this.#bytes.subarray(this.#start + from, this.#start + from + length);
  }

  take(length: number): Buffer {
    const taken = this.peek(length);
    this.#start += taken.length;
    while ((this.#marks[1]?.index ?? Number.POSITIVE_INFINITY) <= this.#start) this.#marks.shift();
    return taken;
  }

  async close(): Promise<void> {
    await this.#parts.return?.();
  }
}
