import { layout } from '../core-exports.ts';
import type { PageContext } from './context.ts';
import type { SegmentRecord } from './records.ts';

/** One text node of a block: a view that is valid as long as its page. `N` is the type of nodes of a given tree. */
export class Segment<N = unknown> {
  readonly #page: PageContext<N>;
  readonly #at: number;

  constructor(page: PageContext<N>, at: number) {
    this.#page = page;
    this.#at = at;
  }

  get #node(): number {
    const { core } = this.#page;
    return core.segment(this.#at, layout.Segment.NODE);
  }

  /** Normalised text. */
  get text(): string {
    return this.#page.core.renderSegment(this.#at);
  }

  /** Document frequency: the number of pages of the site with this segment, this page included if it is counted; at most 65,535. */
  get df(): number {
    const { core } = this.#page;
    return core.segment(this.#at, layout.Segment.DF);
  }

  /** Number of the last page before this one that had the segment; 0 if it is new or was evicted. */
  get lastPage(): number {
    const { core } = this.#page;
    return core.segment(this.#at, layout.Segment.PREVIOUS_PAGE);
  }

  /** Whether its document frequency makes it a template segment. */
  get template(): boolean {
    return this.df >= this.#page.options.templateDf;
  }

  /** Length of the text in Unicode code points. */
  get length(): number {
    const { core } = this.#page;
    return core.segment(this.#at, layout.Segment.LENGTH);
  }

  /** DOM path from the root to the element that holds the text. */
  get path(): string {
    const { core } = this.#page;
    return this.#page.path(core.node(this.#node, layout.Node.PARENT));
  }

  /** Source offset of its start: UTF-16 code units of a string, bytes of bytes; null for a tree without source offsets. */
  get start(): number | null {
    return this.#page.sourceOffset(this.#node, false);
  }

  /** Source offset of its end. */
  get end(): number | null {
    return this.#page.sourceOffset(this.#node, true);
  }

  /** The text node of the tree given to `learnTree` or `labelTree`. */
  get node(): N | undefined {
    return this.#page.nodeOf(this.#node);
  }

  /** The segment as plain data. */
  toJSON(): SegmentRecord {
    const { text, df, lastPage, length, path, start, end, template } = this;
    return { text, df, lastPage, length, path, start, end, template };
  }
}
