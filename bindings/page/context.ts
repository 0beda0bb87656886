import type { Encoding } from '../bytes/encoding.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { CurrentPage } from '../current-page.ts';
import { UsageError } from '../errors.ts';
import { FeatureReader } from '../evidence/explain.ts';
import { sectionsOf } from '../evidence/sections.ts';
import { attributesOf } from '../html/records.ts';
import { beginsTitle, isTitle } from '../metadata/headline.ts';
import { MetadataReader } from '../metadata/metadata.ts';
import { keyOf, unescaped } from '../metadata/plain-text.ts';
import type { ResolvedOptions } from '../options.ts';
import { claimsOf, type FoundProduct, maySell, productOf } from '../product/product.ts';
import type { Source } from '../source.ts';
import { type GivenTree, textsNamed } from '../trees/walk.ts';
import { lazy } from '../values.ts';
import { type JudgedKind, kindOf, SOLD, SURE } from './kind.ts';
import { PathWriter } from './paths.ts';
import { attributesOnTape, type Places, placesOf } from './places.ts';
import type { Part } from './records.ts';
import { ALL, selectionOf } from './selection.ts';
import { type Shown, shownOf } from './shown.ts';

/** What a page was read from: its source, or a tree with its nodes by the numbers of their records. */
export type PageOrigin<N> =
  | { readonly source: Source; readonly encoding?: Encoding; readonly tree?: undefined }
  | { readonly source?: undefined; readonly tree: GivenTree<N> & { readonly nodes: readonly (N | undefined)[] } };

/** The title of a document. */
export interface DocumentTitle {
  readonly title: string;
  /** Whether the heading is the title with which the main content begins. */
  readonly isHeadline: boolean;
}

/** A block by the element that it is of, and the verdicts on it. */
interface JudgedBlock {
  readonly element: number;
  /** Unicode code points. */
  readonly length: number;
  readonly isContent: boolean;
  readonly isMain: boolean;
}

/**
 * What a page knows of itself beside its public views, which share it: its core, its source or tree, and what is found in it. Nodes are
 * numbers: offsets of their records.
 *
 * @throws {UsageError} `PAGE_STALE` from every member after the core has read another page
 */
export class PageContext<N> extends CurrentPage {
  readonly options: ResolvedOptions;
  readonly source: PageOrigin<N>['source'];
  readonly tree: PageOrigin<N>['tree'];
  /** Values of fields that manual rules decide, in place of those of the page. */
  readonly decided: Record<string, unknown> = {};
  /** The node where a `Cursor` starts: the document. */
  readonly root = 0;
  #product: FoundProduct | undefined;
  /** The last one, whose facts hold for every address. */
  #reader: MetadataReader | undefined;
  #url: string | undefined;
  readonly #kind = lazy(() => this.#judgeKind());
  /** Whether the page may show the price of a product: the question before all that takes long. */
  readonly #mayPrice = lazy(() => this.tree === undefined && this.core.hasMain && this.core.showsPrice);
  /** All content, in lines. */
  readonly allText = lazy(() => this.core.text((exports) => exports.renderSelected(ALL)));
  readonly #paths = lazy(() => new PathWriter());
  readonly #sections = lazy(() => sectionsOf(this.core));
  /** The evidence of blocks, which the module computes for several at a time. */
  readonly features = lazy(() => new FeatureReader(this.core));

  constructor(core: Core, options: ResolvedOptions, origin: PageOrigin<N>) {
    super(core);
    this.options = options;
    this.source = origin.source;
    this.tree = origin.tree;
  }

  /** @throws {UsageError} `NO_SOURCE` for a page given as a tree */
  requireSource(): Source {
    if (this.source !== undefined) return this.source;
    const advice = 'give the document itself to learn() or document()';
    throw new UsageError('NO_SOURCE', `a page given as a tree has no source: ${advice}`);
  }

  /** Start or end of a node in the units of the input; null for a node that does not stand there. */
  sourceOffset(node: number, end: boolean): number | null {
    const { core, source } = this;
    if (core.node(node, layout.Node.START) === layout.Node.NO_OFFSET) return null;
    const offset = core.node(node, end ? layout.Node.END : layout.Node.START);
    return source?.toInputOffset(offset) ?? offset;
  }

  /** The node of the given tree. */
  nodeOf(node: number): N | undefined {
    return this.tree?.nodes[node / layout.Node.BYTES];
  }

  /** The path from the root to an element. */
  path(element: number): string {
    return this.#paths().pathOf(this.core, element);
  }

