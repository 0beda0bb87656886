/** One instance of the module with options, tables of sites, and a current page. */

import { platform } from '#platform';
import { encoder } from './bytes/decoders.ts';
import * as check from './check.ts';
import { type CoreExports, layout } from './core-exports.ts';
import { ModelError } from './errors.ts';
import { Memory, toUnsigned } from './memory.ts';
import { EVIDENCES, type ResolvedOptions, SEPARATORS } from './options.ts';
import * as Seed from './seed.ts';
import { type CoreModule, loadCore } from './wasm.ts';

/** Lower case of ASCII letters only, as HTML compares the names of elements. */
export const lowerCase = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Converts a score of the module, in 1/1024, to a number with three decimals (truncated). */
const thousandths = (parts: number): number => Math.trunc((parts * 1000) / 1024) / 1000 || 0;

/** A request to read a page. */
export interface ReadRequest {
  /** True if the page is counted. */
  readonly learn: boolean;
  /** The result of `Core.pageId`. */
  readonly id: bigint | undefined;
  /** The id as text. If it is a URL, front pages are recognised by it. */
  readonly name?: string | undefined;
  /**
   * True if the page was counted before: then it is only labelled, by the evidence of other pages. Not needed for the
   * last ids, which the table knows. Default: false.
   */
  readonly isCounted?: boolean;
}

/** A layout of a site: pages of the same structure. */
export interface LayoutSummary {
  /** Stable, and never used twice: 1, 2, 3 … in the order of their first pages. */
  readonly id: number;
  /** Number of counted pages. */
  readonly pages: number;
  /** Its share of all counted pages of the site, 0 to 1. */
  readonly share: number;
  /** Numbers of its first and its last page. */
  readonly first: number;
  readonly last: number;
}

/** The numbers of a table in saved bytes. */
export interface TableState {
  /** Pages counted. */
  readonly clock: number;
  /** Entries, and page ids, in the saved bytes. */
  readonly count: number;
  readonly ids: number;
}

/** Parts of an instance that replace the shipped ones. */
export interface CreateOptions {
  /** The module, compiled or as bytes. Needed if the shipped module cannot be read. Default: the shipped module. */
  wasm?: CoreModule;
  /** The model for `evidence: 'joint'` and `'page'`. Default: the shipped model. */
  model?: Uint8Array;
}

/** @throws {OptionError} `OPTION_INVALID` */
export const checkCreateOptions = (options: CreateOptions): CreateOptions =>
  check.object('create', options, ['wasm', 'model']);

/** The seed of a table that is read from saved bytes, until it is read. */
const NO_SEED = '0';

/**
 * One instance of the module with its options. It contains the tables of any number of sites, by numbers, and one
 * current page. Reading another page makes views of this page stale.
 */
export class Core extends Memory {
  /** Number of page ids that a table remembers. */
  static readonly RECENT_IDS = layout.Site.RECENT_IDS;
  /** True if blocks have scores, because a model decides. */
  readonly hasScores: boolean;
  #hasModel = false;
  /** The generation of the page whose parts are known. */
  #divided = -1;
  #itemized = -1;
  /** The id of the current page; empty without one. */
  pageName = '';
  readonly #names = new Map<number, string>();
  readonly #seed: string | undefined;

  constructor(instance: CoreExports, options: ResolvedOptions) {
    super(instance);
    this.hasScores = options.evidence !== 'repetition';
    this.#seed = options.seed;
    this.#configure(options);
    for (const name of SEPARATORS[options.separators]) {
      const { tag } = this.tag(name);
      this.call((exports) => exports.markSeparator(tag));
    }
  }

