/**
 * One instance of the module, and the only file of the bindings that holds views of linear memory. A growth of linear memory
 * detaches every view, so views are renewed after each call. `bytesAt`, `wordsAt` and `output` return parts of a
 * view: use or copy them before the next call.
 */
import { decoder, encoder } from './bytes/decoders.ts';
import { ABI, layout } from './core-exports.ts';
import { LimitError, ModelError, SnapshotError, UsageError } from './errors.ts';
import type { CoreInstance } from './load.ts';

/** Sizes, offsets and codes of the module. */
export type Layout = typeof layout;

export const unsigned = (hash: bigint): bigint => BigInt.asUintN(64, hash);

const outOfMemory = (): LimitError =>
  new LimitError('OUT_OF_MEMORY', 'linear memory would exceed maxMemory, or the host has no more memory');

export const tooComplex = (what: string): LimitError => new LimitError('PAGE_TOO_COMPLEX', what);

/** Calls into the module, its statuses as errors, and typed reading and writing instead of addresses. */
export class Memory {
  readonly layout: Layout = layout;
  /** Changes with every page, so that a view of an earlier page can recognise that it is stale. */
  generation = 0;
  /** The call that made the page before stale. */
  endedBy = '';
  readonly #instance: CoreInstance;
  readonly #page: number;
  #words: Uint32Array;
  #bytes: Uint8Array<ArrayBuffer>;
  #failure: unknown;

  /** @throws {UsageError} `CORE_FAILED` where the module is not the one that the bindings were made for */
  constructor(instance: CoreInstance) {
    this.#instance = instance;
    const { ABI: abi } = instance;
    if (!(abi instanceof WebAssembly.Global) || Number(abi.value) >>> 0 !== ABI) {
      throw new UsageError('CORE_FAILED', 'the module belongs to another version');
    }
    this.#words = new Uint32Array(instance.memory.buffer);
    this.#bytes = new Uint8Array(instance.memory.buffer);
    this.#page = instance.pageResult();
  }

  /** Bytes of linear memory. It grows and never shrinks. */
  get size(): number {
    return this.#bytes.length;
  }

