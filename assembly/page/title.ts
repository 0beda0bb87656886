/** The title of a page that came as a source. */
import { Status } from '../layout';
import { Arena, Flag, Namespace, Node, NodeKind, nodeAt } from '../html/nodes';
import { Tag } from '../html/names';
import { output, publishOutput, reserveOutput } from './arena';
import { beginWork, isSpent, spend } from '../work';
import { cleanEnd, cleanStart, codePoints, normalise } from './text';

/** Contents of a template element are not part of the page. */
function isInTemplate(node: u32): bool {
  for (; node; node = nodeAt(node).parent) {
    spend(1);
    if (nodeAt(node).kind == NodeKind.FRAGMENT) return true;
  }
  return false;
}

/** A title of HTML: drawings have titles of their own. */
function isTitle(node: u32): bool {
  spend(1);
  const at = nodeAt(node);
  if (at.kind != NodeKind.ELEMENT || at.tag != Tag.TITLE) return false;
  return (<u32>at.flags & Flag.NAMESPACE) == Namespace.HTML && !isInTemplate(node);
}

/** The text node of the first title of the current page; 0 without one, and where the work is spent. */
export function titleText(): u32 {
  let title: u32 = <u32>Node.BYTES;
  while (title < Arena.end && !isTitle(title) && !isSpent()) title += <u32>Node.BYTES;
  if (title >= Arena.end || isSpent()) return 0;
  // What a title holds is one text, or nothing.
  const text = nodeAt(title).firstChild;
  return text && nodeAt(text).kind == NodeKind.TEXT ? text : 0;
}

/** Writes the normalised text of the first title of the current page to the output; a `Status`. */
export function renderTitle(): u32 {
  publishOutput(0);
  beginWork();
  const text = titleText();
  if (isSpent()) return Status.TOO_COMPLEX;
  if (!text) return Status.OK;
  const length = nodeAt(text).textLength;
  if (!normalise(nodeAt(text).text, length)) return Status.OUT_OF_MEMORY;
  if (!codePoints) return Status.OK;
  if (!reserveOutput(length)) return Status.OUT_OF_MEMORY;
  memory.copy(output, cleanStart, cleanEnd - cleanStart);
  publishOutput(cleanEnd - cleanStart);
  return Status.OK;
}
