/** Values that elements inherit from their ancestors, such as DOM paths: tag names from the root. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/**
 * Returns a function for the value of an element, which `derive` computes from that of its parent (undefined above the
 * root). Each value is computed once.
 *
 * @param known values of some elements
 */
export function inherited<T>(
  core: Core,
  known: Map<number, T>,
  derive: (above: T | undefined, element: number) => T,
): (element: number) => T | undefined {
  return (element) => {
    const chain: number[] = [];
    let node = element;
    for (; node !== 0 && !known.has(node); node = core.node(node, layout.Node.PARENT)) chain.push(node);
    let value = known.get(node);
    for (const below of chain.reverse()) {
      value = derive(value, below);
      known.set(below, value);
    }
    return value;
  };
}

/**
 * Returns a function for the path from the root to an element of the current page. The strings share their beginnings,
 * so each takes time and memory only once, until it is read.
 */
export const pathsOf = (core: Core): ((element: number) => string | undefined) =>
  inherited<string>(core, new Map(), (above, element) =>
    above === undefined ? core.nameOf(element) : `${above}/${core.nameOf(element)}`,
  );