  /**
   * Runs a call into the module. The module throws only by a defect of its own; after that the instance cannot be used.
   *
   * @throws {UsageError} `CORE_FAILED`
   */
  call<T>(run: (exports: CoreInstance) => T): T {
    if (this.#failure !== undefined) {
      throw new UsageError('CORE_FAILED', 'the module failed in an earlier call', { cause: this.#failure });
    }
    try {
      return run(this.#instance);
    } catch (cause) {
      this.#failure = cause;
      throw new UsageError('CORE_FAILED', `the module failed: ${String(cause)}`, { cause });
    } finally {
      this.#renewViews();
    }
  }

  /** Makes the current page stale. `by`: the call that does, for the message of who reads it later. */
  invalidate(by = 'a later call'): void {
    this.generation += 1;
    this.endedBy = by;
  }

  #renewViews(): void {
    const { buffer } = this.#instance.memory;
    if (this.#words.buffer === buffer) return;
    this.#words = new Uint32Array(buffer);
    this.#bytes = new Uint8Array(buffer);
  }

  /** Runs a call that returns a status; throws the error of every status but `Status.OK`. */
  check(run: (exports: CoreInstance) => number): void {
    this.expect(this.call(run));
  }

  /** Runs a call that returns an address or a flag, and 0 where memory is unavailable. */
  reserve(run: (exports: CoreInstance) => number): number {
    const answer = this.call(run);
    if (answer === 0) throw outOfMemory();
    return answer >>> 0;
  }

  /** Throws the error of a status, unless it is `Status.OK`. */
  expect(status: number): void {
    switch (status) {
      case layout.Status.OK:
        return;
      case layout.Status.TABLE_FULL:
        throw new LimitError('TABLE_FULL', 'the table would exceed maxTableBytes');
      case layout.Status.OUT_OF_MEMORY:
        throw outOfMemory();
      case layout.Status.TOO_MANY_NODES:
        throw new LimitError('TOO_MANY_NODES', 'the page has more nodes than maxNodes, or than bytes');
      case layout.Status.TOO_COMPLEX:
        throw tooComplex(
          'the page takes more steps than maxWork, or its output would be too long for a page of this size',
        );
      case layout.Status.BAD_MODEL:
        throw new ModelError('the model is damaged, or belongs to another version');
      case layout.Status.BAD_ENTRIES:
        throw new SnapshotError('SNAPSHOT_DAMAGED', 'the snapshot holds invalid entries');
      default:
        throw new UsageError('CORE_FAILED', `the module returned status ${status}`);
    }
  }

  #word(address: number): number {
    return this.#words[address >>> 2] ?? 0;
  }

  // ── Records of the current page ──

  /** A word of the page result. */
  result(offset: number): number {
    return this.#word(this.#page + offset);
  }

  /** A word of a node. Nodes, segments and blocks are known by the offsets of their records. */
  node(node: number, offset: number): number {
    return this.#word(this.result(layout.Page.NODES) + node + offset);
  }

  segment(segment: number, offset: number): number {
    return this.#word(this.result(layout.Page.SEGMENTS) + segment + offset);
  }

  block(block: number, offset: number): number {
    return this.#word(this.result(layout.Page.BLOCKS) + block + offset);
  }

  setBlock(block: number, offset: number, value: number): void {
    this.#words[(this.result(layout.Page.BLOCKS) + block + offset) >>> 2] = value;
  }

  /** A word of the measures of the `index`-th block. */
  measure(index: number, offset: number): number {
    return this.#word(this.result(layout.Page.MEASURES) + index * layout.Measure.BYTES + offset);
  }

  /** A word of what units know of the `index`-th block. */
  unit(index: number, offset: number): number {
    return this.#word(this.result(layout.Page.UNITS) + index * layout.UnitBlock.BYTES + offset);
  }

  /** A word of the `index`-th post. */
  post(index: number, offset: number): number {
    return this.#word(this.result(layout.Page.POSTS) + index * layout.Post.BYTES + offset);
  }

  // ── Output of a call ──

  bytesAt(address: number, length: number): Uint8Array<ArrayBuffer> {
    const start = address >>> 0;
    return this.#bytes.subarray(start, start + length);
  }

  /** Bytes as words; `address` is a multiple of four. */
  wordsAt(address: number, length: number): Uint32Array {
    return this.#words.subarray(address >>> 2, (address + length) >>> 2);
  }

  textAt(address: number, length: number): string {
    return decoder.decode(this.#bytes.subarray(address, address + length));
  }

  /** Text whose address and length stand in two words of a node. */
  nodeText(node: number, address: number, length: number): string {
    return this.textAt(this.node(node, address), this.node(node, length));
  }

  /** The bytes that the last call wrote. */
  output(): Uint8Array<ArrayBuffer> {
    return this.bytesAt(this.result(layout.Page.OUTPUT), this.result(layout.Page.OUTPUT_LENGTH));
  }

  /** Runs a call that writes text to the output. */
  text(run: (exports: CoreInstance) => number): string {
    this.check(run);
    return decoder.decode(this.output());
  }

  /** Words of linear memory that need not be aligned. */
  wordsView(): DataView<ArrayBuffer> {
    return new DataView(this.#bytes.buffer);
  }

  // ── Input of a call ──

  #reserveInput(bytes: number): number {
    return this.reserve((exports) => exports.reserveInput(bytes));
  }

  writeInput(bytes: Uint8Array): void {
    // The address first: the call may renew the views.
    const address = this.#reserveInput(bytes.length);
    this.#bytes.set(bytes, address);
  }

  /** Writes text as UTF-8; returns its length in bytes. */
  writeText(text: string): number {
    const bytes = encoder.encode(text);
    this.writeInput(bytes);
    return bytes.length;
  }

  /** Writes a page; returns its length in bytes of UTF-8. */
  writePage(html: string | Uint8Array): number {
    if (typeof html !== 'string') {
      this.writeInput(html);
      return html.length;
    }
    // Most pages are ASCII but for a few characters. The worst case is three bytes for each UTF-16 code unit.
    for (const room of [html.length + (html.length >>> 3) + 64, html.length * 3]) {
      const address = this.#reserveInput(room);
      const { read, written } = encoder.encodeInto(html, this.#bytes.subarray(address, address + room));
      if (read === html.length) return written;
    }
    throw new UsageError('CORE_FAILED', 'a string took more than three bytes for a code unit');
  }

  /** The 64-bit checksum of some bytes, or of a text as UTF-8. It has no secret. */
  checksum(bytes: Uint8Array | string): bigint {
    this.invalidate();
    const length = this.writePage(bytes);
    return unsigned(this.call((exports) => exports.checksumInput(length)));
  }

  get inputAddress(): number {
    return this.#reserveInput(0);
  }

  /** Text of the current page, which is in the input. */
  inputText(start: number, end: number): string {
    return this.textAt(this.inputAddress + start, end - start);
  }

  /** A copy of the current page of `length` bytes, with a byte order mark of `mark` bytes before it. */
  inputBytes(length: number, mark: number): Uint8Array {
    const copy = new Uint8Array(mark + length);
    if (mark > 0) copy.set([0xef, 0xbb, 0xbf]);
    copy.set(this.bytesAt(this.inputAddress, length), mark);
    return copy;
  }

  /** Writes bytes to a block that the module gave. */
  write(address: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, address >>> 0);
  }
}