  /** Path of the outermost element around a block whose text all has the same verdict. */
  section(block: number): string {
    return this.path(this.#sections()(block));
  }

  /** As `Page.titleElement`. */
  get titleElement(): string {
    const { core, tree } = this;
    const [title = ''] =
      tree === undefined ? [core.text((exports) => exports.renderTitle())] : textsNamed(tree, 'title');
    return title.replace(/\s{2,}|[^\S ]/g, ' ').trim();
  }

  /** The heading with which the main content begins; its text is empty without one. */
  readonly firstHeading = lazy(() => {
    const { text, level } = this.core.firstHeading();
    return { text: unescaped(text).replace(/\s*[¶§🔗]+$/u, ''), level };
  });

  /** The title of a document, and whether its main content begins with it. `given`: the title, if it is not that of the page. */
  documentTitle(url: string | undefined, given = this.decided['title']): DocumentTitle {
    const { text, level } = this.firstHeading();
    if (typeof given === 'string') return { title: given, isHeadline: keyOf(given) === keyOf(text) };
    if (level === 1 && beginsTitle(text, this.titleElement)) return { title: text, isHeadline: true };
    const { title } = this.metadata(url);
    return { title, isHeadline: isTitle(text, title) };
  }

  /** What kind of page it is, and how sure that is. */
  get judgedKind(): JudgedKind {
    return this.#kind();
  }

  /** Decides the kind, once for all outputs: data of a product has more weight than the model, where the page shows its price. */
  #judgeKind(): JudgedKind {
    const judged = kindOf(this.core);
    const { kind, confidence = 0 } = judged;
    const mayErr = kind !== undefined && kind !== 'home' && kind !== 'product' && confidence < SURE;
    if (!mayErr || !this.#mayPrice()) return judged;
    const data = (this.#reader ?? this.metadata()).productData;
    const claims = claimsOf(this.core, data);
    if (!maySell(this.core, claims, this.allText)) return judged;
    this.#product = productOf(this.core, data, claims);
    return this.#product.isSold ? SOLD : judged;
  }

  /** The product, on a page that is about one; undefined for a page given as a tree. */
  get product(): FoundProduct | undefined {
    if (this.judgedKind.kind !== 'product' || this.tree !== undefined) return undefined;
    this.#product ??= productOf(this.core, (this.#reader ?? this.metadata()).productData);
    return this.#product;
  }

  /** Writes main content with the price of the product next to it. The verdict on the block of the price does not change. */
  withPrice<R>(write: () => R): R {
    const { core } = this;
    const { PART } = layout.Block;
    const block = this.judgedKind.kind === 'product' && this.#mayPrice() ? this.product?.block : undefined;
    if (block === undefined || core.block(block, PART) !== layout.Part.REST) return write();
    core.setBlock(block, PART, layout.Part.ITEM);
    try {
      return write();
    } finally {
      core.setBlock(block, PART, layout.Part.REST);
    }
  }

  /** Reads what the page says of itself, each fact when it is asked for. `url`: of the page, where it is known. */
  metadata(url?: string): MetadataReader {
    if (this.#reader === undefined || this.#url !== url) this.#reader = new MetadataReader(this, url, false);
    this.#url = url;
    return this.#reader;
  }

  /** The address that the page says it has, as `metadata().url`, in a fraction of the time. */
  get address(): string | undefined {
    return new MetadataReader(this, undefined, true).url;
  }

  /**
   * The part that is asked for, or the content in place of main content that is next to nothing.
   *
   * @throws as `Page.text` does
   */
  shown(part: Part | undefined): Shown {
    return shownOf(this.core, part, () => this.judgedKind.kind);
  }

  /** Characters of a part that a reader does not see. @throws {LimitError} `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY` */
  unseenIn(part: Part): number {
    const { core } = this;
    const selection = selectionOf(core, part);
    core.check((exports) => exports.measureUnseen(selection));
    return core.result(layout.Page.UNSEEN);
  }

  /** The places of a page that has verdicts: @throws {LimitError} `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY` */
  places(): Places {
    return placesOf(this);
  }

  /** Attributes of an element, by their names in lower case; of a given tree only `class` and `id`. */
  attributes(node: number): ReadonlyMap<string, string> {
    const { core, tree } = this;
    return tree === undefined ? attributesOf(core, node) : attributesOnTape(core, node);
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

  /**
   * Puts what a person has decided of elements in place of the verdicts on their blocks: text that is always kept, or never, or that is
   * not the main content.
   */
  override(of: (element: number) => 'keep' | 'drop' | 'rest' | undefined): void {
    const { core } = this;
    core.divideItems();
    for (const block of core.textBlocks()) {
      const override = of(core.block(block, layout.Block.NODE));
      if (override === undefined) continue;
      if (override === 'keep') core.keepBlock(block);
      else if (override === 'drop') core.setBlock(block, layout.Block.VERDICT, layout.Verdict.TEMPLATE);
      if (core.hasMain)
        core.setBlock(block, layout.Block.PART, override === 'keep' ? layout.Part.MAIN : layout.Part.REST);
    }
  }
}
