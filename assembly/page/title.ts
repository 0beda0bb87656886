/** The title of a page that was parsed from source. */
import { Status } from '../layout';
import { Flag, Namespace, NodeKind, following, nodeAt } from '../html/nodes';
import { Tag } from '../html/names';
import { output, publishOutput, reserveOutput } from './arena';
import { beginWork, isSpent, spend } from '../work';
import { cleanEnd, cleanStart, codePoints, normalise } from './text';

/** True for the title of a page. Titles of SVG drawings are excluded. */
function isTitle(node: u32): bool {
  const at = nodeAt(node);
  return at.tag == Tag.TITLE && (<u32>at.flags & Flag.NAMESPACE) == Namespace.HTML;
}

/** The text of the first title outside templates; 0 without one, or if the work is spent. */
export function titleText(): u32 {
  let title: u32 = nodeAt(0).firstChild;
  while (title && !isTitle(title) && !isSpent()) {
    spend(1);
    title = following(title, 0, nodeAt(title).kind != NodeKind.FRAGMENT);
  }
  if (!title || isSpent()) return 0;
  // A title contains at most one text.
  const text = nodeAt(title).firstChild;
  return text && nodeAt(text).kind == NodeKind.TEXT ? text : 0;
}

/** Writes the normalised title to the output; returns a `Status`. */
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
