/**
 * One instance of the module. This is the only file of the bindings with views of linear memory. Growth of linear
 * memory detaches all views, so they are renewed after each call. `bytesAt`, `wordsAt` and `output` return parts of a
 * view: use or copy them before the next call.
 */
import { platform } from '#platform';
import { decoder, encoder } from './bytes/decoders.ts';
import { ABI, type CoreExports, layout } from './core-exports.ts';
import { LimitError, ModelError, SnapshotError, UsageError } from './errors.ts';
import type { Copies } from './platform/platform.ts';

export const toUnsigned = (hash: bigint): bigint => BigInt.asUintN(64, hash);

const outOfMemory = (): LimitError =>
  new LimitError('OUT_OF_MEMORY', 'linear memory would exceed maxMemory, or the host has no more memory');

export const tooComplex = (what: string): LimitError => new LimitError('PAGE_TOO_COMPLEX', what);

/** Errors by status. */
const ERRORS: Readonly<Record<number, () => Error>> = {
  [layout.Status.OUT_OF_MEMORY]: outOfMemory,
  [layout.Status.TABLE_FULL]: () => new LimitError('TABLE_FULL', 'the table would exceed maxTableBytes'),
  [layout.Status.TOO_MANY_NODES]: () =>
    new LimitError('TOO_MANY_NODES', 'the page has more nodes than maxNodes, or too many for its bytes'),
  [layout.Status.TOO_COMPLEX]: () =>
    tooComplex('the page takes more steps than maxWork, or its output would be too long for a page of this size'),
  [layout.Status.BAD_MODEL]: () =>
    new ModelError('MODEL_INVALID', 'the model is damaged, or belongs to another version'),
  [layout.Status.BAD_ENTRIES]: () => new SnapshotError('SNAPSHOT_DAMAGED', 'the snapshot contains invalid entries'),
};

/** UTF-16 code units of a page that are copied at once. Longer pages are encoded in place, which needs less memory. */
const UNITS_MAX = 1 << 20;

/** Calls the module, converts statuses to errors, and reads and writes records. */
export class Memory {
  /** Number of the page, by which a view of an earlier page recognises that it is stale. */
  generation = 0;
  /** Name of the call that made the last page stale. */
  endedBy = '';
  readonly #instance: CoreExports;
  readonly #page: number;
  #words: Uint32Array;
  #bytes: Uint8Array<ArrayBuffer>;
  #failure: unknown;
  /** True if the last page was ASCII, which platforms encode fast. Pages of a site are alike. */
  #isAscii = false;

