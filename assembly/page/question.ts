/** Questions, by their mark. */
import { NodeKind } from '../html/records';
import { nodeAt } from '../html/nodes';
import { skipSpace } from '../html/scan';
import { nextNode } from './tree';

/** A question has at most this many nodes. */
const QUESTION_NODES: u32 = 64;

/** Whether the last text below a node ends with a question mark: that of ASCII, of Arabic, of Greek, or a wide one. */
export function isQuestion(root: u32): bool {
  let last: u32 = 0;
  let count: u32 = 0;
  for (let node = nextNode(root, root, true, 0); node; node = nextNode(node, root, true, 0)) {
    if (++count > QUESTION_NODES) return false;
    if (nodeAt(node).kind == NodeKind.TEXT && !isBlank(node)) last = node;
  }
  if (!last) return false;
  const start = nodeAt(last).text;
  let end = start + nodeAt(last).textLength;
  while (end > start && load<u8>(end - 1) <= 0x20) end--;
  const length = end - start;
  return (
    (length > 0 && load<u8>(end - 1) == 0x3f) ||
    (length > 1 && (load<u16>(end - 2) == 0x9fd8 || load<u16>(end - 2) == 0xbecd)) ||
    (length > 2 && load<u8>(end - 3) == 0xef && load<u16>(end - 2) == 0x9fbc)
  );
}

function isBlank(text: u32): bool {
  const end = nodeAt(text).text + nodeAt(text).textLength;
  return skipSpace(nodeAt(text).text, end) == end;
}
