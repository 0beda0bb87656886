/** The title of a page that came as a source. */
import { Flag, Namespace, Node, NodeKind, Status } from '../layout';
import { Tag } from '../html/names';
import { Arena } from '../html/nodes';
import { output, publishOutput, reserveOutput } from './arena';
import { beginWork, isSpent, spend } from '../work';
import { cleanEnd, cleanStart, codePoints, normalise } from './text';

/** Contents of a template element are not part of the page. */
function isInTemplate(node: u32): bool {
  for (; node; node = load<u32>(Arena.nodes + node, Node.PARENT)) {
    spend(1);
    if (load<u8>(Arena.nodes + node, Node.KIND) == NodeKind.FRAGMENT) return true;
  }
  return false;
}

/** A title of HTML: drawings have titles of their own. */
export function isTitle(node: u32): bool {
  spend(1);
  const at = Arena.nodes + node;
  if (load<u8>(at, Node.KIND) != NodeKind.ELEMENT || load<u16>(at, Node.TAG) != Tag.TITLE) return false;
  return (<u32>load<u8>(at, Node.FLAGS) & Flag.NAMESPACE) == Namespace.HTML && !isInTemplate(node);
}

/** The text node of the first title of the current page; 0 without one, and where the work is spent. */
export function titleText(): u32 {
  let title: u32 = <u32>Node.BYTES;
  while (title < Arena.end && !isTitle(title) && !isSpent()) title += <u32>Node.BYTES;
  if (title >= Arena.end || isSpent()) return 0;
  // What a title holds is one text, or nothing.
  const text = load<u32>(Arena.nodes + title, Node.FIRST_CHILD);
  return text && load<u8>(Arena.nodes + text, Node.KIND) == NodeKind.TEXT ? text : 0;
}

/** Writes the normalised text of the first title of the current page to the output; a `STATUS_…` code. */
export function renderTitle(): u32 {
  publishOutput(0);
  beginWork();
  const text = titleText();
  if (isSpent()) return Status.TOO_COMPLEX;
  if (!text) return Status.OK;
  const length = load<u32>(Arena.nodes + text, Node.TEXT_LENGTH);
  if (!normalise(load<usize>(Arena.nodes + text, Node.TEXT), length)) return Status.OUT_OF_MEMORY;
  if (!codePoints) return Status.OK;
  if (!reserveOutput(length)) return Status.OUT_OF_MEMORY;
  memory.copy(output, cleanStart, cleanEnd - cleanStart);
  publishOutput(cleanEnd - cleanStart);
  return Status.OK;
}
