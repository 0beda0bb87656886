/** Lists, items, quotes and footnotes: the stack of open ones, and the prefix of the lines in them. */
import { NodeKind, Step, Visitor, nodeAt, walk } from '../html/nodes';
import { beginsInHeading, hasImage, partAfter } from './inside';
import { finishBlock } from './inline';
import { Options } from './options';
import { Out, here } from './out';
import { Prefix, addToPrefix, cutPrefix } from './prefix';
import { Role, Trait, has, roleOf } from '../elements';
import { Tag } from '../html/names';
import { ADJACENT, KEPT, bytesKept, marksOf, nextNode } from '../output/visible-nodes';
import { AttributeId, hasValue, rawEnd, rawStart, readAttributes, wholeValue } from '../page/attribute-values';
import { findMatch, hasClass } from '../page/match';
import { findSpace, isDigit } from '../html/scan';
import { spend } from '../work';
import { STACK, reserveStack } from '../page/arena';

namespace FrameKind {
  export const NONE: u32 = 0;
  export const LIST: u32 = 1;
  export const ITEM: u32 = 2;
  export const QUOTE: u32 = 3;
  /** Indents a list that is directly in a list, not in an item. */
  export const INDENT: u32 = 4;
  /** A footnote. */
  export const NOTE: u32 = 5;
  /** A quote around a post of a thread. */
  export const POST: u32 = 6;
}

@unmanaged
class Frame {
  node: u32;
  kind: u32;
  /** Length of the line prefix outside of it. */
  prefix: u32;
  /** Of a list: the number of the next item. */
  number: i32;
  step: i32;
  isOrdered: bool;
  isTight: bool;
  /** Of a list: an item is written. Of an indent: the prefix is indented, and `depth` counts it. */
  isWritten: bool;
  /** Of a list: its level by its class (`levelByClass`). */
  level: u32;
  /** Byte of the marker of a list. */
  marker: u32;
  /** Of an item: the offset at which it begins. Of a list: the width of its last marker. */
  start: u32;
}

/** Number of frames. */
let count: usize = 0;

/** The `below`-th frame from the top, which must exist. */
function frameAt(below: usize): Frame {
  return changetype<Frame>(STACK.at + (count - below - 1) * offsetof<Frame>());
}

function kindAt(below: usize): u32 {
  return count > below ? frameAt(below).kind : FrameKind.NONE;
}

/** Pushes a frame, with its other fields 0; false if memory is unavailable. */
function push(node: u32, kind: u32): bool {
  Out.failed = Out.failed || !reserveStack((count + 1) * offsetof<Frame>());
  if (Out.failed) return false;
  count++;
  const frame = frameAt(0);
  memory.fill(changetype<usize>(frame), 0, offsetof<Frame>());
  frame.node = node;
  frame.kind = kind;
  frame.prefix = Prefix.length;
  return true;
}

function endsFrame(node: u32): bool {
  return count != 0 && frameAt(0).node == node;
}

/** Maximum depth of items, quotes and notes. Deeper ones are not opened: their text becomes blocks of the one around them. */
const DEPTH_MAX: u32 = 8;
/** The largest number of an item in CommonMark. */
const NUMBER_MAX: i32 = 999999999;

let depth: u32 = 0;
/** Number of quotes around most of the main content. They are counted because each costs a walk over its content. */
let layoutQuotes: u32 = 0;

/** Offset at which the last list ended. */
let lastEnd: u32 = 0;
/** Length of the line prefix outside of that list. */
let lastPrefix: u32 = 0;
/** Marker of that list. */
let lastMarker: u32 = 0;

export function beginLists(): void {
  count = 0;
  depth = 0;
  layoutQuotes = 0;
  lastEnd = 0xffffffff;
}

/** Visits the items of a list. The visit ends at an item with a paragraph, or with more than one block besides lists. */
@unmanaged
class Contents extends Visitor {
  blocks: u32;
  /** Line breaks since the last text. */
  breaks: u32;
  /** True if the next text continues the last block. */
  inLine: bool;

