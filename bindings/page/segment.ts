import { layout } from '../core-exports.ts';
import type { PageContext } from './context.ts';

/** One text node of a block, as a view that becomes stale with its page. `N` is the type of nodes of a given tree. */
export class Segment<N = unknown> {
  readonly #page: PageContext<N>;
  readonly #at: number;

  constructor(page: PageContext<N>, at: number) {
    this.#page = page;
    this.#at = at;
  }

  #word(offset: number): number {
    return this.#page.core.segment(this.#at, offset);
  }

  get #node(): number {
    return this.#word(layout.Segment.NODE);
  }

  /** Normalised text. */
  get text(): string {
    return this.#page.core.renderSegment(this.#at);
  }

  /**
   * Document frequency: number of pages of the site with this segment, including this page if it was counted; at most
   * 65,535.
   */
  get df(): number {
    return this.#word(layout.Segment.DF);
  }

  /** Number of the last page before this one that had the segment; 0 if it is new or was evicted. */
  get lastPage(): number {
    return this.#word(layout.Segment.PREVIOUS_PAGE);
  }

  /** True if its document frequency makes it a template segment. */
  get template(): boolean {
    return this.df >= this.#page.options.templateDf;
  }

  /** Length of the text in Unicode code points. */
  get length(): number {
    return this.#word(layout.Segment.LENGTH);
  }

  /** DOM path from the root to the parent of the text. */
  get path(): string {
    return this.#page.path(this.#page.core.node(this.#node, layout.Node.PARENT));
  }

  /**
   * Source offset of its start, in UTF-16 code units if the source is a string, otherwise in bytes; null for a tree
   * without source offsets.
   */
  get start(): number | null {
    return this.#page.sourceOffset(this.#node, layout.Node.START);
  }

  /** Source offset of its end. */
  get end(): number | null {
    return this.#page.sourceOffset(this.#node, layout.Node.END);
  }

  /** The text node of the tree given to `learnTree` or `labelTree`. */
  get node(): N | undefined {
    return this.#page.nodeOf(this.#node);
  }
}
