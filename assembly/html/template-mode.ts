/**
 * The stack of template insertion modes. It has one mode for each open template, so each mode is stored in the node of
 * its template (Node.TEXT_LENGTH) while that is open. In a fragment with a template as context element the root of the
 * fragment has the mode of that template.
 */
import { CLASS_TEMPLATE } from './classes';
import { nodeAt } from './nodes';
import { ENTRY_BYTES, nodeOf, Open, spendEntries, wordAt } from './open';

/** Sets the current template insertion mode. */
export function setTemplateMode(mode: i32): void {
  nodeAt(innermostTemplate()).textLength = <u32>mode;
}

/** The current template insertion mode. */
export function templateMode(): i32 {
  return <i32>nodeAt(innermostTemplate()).textLength;
}

/** The innermost open template; the root without one. */
function innermostTemplate(): u32 {
  let entry = Open.top;
  while (entry > Open.base + ENTRY_BYTES && !(wordAt(entry) & CLASS_TEMPLATE)) entry -= ENTRY_BYTES;
  spendEntries(entry, Open.top);
  return nodeOf(entry);
}