  enter(node: u32): Step {
    spend(4);
    const at = nodeAt(node);
    const stays = (marksOf(node) & KEPT) != 0;
    const tag = <u32>at.tag;
    const role = roleOf(tag);
    if (at.kind == NodeKind.TEXT ? stays : marksOf(node) & ADJACENT && hasImage(node)) {
      if (!this.inLine && ++this.blocks > 1) return Step.END;
      this.inLine = tag == 0 || has(tag, Trait.INLINE);
      this.breaks = 0;
    } else if (role == Role.BREAK) {
      if (++this.breaks > 1) this.inLine = false;
    } else if (stays) {
      if (!has(tag, Trait.INLINE)) this.inLine = false;
      if (role == Role.ITEM) this.blocks = 0;
      if (tag == Tag.P && nodeAt(at.parent).tag == Tag.LI) return Step.END;
      if (role == Role.CODE_BLOCK || role == Role.TABLE || role == Role.QUOTE) {
        if (++this.blocks > 1) return Step.END;
      } else if (role != Role.LIST) {
        return Step.ENTER;
      }
    } else if (role == Role.RULE && marksOf(node) & ADJACENT) {
      if (++this.blocks > 1) return Step.END;
      this.inLine = false;
    }
    return Step.PASS;
  }

  leave(node: u32): bool {
    if (!has(nodeAt(node).tag, Trait.INLINE)) this.inLine = false;
    return true;
  }
}

const CONTENTS = changetype<Contents>(memory.data(12, 4));

/** True if each item of a list has one block at most, besides lists, and no paragraph: no blank lines divide the items. */
function isTight(list: u32): bool {
  memory.fill(changetype<usize>(CONTENTS), 0, offsetof<Contents>());
  return walk(nodeAt(list).firstChild, list, CONTENTS);
}

/** Number of items of a list, with which a reversed list begins to count. */
function countItems(list: u32): i32 {
  let items = 0;
  let node = nodeAt(list).firstChild;
  for (; node; node = nodeAt(node).next) {
    spend(1);
    if (nodeAt(node).tag == Tag.LI) items++;
  }
  return items;
}

/** Opens a list. `list`: the element around the items; `node`: the element whose end closes the list. */
function openList(node: u32, list: u32): void {
  // A list directly in another list belongs to the item before it.
  if (kindAt(0) == FrameKind.LIST && frameAt(0).isWritten) {
    const width = frameAt(0).start;
    if (!push(node, FrameKind.INDENT)) return;
    if (depth < DEPTH_MAX) {
      frameAt(0).isWritten = true;
      ++depth;
      for (let index: u32 = 0; index < width; index++) addToPrefix(0x20, 0x20);
    }
  }
  if (!push(node, FrameKind.LIST)) return;
  const frame = frameAt(0);
  frame.number = 1;
  frame.step = 1;
  frame.isOrdered = nodeAt(list).tag == Tag.OL;
  if (frame.isOrdered) {
    readAttributes(list);
    if (hasValue(AttributeId.REVERSED)) {
      frame.step = -1;
      frame.number = countItems(list);
    }
    const start = wholeValue(AttributeId.START, frame.number, NUMBER_MAX + 1);
    if (start >= 0 && start <= NUMBER_MAX) frame.number = start;
  }
  // Items without a list around them form a tight list.
  frame.isTight = roleOf(nodeAt(list).tag) != Role.LIST || isTight(list);
}

/** Chooses the marker of a list at its first item. With the marker of a similar list directly before it, both would be one list. */
function chooseMarker(list: Frame): void {
  const usual: u32 = list.isOrdered ? 0x2e : 0x2d;
  const other: u32 = list.isOrdered ? 0x29 : 0x2a;
  const follows = lastEnd == here() && lastPrefix == Prefix.length && lastMarker == usual;
  list.marker = follows ? other : usual;
}

