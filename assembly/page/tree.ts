/** Walks over parts of the tree, without recursion. */
import { Node } from '../html/records';
import { nodeAt } from '../html/nodes';
import { spend } from '../work';
import { marks } from './arena';

/**
 * The node after `node` in the tree below `root`, in document order: the first below it if `enters`, else the first that is not.
 * Nodes without one of the marks `mask` are passed with all below them, unless `mask` is 0. Returns 0 at the end.
 */
export function nextNode(node: u32, root: u32, enters: bool, mask: u32): u32 {
  do {
    spend(1);
    let next: u32 = enters ? nodeAt(node).firstChild : 0;
    while (!next) {
      if (node == root) return 0;
      next = nodeAt(node).next;
      if (!next) node = nodeAt(node).parent;
    }
    node = next;
    enters = false;
  } while (mask && !(<u32>load<u8>(marks + node / <u32>Node.BYTES) & mask));
  return node;
}