  /**
   * An instance that can judge pages. `loaded`: an existing instance of the module.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   * @throws {UsageError} `CORE_FAILED` if module or model cannot be read
   */
  static async open(options: ResolvedOptions, create: CreateOptions = {}, loaded?: CoreExports): Promise<Core> {
    const { wasm, model } = checkCreateOptions(create);
    const given = model === undefined ? undefined : checkModel(model);
    // Module and model are read concurrently. If both are unavailable, the error is that of the module.
    const reading = options.evidence === 'repetition' ? undefined : Promise.resolve(given ?? platform.readModel());
    reading?.catch(() => undefined);
    const core = new Core(loaded ?? (await loadCore(wasm)), options);
    if (reading !== undefined) core.loadModel(await reading);
    return core;
  }

  #configure(options: ResolvedOptions): void {
    const values = [
      [layout.Options.TEMPLATE_DF, options.templateDf],
      [layout.Options.TEMPLATE_RATIO, options.templateRatio],
      [layout.Options.TEMPLATE_SHARE, options.templateShare],
      [layout.Options.BASE_LIFETIME, options.baseLifetime],
      [layout.Options.LIFETIME_GROWTH, options.lifetimeGrowth],
      [layout.Options.EVIDENCE, EVIDENCES.indexOf(options.evidence)],
      [layout.Options.RECALL, options.recall],
      [layout.Options.OMIT_UNSEEN, Number(options.unseen === 'omit')],
      [layout.Options.MAX_TABLE_BYTES, options.maxTableBytes],
      [layout.Options.MAX_MEMORY, options.maxMemory],
      [layout.Options.MAX_NODES, options.maxNodes],
      [layout.Options.MAX_DEPTH, options.maxDepth],
      [layout.Options.MAX_WORK, options.maxWork],
    ] as const;
    const address = this.call((exports) => exports.optionsAddress());
    const memory = this.wordsView();
    for (const [offset, value] of values) memory.setFloat64(address + offset, value, true);
    this.call((exports) => exports.configure());
  }

  // ── Reading a page ──

  /**
   * Labels a page of HTML without a byte order mark. Counts it if requested, unless its id is one of the last ids.
   * Returns its length in bytes of UTF-8. Returns undefined and has no effect if the bytes are not UTF-8.
   */
  readHtml(table: number, html: string | Uint8Array, request: ReadRequest): number | undefined {
    this.#begin(html.length);
    const bytes = this.writePage(html);
    const reading = this.#judging(request);
    return this.#unlessInvalid(bytes, (exports) => exports.readHtml(table, bytes, request.id ?? 0n, reading));
  }

  /** The code of a request. */
  #judging({ learn, id, name = '', isCounted }: ReadRequest): number {
    this.pageName = name;
    this.endedBy = `${learn ? 'learn' : 'label'}()${name === '' ? '' : ` of ${check.describe(name)}`}`;
    const reading = isCounted ? layout.Reading.LABEL_COUNTED : learn ? layout.Reading.LEARN : layout.Reading.LABEL;
    return id === undefined ? reading : reading + layout.Reading.HAS_ID;
  }

  /** Makes the previous page stale. Frees its memory if it was much larger than the next page. */
  #begin(bytes: number): void {
    this.invalidate();
    this.call((exports) => exports.trimWorkspace(bytes));
  }

  #unlessInvalid(bytes: number, run: (exports: CoreExports) => number): number | undefined {
    const status = this.call(run);
    if (status === layout.Status.NOT_UTF8) return undefined;
    this.expect(status);
    return bytes;
  }

  /** Parses a document, or a fragment if there is a context element, without blocks. Returns as `readHtml` does. */
  parseHtml(
    html: string | Uint8Array,
    scripting: boolean,
    context: number = layout.Fragment.NO_CONTEXT,
  ): number | undefined {
    this.#begin(html.length);
    const bytes = this.writePage(html);
    this.endedBy = 'parse()';
    return this.#unlessInvalid(bytes, (exports) => {
      exports.setScripting(scripting ? 1 : 0);
      return exports.parseTree(bytes, context);
    });
  }

  // ── The current page ──

  /**
   * The number of an element name in lower case; 0 if it is unknown. `ignored`: its contents are not text of the page.
   */
  tag(name: string): { tag: number; ignored: boolean } {
    this.invalidate();
    const length = this.writeText(name);
    return this.call((exports) => {
      const tag = exports.tagNumber(length);
      return { tag, ignored: exports.isIgnored(tag) !== 0 };
    });
  }

  /** The name of an element in lower case. */
  nameOf(element: number): string {
    const tag = this.node(element, layout.Node.TAG) & 0xffff;
    if (tag === 0) return lowerCase(this.rawText(element)).replaceAll('\0', '\ufffd');
    let name = this.#names.get(tag);
    if (name === undefined) {
      name = this.call((exports) => this.textAt(exports.spellingOf(tag), exports.spellingLength(tag)));
      this.#names.set(tag, name);
    }
    return name;
  }

  /** The text of a text node or comment as in memory; the name of an element without a tag number. */
  rawText(node: number): string {
    return this.nodeText(node, layout.Node.TEXT, layout.Node.TEXT_LENGTH);
  }

  /**
   * Writes the blocks of a selection as Markdown to the output. `options`: a sum of `MarkdownOption`. `url`: normalised
   * URL of the page, or an empty string. `title`: title of the document, which is truncated.
   */
  renderMarkdown(
    selection: number,
    options: number,
    shift: number,
    { url, title }: { readonly url: string; readonly title: string },
  ): void {
    const address = this.call((exports) => exports.urlAddress());
    const { written } = encoder.encodeInto(url, this.bytesAt(address, layout.BaseUrl.BYTES_MAX));
    const room = this.bytesAt(address + written, layout.BaseUrl.TITLE_MAX);
    const { written: titleBytes } = encoder.encodeInto(title, room);
    this.check((exports) => exports.renderMarkdown(selection, options, shift, written, titleBytes));
  }

  renderBlock(block: number): string {
    return this.text((exports) => exports.renderBlock(block));
  }

  renderSegment(segment: number): string {
    return this.text((exports) => exports.renderSegment(segment));
  }

  /** Ranges of the source that contain only blocks of a selection. `length`: bytes of the source. */
  findRemoval(selection: number, length: number): [start: number, end: number][] {
    this.check((exports) => exports.findRemoval(selection, length));
    const output = this.output();
    const words = new Uint32Array(output.buffer, output.byteOffset, output.length >>> 2);
    return Array.from({ length: words.length / 2 }, (_, at) => [words[2 * at] ?? 0, words[2 * at + 1] ?? 0]);
  }

  /** The blocks with text, which have verdicts, in document order. */
  textBlocks(): number[] {
    const blocks: number[] = [];
    const end = this.result(layout.Page.BLOCK_COUNT) * layout.Block.BYTES;
    for (let at = 0; at < end; at += layout.Block.BYTES)
      if (this.block(at, layout.Block.VERDICT) !== layout.Verdict.NONE) blocks.push(at);
    return blocks;
  }

  /** True if the verdict on a block is content. Kept template blocks are not content. */
  isContent(block: number): boolean {
    return this.block(block, layout.Block.VERDICT) === layout.Verdict.CONTENT;
  }

  /** Marks a template block as kept. Content blocks do not change. */
  keepBlock(block: number): void {
    if (this.block(block, layout.Block.VERDICT) === layout.Verdict.TEMPLATE)
      this.setBlock(block, layout.Block.VERDICT, layout.Verdict.KEPT);
  }

  // ── Evidence ──

  /**
   * Loads a model.
   *
   * @throws {ModelError} `MODEL_INVALID`; the earlier model remains
   */
  loadModel(model: Uint8Array): void {
    this.invalidate();
    this.writeInput(model);
    this.check((exports) => exports.loadModel(model.length));
    this.#hasModel = true;
  }

  /** True if blocks have a verdict on main content, because a model is loaded and decides. */
  get hasMain(): boolean {
    return this.#hasModel && this.hasScores;
  }

  /** Log odds that a block is template, truncated to thousandths. */
  scoreOf(block: number): number {
    return thousandths(this.block(block, layout.Block.SCORE) | 0);
  }

  /** Computes the verdicts on main content, unless they were computed before or no model decides. */
  divideParts(): void {
    if (!this.hasMain || this.#divided === this.generation) return;
    this.check((exports) => exports.divideParts());
    this.#divided = this.generation;
  }

  /**
   * Like `divideParts`, but also finds posts with authors and dates, and prices, which a document contains besides main
   * content.
   */
  divideItems(): void {
    this.divideParts();
    if (!this.hasMain || this.#itemized === this.generation) return;
    this.check((exports) => exports.findItems());
    this.#itemized = this.generation;
  }

  /** The part of the page that a block is in, a `Part`; undefined if no model decides. */
  partOf(block: number): number | undefined {
    this.divideParts();
    return this.hasMain ? this.block(block, layout.Block.PART) : undefined;
  }

  /** The unit that changed the verdict of a block on main content (`Unit`); 0 if none did. */
  unitOf(block: number): number {
    this.divideItems();
    return this.hasMain ? this.unit(block / layout.Block.BYTES, layout.UnitBlock.UNIT) : 0;
  }

  /** The heading with which the main content begins. Its text is empty without one. */
  firstHeading(): { readonly text: string; readonly level: number } {
    this.divideParts();
    const written = this.hasMain ? this.text((exports) => exports.renderHeadline()) : '';
    return { text: written.slice(2).trim(), level: Number(written[0] ?? 1) };
  }

  /** True if the main content is an article in an overlay of another page. */
  get isOverlay(): boolean {
    return this.hasMain && this.call((exports) => exports.isOverlay()) !== 0;
  }

  /** Log odds that a block is main content, truncated to thousandths. */
  mainScoreOf(block: number): number {
    this.divideParts();
    return thousandths(this.block(block, layout.Block.MAIN) | 0);
  }

  /** Log odds that a block is template by features of the page only, truncated to thousandths. */
  priorOf(block: number): number {
    const order = this.orderOf(block);
    return thousandths(this.call((exports) => exports.priorOf(order)));
  }

  /** The number of a block among the blocks with text, from 0, in the order of the starts of their texts. */
  orderOf(block: number): number {
    return this.measure(block / layout.Block.BYTES, layout.Measure.ORDER);
  }

  /** Features of the blocks with text from `order` on: `FEATURES` rows of `TILE_BLOCKS` bytes. */
  tile(order: number): Uint8Array<ArrayBuffer> {
    this.call((exports) => exports.fillTile(order));
    const address = this.call((exports) => exports.tileAddress());
    return this.bytesAt(address, layout.Features.COUNT * layout.Features.TILE_BLOCKS).slice();
  }

  // ── Tables ──

  /** An empty table. The seed of its keys is that of the options, or random. */
  createTable(seed: string = this.#seed ?? Seed.random()): number {
    return this.reserve((exports) => exports.createTable(...Seed.words(seed)));
  }

  releaseTable(table: number): void {
    this.call((exports) => exports.releaseTable(table));
  }

  tableState(table: number): { pages: number; entries: number; tableBytes: number } {
    return this.call((exports) => ({
      pages: exports.pagesCounted(table),
      entries: exports.entries(table),
      tableBytes: exports.tableBytes(table),
    }));
  }

  /** The layouts of the pages of a table, by id. */
  layouts(table: number): LayoutSummary[] {
    const { pages: all } = this.tableState(table);
    const layouts = this.word(table + layout.Site.LAYOUTS);
    return Array.from({ length: layouts === 0 ? 0 : this.word(layouts) }, (_, index) => {
      const at = layouts + layout.Layouts.BYTES + index * layout.Layout.BYTES;
      const pages = this.word(at + layout.Layout.PAGES);
      const [first, last] = [this.word(at + layout.Layout.FIRST), this.word(at + layout.Layout.LAST)];
      return { id: this.word(at), pages, share: pages / all, first, last };
    }).sort((a, b) => a.id - b.id);
  }

  /** Reserves memory for saving a table with `extra` more entries, so that saving cannot fail. */
  reserveSaving(table: number, extra: number): void {
    this.reserve((exports) => exports.reserveSaving(table, extra));
  }

  /** Releases the memory of the current page. Its views are stale afterwards. */
  releaseWorkspace(): void {
    this.invalidate();
    this.call((exports) => exports.releaseWorkspace());
  }

  /**
   * A copy of the live entries and the last page ids of a table, in canonical order. The current page remains readable.
   */
  saveTable(table: number): Uint8Array<ArrayBuffer> {
    this.check((exports) => exports.saveTable(table));
    return this.output().slice();
  }

  /** `saveTable` into a buffer with free bytes before and after it, and the checksum of the saved bytes. */
  saveTableInto(table: number, before: number, after: number): { bytes: Uint8Array<ArrayBuffer>; checksum: bigint } {
    this.check((exports) => exports.saveTable(table));
    const saved = this.output();
    const bytes = new Uint8Array(before + saved.length + after);
    bytes.set(saved, before);
    return { bytes, checksum: toUnsigned(this.call((exports) => exports.checksumOutput())) };
  }

  /**
   * A new table from saved bytes. The entries are verified before the table is returned.
   *
   * @throws {SnapshotError} `SNAPSHOT_DAMAGED`
   * @throws {LimitError} `TABLE_FULL`, `OUT_OF_MEMORY`
   */
  loadTable(saved: Uint8Array, { clock, count, ids }: TableState): number {
    this.invalidate();
    this.writeInput(saved);
    // The saved bytes contain the seed.
    const table = this.createTable(NO_SEED);
    try {
      this.check((exports) => exports.loadTable(table, clock, count, ids, saved.length));
    } catch (error) {
      this.releaseTable(table);
      throw error;
    }
    return table;
  }

  // ── Keys ──

  /** The hash of 64 bits by which a table stores a page id; undefined for an empty id. */
  pageId(table: number, id: string): bigint | undefined {
    if (id === '') return undefined;
    this.invalidate();
    const length = this.writeText(id);
    return toUnsigned(this.call((exports) => exports.hashId(table, length)));
  }

  /** True if the id, a result of `pageId`, is one of the last `RECENT_IDS` that the table has counted. */
  hasRecentId(table: number, id: bigint): boolean {
    return this.call((exports) => exports.hasRecentId(table, BigInt.asIntN(64, id))) !== 0;
  }

  /**
   * The number of page ids in the saved bytes of a table with this number of entries. Not a whole number if the bytes
   * have another size.
   */
  savedIds(saved: Uint8Array, entries: number): number {
    if (saved.length < layout.Layouts.SAVED_END_BYTES) return Number.NaN;
    const layouts = new DataView(saved.buffer, saved.byteOffset).getUint32(saved.length - 4, true);
    return (
      (saved.length - layout.SnapshotEntry.SEED_BYTES - entries * layout.SnapshotEntry.BYTES - layouts) /
      layout.SnapshotEntry.ID_BYTES
    );
  }

  /** The page id (a result of `pageId`) that the table evicted when it counted the last page. */
  droppedId(): bigint | undefined {
    if (this.result(layout.Page.EVICTED) === 0) return undefined;
    return (BigInt(this.result(layout.Page.EVICTED_ID + 4)) << 32n) | BigInt(this.result(layout.Page.EVICTED_ID));
  }
}

/** @throws {ModelError} `MODEL_INVALID` */
function checkModel(model: unknown): Uint8Array {
  try {
    return check.bytes('a model must be a Uint8Array', model);
  } catch (cause) {
    throw new ModelError('MODEL_INVALID', (cause as Error).message, { cause });
  }
}
