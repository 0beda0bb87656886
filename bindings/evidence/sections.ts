/** Sections of the current page: elements whose texts all have the same verdict. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/** Returns the node of the outermost element around a block that contains no text with another verdict. */
export function sectionsOf(core: Core): (block: number) => number {
  // Nodes that contain content, and nodes that contain template.
  const holders = { content: new Set<number>(), template: new Set<number>() };
  for (const block of core.textBlocks()) {
    const own = core.isContent(block) ? holders.content : holders.template;
    let node = core.block(block, layout.Block.NODE);
    while (node !== 0 && !own.has(node)) {
      own.add(node);
      node = core.node(node, layout.Node.PARENT);
    }
  }
  return (block) => {
    const others = core.isContent(block) ? holders.template : holders.content;
    let section = core.block(block, layout.Block.NODE);
    for (;;) {
      const above = core.node(section, layout.Node.PARENT);
      if (above === 0 || others.has(above)) return section;
      section = above;
    }
  };
}
