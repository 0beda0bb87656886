/**
 * One instance of the module and the only code that touches its memory. A growth of linear memory detaches every view,
 * so views are made again where the buffer has changed, and none is handed out.
 */
import { PageChunks } from './chunks.ts';
import { LAYOUT_NAMES, type Layout } from './core-exports.ts';
import { InputError, LimitError, ModelError, SnapshotError, UsageError } from './errors.ts';
import type { CoreInstance } from './load.ts';
import type { Evidence, PathMode, ResolvedOptions } from './options.ts';

export type { Layout };

/** Reads the constants once from the module's globals. */
function readLayout(core: CoreInstance): Layout {
  const entries = LAYOUT_NAMES.map((name) => {
    const constant = core[name];
    if (!(constant instanceof WebAssembly.Global)) {
      throw new UsageError('CORE_FAILED', `the module has no ${name}: it is of another version`);
    }
    return [name, Number(constant.value) >>> 0] as const;
  });
  return Object.fromEntries(entries) as Layout;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Element names are compared without regard to the case of ASCII letters. */
export const lowerCase = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Log odds of a probability, at most ±16. */
const logOdds = (probability: number): number => {
  const odds = Math.log(probability / (1 - probability));
  return Math.max(-16, Math.min(16, odds));
};

/** What the module counts in 1/1024, cut to the thousandth. */
const thousandths = (parts: number): number => Math.trunc((parts * 1000) / 1024) / 1000 || 0;

/** Whether a page is counted, and by which id. */
export interface How {
  readonly learn: boolean;
  /** What `pageId` made of the id. */
  readonly id: bigint | undefined;
}

const noMemory = (): LimitError =>
  new LimitError('OUT_OF_MEMORY', 'linear memory would outgrow maxMemory or what the host has');

/**
 * Layout and hash of an instance that has no options yet: enough to open a snapshot, which holds the options. The bytes
 * stay in the input of the instance until the next page.
 */
export function unconfigured(core: CoreInstance): Pick<Core, 'layout' | 'hash'> {
  return {
    layout: readLayout(core),
    hash(bytes) {
      const address = core.reserveInput(bytes.length) >>> 0;
      if (address === 0) throw noMemory();
      new Uint8Array(core.memory.buffer).set(bytes, address);
      return BigInt.asUintN(64, core.hashInput(bytes.length));
    },
  };
}

/** The module, its options set, with typed reading and writing in place of addresses. */
export class Core {
  readonly layout: Layout;
  readonly #core: CoreInstance;
  readonly #page: number;
  #words: Uint32Array;
  #bytes: Uint8Array<ArrayBuffer>;
  /** Grows with every page, so that a view of an earlier page can tell that it is one. */
  generation = 0;
  /** Whether blocks have scores: a model decides. */
  readonly hasScores: boolean;
  readonly #names = new Map<number, string>();
  #failure: unknown;

  constructor(core: CoreInstance, options: ResolvedOptions) {
    this.#core = core;
    this.hasScores = options.evidence !== 'repetition';
    this.layout = readLayout(core);
    this.#words = new Uint32Array(core.memory.buffer);
    this.#bytes = new Uint8Array(core.memory.buffer);
    this.#page = core.pageResult();
    const modes: Record<PathMode, number> = {
      tags: this.layout.PATH_TAGS,
      none: this.layout.PATH_NONE,
      indexed: this.layout.PATH_INDEXED,
      classes: this.layout.PATH_CLASSES,
    };
    const codes: Record<Evidence, number> = {
      repetition: this.layout.EVIDENCE_REPETITION,
      page: this.layout.EVIDENCE_PAGE,
      joint: this.layout.EVIDENCE_JOINT,
    };
    core.configure(
      options.templateDf,
      Math.round(options.templateRatio * 1_000_000),
      options.baseLifetime,
      options.lifetimeGrowth,
      options.lifetimeBoundary === 'exceeded' ? 1 : 0,
      options.fingerprintBits,
      modes[options.path],
      options.maxTableBytes,
      options.maxMemory,
      options.maxNodes,
      options.maxDepth,
      codes[options.evidence],
    );
    for (const name of options.separators) {
      this.#writeShort(name);
      core.markSeparator(encoder.encode(name).length);
    }
  }

  #refreshViews(): void {
    if (this.#words.buffer === this.#core.memory.buffer) return;
    this.#words = new Uint32Array(this.#core.memory.buffer);
    this.#bytes = new Uint8Array(this.#core.memory.buffer);
  }

  /**
   * Runs a call that the module never fails but by a fault of ours; after a fault the instance is given up. Public for
   * indexing/memory.ts, whose module is this one and more.
   */
  call<T>(run: (core: CoreInstance) => T): T {
    if (this.#failure !== undefined) {
      throw new UsageError('CORE_FAILED', 'the module failed earlier', { cause: this.#failure });
    }
    try {
      return run(this.#core);
    } catch (cause) {
      this.#failure = cause;
      throw new UsageError('CORE_FAILED', `the module failed: ${String(cause)}`, { cause });
    } finally {
      this.#refreshViews();
    }
  }

  /** Runs a call that gives a status; throws the error that it means unless it is `STATUS_OK`. */
  check(run: (core: CoreInstance) => number): void {
    this.#expect(this.call(run));
  }

  #expect(status: number): void {
    const { layout } = this;
    if (status === layout.STATUS_OK) return;
    if (status === layout.STATUS_TABLE_FULL)
      throw new LimitError('TABLE_FULL', 'the table would outgrow maxTableBytes');
    if (status === layout.STATUS_OUT_OF_MEMORY) throw this.noMemory();
    if (status === layout.STATUS_TOO_MANY_NODES) {
      throw new LimitError('TOO_MANY_NODES', 'the page has more nodes than maxNodes');
    }
    if (status === layout.STATUS_BAD_MODEL) throw new ModelError('the model is damaged, or of another version');
    if (status === layout.STATUS_BAD_SCORES) {
      throw new InputError('nodes are not in document order, or a number is none, too large or below 0');
    }
    if (status === layout.STATUS_BAD_ENTRIES) {
      throw new SnapshotError('SNAPSHOT_DAMAGED', 'the snapshot holds entries that can not be');
    }
    throw new UsageError('CORE_FAILED', `the module gave status ${status}`);
  }

  /** Bytes of linear memory, to be used before the next call. */
  bytesAt(address: number, length: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(address, address + length);
  }

  noMemory(): LimitError {
    return noMemory();
  }

  #reserveInput(bytes: number): number {
    const address = this.call((core) => core.reserveInput(bytes));
    if (address === 0) throw this.noMemory();
    return address >>> 0;
  }

  #word(address: number): number {
    return this.#words[address >>> 2] ?? 0;
  }

  /** A word of the page result. */
  result(offset: number): number {
    return this.#word(this.#page + offset);
  }

  /** A word of a node, segment or block of the page in hand. */
  node(node: number, offset: number): number {
    return this.#word(this.result(this.layout.PAGE_NODES) + node + offset);
  }

  segment(segment: number, offset: number): number {
    return this.#word(this.result(this.layout.PAGE_SEGMENTS) + segment + offset);
  }

  block(block: number, offset: number): number {
    return this.#word(this.result(this.layout.PAGE_BLOCKS) + block + offset);
  }

  /** A word of what was measured of the `index`-th block of the page in hand. */
  measure(index: number, offset: number): number {
    return this.#word(this.result(this.layout.PAGE_MEASURES) + index * this.layout.MEASURE_BYTES + offset);
  }

  /** Bytes of the source of a block's element; 0 where it has no place. */
  sourceLength(block: number): number {
    const { layout } = this;
    const node = this.block(block, layout.BLOCK_NODE);
    const start = this.node(node, layout.NODE_START);
    return start === layout.NO_OFFSET ? 0 : this.node(node, layout.NODE_END) - start;
  }

  /** Verdicts from elsewhere, on blocks of the page in hand. */
  setVerdicts(verdicts: readonly { readonly block: number; readonly templateness: number }[], threshold: number): void {
    const { layout } = this;
    const lengths = { content: 0, template: 0 };
    for (const { block, templateness } of verdicts) {
      const length = this.block(block, layout.BLOCK_LENGTH);
      if (length === 0) continue;
      const kind = templateness > threshold ? 'template' : 'content';
      lengths[kind] += length;
      const at = (this.result(layout.PAGE_BLOCKS) + block) >>> 2;
      this.#words[at + layout.BLOCK_KIND / 4] =
        kind === 'template' ? layout.BLOCK_KIND_TEMPLATE : layout.BLOCK_KIND_CONTENT;
      this.#words[at + layout.BLOCK_SCORE / 4] = Math.round(logOdds(templateness) * 1024);
    }
    this.#words[(this.#page + layout.PAGE_CONTENT_LENGTH) >>> 2] = lengths.content;
    this.#words[(this.#page + layout.PAGE_TEMPLATE_LENGTH) >>> 2] = lengths.template;
  }

  /** Log odds of a block, to the thousandth. */
  scoreOf(block: number): number {
    return thousandths(this.block(block, this.layout.BLOCK_SCORE) | 0);
  }

  /** The same by the page alone. */
  priorOf(block: number): number {
    const order = this.orderOf(block);
    return thousandths(this.call((core) => core.priorOf(order)));
  }

  /** Marks a template block of the page in hand as one that stays; any other block is left as it is. */
  keepBlock(block: number): void {
    const { BLOCK_KIND, BLOCK_KIND_TEMPLATE, BLOCK_KIND_KEPT } = this.layout;
    if (this.block(block, BLOCK_KIND) !== BLOCK_KIND_TEMPLATE) return;
    this.#words[(this.result(this.layout.PAGE_BLOCKS) + block + BLOCK_KIND) >>> 2] = BLOCK_KIND_KEPT;
  }

  /** Sixteen-bit tag number and kind of a node. */
  tagAndKind(node: number): { tag: number; kind: number } {
    const word = this.node(node, this.layout.NODE_TAG);
    return { tag: word & 0xffff, kind: (word >>> 16) & 0xff };
  }

  /** Name of an element, in lower case. */
  nameOf(element: number): string {
    const { tag } = this.tagAndKind(element);
    const { layout } = this;
    if (tag === 0) {
      return lowerCase(this.nodeText(element, layout.NODE_TEXT, layout.NODE_TEXT_LENGTH)).replaceAll('\0', '\ufffd');
    }
    let name = this.#names.get(tag);
    if (name === undefined) {
      const { start, length } = this.call((core) => ({
        start: core.spellingOf(tag),
        length: core.spellingLength(tag),
      }));
      name = decoder.decode(this.#bytes.subarray(start, start + length));
      this.#names.set(tag, name);
    }
    return name;
  }

  /** The text of a range of bytes whose address and length stand in two words of a node. */
  nodeText(node: number, address: number, length: number): string {
    const start = this.node(node, address);
    return decoder.decode(this.#bytes.subarray(start, start + this.node(node, length)));
  }

  /** The first title of a page that came as a source, normalised; empty where it has none. */
  title(): string {
    this.check((core) => core.renderTitle());
    return decoder.decode(this.output());
  }

  /** The class attribute of an element, empty if it has none. */
  classOf(element: number): string {
    this.check((core) => core.readClassOf(element));
    return decoder.decode(this.output());
  }

  /** What was written to the output last, to be used before the next call. */
  output(): Uint8Array<ArrayBuffer> {
    const start = this.result(this.layout.PAGE_OUTPUT);
    return this.#bytes.subarray(start, start + this.result(this.layout.PAGE_OUTPUT_LENGTH));
  }

  /** Text of all blocks of the kinds in the bit set. */
  renderKinds(kinds: number): string {
    this.check((core) => core.renderKinds(kinds));
    return decoder.decode(this.output());
  }

  renderBlock(block: number): string {
    this.check((core) => core.renderBlock(block));
    return decoder.decode(this.output());
  }

  renderSegment(segment: number): string {
    this.check((core) => core.renderSegment(segment));
    return decoder.decode(this.output());
  }

  /**
   * What a line of JSON says of the blocks, places shifted, between a head and a tail; undefined where the module leaves
   * that to others.
   */
  renderLine(head: Uint8Array, tail: Uint8Array, shift: number): Uint8Array<ArrayBuffer> | undefined {
    const status = this.call((core) => core.renderLine(shift, this.hasScores ? 1 : 0));
    if (status === this.layout.STATUS_NOT_PLAIN) return undefined;
    this.#expect(status);
    const middle = this.output();
    const line = new Uint8Array(head.length + middle.length + tail.length);
    line.set(head);
    line.set(middle, head.length);
    line.set(tail, head.length + middle.length);
    return line;
  }

  /** Pairs of places between which blocks of the kinds in the bit set stand, of a source of `places` places. */
  findRemoval(kinds: number, places: number): [start: number, end: number][] {
    this.check((core) => core.findRemoval(kinds, places));
    const at = this.result(this.layout.PAGE_OUTPUT);
    const pairs = this.result(this.layout.PAGE_OUTPUT_LENGTH) / 8;
    return Array.from({ length: pairs }, (_, index) => [this.#word(at + index * 8), this.#word(at + index * 8 + 4)]);
  }

  /** Number of an element name, given in lower case (0 where the module knows it only by its spelling), and whether it is ignored. */
  tag(name: string): { tag: number; ignored: boolean } {
    const length = this.#writeShort(name);
    return this.call((core) => {
      const tag = core.tagNumber(length);
      return { tag, ignored: core.isIgnored(tag) !== 0 };
    });
  }

  /**
   * Takes a model of the evidence.
   *
   * @throws {ModelError} `MODEL_INVALID`; the model before it stays
   */
  loadModel(model: Uint8Array): void {
    this.generation += 1;
    this.#writeInput(model);
    this.check((core) => core.loadModel(model.length));
  }

  /** Features of the sixteen blocks with text from `order` on, of the page that was read last: a row for each feature. */
  tile(order: number): Uint8Array {
    const { FEATURES, TILE_BLOCKS } = this.layout;
    return this.call((core) => {
      core.fillTile(order);
      return new Uint8Array(core.memory.buffer, core.tileAddress(), FEATURES * TILE_BLOCKS).slice();
    });
  }

  /** Which place a block has among those with text, as their texts begin. */
  orderOf(block: number): number {
    const { BLOCK_BYTES, MEASURE_ORDER } = this.layout;
    return this.measure(block / BLOCK_BYTES, MEASURE_ORDER);
  }

  #writeShort(text: string): number {
    this.generation += 1;
    const bytes = encoder.encode(text);
    this.#writeInput(bytes);
    return bytes.length;
  }

  #writeInput(bytes: Uint8Array): void {
    // The address first: getting it may renew the views.
    const address = this.#reserveInput(bytes.length);
    this.#bytes.set(bytes, address);
  }

  #writeTape(tape: Uint32Array): void {
    const address = this.call((core) => core.reserveTape(tape.length));
    if (address === 0) throw this.noMemory();
    this.#words.set(tape, address >>> 2);
  }

  /** Labels a page given as tape and texts; counts it where `table` may change and its id is not a recent one. */
  readTape(table: number, page: { readonly tape: Uint32Array; readonly text: string }, how: How): void {
    this.generation += 1;
    const textBytes = this.#writePage(page.text);
    this.#writeTape(page.tape);
    this.check((core) =>
      how.learn
        ? core.learnTape(table, page.tape.length, textBytes, how.id ?? 0n, how.id === undefined ? 0 : 1)
        : core.labelTape(table, page.tape.length, textBytes),
    );
  }

  /** Divides a page into blocks and judges nothing; undefined, and nothing done, where its bytes are not UTF-8. */
  divideHtml(html: string | Uint8Array): number | undefined {
    this.generation += 1;
    const bytes = this.#writePage(html);
    const status = this.call((core) => core.divideHtml(bytes, 0));
    if (status === this.layout.STATUS_NOT_UTF8) return undefined;
    this.#expect(status);
    return bytes;
  }

  /**
   * Labels a page given as HTML without a byte order mark; counts it as `readTape` does. Its length in bytes of UTF-8, or
   * undefined, and nothing done, where bytes are not UTF-8.
   */
  readHtml(table: number, html: string | Uint8Array, how: How): number | undefined {
    this.generation += 1;
    return this.#readInput(table, this.#writePage(html), how);
  }

  #readInput(table: number, bytes: number, how: How): number | undefined {
    const status = this.call((core) =>
      how.learn
        ? core.learnHtml(table, bytes, how.id ?? 0n, how.id === undefined ? 0 : 1)
        : core.labelHtml(table, bytes),
    );
    if (status === this.layout.STATUS_NOT_UTF8) return undefined;
    this.#expect(status);
    return bytes;
  }

  /** A page that comes in chunks; each is copied once, to a block of its own. */
  chunks(): PageChunks {
    return new PageChunks({
      grow: (block, have, used, wanted) => {
        const larger = this.call((core) => core.growChunks(block, have, used, wanted)) >>> 0;
        if (larger === 0) throw this.noMemory();
        return larger;
      },
      write: (address, bytes) => this.#bytes.set(bytes, address),
      read: (address, length) => this.#bytes.slice(address, address + length),
      release: (block, have) => this.call((core) => core.releaseChunks(block, have)),
    });
  }

  /**
   * `readHtml` of a page that came in chunks, which are used up: its length without its byte order mark, that of the mark,
   * and whether it is UTF-8; if not, nothing was done but that it is in the input.
   */
  readChunks(table: number, chunks: PageChunks, how: How): { bytes: number; mark: number; isUtf8: boolean } {
    this.generation += 1;
    const { block, have, used, mark } = chunks.take();
    this.call((core) => core.adoptChunks(block, have, used, mark));
    const bytes = used - mark;
    return { bytes, mark, isUtf8: this.#readInput(table, bytes, how) !== undefined };
  }

  /** Text of the page in hand, which is in the input. */
  inputText(start: number, end: number): string {
    const address = this.#reserveInput(0);
    return decoder.decode(this.#bytes.subarray(address + start, address + end));
  }

  /** Writes a page to the input; its length in bytes. */
  #writePage(html: string | Uint8Array): number {
    if (typeof html !== 'string') {
      const address = this.#reserveInput(html.length);
      this.#bytes.set(html, address);
      return html.length;
    }
    // Most pages are ASCII but for a few characters; the worst case is three bytes a unit.
    for (const room of [html.length + (html.length >>> 3) + 64, html.length * 3]) {
      const address = this.#reserveInput(room);
      const { read, written } = encoder.encodeInto(html, this.#bytes.subarray(address, address + room));
      if (read === html.length) return written;
    }
    throw new UsageError('CORE_FAILED', 'a text took more than three bytes a unit');
  }

  /** The 64 bits by which a page id is remembered; none for an empty one. */
  pageId(id: string): bigint | undefined {
    if (id === '') return undefined;
    return this.#hashInput(this.#writeShort(id));
  }

  /** The page id that the table had to drop for the one it counted last, as `pageId` gave it. */
  droppedId(): bigint | undefined {
    const { PAGE_EVICTED, PAGE_EVICTED_ID } = this.layout;
    if (this.result(PAGE_EVICTED) === 0) return undefined;
    return (BigInt(this.result(PAGE_EVICTED_ID + 4)) << 32n) | BigInt(this.result(PAGE_EVICTED_ID));
  }

  createTable(): number {
    const table = this.call((core) => core.createTable());
    if (table === 0) throw this.noMemory();
    return table;
  }

  tableState(table: number): { pages: number; entries: number; tableBytes: number } {
    return this.call((core) => ({
      pages: core.pagesCounted(table),
      entries: core.entries(table),
      tableBytes: core.tableBytes(table),
    }));
  }

  memoryState(): { workspaceBytes: number; memoryBytes: number } {
    return this.call((core) => ({
      workspaceBytes: core.workspaceBytes(),
      memoryBytes: core.memory.buffer.byteLength,
    }));
  }

  /** Makes sure that a table can be saved, and with so many entries more, whatever else takes memory. */
  reserveSaving(table: number, extra: number): void {
    if (this.call((core) => core.reserveSaving(table, extra)) === 0) throw this.noMemory();
  }

  /** Gives back what the page in hand needs; its views are stale then. */
  releaseWorkspace(): void {
    this.generation += 1;
    this.call((core) => core.releaseWorkspace());
  }

  releaseTable(table: number): void {
    this.call((core) => core.releaseTable(table));
  }

  /** A copy of the table's living entries and recent page ids, in canonical order; the page in hand stays readable. */
  saveTable(table: number): Uint8Array<ArrayBuffer> {
    return this.#savedTable(table).slice();
  }

  /** Isotonic smoothing of as many nodes as there are scores: their values, what these cost, and how many sections they make. */
  smooth(
    parents: ArrayLike<number>,
    scores: ArrayLike<number>,
    weights: ArrayLike<number>,
    penalty: number,
  ): { values: Float64Array<ArrayBuffer>; cost: number; sections: number } {
    this.generation += 1;
    const count = scores.length;
    const scoresAt = 4 * (count + (count % 2));
    const address = this.#reserveInput(scoresAt + 16 * count);
    const { buffer } = this.#bytes;
    new Uint32Array(buffer, address, count).set(parents);
    new Float64Array(buffer, address + scoresAt, count).set(scores);
    new Float64Array(buffer, address + scoresAt + 8 * count, count).set(weights);
    this.check((core) => core.smoothTree(count, penalty));
    const result = new Float64Array(this.#bytes.buffer, this.result(this.layout.PAGE_OUTPUT), count + 2);
    return { values: result.slice(0, count), cost: result[count] ?? 0, sections: result[count + 1] ?? 0 };
  }

  /** `saveTable` into a buffer with room before and behind it, and the 64-bit hash of what was written. */
  saveTableInto(table: number, before: number, behind: number): { bytes: Uint8Array<ArrayBuffer>; hash: bigint } {
    const saved = this.#savedTable(table);
    const bytes = new Uint8Array(before + saved.length + behind);
    bytes.set(saved, before);
    const hash = this.call((core) => core.hashOutput());
    return { bytes, hash: BigInt.asUintN(64, hash) };
  }

  #savedTable(table: number): Uint8Array<ArrayBuffer> {
    this.check((core) => core.saveTable(table));
    return this.output();
  }

  /** A new table from what `saveTable` gave. */
  loadTable(saved: Uint8Array, state: { clock: number; count: number; ids: number }): number {
    this.generation += 1;
    this.#writeInput(saved);
    const table = this.createTable();
    try {
      this.check((core) => core.loadTable(table, state.clock, state.count, state.ids));
    } catch (error) {
      this.releaseTable(table);
      throw error;
    }
    return table;
  }

  /** 64-bit hash of some bytes. */
  hash(bytes: Uint8Array): bigint {
    this.generation += 1;
    this.#writeInput(bytes);
    return this.#hashInput(bytes.length);
  }

  #hashInput(length: number): bigint {
    return BigInt.asUintN(
      64,
      this.call((core) => core.hashInput(length)),
    );
  }

  // ── The tree by itself, for refrain/html ──

  /**
   * Parses a page without a byte order mark, or a fragment if there is a context element. Its length in bytes of UTF-8, or
   * undefined, and nothing done, where bytes are not UTF-8.
   */
  parse(
    html: string | Uint8Array,
    how: {
      readonly scripting: boolean;
      readonly context: { readonly name: string; readonly space: number } | undefined;
    },
  ): number | undefined {
    this.generation += 1;
    const { context } = how;
    const word = context === undefined ? this.layout.NO_CONTEXT : this.tag(context.name).tag | (context.space << 8);
    const bytes = this.#writePage(html);
    const status = this.call((core) => {
      core.setScripting(how.scripting ? 1 : 0);
      return core.parseTree(bytes, word);
    });
    if (status === this.layout.STATUS_NOT_UTF8) return undefined;
    this.#expect(status);
    return bytes;
  }

  /** Text and comments as they stand in memory. */
  rawText(node: number): string {
    return this.nodeText(node, this.layout.NODE_TEXT, this.layout.NODE_TEXT_LENGTH);
  }
}
