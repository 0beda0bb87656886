/** A part of a stream of bytes, moved along it: what has been taken is let go, what is wanted is fetched. */
export class Window {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);
  /** Whether the buffer was made here, and has room behind its end that nobody else sees. */
  #isOwn = false;
  #start = 0;
  #end = 0;
  #isOver = false;
  #hasFailed = false;
  /** Where the window begins in the stream. */
  offset = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** A window over bytes that are all there. */
  static over(bytes: Uint8Array): Window {
    const window = new Window(nothing());
    window.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    window.#end = bytes.length;
    window.#isOver = true;
    return window;
  }

  /** What is in the window now; a view that holds until it is filled again. */
  get bytes(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  get length(): number {
    return this.#end - this.#start;
  }

  /** Whether the stream has nothing more than what is in the window. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the stream broke off with an error. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Fetches until there are so many bytes; whether there are. Throws what the stream does. */
  async fill(wanted: number): Promise<boolean> {
    while (this.length < wanted && !this.#isOver) {
      try {
        const { done, value } = await this.#chunks.next();
        if (done === true) this.#isOver = true;
        else this.#append(value);
      } catch (error) {
        this.#hasFailed = true;
        this.#isOver = true;
        throw error;
      }
    }
    return this.length >= wanted;
  }

  /** Lets go of bytes at the beginning. */
  take(count: number): void {
    this.#start += count;
    this.offset += count;
  }

  /** Lets go of so many bytes, whether they are in the window yet or not; whether there were as many. */
  async skip(count: number): Promise<boolean> {
    let left = count;
    while (left > 0) {
      if (!(await this.fill(1))) return false;
      const step = Math.min(left, this.length);
      this.take(step);
      left -= step;
    }
    return true;
  }

  /** No more will be fetched. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#chunks.return?.();
  }

  #append(chunk: Uint8Array): void {
    if (this.length === 0) {
      this.#buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      this.#isOwn = false;
      this.#start = 0;
      this.#end = chunk.length;
      return;
    }
    const end = this.#end + chunk.length;
    // Views of what has been taken may be held, so nothing is written but behind the window.
    if (!this.#isOwn || end > this.#buffer.length) {
      const moved = Buffer.allocUnsafeSlow(2 * (this.length + chunk.length));
      moved.set(this.bytes);
      this.#end = this.length;
      this.#start = 0;
      this.#buffer = moved;
      this.#isOwn = true;
    }
    this.#buffer.set(chunk, this.#end);
    this.#end += chunk.length;
  }
}

async function* nothing(): AsyncGenerator<never> {}
