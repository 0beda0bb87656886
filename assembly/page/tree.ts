/** Walks over parts of the tree, without recursion: a page may be as deep as it likes. */
import { Node } from '../html/records';
import { following, nodeAt } from '../html/nodes';
import { spend } from '../work';
import { marks } from './arena';

export { following } from '../html/nodes';

/** As `following`, past nodes without one of the marks `mask` and all below them, unless `mask` is 0. */
export function nextNode(node: u32, root: u32, enters: bool, mask: u32): u32 {
  do {
    spend(1);
    node = following(node, root, enters);
    enters = false;
  } while (node && mask && !(<u32>load<u8>(marks + node / <u32>Node.BYTES) & mask));
  return node;
}

/** What a visitor says of a node: the walk passes what is below it, or goes on there, or ends. */
export const enum Step {
  PASS = 0,
  ENTER = 1,
  END = 2,
}

/** What a walk does with nodes. */
@unmanaged
export abstract class Visitor {
  abstract enter(node: u32): Step;
  /** Leaves an element that was entered and has children; false ends the walk. */
  abstract leave(node: u32): bool;
}

/** Walks the tree below `root` from `node` on; false if the visitor ended it. */
export function walk<T extends Visitor>(node: u32, root: u32, visitor: T): bool {
  while (node) {
    const step = visitor.enter(node);
    if (step == Step.END) return false;
    let next = step == Step.ENTER ? nodeAt(node).firstChild : 0;
    while (!next) {
      next = nodeAt(node).next;
      if (next) break;
      node = nodeAt(node).parent;
      if (node == root) return true;
      if (!visitor.leave(node)) return false;
    }
    node = next;
  }
  return true;
}

/** Levels from a node to the document. */
export function depthOf(node: u32): u32 {
  let depth: u32 = 0;
  for (; node; node = nodeAt(node).parent) depth++;
  spend(depth);
  return depth;
}