/** Moves the end of the last list, if it was at `from`. */
export function moveEnd(from: u32, to: u32): void {
  if (lastEnd == from) lastEnd = to;
}

/** Classes of lists in editors that write nested lists one after another. The level follows in the class. */
const LEVELS = 'lst-kix_* listindent*';

/** The level at the end of one of these classes, from 1 on; 0 without one. */
function levelByClass(list: u32): u32 {
  if (!list || roleOf(nodeAt(list).tag) != Role.LIST || !readAttributes(list) || !hasClass(LEVELS)) return 0;
  const end = rawEnd(AttributeId.CLASS);
  const at = findSpace(findMatch(rawStart(AttributeId.CLASS), end, LEVELS), end) - 1;
  return isDigit(load<u8>(at)) ? load<u8>(at) - 0x2f : 0;
}

/** The list directly after another, if both have a level by their class; otherwise 0. */
function continuationOf(list: u32): u32 {
  const next = partAfter(list);
  return levelByClass(next) && levelByClass(list) ? next : 0;
}

export function enterList(node: u32): void {
  finishBlock();
  const level = levelByClass(node);
  if (level && endsFrame(node) && frameAt(0).level == level) return;
  openList(node, node);
  if (kindAt(0) == FrameKind.LIST) frameAt(0).level = level;
}

/** True if no blank line precedes an item that begins now. */
function isTightHere(): bool {
  if (frameAt(0).isWritten) return frameAt(0).isTight;
  // The item begins a list. Lists without written items around it are skipped.
  let above: usize = 1;
  while (kindAt(above) == FrameKind.LIST && !frameAt(above).isWritten) above++;
  const around = kindAt(above);
  if (around != FrameKind.ITEM && around != FrameKind.INDENT) return false;
  return kindAt(above + 1) == FrameKind.LIST && frameAt(above + 1).isTight;
}

/** Adds the marker of an item. Returns its width. */
function addMarker(list: Frame, number: i32): u32 {
  const from = Prefix.length;
  if (list.isOrdered) {
    let scale = 1;
    while (number / scale >= 10) scale *= 10;
    for (; scale; scale /= 10) addToPrefix(0x30 + ((number / scale) % 10), 0x20);
  }
  addToPrefix(list.marker, 0x20);
  addToPrefix(0x20, 0x20);
  return Prefix.length - from;
}

/** The number of an item, from its attribute or the list. Sets that of the next item. */
function nextNumber(node: u32): i32 {
  readAttributes(node);
  const list = frameAt(0);
  const number = wholeValue(AttributeId.VALUE, list.number, NUMBER_MAX);
  list.number = number + list.step;
  return number;
}

/** True if all kept content of an item is a list. */
function isListAlone(item: u32): bool {
  let around = item;
  for (;;) {
    let only: u32 = 0;
    let node = nodeAt(around).firstChild;
    for (; node; node = nodeAt(node).next) {
      spend(1);
      if (!(marksOf(node) & (KEPT | ADJACENT))) continue;
      if (only || !(marksOf(node) & KEPT)) return false;
      only = node;
    }
    if (!only) return false;
    const role = roleOf(nodeAt(only).tag);
    if (role == Role.LIST) return true;
    if (role != Role.BLOCK) return false;
    around = only;
  }
  return false;
}

export function enterItem(node: u32): void {
  finishBlock();
  const parent = nodeAt(node).parent;
  if (kindAt(0) != FrameKind.LIST) openList(parent, parent);
  if (Out.failed) return;
  // An item with only a list is not written: its list belongs to the item before it, or replaces the list around it. Nor is a headline.
  if (depth == DEPTH_MAX || (Options.isMain && (isListAlone(node) || beginsInHeading(node)))) return;
  const number = nextNumber(node);
  if (!frameAt(0).isWritten) chooseMarker(frameAt(0));
  if (!Prefix.pending) Prefix.tight = isTightHere();
  if (!push(node, FrameKind.ITEM)) return;
  frameAt(0).start = here();
  ++depth;
  const list = frameAt(1);
  list.start = addMarker(list, max(0, min(number, NUMBER_MAX)));
}

