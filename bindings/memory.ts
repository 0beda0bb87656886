/**
 * One instance of the module and the only code that touches its memory. A growth of linear memory detaches every view,
 * so views are made again where the buffer has changed, and none is handed out.
 */
import { LimitError, RefrainError, UsageError } from './errors.ts';
import type { CoreInstance } from './load.ts';
import type { PathMode, ResolvedOptions } from './options.ts';

/** The constants of assembly/layout.ts that the bindings use, read once from the module's globals. */
const LAYOUT = [
  'NODE_BYTES NODE_TAG NODE_PARENT NODE_START NODE_END NODE_TEXT NODE_TEXT_LENGTH NODE_FIRST_CHILD NODE_NEXT NODE_KIND',
  'KIND_ELEMENT NO_PLACE',
  'SEGMENT_BYTES SEGMENT_NODE SEGMENT_BLOCK SEGMENT_LENGTH SEGMENT_DF SEGMENT_PREVIOUS_PAGE SEGMENT_NEXT NO_SEGMENT',
  'BLOCK_BYTES BLOCK_NODE BLOCK_LENGTH BLOCK_TEMPLATE_LENGTH BLOCK_KIND BLOCK_FIRST_SEGMENT BLOCK_SEGMENTS',
  'BLOCK_KIND_NONE BLOCK_KIND_CONTENT BLOCK_KIND_TEMPLATE',
  'PAGE_NODES PAGE_NODE_COUNT PAGE_SEGMENTS PAGE_SEGMENT_COUNT PAGE_BLOCKS PAGE_BLOCK_COUNT PAGE_NUMBER PAGE_COUNTED',
  'PAGE_FRESH PAGE_OUTPUT PAGE_OUTPUT_LENGTH',
  'TAPE_OPEN TAPE_CLOSE TAPE_TEXT TAPE_CLASS TAPE_TAG_SHIFT',
  'PATH_TAGS PATH_NONE PATH_INDEXED PATH_CLASSES SAVED_BYTES',
  'STATUS_OK STATUS_OUT_OF_MEMORY STATUS_TABLE_FULL STATUS_BAD_TAPE STATUS_BAD_ENTRIES',
  'STATUS_TOO_MANY_NODES STATUS_NOT_UTF8 INPUT_PADDING',
] as const;

type Words<T extends string> = T extends `${infer Head} ${infer Tail}` ? Head | Words<Tail> : T;

/** Sizes, offsets and codes by the names they have in assembly/layout.ts. */
export type Layout = Readonly<Record<Words<(typeof LAYOUT)[number]>, number>>;

