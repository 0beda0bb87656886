/** Sections of the current page: elements whose text all has one verdict. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

export class Sections {
  readonly #core: Core;
  /** Nodes that contain content, and nodes that contain template. */
  readonly #holdContent = new Set<number>();
  readonly #holdTemplate = new Set<number>();

  constructor(core: Core) {
    this.#core = core;
    for (const block of core.textBlocks()) {
      const holders = this.#isContent(block) ? this.#holdContent : this.#holdTemplate;
      let node = core.block(block, layout.Block.NODE);
      while (node !== 0 && !holders.has(node)) {
        holders.add(node);
        node = core.node(node, layout.Node.PARENT);
      }
    }
  }

  #isContent(block: number): boolean {
    return this.#core.block(block, layout.Block.VERDICT) === layout.Verdict.CONTENT;
  }

  /** The node of the outermost element around a block that contains no text with another verdict. */
  around(block: number): number {
    const core = this.#core;
    const others = this.#isContent(block) ? this.#holdTemplate : this.#holdContent;
    let section = core.block(block, layout.Block.NODE);
    for (;;) {
      const above = core.node(section, layout.Node.PARENT);
      if (above === 0 || others.has(above)) return section;
      section = above;
    }
  }
}