  /** @throws {UsageError} `CORE_FAILED` if the module and the bindings have different versions */
  constructor(instance: CoreExports) {
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
   * Runs a call of the module. The module throws only because of a defect; then the instance can no longer be used.
   *
   * @throws {UsageError} `CORE_FAILED`
   */
  call<T>(run: (exports: CoreExports) => T): T {
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

  /** Makes the current page stale. `by`: name of the call, for messages of later reads. */
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

  /** Runs a call that returns a status; throws the error of every status except `Status.OK`. */
  check(run: (exports: CoreExports) => number): void {
    this.expect(this.call(run));
  }

  /** Runs a call that returns an address or a flag; throws if it is 0, because memory is unavailable. */
  reserve(run: (exports: CoreExports) => number): number {
    const answer = this.call(run);
    if (answer === 0) throw outOfMemory();
    return answer >>> 0;
  }

  /** Throws the error of a status, unless it is `Status.OK`. */
  expect(status: number): void {
    if (status === layout.Status.OK) return;
    throw ERRORS[status]?.() ?? new UsageError('CORE_FAILED', `the module returned status ${status}`);
  }

  /** The word at an address, a multiple of four. */
  word(address: number): number {
    return this.#words[address >>> 2] ?? 0;
  }

  // ── Records of the current page ──

  /** A word of the page result. */
  result(offset: number): number {
    return this.word(this.#page + offset);
  }

  /** A word of a node. Nodes, segments and blocks are identified by the offsets of their records. */
  node(node: number, offset: number): number {
    return this.word(this.result(layout.Page.NODES) + node + offset);
  }

  segment(segment: number, offset: number): number {
    return this.word(this.result(layout.Page.SEGMENTS) + segment + offset);
  }

  block(block: number, offset: number): number {
    return this.word(this.result(layout.Page.BLOCKS) + block + offset);
  }

  setBlock(block: number, offset: number, value: number): void {
    this.#words[(this.result(layout.Page.BLOCKS) + block + offset) >>> 2] = value;
  }

  /** A word of the measures of the `index`-th block. */
  measure(index: number, offset: number): number {
    return this.word(this.result(layout.Page.MEASURES) + index * layout.Measure.BYTES + offset);
  }

  /** A word of the unit record of the `index`-th block. */
  unit(index: number, offset: number): number {
    return this.word(this.result(layout.Page.UNITS) + index * layout.UnitBlock.BYTES + offset);
  }

  /** A word of the `index`-th post. */
  post(index: number, offset: number): number {
    return this.word(this.result(layout.Page.POSTS) + index * layout.Post.BYTES + offset);
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

  /** Text in memory. Views remain valid. */
  textAt(address: number, length: number): string {
    return decoder.decode(this.#bytes.subarray(address, address + length));
  }

  /** The same by a call, which is faster for long texts, and may detach views. */
  readText(address: number, length: number): string {
    const { copies } = platform;
    const unit = copies && this.call((exports) => exports.readCodeUnits(address, length));
    if (!copies || !unit) return this.textAt(address, length);
    const start = this.result(layout.Page.TEXT);
    const slice = unit === 1 ? copies.latin1Slice : copies.ucs2Slice;
    return slice.call(this.#bytes, start, start + this.result(layout.Page.TEXT_BYTES));
  }

  /** Text whose address and length are in two words of a node. */
  nodeText(node: number, address: number, length: number): string {
    return this.readText(this.node(node, address), this.node(node, length));
  }

  /** The bytes that the last call wrote. */
  output(): Uint8Array<ArrayBuffer> {
    return this.bytesAt(this.result(layout.Page.OUTPUT), this.result(layout.Page.OUTPUT_LENGTH));
  }

  /** The text, or a part of it, that the last call wrote. */
  outputText(from = 0, to = this.result(layout.Page.OUTPUT_LENGTH)): string {
    return this.readText(this.result(layout.Page.OUTPUT) + from, to - from);
  }

  /** Runs a call that writes text to the output. */
  text(run: (exports: CoreExports) => number): string {
    this.check(run);
    return this.outputText();
  }

  /** A view for words that may not be aligned. */
  wordsView(): DataView<ArrayBuffer> {
    return new DataView(this.#bytes.buffer);
  }

  // ── Input of a call ──

  #reserveInput(bytes: number): number {
    return this.reserve((exports) => exports.reserveInput(bytes));
  }

  writeInput(bytes: Uint8Array): void {
    // The address is read first, because this call may renew the views.
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
    const { copies } = platform;
    const isCopied = copies && !this.#isAscii && html.length > 0 && html.length <= UNITS_MAX;
    const bytes = isCopied ? this.#writeUnits(html, copies) : this.#writeEncoded(html);
    this.#isAscii = bytes === html.length;
    return bytes;
  }

  #writeUnits(text: string, { ucs2Write }: Copies): number {
    const units = this.reserve((exports) => exports.reserveUnits(text.length));
    ucs2Write.call(this.#bytes, text, units);
    return this.reserve((exports) => exports.encodeUnits(text.length)) - 1;
  }

  #writeEncoded(html: string): number {
    // Tries the usual size first: most pages are ASCII except for a few characters. The worst case is three bytes for
    // each UTF-16 code unit.
    for (const room of [html.length + (html.length >>> 3) + 64, html.length * 3]) {
      const address = this.#reserveInput(room);
      const { read, written } = encoder.encodeInto(html, this.#bytes.subarray(address, address + room));
      if (read === html.length) return written;
    }
    throw new UsageError('CORE_FAILED', 'a string exceeds three bytes a code unit');
  }

  /** The unkeyed 64-bit checksum of bytes, or of a text as UTF-8. */
  checksum(bytes: Uint8Array | string): bigint {
    this.invalidate();
    const length = this.writePage(bytes);
    return toUnsigned(this.call((exports) => exports.checksumInput(length)));
  }

  /** A range of the text of the current page, which is in the input. */
  inputText(start: number, end: number): string {
    return this.readText(this.#reserveInput(0) + start, end - start);
  }
}