function readLayout(core: CoreInstance): Layout {
  const entries = LAYOUT.join(' ')
    .split(' ')
    .map((name) => {
      const constant = core[name];
      if (!(constant instanceof WebAssembly.Global)) {
        throw new UsageError('CORE_FAILED', `the module has no ${name}: it is of another version`);
      }
      return [name, Number(constant.value) >>> 0] as const;
    });
  return Object.fromEntries(entries) as Layout;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Element names are compared without regard to the case of ASCII letters. */
export const lowerCase = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The module, its options set, with typed reading and writing in place of addresses. */
export class Core {
  readonly layout: Layout;
  readonly #core: CoreInstance;
  readonly #page: number;
  #words: Uint32Array;
  #bytes: Uint8Array<ArrayBuffer>;
  /** Grows with every page, so that a view of an earlier page can tell that it is one. */
  generation = 0;
  readonly #names = new Map<number, string>();
  #failure: unknown;

  constructor(core: CoreInstance, options: ResolvedOptions) {
    this.#core = core;
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
    core.configure(
      options.templateDf,
      Math.round(options.templateRatio * 1_000_000),
      options.baseLifetime,
      options.lifetimeGrowth,
      options.lifetimeBoundary === 'exceeded' ? 1 : 0,
      modes[options.path],
      options.maxTableBytes,
      options.maxMemory,
      options.maxNodes,
      options.maxDepth,
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

  /** Runs a call that the module never fails but by a fault of ours; after a fault the instance is given up. */
  #call<T>(run: (core: CoreInstance) => T): T {
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
  #check(run: (core: CoreInstance) => number): void {
    this.#expect(this.#call(run));
  }

  #expect(status: number): void {
    const { layout } = this;
    if (status === layout.STATUS_OK) return;
    if (status === layout.STATUS_TABLE_FULL)
      throw new LimitError('TABLE_FULL', 'the table would outgrow maxTableBytes');
    if (status === layout.STATUS_OUT_OF_MEMORY) throw this.#noMemory();
    if (status === layout.STATUS_TOO_MANY_NODES) {
      throw new LimitError('TOO_MANY_NODES', 'the page has more nodes than maxNodes');
    }
    if (status === layout.STATUS_BAD_ENTRIES) {
      throw new RefrainError('SNAPSHOT_DAMAGED', 'the snapshot holds entries that can not be');
    }
    throw new UsageError('CORE_FAILED', `the module gave status ${status}`);
  }

  #noMemory(): LimitError {
    return new LimitError('OUT_OF_MEMORY', 'linear memory would outgrow maxMemory or what the host has');
  }

  #reserveInput(bytes: number): number {
    const address = this.#call((core) => core.reserveInput(bytes));
    if (address === 0) throw this.#noMemory();
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
      const { start, length } = this.#call((core) => ({
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

  /** The class attribute of an element, empty if it has none. */
  classOf(element: number): string {
    this.#check((core) => core.readClassOf(element));
    return decoder.decode(this.#output());
  }

  #output(): Uint8Array<ArrayBuffer> {
    const start = this.result(this.layout.PAGE_OUTPUT);
    return this.#bytes.subarray(start, start + this.result(this.layout.PAGE_OUTPUT_LENGTH));
  }

  /** Text of all blocks of the kinds in the bit set. */
  renderKinds(kinds: number): string {
    this.#check((core) => core.renderKinds(kinds));
    return decoder.decode(this.#output());
  }

  renderBlock(block: number): string {
    this.#check((core) => core.renderBlock(block));
    return decoder.decode(this.#output());
  }

  renderSegment(segment: number): string {
    this.#check((core) => core.renderSegment(segment));
    return decoder.decode(this.#output());
  }

  /** Pairs of places between which blocks of the kinds in the bit set stand, of a source of `places` places. */
  findRemoval(kinds: number, places: number): [start: number, end: number][] {
    this.#check((core) => core.findRemoval(kinds, places));
    const at = this.result(this.layout.PAGE_OUTPUT);
    const pairs = this.result(this.layout.PAGE_OUTPUT_LENGTH) / 8;
    return Array.from({ length: pairs }, (_, index) => [this.#word(at + index * 8), this.#word(at + index * 8 + 4)]);
  }

  /** Number of an element name, given in lower case (0 where the module knows it only by its spelling), and whether it is ignored. */
  tag(name: string): { tag: number; ignored: boolean } {
    const length = this.#writeShort(name);
    return this.#call((core) => {
      const tag = core.tagNumber(length);
      return { tag, ignored: core.isIgnored(tag) !== 0 };
    });
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
    const address = this.#call((core) => core.reserveTape(tape.length));
    if (address === 0) throw this.#noMemory();
    this.#words.set(tape, address >>> 2);
  }

  /** Labels a page given as tape and texts; counts it where `table` may change and its id is not a recent one. */
  readTape(
    table: number,
    page: { readonly tape: Uint32Array; readonly text: string },
    how: { readonly learn: boolean; readonly id: string },
  ): void {
    this.generation += 1;
    const textBytes = this.#writePage(page.text, how.id.length * 3);
    const idBytes = this.#writeId(how.id, textBytes);
    this.#writeTape(page.tape);
    this.#check((core) =>
      how.learn
        ? core.learnTape(table, page.tape.length, textBytes, idBytes)
        : core.labelTape(table, page.tape.length, textBytes),
    );
  }

  /**
   * Labels a page given as HTML without a byte order mark; counts it as `readTape` does. Its length in bytes of UTF-8, or
   * undefined, and nothing done, where bytes are not UTF-8.
   */
  readHtml(
    table: number,
    html: string | Uint8Array,
    how: { readonly learn: boolean; readonly id: string },
  ): number | undefined {
    this.generation += 1;
    const bytes = this.#writePage(html, how.id.length * 3);
    const idBytes = this.#writeId(how.id, bytes);
    const status = this.#call((core) =>
      how.learn ? core.learnHtml(table, bytes, idBytes) : core.labelHtml(table, bytes),
    );
    if (status === this.layout.STATUS_NOT_UTF8) return undefined;
    this.#expect(status);
    return bytes;
  }

  /** Writes a page to the input, with room for `more` bytes and the padding behind it; its length in bytes. */
  #writePage(html: string | Uint8Array, more: number): number {
    const behind = this.layout.INPUT_PADDING + more;
    if (typeof html !== 'string') {
      const address = this.#reserveInput(html.length + behind);
      this.#bytes.set(html, address);
      return html.length;
    }
    // Most pages are ASCII but for a few characters; the worst case is three bytes a unit.
    for (const room of [html.length + (html.length >>> 3) + 64, html.length * 3]) {
      const address = this.#reserveInput(room + behind);
      const { read, written } = encoder.encodeInto(html, this.#bytes.subarray(address, address + room));
      if (read === html.length) return written;
    }
    throw new UsageError('CORE_FAILED', 'a text took more than three bytes a unit');
  }

  /** Writes a page id to where the module looks for it; its length in bytes. */
  #writeId(id: string, pageBytes: number): number {
    if (id === '') return 0;
    const address = this.#reserveInput(0) + pageBytes + this.layout.INPUT_PADDING;
    return encoder.encodeInto(id, this.#bytes.subarray(address)).written;
  }

  createTable(): number {
    const table = this.#call((core) => core.createTable());
    if (table === 0) throw this.#noMemory();
    return table;
  }

  tableState(table: number): { pages: number; entries: number; tableBytes: number } {
    return this.#call((core) => ({
      pages: core.pagesCounted(table),
      entries: core.entries(table),
      tableBytes: core.tableBytes(table),
    }));
  }

  memoryState(): { workspaceBytes: number; memoryBytes: number } {
    return this.#call((core) => ({
      workspaceBytes: core.workspaceBytes(),
      memoryBytes: core.memory.buffer.byteLength,
    }));
  }

  /** A copy of the table's living entries and recent page ids, in canonical order. */
  saveTable(table: number): Uint8Array<ArrayBuffer> {
    this.#check((core) => core.saveTable(table));
    return this.#output().slice();
  }

  /** A new table from what `saveTable` gave. */
  loadTable(saved: Uint8Array, state: { clock: number; count: number; ids: number }): number {
    this.generation += 1;
    this.#writeInput(saved);
    const table = this.createTable();
    try {
      this.#check((core) => core.loadTable(table, state.clock, state.count, state.ids));
    } catch (error) {
      this.#call((core) => core.releaseTable(table));
      throw error;
    }
    return table;
  }

  /** 64-bit hash of some bytes. */
  hash(bytes: Uint8Array): bigint {
    this.generation += 1;
    this.#writeInput(bytes);
    return BigInt.asUintN(
      64,
      this.#call((core) => core.hashInput(bytes.length)),
    );
  }
}
