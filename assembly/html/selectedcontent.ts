/**
 * The selectedcontent element contains a copy of the selected option of its select element. The copy is made when an option is popped off
 * the stack of open elements: sections "The selectedcontent element" and "Maybe clone an option into selectedcontent". Without scripts, the
 * tree decides which option is selected; at that moment the select element has no later options.
 */
import { Depth, Flag, Node, TOKEN_NODES, appendChild, depthOf, following, newNode, nodeAt, nodesFit } from './nodes';
import { findAttribute } from './attributes';
import { Tag } from './names';
import { Parser, failNodes } from './state';
import { listDecoded } from './text';
import { spend } from '../work';

/** The tag number of an HTML element; 0 for unknown names and other nodes. */
function tagOfNode(node: u32): u32 {
  return nodeAt(node).flags & Flag.NAMESPACE ? 0 : <u32>nodeAt(node).tag;
}

function hasAttribute(node: u32, name: string): bool {
  if (!(nodeAt(node).flags & Flag.ATTRIBUTES)) return false;
  const end = Parser.source + nodeAt(node).extra;
  return findAttribute(end - nodeAt(node).extraLength, end, name);
}

/** "Option element nearest ancestor select". */
function selectOf(option: u32): u32 {
  let grouped = false;
  for (let node = nodeAt(option).parent; node; node = nodeAt(node).parent) {
    spend(1);
    const tag = tagOfNode(node);
    if (tag == Tag.SELECT) return node;
    if (tag == Tag.DATALIST || tag == Tag.HR || tag == Tag.OPTION || (tag == Tag.OPTGROUP && grouped)) return 0;
    if (tag == Tag.OPTGROUP) grouped = true;
  }
  return 0;
}

// While the tree is built, a select element stores its selectedcontent element in Node.TEXT and its flags in Node.TEXT_LENGTH.

/** Replaces a selectedcontent element that remains empty. */
const DISABLED: u32 = u32.MAX_VALUE;

/** An enabled option of the select element was closed. */
const HAD_OPTION: u32 = 1;
/** The start tag of the select element was read, and has no `multiple`. */
const IS_SINGLE: u32 = 2;
/** The start tag of the select element was read, and has `multiple`. */
const IS_MULTIPLE: u32 = 4;

function isMultiple(select: u32): bool {
  const at = nodeAt(select);
  let known = at.textLength;
  if (!(known & (IS_SINGLE | IS_MULTIPLE))) {
    known |= hasAttribute(select, 'multiple') ? IS_MULTIPLE : IS_SINGLE;
    at.textLength = known;
  }
  return (known & IS_MULTIPLE) != 0;
}

/**
 * Notes an inserted selectedcontent element. A select element uses only the first. It is disabled inside an option, another selectedcontent
 * element, and nested select elements.
 */
export function noteSelectedContent(element: u32): void {
  Parser.hasSelectedContent = true;
  let select: u32 = 0;
  let disabled = false;
  for (let node = nodeAt(element).parent; node; node = nodeAt(node).parent) {
    spend(1);
    const tag = tagOfNode(node);
    if (tag == Tag.OPTION || tag == Tag.SELECTEDCONTENT) disabled = true;
    if (tag != Tag.SELECT) continue;
    if (select) disabled = true;
    else select = node;
  }
  if (!select || <u32>nodeAt(select).text) return;
  nodeAt(select).text = <usize>(disabled ? DISABLED : element);
}

/** "Maybe clone an option into selectedcontent", for an option that is closed. */
export function cloneOption(option: u32): void {
  const select = selectOf(option);
  if (!select) return;
  const at = nodeAt(select);
  const disabled = hasAttribute(option, 'disabled');
  const known = at.textLength;
  const isFirst = !(known & HAD_OPTION);
  if (!disabled) at.textLength = known | HAD_OPTION;
  const target = <u32>at.text;
  if (!target || target == DISABLED || isMultiple(select)) return;
  // Without a selected attribute, the first enabled option is selected.
  if (!hasAttribute(option, 'selected') && (disabled || !isFirst)) return;
  if (isTooDeep(target)) return;
  let count: u32 = 0;
  for (let node = following(option, option, true); node; node = following(node, option, true)) count++;
  spend(count << 2);
  if (!nodesFit(count + TOKEN_NODES)) {
    failNodes(count + TOKEN_NODES);
    return;
  }
  store<u64>(changetype<usize>(nodeAt(target)), 0, offsetof<Node>('firstChild'));
  copyChildren(option, target);
}

/** True if the copy of an option could exceed the maximum depth. */
function isTooDeep(target: u32): bool {
  return depthOf(target) + Depth.deepest + 1 > Depth.max;
}

/** Copies the descendants of `from` below `to` without recursion: `node` and `parent` walk both trees in parallel. */
function copyChildren(from: u32, to: u32): void {
  let parent = to;
  let node = nodeAt(from).firstChild;
  while (node) {
    const copy = copyNode(node);
    appendChild(parent, copy);
    const child = nodeAt(node).firstChild;
    if (child) {
      node = child;
      parent = copy;
      continue;
    }
    let next = nodeAt(node).next;
    while (!next) {
      node = nodeAt(node).parent;
      if (node == from) return;
      parent = nodeAt(parent).parent;
      next = nodeAt(node).next;
    }
    node = next;
  }
}

function copyNode(node: u32): u32 {
  const at = nodeAt(node);
  const copy = newNode(load<u32>(changetype<usize>(at)), at.start, at.end);
  const to = nodeAt(copy);
  to.text = at.text;
  to.textLength = at.textLength;
  if (at.flags & Flag.DECODED) {
    listDecoded(copy, <u32>at.text, at.textLength, 0);
  } else {
    to.extra = at.extra;
    to.extraLength = at.extraLength;
  }
  return copy;
}
