/** DOM paths of the current page: tag names from the root. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/**
 * Writes paths. The paths of the last elements and of those around them are kept: strings that share their beginnings, so that the
 * paths of all blocks of a page take time and memory for each element once, until they are read.
 */
export class PathWriter {
  readonly #paths = new Map<number, string>();

  /** The path from the root to an element of the current page. */
  pathOf(core: Core, element: number): string {
    const chain: number[] = [];
    let node = element;
    while (node !== 0 && !this.#paths.has(node)) {
      chain.push(node);
      node = core.node(node, layout.Node.PARENT);
    }
    let path = this.#paths.get(node) ?? '';
    for (const below of chain.reverse()) {
      path = path === '' ? core.nameOf(below) : `${path}/${core.nameOf(below)}`;
      this.#paths.set(below, path);
    }
    return path;
  }
}
