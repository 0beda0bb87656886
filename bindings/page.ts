import { UsageError } from './errors.ts';
import { type Explanation, explain } from './evidence/explain.ts';
import type { Core } from './memory.ts';
import type { PathMode } from './options.ts';
import { pathOf } from './paths.ts';
import type { Source } from './source.ts';
import { headTitle, type TreeAdapter } from './tree.ts';

const encoder = new TextEncoder();
const LINE_END = encoder.encode('}\n');

/** Drawings have titles of their own, and what a template holds is not on the page. */
const APART = /^(svg|math|template)$/;

/** Verdict on a block. */
export type BlockKind = 'template' | 'content';

/** What of a page: the blocks of one kind, or all. */
export type Part = BlockKind | 'all';

/** A page as the detector hands it to its views. */
export interface PageSource<N> {
  /** The source of a page that came as HTML. */
  readonly source: Source | undefined;
  /** The nodes of a page that came as a tree, by number of their record, and how they are read. */
  readonly nodes: readonly (N | undefined)[] | undefined;
  readonly adapter: TreeAdapter<N> | undefined;
  readonly path: PathMode;
}

/** Everything about a segment as plain data. */
export interface SegmentRecord {
  text: string;
  df: number;
  lastPage: number;
  length: number;
  path: string;
  start: number | null;
  end: number | null;
  template: boolean;
}

/** Everything about a block as plain data. */
export interface BlockRecord {
  kind: BlockKind;
  /** Where a template block was kept. */
  kept?: true;
  ratio: number;
  /** Where a model decides. */
  score?: number;
  length: number;
  templateLength: number;
  path: string;
  start: number | null;
  end: number | null;
  text: string;
}

/** Everything about a page as plain data. */
export interface PageRecord {
  page: number;
  counted: boolean;
  blocks: BlockRecord[];
  content: string;
}

/** What the views of one page share. */
class PageInHand<N> {
  readonly core: Core;
  readonly source: PageSource<N>;
  readonly templateDf: number;
  readonly #generation: number;

  constructor(core: Core, source: PageSource<N>, templateDf: number) {
    this.core = core;
    this.source = source;
    this.templateDf = templateDf;
    this.#generation = core.generation;
  }

  /** The module, as long as this page is the one that it holds. */
  get live(): Core {
    if (this.core.generation !== this.#generation) {
      throw new UsageError(
        'PAGE_STALE',
        'the detector has gone on to another page; take what you need of a page, or page.toJSON(), before the next call',
      );
    }
    return this.core;
  }

  place(node: number, end: boolean): number | null {
    const { layout } = this.live;
    if (this.live.node(node, layout.NODE_START) === layout.NO_OFFSET) return null;
    const place = this.live.node(node, end ? layout.NODE_END : layout.NODE_START);
    return this.source.source?.toUserPlace(place) ?? place;
  }

  /** Path from the root down to an element. */
  path(element: number): string {
    return pathOf(this.live, element, this.source.path);
  }

  /** Name of an element; empty for other nodes. */
  #name(node: number): string {
    const core = this.live;
    return core.tagAndKind(node).kind === core.layout.KIND_ELEMENT ? core.nameOf(node) : '';
  }

  #isApart(node: number): boolean {
    let at = node;
    while (at !== 0 && !APART.test(this.#name(at))) at = this.live.node(at, this.live.layout.NODE_PARENT);
    return at !== 0;
  }

  /** Text of the first title. */
  title(): string {
    const core = this.live;
    const { layout } = core;
    const { nodes, adapter } = this.source;
    if (nodes === undefined) return core.title();
    for (let number = 1; number < core.result(layout.PAGE_NODE_COUNT); number += 1) {
      const node = number * layout.NODE_BYTES;
      const name = this.#name(node);
      if (name === 'title' && !this.#isApart(node)) {
        const text = core.node(node, layout.NODE_FIRST_CHILD);
        return text === 0 ? '' : core.rawText(text);
      }
      const head = name === 'head' ? nodes?.[number] : undefined;
      const title = head && adapter && headTitle(head, adapter);
      if (title !== undefined) return title;
    }
    return '';
  }
}

/** One text node of a block; a view that holds as long as its page. */
export class Segment<N = unknown> {
  readonly #page: PageInHand<N>;
  readonly #at: number;

