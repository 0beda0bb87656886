/** Elements of the current page, found by walking its nodes. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/** The name of an element; empty for other nodes. */
export function elementName(core: Core, node: number): string {
  return core.tagAndKind(node).kind === layout.NodeKind.ELEMENT ? core.nameOf(node) : '';
}

/** A test whether an element is in one of the elements `names`, or is one, which remembers its answers. */
export function insideTest(core: Core, names: ReadonlySet<string>): (element: number) => boolean {
  const known = new Map<number, boolean>([[0, false]]);
  return (element) => {
    const chain: number[] = [];
    let node = element;
    while (!known.has(node) && !names.has(elementName(core, node))) {
      chain.push(node);
      node = core.node(node, layout.Node.PARENT);
    }
    const answer = known.get(node) ?? true;
    for (const each of [...chain, node]) known.set(each, answer);
    return answer;
  };
}