/** True if a quote only lays out its content: one block of code, or most of the main content. */
function isLayoutQuote(quote: u32): bool {
  let node = nextNode(quote, quote, true, KEPT);
  const isCode = node != 0 && roleOf(nodeAt(node).tag) == Role.CODE_BLOCK;
  if (isCode && !nextNode(node, quote, false, KEPT)) return true;
  if (layoutQuotes == DEPTH_MAX) return false;
  let bytes: u64 = 0;
  for (; node; node = nextNode(node, quote, true, KEPT))
    if (nodeAt(node).kind == NodeKind.TEXT) bytes += nodeAt(node).textLength;
  const isMost = bytes * 4 > bytesKept * 3;
  layoutQuotes += u32(isMost);
  return isMost;
}

export function enterQuote(node: u32): void {
  finishBlock();
  if (depth < DEPTH_MAX && !(Options.isMain && isLayoutQuote(node))) openQuote(node, FrameKind.QUOTE);
}

/** False if memory is unavailable. */
function openQuote(node: u32, kind: u32): bool {
  if (!push(node, kind)) return false;
  ++depth;
  addToPrefix(0x3e, 0x3e);
  addToPrefix(0x20, 0x20);
  return true;
}

/** Opens quotes for a post until `level` quotes of posts are open. They end with `node`, the element around the post. */
export function enterPost(node: u32, level: u32): void {
  leaveContainers(node);
  for (let below: usize = 0; below < count; ++below) level -= u32(frameAt(below).kind == FrameKind.POST);
  for (; <i32>level > 0 && depth < DEPTH_MAX; --level) if (!openQuote(node, FrameKind.POST)) return;
}

/** Opens a footnote that ends with `node`. A note that the same node opened ends now. False if a note cannot begin here. */
export function enterNote(node: u32, number: u32): bool {
  finishBlock();
  if (kindAt(0) == FrameKind.NOTE && endsFrame(node)) leaveContainer();
  if (depth >= DEPTH_MAX || Prefix.pending || !push(node, FrameKind.NOTE)) return false;
  ++depth;
  Prefix.note = number;
  for (let index = 0; index < 4; index++) addToPrefix(0, 0x20);
  return true;
}

function endItem(item: Frame, list: Frame): void {
  Prefix.box = 0;
  if (here() != item.start) {
    list.isWritten = true;
    return;
  }
  // Nothing of the item was written: the next item gets its number.
  list.number -= list.step;
  if (!Prefix.pending) Prefix.tight = false;
}

function leaveContainer(): void {
  const frame = frameAt(0);
  const kind = frame.kind;
  finishBlock();
  if (kind == FrameKind.LIST) {
    if (frame.isWritten) {
      lastEnd = here();
      lastPrefix = Prefix.length;
      lastMarker = frame.marker;
    }
  } else {
    cutPrefix(frame.prefix);
    depth -= u32(kind != FrameKind.INDENT || frame.isWritten);
    if (kind == FrameKind.NOTE) Prefix.note = 0;
    if (kind == FrameKind.ITEM) endItem(frame, frameAt(1));
  }
  count--;
}

/** Ends the lists, items, quotes and notes that a node opened. Lists that the next list continues by its level are kept open. */
export function leaveContainers(node: u32): void {
  if (!endsFrame(node)) return;
  const next = kindAt(0) == FrameKind.LIST ? continuationOf(node) : 0;
  const level = levelByClass(next);
  while (endsFrame(node) && !(next && kindAt(0) == FrameKind.LIST && frameAt(0).level <= level)) leaveContainer();
  for (let below: usize = 0; below < count && frameAt(below).node == node; ++below) frameAt(below).node = next;
}

/** True if the marker of an item precedes the next line, so that a box may follow it. */
export function isInItem(): bool {
  return Prefix.pending && kindAt(0) == FrameKind.ITEM;
}
