/** DOM paths of the current page: tag names from the root. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/**
 * Writes the paths from the root to elements of the current page. The paths of elements and of those around them are kept: strings that
 * share their beginnings, so that the paths of all blocks of a page take time and memory for each element once, until they are read.
 */
export function pathsOf(core: Core): (element: number) => string {
  const paths = new Map<number, string>();
  return (element) => {
    const chain: number[] = [];
    let node = element;
    while (node !== 0 && !paths.has(node)) {
      chain.push(node);
      node = core.node(node, layout.Node.PARENT);
    }
    let path = paths.get(node) ?? '';
    for (const below of chain.reverse()) {
      path = path === '' ? core.nameOf(below) : `${path}/${core.nameOf(below)}`;
      paths.set(below, path);
    }
    return path;
  };
}
