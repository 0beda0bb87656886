import type { Encoding } from '../bytes/encoding.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { CurrentPage } from '../current-page.ts';
import { featureReader } from '../evidence/explain.ts';
import { attributesOf, sourceOffset } from '../html/records.ts';
import { beginsTitle, isTitle } from '../metadata/headline.ts';
import { MetadataReader } from '../metadata/metadata.ts';
import { keyOf, unescaped } from '../metadata/plain-text.ts';
import type { ResolvedOptions } from '../options.ts';
import { type ProductData, type ProductMatch, productOf } from '../product/product.ts';
import type { Source } from '../source.ts';
import type { TreeSource } from '../trees/source.ts';
import { lazy } from '../values.ts';
import { pathsOf } from './paths.ts';
import type { Part } from './records.ts';
import { ALL, selectionOf } from './selection.ts';
import { choosePart, judgeKind, type KindVerdict, type PartChoice } from './verdicts.ts';

/** The origin of a page: its source, which may have been written from a tree. */
export interface PageOrigin<N> {
  readonly source: Source;
  readonly encoding?: Encoding;
  readonly tree?: TreeSource<N>;
}

/** The title of a document. */
export interface DocumentTitle {
  readonly title: string;
  /** True if the main content begins with it, as a heading. */
  readonly isHeadline: boolean;
}

/** The element of a block, and the verdicts on it. */
interface JudgedBlock {
  readonly element: number;
  /** Unicode code points. */
  readonly length: number;
  readonly isContent: boolean;
  readonly isMain: boolean;
}

/**
 * State that the views of a page share: core, source or tree, and results. Nodes are numbers: offsets of their records.
 *
 * @throws {UsageError} `PAGE_STALE` from every member after the core has read another page
 */
export class PageContext<N> extends CurrentPage {
  readonly options: ResolvedOptions;
  readonly source: Source;
  readonly #tree: TreeSource<N> | undefined;
  /** Values of fields from manual rules, which replace those of the page. */
  readonly decided: Record<string, unknown> = {};
  /** The first node of a `Cursor`: the document. */
  readonly root = 0;
  /** The last reader of metadata. Its product data do not depend on the URL. */
  #reader: MetadataReader | undefined;
  #url: string | undefined;
  readonly #kind = lazy(() => judgeKind(this));
  readonly #product = lazy(() => this.#kind().product ?? productOf(this.core, this.productData));
  /** True if the page may show the price of a product: a fast check, because reading products is slow. */
  readonly mayPrice = lazy(() => this.core.hasMain && this.core.call((exports) => exports.showsPrice()) !== 0);
  /** All content, in lines. */
  readonly allText = lazy(() => this.core.text((exports) => exports.renderSelected(ALL)));
  readonly #paths = lazy(() => pathsOf(this.core));
  /** Reads the features of blocks. */
  readonly features = lazy(() => featureReader(this.core));

  constructor(core: Core, options: ResolvedOptions, origin: PageOrigin<N>) {
    super(core);
    this.options = options;
    this.source = origin.source;
    this.#tree = origin.tree;
  }

  /** `sourceOffset` for this page; null if a tree was given. `word`: `START` or `END` of a node. */
  sourceOffset(node: number, word: number): number | null {
    return this.#tree === undefined ? sourceOffset(this, node, word) : null;
  }

  /** The node of the given tree. */
  nodeOf(node: number): N | undefined {
    return this.#tree?.nodeAt(sourceOffset(this, node, layout.Node.START) ?? -1);
  }

  /** The path from the root to an element. */
  path(element: number): string {
    return this.#paths()(element) ?? '';
  }

  /** As `Page.titleElement`. */
  get titleElement(): string {
    const title = this.core.text((exports) => exports.renderTitle());
    return title.replace(/\s{2,}|[^\S ]/g, ' ').trim();
  }

  /** The heading with which the main content begins; its text is empty without one. */
  readonly firstHeading = lazy(() => {
    const { text, level } = this.core.firstHeading();
    return { text: unescaped(text).replace(/\s*[¶§🔗]+$/u, ''), level };
  });

  /** The title of a document. `given`: a title that replaces that of the page. */
  documentTitle(url: string | undefined, given = this.decided['title']): DocumentTitle {
    const { text, level } = this.firstHeading();
    if (typeof given === 'string') return { title: given, isHeadline: keyOf(given) === keyOf(text) };
    if (level === 1 && beginsTitle(text, this.titleElement)) return { title: text, isHeadline: true };
    const { title } = this.metadata(url);
    return { title, isHeadline: isTitle(text, title) };
  }

  /** The kind of page, which is decided once for all outputs. */
  get judgedKind(): KindVerdict {
    return this.#kind().judged;
  }

  /** The product of a page that is about one. */
  get product(): ProductMatch | undefined {
    return this.judgedKind.kind === 'product' ? this.#product() : undefined;
  }

  get productData(): ProductData {
    return (this.#reader ?? this.metadata()).productData;
  }

  /** The metadata of the page, each value is read on demand. `url`: URL of the page, if known. */
  metadata(url?: string): MetadataReader {
    if (this.#reader === undefined || this.#url !== url) this.#reader = new MetadataReader(this, url, false);
    this.#url = url;
    return this.#reader;
  }

  /** The URL that the page declares. Faster than `metadata().url`. */
  get address(): string | undefined {
    return new MetadataReader(this, undefined, true).url;
  }

  /** The requested part, or the part that is written instead. @throws as `Page.text` does */
  choosePart(part: Part | undefined): PartChoice {
    return choosePart(this.core, part, () => this.judgedKind.kind);
  }

  /**
   * Number of characters in a part that readers do not see. @throws {LimitError} `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
   */
  unseenIn(part: Part): number {
    const { core } = this;
    const selection = selectionOf(core, part);
    core.check((exports) => exports.measureUnseen(selection));
    return core.result(layout.Page.UNSEEN);
  }

  /** Attributes of an element, by names in lower case. */
  attributes(node: number): ReadonlyMap<string, string> {
    return attributesOf(this.core, node);
  }

  /** The blocks with text, in document order. */
  judgedBlocks(): JudgedBlock[] {
    const { core } = this;
    core.divideParts();
    return core.textBlocks().map((block) => ({
      element: core.block(block, layout.Block.NODE),
      length: core.block(block, layout.Block.LENGTH),
      isContent: core.block(block, layout.Block.VERDICT) !== layout.Verdict.TEMPLATE,
      isMain: core.partOf(block) === layout.Part.MAIN,
    }));
  }
}
