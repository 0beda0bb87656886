/** The title of a page that came as a source. */
import {
  FLAG_NAMESPACE,
  KIND_ELEMENT,
  KIND_FRAGMENT,
  KIND_TEXT,
  NAMESPACE_HTML,
  NODE_BYTES,
  NODE_FIRST_CHILD,
  NODE_FLAGS,
  NODE_KIND,
  NODE_PARENT,
  NODE_TAG,
  NODE_TEXT,
  NODE_TEXT_LENGTH,
  STATUS_OK,
  STATUS_OUT_OF_MEMORY,
  STATUS_TOO_COMPLEX,
} from '../layout';
import { Tag } from '../html/names';
import { Arena } from '../html/nodes';
import { output, publishOutput, reserveOutput } from './arena';
import { beginWork, isSpent, spend } from '../work';
import { cleanEnd, cleanStart, codePoints, normalise } from './text';

/** Contents of a template element are not part of the page. */
function isInTemplate(node: u32): bool {
  for (; node; node = load<u32>(Arena.nodes + node, NODE_PARENT)) {
    spend(1);
    if (load<u8>(Arena.nodes + node, NODE_KIND) == KIND_FRAGMENT) return true;
  }
  return false;
}

/** A title of HTML: drawings have titles of their own. */
function isTitle(node: u32): bool {
  spend(1);
  const at = Arena.nodes + node;
  if (load<u8>(at, NODE_KIND) != KIND_ELEMENT || load<u16>(at, NODE_TAG) != Tag.TITLE) return false;
  return (<u32>load<u8>(at, NODE_FLAGS) & FLAG_NAMESPACE) == NAMESPACE_HTML && !isInTemplate(node);
}

/** The text node of the first title of the current page; 0 without one, and where the work is spent. */
export function titleText(): u32 {
  let title: u32 = <u32>NODE_BYTES;
  while (title < Arena.end && !isTitle(title) && !isSpent()) title += <u32>NODE_BYTES;
  if (title >= Arena.end || isSpent()) return 0;
  // What a title holds is one text, or nothing.
  const text = load<u32>(Arena.nodes + title, NODE_FIRST_CHILD);
  return text && load<u8>(Arena.nodes + text, NODE_KIND) == KIND_TEXT ? text : 0;
}

/** Writes the normalised text of the first title of the current page to the output; a `STATUS_…` code. */
export function renderTitle(): u32 {
  publishOutput(0);
  beginWork();
  const text = titleText();
  if (isSpent()) return STATUS_TOO_COMPLEX;
  if (!text) return STATUS_OK;
  const length = load<u32>(Arena.nodes + text, NODE_TEXT_LENGTH);
  if (!normalise(load<usize>(Arena.nodes + text, NODE_TEXT), length)) return STATUS_OUT_OF_MEMORY;
  if (!codePoints) return STATUS_OK;
  if (!reserveOutput(length)) return STATUS_OUT_OF_MEMORY;
  memory.copy(output, cleanStart, cleanEnd - cleanStart);
  publishOutput(cleanEnd - cleanStart);
  return STATUS_OK;
}
