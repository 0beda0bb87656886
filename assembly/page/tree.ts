/** Walks over parts of the tree, without recursion. */
import { Node } from '../layout';
import { Arena } from '../html/nodes';
import { spend } from '../work';
import { marks } from './arena';

/**
 * The node after `node` in the tree below `root`, in document order: the first below it if `enters`, else the first that is not.
 * Nodes without one of the marks `mask` are passed with all below them, unless `mask` is 0. Returns 0 at the end.
 */
export function nextNode(node: u32, root: u32, enters: bool, mask: u32): u32 {
  for (;;) {
    spend(1);
    let next: u32 = enters ? load<u32>(Arena.nodes + node, Node.FIRST_CHILD) : 0;
    while (!next) {
      if (node == root) return 0;
      next = load<u32>(Arena.nodes + node, Node.NEXT);
      if (!next) node = load<u32>(Arena.nodes + node, Node.PARENT);
    }
    if (!mask || <u32>load<u8>(marks + next / <u32>Node.BYTES) & mask) return next;
    node = next;
    enters = false;
  }
  return 0;
}
