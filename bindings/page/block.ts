import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { UsageError } from '../errors.ts';
import { type Explanation, explain } from '../evidence/explain.ts';
import { tooComplex } from '../memory.ts';
import type { PageContext } from './context.ts';
import type { Verdict } from './records.ts';
import { Segment } from './segment.ts';

/** A block as plain data. `kept` and `comments` are present only if true, scores and `main` only if a model decides. */
export interface BlockRecord
  extends Pick<Block, 'verdict' | 'ratio' | 'length' | 'templateLength' | 'path' | 'start' | 'end' | 'text'>,
    Partial<Pick<Block, 'kept' | 'score' | 'main' | 'mainScore' | 'comments'>> {}

/** One step of a hash. The words are themselves hashes. */
function mix(state: number, word: number): number {
  const mixed = Math.imul(Math.imul(state, 0x9e3779b1) ^ word, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/**
 * A separator element with the segments that have it as nearest separator. It is a view, which becomes stale with its
 * page. `N` is the type of text nodes of a given tree, `E` the type of its elements.
 */
export class Block<N = unknown, E = N> {
  readonly #page: PageContext<N>;
  readonly #at: number;

  constructor(page: PageContext<N>, at: number) {
    this.#page = page;
    this.#at = at;
  }

  /** @internal Keeps a block of a page. For `Page.keep`, because the record of a block is private. */
  static keepIn<N, E>(page: PageContext<N>, block: Block<N, E>): void {
    if (typeof block !== 'object' || block === null || !(#page in block) || block.#page !== page) {
      throw new UsageError('PAGE_STALE', 'keep requires a block of this page');
    }
    page.core.keepBlock(block.#at);
  }

  get #core(): Core {
    return this.#page.core;
  }

  get #node(): number {
    return this.#word(layout.Block.NODE);
  }

  #word(offset: number): number {
    return this.#core.block(this.#at, offset);
  }

  /** The verdict. */
  get verdict(): Verdict {
    return this.#core.isContent(this.#at) ? 'content' : 'template';
  }

  /** True if the block is template, but kept by `page.keep`. */
  get kept(): boolean {
    return this.#word(layout.Block.VERDICT) === layout.Verdict.KEPT;
  }

  /** Template ratio: length of the template segments / length of all segments, 0 to 1 (Wang et al., WWW 2008). */
  get ratio(): number {
    return this.templateLength / this.length;
  }

  /**
   * Log odds that it is template, truncated to thousandths: 0 is even, 3 is twenty to one. Undefined if no model
   * decides (`evidence: 'repetition'`).
   */
  get score(): number | undefined {
    return this.#core.hasScores ? this.#core.scoreOf(this.#at) : undefined;
  }

  /** True if it is main content of the page. False for template, and if no model decides (`evidence: 'repetition'`). */
  get main(): boolean {
    return this.#core.partOf(this.#at) === layout.Part.MAIN;
  }

  /** Log odds that it is main content, by the page only, truncated to thousandths. Undefined if no model decides. */
  get mainScore(): number | undefined {
    return this.#core.hasMain ? this.#core.mainScoreOf(this.#at) : undefined;
  }

  /** True if it is a reader's comment on a page whose main content is something else. */
  get comments(): boolean {
    return this.#core.partOf(this.#at) === layout.Part.COMMENTS;
  }

  /**
   * The evidence for the verdict: repetition, DOM position on the site, and the page, with their parts of the score.
   */
  explain(): Explanation {
    return explain(this.#core, this.#page.features()(this.#at), this.#at);
  }

  /** Length of all its segments in Unicode code points. */
  get length(): number {
    return this.#word(layout.Block.LENGTH);
  }

  /** Length of its template segments in Unicode code points. */
  get templateLength(): number {
    return this.#word(layout.Block.TEMPLATE_LENGTH);
  }

  /** DOM path from the root to the separator element. */
  get path(): string {
    return this.#page.path(this.#node);
  }

  /**
   * Source offset of the element's start, in UTF-16 code units if the source is a string, otherwise in bytes; null for
   * an implied element.
   */
  get start(): number | null {
    return this.#page.sourceOffset(this.#node, layout.Node.START);
  }

  /** Source offset of the element's end. */
  get end(): number | null {
    return this.#page.sourceOffset(this.#node, layout.Node.END);
  }

  /** Its own text, without the text of the blocks inside it. */
  get text(): string {
    return this.#core.renderBlock(this.#at);
  }

  /**
   * A hash of its segments, a whole number below 2⁵³. Blocks with equal texts at equal DOM positions have equal hashes,
   * on all pages that were judged with the same seed (those of a site). Two other blocks have equal hashes with
   * probability 2⁻⁵³.
   */
  get fingerprint(): number {
    let low = 0;
    let high = 0;
    for (const at of this.#segments()) {
      low = mix(low, this.#core.segment(at, layout.Segment.KEY));
      high = mix(high, this.#core.segment(at, layout.Segment.KEY + 4));
    }
    return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
  }

  /** The element of the tree given to `learnTree` or `labelTree`. */
  get element(): E | undefined {
    return this.#page.nodeOf(this.#node) as E | undefined;
  }

  /** Its segments in document order. */
  get segments(): Segment<N>[] {
    return this.#segments().map((at) => new Segment(this.#page, at));
  }

  #segments(): number[] {
    const found: number[] = [];
    let at = this.#word(layout.Block.FIRST_SEGMENT);
    while (at !== layout.Segment.NONE) {
      found.push(at);
      at = this.#core.segment(at, layout.Segment.NEXT);
    }
    return found;
  }

  /** The block as plain data. */
  toJSON(): BlockRecord {
    const { verdict, kept, ratio, score, main, mainScore, comments, length, templateLength, path, start, end, text } =
      this;
    return {
      verdict,
      ...(kept && { kept }),
      ratio,
      ...(score !== undefined && { score }),
      ...(mainScore !== undefined && { main, mainScore }),
      ...(comments && { comments }),
      ...{ length, templateLength, path, start, end, text },
    };
  }
}

/**
 * Maximum bytes of the records of all blocks, without their texts, per byte of the page. A path contains the names of
 * all ancestors, so the paths of deep elements can have a thousand times the length of their page.
 */
const BYTES_PER_BYTE = 48;
/** Bytes of records that every page may have in addition. */
const BYTES_MIN = 1 << 16;
/** Bytes of a record without its path. */
const RECORD_BYTES = 160;
/** Maximum bytes of a character of a path as JSON. */
const CHARACTER_BYTES = 6;

/**
 * Blocks as plain data. The length of all paths is checked first: they share memory only until they are written.
 *
 * @throws {LimitError} `PAGE_TOO_COMPLEX` if the paths of all blocks are too long
 */
export function blockRecords<N>(context: PageContext<N>, blocks: readonly Block[]): BlockRecord[] {
  let left = context.core.result(layout.Page.BYTES) * BYTES_PER_BYTE + BYTES_MIN;
  return blocks.map((block) => {
    const record = block.toJSON();
    left -= RECORD_BYTES + record.path.length * CHARACTER_BYTES;
    if (left < 0) throw tooComplex('the records and paths of the blocks are too long together for a page of this size');
    return record;
  });
}
