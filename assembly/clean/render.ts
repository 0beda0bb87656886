/**
 * Writes a clean document of the blocks of a selection, without scripts and styles. It contains the title, language, base and canonical URL
 * of the page, and the nodes of the body that `markShown` marks. Elements without visible contents are removed when they are closed.
 */
import { Status } from '../layout';
import { NodeKind, Step, Visitor, childWith, nodeAt, walk } from '../html/nodes';
import { Tag } from '../html/names';
import { isSpace } from '../html/scan';
import { Out, addressOf, beginOut, failure, here, need, put, putText } from '../markdown/out';
import { STACK, publishOutput, reserveStack } from '../page/arena';
import { isHiddenByTag } from '../page/hidden';
import { ADJACENT, HIDDEN, KEPT, isPictureButton, markShown, marksOf } from '../output/visible-nodes';
import { isSpacer } from '../output/spacer';
import { readAttributes } from '../page/attribute-values';
import { beginWork, isSpent, spend } from '../work';
import { writeHead } from './head';
import { Trait, traitsOf } from '../elements';
import { writeAttributes, writeName, writeSpace, writeText } from './write';

@unmanaged
class OpenElement {
  offset: u32;
  /** Value of `seen` at the start of this element. */
  seen: u32;
}

/** Work for a node without its text. */
const NODE_STEPS: u64 = 8;

/** Number of visible texts and elements written. */
let seen: u32 = 0;
/** Number of open elements. */
let depth: usize = 0;
let preformattedDepth: u32 = 0;
/** Offset after the start tag of the last preformatted element. */
let keptFrom: u32 = 0;
/** The outermost open element that is marked ADJACENT, or 0. Its descendants have no marks. */
let adjacentRoot: u32 = 0;

function elementAt(index: usize): OpenElement {
  return changetype<OpenElement>(STACK.at + index * offsetof<OpenElement>());
}

function isWritten(node: u32, traits: u32): bool {
  const marks = marksOf(node);
  if (marks & HIDDEN) return false;
  if (marks & KEPT) return !(traits & Trait.LEFT_OUT) || (traits & Trait.RENAMED) != 0;
  if (!(marks & ADJACENT || adjacentRoot)) return false;
  if (traits & Trait.LEFT_OUT && !(nodeAt(node).tag == Tag.BUTTON && isPictureButton(node))) return false;
  return !isHiddenByTag(node) && !(nodeAt(node).tag == Tag.IMG && readAttributes(node) && isSpacer());
}

/** Writes a start tag and opens its element unless it is void; false if memory is unavailable. */
function open(node: u32, tag: u32, traits: u32): bool {
  const start = here();
  if (!need(0)) return false;
  put(0x3c);
  if (!writeName(node, tag) || (!(traits & Trait.RENAMED) && !writeAttributes(node))) return false;
  put(0x3e);
  if (!reserveStack((depth + 1) * offsetof<OpenElement>())) return false;
  const element = elementAt(depth);
  element.offset = start;
  element.seen = seen;
  seen += u32((traits & Trait.SHOWN) != 0);
  if (traits & Trait.VOID) return true;
  ++depth;
  if (traits & Trait.PREFORMATTED) {
    ++preformattedDepth;
    keptFrom = here();
  }
  if (!adjacentRoot && !(marksOf(node) & KEPT)) adjacentRoot = node;
  return true;
}

/** Writes the end tag of the innermost open element, or removes its start tag; false if memory is unavailable. */
function close(node: u32): bool {
  const tag = <u32>nodeAt(node).tag;
  const traits = traitsOf(tag);
  --depth;
  if (node == adjacentRoot) adjacentRoot = 0;
  preformattedDepth -= u32((traits & Trait.PREFORMATTED) != 0);
  const element = elementAt(depth);
  if (element.seen == seen && !(traits & Trait.EMPTY)) {
    const last = <u32>load<u8>(Out.to - 1);
    Out.to = addressOf(element.offset);
    // White space of the removed element still separates words.
    if (isSpace(last)) writeSpace(last == 0x0a);
    return true;
  }
  if (!need(0)) return false;
  putText('</');
  if (!writeName(node, tag)) return false;
  put(0x3e);
  return true;
}

/** Writes a selected text, or white space. */
function writeNode(node: u32): bool {
  const marks = marksOf(node);
  if (marks & HIDDEN || (marks && !(marks & KEPT))) return true;
  // Preformatted white space is visible.
  if (marks || preformattedDepth) ++seen;
  const at = nodeAt(node);
  const text = at.text;
  const length = at.textLength;
  // Parsers drop one line feed at the start of a preformatted element.
  if (here() == keptFrom && length && load<u8>(text) == 0x0a) put(0x0a);
  return writeText(text, length, preformattedDepth != 0);
}

@unmanaged
class Writer extends Visitor {
  enter(node: u32): Step {
    if (isSpent()) return Step.END;
    spend(NODE_STEPS);
    if (nodeAt(node).kind == NodeKind.TEXT) return writeNode(node) ? Step.PASS : Step.END;
    if (nodeAt(node).kind != NodeKind.ELEMENT) return Step.PASS;
    const tag = <u32>nodeAt(node).tag;
    const traits = traitsOf(tag);
    if (!isWritten(node, traits)) return Step.PASS;
    if (!open(node, tag, traits)) return Step.END;
    if (traits & Trait.VOID) return Step.PASS;
    if (nodeAt(node).firstChild) return Step.ENTER;
    return close(node) ? Step.PASS : Step.END;
  }

  leave(node: u32): bool {
    return close(node);
  }
}

/** Writes the body; false if memory is unavailable. */
function writeBody(body: u32): bool {
  seen = 0;
  depth = 0;
  preformattedDepth = 0;
  keptFrom = 0;
  adjacentRoot = 0;
  return walk(nodeAt(body).firstChild, body, changetype<Writer>(0)) || isSpent();
}

/** Outputs the blocks of a selection as a clean document, for a page from source; returns a `Status`. */
export function renderClean(selection: u32): u32 {
  publishOutput(0);
  beginWork();
  const status = markShown(selection, 0);
  if (status != Status.OK) return status;
  if (!beginOut(0)) return Status.OUT_OF_MEMORY;
  const root = childWith(0, Tag.HTML);
  const body = root ? childWith(root, Tag.BODY) : 0;
  if (!writeHead(root) || (body && !writeBody(body)) || !need(32)) return failure();
  if (isSpent()) return Status.TOO_COMPLEX;
  if (load<u8>(Out.to - 1) != 0x0a) put(0x0a);
  putText('</body>\n</html>\n');
  publishOutput(here());
  return Status.OK;
}
