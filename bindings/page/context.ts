import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { CurrentPage } from '../current-page.ts';
import { FeatureReader } from '../evidence/explain.ts';
import { Sections } from '../evidence/sections.ts';
import type { ResolvedOptions } from '../options.ts';
import type { Source } from '../source.ts';
import type { GivenTree } from '../trees/walk.ts';
import { PathWriter } from './paths.ts';

/** What a page was read from: its source, or a tree with its nodes by the numbers of their records. */
export type PageOrigin<N> =
  | { readonly source: Source; readonly tree?: undefined }
  | { readonly source?: undefined; readonly tree: GivenTree<N> & { readonly nodes: readonly (N | undefined)[] } };

/** What the views of one page share. */
export class PageContext<N> extends CurrentPage {
  readonly options: ResolvedOptions;
  readonly source: PageOrigin<N>['source'];
  readonly tree: PageOrigin<N>['tree'];
  #paths: PathWriter | undefined;
  #sections: Sections | undefined;
  #features: FeatureReader | undefined;

  constructor(core: Core, options: ResolvedOptions, { source, tree }: PageOrigin<N>) {
    super(core);
    this.options = options;
    this.source = source;
    this.tree = tree;
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
    const { core, options } = this;
    this.#paths ??= new PathWriter(options.path);
    return this.#paths.pathOf(core, element);
  }

  /** The evidence of blocks, which the module computes for several at a time. */
  get features(): FeatureReader {
    this.#features ??= new FeatureReader(this.core);
    return this.#features;
  }

  /** Path of the outermost element around a block whose text all has the same verdict. */
  section(block: number): string {
    const { core } = this;
    this.#sections ??= new Sections(core);
    return this.path(this.#sections.around(block));
  }
}
