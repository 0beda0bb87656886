/** Sections of the page in hand: elements in which all text has one verdict. */
import type { Core } from '../memory.ts';

export class Sections {
  readonly #core: Core;
  /** Nodes that have content in them, and nodes that have template in them. */
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

  /** The outermost element around a block in which no text has another verdict, the block's own at least; a node. */
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
