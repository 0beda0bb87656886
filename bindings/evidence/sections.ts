/** Sections of the current page: elements whose text all has one verdict. */
import type { Core } from '../core.ts';

export class Sections {
  readonly #core: Core;
  /** Nodes that contain content, and nodes that contain template. */
  readonly #holdContent = new Set<number>();
  readonly #holdTemplate = new Set<number>();

  constructor(core: Core) {
    this.#core = core;
    const { layout } = core;
    const end = core.result(layout.PAGE_BLOCK_COUNT) * layout.BLOCK_BYTES;
    for (let block = 0; block < end; block += layout.BLOCK_BYTES) {
      if (core.block(block, layout.BLOCK_KIND) === layout.BLOCK_KIND_NONE) continue;
      const holders = this.#isContent(block) ? this.#holdContent : this.#holdTemplate;
      let node = core.block(block, layout.BLOCK_NODE);
      while (node !== 0 && !holders.has(node)) {
        holders.add(node);
        node = core.node(node, layout.NODE_PARENT);
      }
    }
  }

  #isContent(block: number): boolean {
    const { layout } = this.#core;
    return this.#core.block(block, layout.BLOCK_KIND) === layout.BLOCK_KIND_CONTENT;
  }

  /** The node of the outermost element around a block that contains no text with another verdict. */
  around(block: number): number {
    const core = this.#core;
    const { layout } = core;
    const others = this.#isContent(block) ? this.#holdTemplate : this.#holdContent;
    let section = core.block(block, layout.BLOCK_NODE);
    for (;;) {
      const above = core.node(section, layout.NODE_PARENT);
      if (above === 0 || others.has(above)) return section;
      section = above;
    }
  }
}
