/** Where the first text of what is written stands. */
import { here } from './out';
import { Role, roleOf } from '../elements';
import { nodeAt } from '../html/nodes';
import { NodeKind } from '../html/records';
import { nextNode } from '../page/tree';
import { STAYS } from '../shown/visible-nodes';
import { spend } from '../work';

/** The first text that stays; 0 without one. */
export function firstText(): u32 {
  let node: u32 = 0;
  do {
    spend(1);
    node = nextNode(node, 0, true, STAYS);
  } while (node && nodeAt(node).kind != NodeKind.TEXT);
  return node;
}

/** Whether it is in an element. */
export function hasFirstText(element: u32): bool {
  let node = firstText();
  while (node && node != element) node = nodeAt(node).parent;
  return node != 0;
}

/** Whether nothing is written, and the first text is that of a heading in an element. */
export function beginsInHeading(element: u32): bool {
  if (here()) return false;
  let isInHeading = false;
  let node = firstText();
  for (; node && node != element; node = nodeAt(node).parent) {
    spend(1);
    if (roleOf(nodeAt(node).tag) == Role.HEADING) isInHeading = true;
  }
  return isInHeading && node != 0;
}