  constructor(page: PageInHand<N>, at: number) {
    this.#page = page;
    this.#at = at;
  }

  get #node(): number {
    const core = this.#page.live;
    return core.segment(this.#at, core.layout.SEGMENT_NODE);
  }

  /** Normalised text. */
  get text(): string {
    return this.#page.live.renderSegment(this.#at);
  }

  /** Document frequency: on how many pages of the site it was seen, this one included if it was counted; at most 65,535. */
  get df(): number {
    const core = this.#page.live;
    return core.segment(this.#at, core.layout.SEGMENT_DF);
  }

  /** Number of the page on which it was seen last before this one; 0 if it is new or was forgotten. */
  get lastPage(): number {
    const core = this.#page.live;
    return core.segment(this.#at, core.layout.SEGMENT_PREVIOUS_PAGE);
  }

  /** Whether its document frequency makes it a template segment. */
  get template(): boolean {
    return this.df >= this.#page.templateDf;
  }

  /** Unicode code points of the text. */
  get length(): number {
    const core = this.#page.live;
    return core.segment(this.#at, core.layout.SEGMENT_LENGTH);
  }

  /** DOM path, from the root to the element that the text stands in. */
  get path(): string {
    const core = this.#page.live;
    return this.#page.path(core.node(this.#node, core.layout.NODE_PARENT));
  }

  /** Where it starts in what was given: UTF-16 code units of a string, bytes of bytes; null for a tree without places. */
  get start(): number | null {
    return this.#page.place(this.#node, false);
  }

  /** Where it ends. */
  get end(): number | null {
    return this.#page.place(this.#node, true);
  }

  /** The text node of the tree that was given to `learnTree` or `labelTree`. */
  get node(): N | undefined {
    const core = this.#page.live;
    return this.#page.source.nodes?.[this.#node / core.layout.NODE_BYTES];
  }

  /** The segment as plain data that outlives the view. */
  toJSON(): SegmentRecord {
    const { text, df, lastPage, length, path, start, end, template } = this;
    return { text, df, lastPage, length, path, start, end, template };
  }
}

/** One step of a hash; the words that come in are hashes themselves. */
function mix(state: number, word: number): number {
  const mixed = Math.imul(Math.imul(state, 0x9e3779b1) ^ word, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Lets a block stay; a page's way to what its blocks do not show. */
let keepBlock: <N>(page: PageInHand<N>, block: Block<N>) => void;

/** A separator element and the segments whose nearest separator it is; a view that holds as long as its page. */
export class Block<N = unknown> {
  readonly #page: PageInHand<N>;
  readonly #at: number;

  static {
    keepBlock = (page, block) => {
      const core = page.live;
      if (block.#page !== page) throw new UsageError('PAGE_STALE', 'the block is of another page');
      core.keepBlock(block.#at);
    };
  }

  constructor(page: PageInHand<N>, at: number) {
    this.#page = page;
    this.#at = at;
  }

  get #node(): number {
    const core = this.#page.live;
    return core.block(this.#at, core.layout.BLOCK_NODE);
  }

  /** The verdict. */
  get kind(): BlockKind {
    const core = this.#page.live;
    return core.block(this.#at, core.layout.BLOCK_KIND) === core.layout.BLOCK_KIND_CONTENT ? 'content' : 'template';
  }

  /** Whether it is a template block that `page.keep` has let stay. */
  get kept(): boolean {
    const core = this.#page.live;
    return core.block(this.#at, core.layout.BLOCK_KIND) === core.layout.BLOCK_KIND_KEPT;
  }

  /** Template ratio: length of the template segments over length of all segments, 0 to 1. */
  get ratio(): number {
    return this.templateLength / this.length;
  }

  /**
   * Log odds that it is template, to the thousandth, where a model decides (`evidence` of the options): 0 is even, 3 is
   * twenty to one. Undefined where the ratio decides.
   */
  get score(): number | undefined {
    const core = this.#page.live;
    return core.hasScores ? core.scoreOf(this.#at) : undefined;
  }

  /** Why it is what it is: the evidence of repetition, of its place on the site, and of the page, and what each is worth. */
  explain(): Explanation {
    return explain(this.#page.live, this.#at, (node) => this.#page.path(node));
  }

  /** Unicode code points of all its segments. */
  get length(): number {
    const core = this.#page.live;
    return core.block(this.#at, core.layout.BLOCK_LENGTH);
  }

  /** Unicode code points of its template segments. */
  get templateLength(): number {
    const core = this.#page.live;
    return core.block(this.#at, core.layout.BLOCK_TEMPLATE_LENGTH);
  }

  /** DOM path, from the root to the separator element. */
  get path(): string {
    return this.#page.path(this.#node);
  }

  /** Where the element starts in what was given: UTF-16 code units of a string, bytes of bytes; null if implied. */
  get start(): number | null {
    return this.#page.place(this.#node, false);
  }

  /** Where the element ends. */
  get end(): number | null {
    return this.#page.place(this.#node, true);
  }

  /** Its own text, without that of the blocks inside it. */
  get text(): string {
    return this.#page.live.renderBlock(this.#at);
  }

  /**
   * What its segments are, to the detector, in one whole number below 2⁵³: equal for blocks of equal texts at equal
   * places (as far as the `path` option tells places apart), on whatever page or site, and by chance once in 2⁵³ for
   * others.
   */
  get fingerprint(): number {
    const core = this.#page.live;
    const { layout } = core;
    let low = 0;
    let high = 0;
    let at = core.block(this.#at, layout.BLOCK_FIRST_SEGMENT);
    for (; at !== layout.NO_SEGMENT; at = core.segment(at, layout.SEGMENT_NEXT)) {
      low = mix(low, core.segment(at, layout.SEGMENT_KEY));
      high = mix(high, core.segment(at, layout.SEGMENT_KEY + 4));
    }
    return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
  }

  /** The element of the tree that was given to `learnTree` or `labelTree`. */
  get element(): N | undefined {
    const core = this.#page.live;
    return this.#page.source.nodes?.[this.#node / core.layout.NODE_BYTES];
  }

  /** Its segments in document order: the evidence for the verdict. */
  get segments(): Segment<N>[] {
    const core = this.#page.live;
    const { layout } = core;
    const found: Segment<N>[] = [];
    let at = core.block(this.#at, layout.BLOCK_FIRST_SEGMENT);
    for (; at !== layout.NO_SEGMENT; at = core.segment(at, layout.SEGMENT_NEXT)) {
      found.push(new Segment(this.#page, at));
    }
    return found;
  }

  /** The block as plain data that outlives the view. */
  toJSON(): BlockRecord {
    const { kind, kept, ratio, score, length, templateLength, path, start, end, text } = this;
    const scored = score === undefined ? {} : { score };
    return { kind, ...(kept ? { kept } : {}), ratio, ...scored, length, templateLength, path, start, end, text };
  }
}

/**
 * The result of one page: a view of the module's memory, made into objects and strings only where it is asked. It holds
 * until the detector is given the next page; later reading throws `PAGE_STALE`.
 */
export class Page<N = unknown> {
  /** Number of the page: how many pages of the site have been counted. */
  readonly number: number;
  /** Whether this call counted the page; false for `label` and for a page id given again. */
  readonly counted: boolean;
  /** How many different segments were new to the table. */
  readonly fresh: number;
  readonly #page: PageInHand<N>;
  #blocks: readonly Block<N>[] | undefined;

  constructor(core: Core, source: PageSource<N>, templateDf: number) {
    const { layout } = core;
    this.#page = new PageInHand(core, source, templateDf);
    this.number = core.result(layout.PAGE_NUMBER);
    this.counted = core.result(layout.PAGE_COUNTED) !== 0;
    this.fresh = core.result(layout.PAGE_NEW_SEGMENTS);
  }

  /** The blocks that have text, in document order, the root block first. */
  get blocks(): readonly Block<N>[] {
    const core = this.#page.live;
    const { layout } = core;
    this.#blocks ??= Array.from(
      { length: core.result(layout.PAGE_BLOCK_COUNT) },
      (_, index) => index * layout.BLOCK_BYTES,
    )
      .filter((at) => core.block(at, layout.BLOCK_KIND) !== layout.BLOCK_KIND_NONE)
      .map((at) => new Block(this.#page, at));
    return this.#blocks;
  }

  /**
   * Lets a template block stay in `text('content')` and `html({ remove: 'template' })`, as long as this view holds: a
   * matter of what is written out, not of evidence. Verdict, ratio and `lengths` are as they were; so is a content
   * block.
   *
   * @throws {UsageError} `PAGE_STALE` after the next page, and for a block of another page
   */
  keep(block: Block<N>): void {
    keepBlock(this.#page, block);
  }

  /** `keep` for every template block of the page. */
  keepAll(): void {
    for (const block of this.blocks) this.keep(block);
  }

  /** Lengths, in Unicode code points, of the text in blocks of each kind, kept or not. */
  get lengths(): Readonly<Record<BlockKind, number>> {
    const core = this.#page.live;
    const { layout } = core;
    return { template: core.result(layout.PAGE_TEMPLATE_LENGTH), content: core.result(layout.PAGE_CONTENT_LENGTH) };
  }

  /**
   * The text of the page's first `title` element, white space collapsed; empty where it has none. Of a page that came as
   * a tree it is what the tree has when this is asked.
   */
  get title(): string {
    return this.#page.title().replace(/\s+/g, ' ').trim();
  }

  #kinds(part: Part): number {
    const { BLOCK_KIND_CONTENT, BLOCK_KIND_TEMPLATE, BLOCK_KIND_KEPT } = this.#page.live.layout;
    const content = (1 << BLOCK_KIND_CONTENT) | (1 << BLOCK_KIND_KEPT);
    const template = 1 << BLOCK_KIND_TEMPLATE;
    return part === 'content' ? content : part === 'template' ? template : content | template;
  }

  /**
   * Readable text of the page's blocks of one kind, or of all: lines for lines of the page, cells apart by tabs.
   * Template blocks that were kept count as content.
   */
  text(part: Part = 'content'): string {
    return this.#page.live.renderKinds(this.#kinds(part));
  }

  /**
   * The page's source with the blocks of one kind cut out of it; template blocks that were kept count as content. No
   * text that stays is ever cut; an element goes as a whole where all text in it goes.
   *
   * @throws {UsageError} `NO_SOURCE` for a page that came as a tree; `PAGE_STALE` after the next page.
   */
  html({ remove }: { remove: BlockKind }): string {
    const core = this.#page.live;
    const { source } = this.#page.source;
    if (source === undefined) throw new UsageError('NO_SOURCE', 'a page that came as a tree has no source to cut');
    const cuts = core.findRemoval(this.#kinds(remove), source.places).sort(([a], [b]) => a - b);
    const kept: string[] = [];
    let at = 0;
    for (const [start, end] of cuts) {
      if (start > at) kept.push(source.slice(at, start));
      at = Math.max(at, end);
    }
    kept.push(source.slice(at, source.places));
    return kept.join('');
  }

  /**
   * A line of NDJSON, line feed and all: the members of `head` (at least one), then `blocks` and `content` as `toJSON` has
   * them, but for a block's `templateLength`, and its ratio cut to the millionth. Many times as fast as `JSON.stringify`.
   */
  toLine(head: object): Uint8Array<ArrayBuffer> {
    const core = this.#page.live;
    const { source, path } = this.#page.source;
    const start = encoder.encode(`${JSON.stringify(head).slice(0, -1)},`);
    const isPlain = source?.shift !== undefined && (path === 'tags' || path === 'none');
    const line = isPlain ? core.renderLine(start, LINE_END, source.shift) : undefined;
    if (line !== undefined) return line;
    const blocks = this.blocks.map((block) => {
      const { templateLength, ratio: _, ...rest } = block.toJSON();
      const { kind, kept, score, length, ...where } = rest;
      const scored = score === undefined ? {} : { score };
      const ratio = Math.floor((templateLength * 1e6) / length) / 1e6;
      return { kind, ...(kept ? { kept } : {}), ratio, ...scored, length, ...where };
    });
    return encoder.encode(`${JSON.stringify({ ...head, blocks, content: this.text('content') })}\n`);
  }

  /** Everything about the page as plain data that outlives the view. */
  toJSON(): PageRecord {
    const { number: page, counted } = this;
    return { page, counted, blocks: this.blocks.map((block) => block.toJSON()), content: this.text('content') };
  }
}
