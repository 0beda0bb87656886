import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { CurrentPage } from '../current-page.ts';
import { Sections } from '../evidence/sections.ts';
import type { PathMode } from '../options.ts';
import type { Source } from '../source.ts';
import type { TreeAdapter } from '../trees/adapter.ts';
import { PathWriter } from './paths.ts';

/** Where a page came from. */
export interface PageOrigin<N> {
  /** The source of a page given as HTML. */
  readonly source: Source | undefined;
  /** The nodes of a page given as a tree, by the numbers of their records, and the adapter that reads them. */
  readonly nodes: readonly (N | undefined)[] | undefined;
  readonly adapter: TreeAdapter<N> | undefined;
  /** The root of a given tree. */
  readonly root: N | undefined;
  /** How DOM paths are written. */
  readonly path: PathMode;
  /** Document frequency from which a segment is a template segment. */
  readonly templateDf: number;
}

/** What the views of one page share. */
export class PageContext<N> extends CurrentPage {
  readonly origin: PageOrigin<N>;
  #paths: PathWriter | undefined;
  #sections: Sections | undefined;

  constructor(core: Core, origin: PageOrigin<N>) {
    super(core);
    this.origin = origin;
  }

  /** Start or end of a node in the units of the input; null for a node that does not stand there. */
  sourceOffset(node: number, end: boolean): number | null {
    const { core, origin } = this;
    if (core.node(node, layout.Node.START) === layout.Node.NO_OFFSET) return null;
    const offset = core.node(node, end ? layout.Node.END : layout.Node.START);
    return origin.source?.toInputOffset(offset) ?? offset;
  }

  /** The node of the given tree. */
  nodeOf(node: number): N | undefined {
    return this.origin.nodes?.[node / layout.Node.BYTES];
  }

  /** The path from the root to an element. */
  path(element: number): string {
    const { core, origin } = this;
    this.#paths ??= new PathWriter(origin.path);
    return this.#paths.pathOf(core, element);
  }

  /** Path of the outermost element around a block whose text all has the same verdict. */
  section(block: number): string {
    const { core } = this;
    this.#sections ??= new Sections(core);
    return this.path(this.#sections.around(block));
  }
}
