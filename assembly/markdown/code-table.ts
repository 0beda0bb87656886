/** Code that is laid out by other elements than those for code: tables with line numbers beside it, and boxes of lines. */
import { isLineNumber } from './code-text';
import { isCell, nextRow } from './grid';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { isFromSource } from '../page/element-text';
import { STAYS } from '../shown/visible-nodes';
import { nextNode } from '../page/tree';
import { hasAttributes, tagStart } from '../page/attribute-values';

/** `fragment` in the order of memory. */
const FRAGMENT: u64 = 0x746e656d67617266;

/** Whether a table holds code beside its line numbers. */
export function isCodeTable(table: u32): bool {
  const row = nextRow(table, 0);
  let cell = row ? nodeAt(row).firstChild : 0;
  while (cell && !isCell(cell)) cell = nodeAt(cell).next;
  return cell != 0 && isLineNumber(cell);
}

/** Whether an element for code stays inside a table. */
export function holdsCodeBlock(table: u32): bool {
  let node = nextNode(table, table, true, STAYS);
  while (node && nodeAt(node).tag != Tag.PRE) node = nextNode(node, table, true, STAYS);
  return node != 0;
}

/** Whether an element is a box of lines of code, as Doxygen writes them: `<div class="fragment">`. */
export function isCodeBox(node: u32): bool {
  return hasAttributes(node) && isFromSource() && load<u64>(tagStart(node), 12) == FRAGMENT;
}
