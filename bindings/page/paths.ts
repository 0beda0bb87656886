/** DOM paths of the current page: tag names from the root. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/**
 * Returns a function for the path from the root to an element of the current page. Paths are cached as strings that
 * share their beginnings, so each element takes time and memory only once, until a path is read.
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
