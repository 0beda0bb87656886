/** Lists, their items, and quotes: what stands before the lines in them. */
import { NodeKind } from '../html/records';
import {
  FRAME_DEEP,
  FRAME_FLAGS,
  FRAME_INDENT,
  FRAME_ITEM,
  FRAME_KIND,
  FRAME_LIST,
  FRAME_MARKER,
  FRAME_NOTE,
  FRAME_NUMBER,
  FRAME_PREFIX,
  FRAME_QUOTE,
  FRAME_START,
  FRAME_STEP,
  INDENT_WRITTEN,
  LIST_ORDERED,
  LIST_TIGHT,
  LIST_WRITTEN,
  endsFrame,
  frameAt,
  kindAt,
  popFrame,
  pushFrame,
} from './frames';
import { hasImage } from './grid';
import { finishBlock } from './inline';
import { Options } from './options';
import { Out, here } from './out';
import { Prefix, addToPrefix, cutPrefix, restAt, setPrefix } from './prefix';
import { Role, Trait, has, roleOf } from '../elements';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { BESIDE, STAYS, bytesStaying, marksOf } from '../page/kept';
import { Step, Visitor, nextNode, walk } from '../page/tree';
import { Known, hasValue, readAttributes, wholeValue } from '../page/values';
import { spend } from '../work';

/** Items and quotes within each other; deeper ones are written at this depth. */
const DEPTH_MAX: u32 = 8;
/** The largest number of an item that CommonMark reads. */
const NUMBER_MAX: i32 = 999999999;

let depth: u32 = 0;
/** Quotes around most of the main content, which are not written. Each walks over all that is in it. */
let layoutQuotes: u32 = 0;
/** Length of the prefix before the container at the greatest depth. */
let deepest: u32 = 0;

/** The list that ended last: where, its prefix, and its marker. */
let lastEnd: u32 = 0;
let lastPrefix: u32 = 0;
let lastMarker: u32 = 0;

export function beginLists(): void {
  depth = 0;
  layoutQuotes = 0;
  lastEnd = 0xffffffff;
}

/** What stands in the items of a list. A visitor, which ends where one has a paragraph of its own, or more than one block beside lists. */
@unmanaged
class Contents extends Visitor {
  blocks: u32;
  /** Line breaks since the last text. */
  breaks: u32;
  /** The next text continues the last block. */
  inLine: bool;

  enter(node: u32): Step {
    spend(4);
    const at = nodeAt(node);
    const stays = (marksOf(node) & STAYS) != 0;
    const tag = <u32>at.tag;
    const role = roleOf(tag);
    if (at.kind == NodeKind.TEXT ? stays : marksOf(node) & BESIDE && hasImage(node)) {
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
    } else if (role == Role.RULE && marksOf(node) & BESIDE) {
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

/** Whether no item of a list has a paragraph of its own, or more than one block beside lists. */
function isTight(list: u32): bool {
  memory.fill(changetype<usize>(CONTENTS), 0, offsetof<Contents>());
  return walk(nodeAt(list).firstChild, list, CONTENTS);
}

/** Items of a list that stay, for one that counts backwards. */
function countItems(list: u32): i32 {
  let items = 0;
  let node = nodeAt(list).firstChild;
  for (; node; node = nodeAt(node).next) {
    spend(1);
    if (nodeAt(node).tag == Tag.LI) items++;
  }
  return items;
}

function push(node: u32, kind: u32): usize {
  const frame = pushFrame(node, kind, Prefix.length);
  if (!frame) Out.failed = true;
  return frame;
}

/** Opens a list: `list` holds its items, and it ends with `node`. */
function openList(node: u32, list: u32): void {
  // A list in a list belongs to the item before it.
  if (kindAt(0) == FRAME_LIST && load<u32>(frameAt(0), FRAME_FLAGS) & LIST_WRITTEN) {
    const width = load<u32>(frameAt(0), FRAME_START);
    const indent = push(node, FRAME_INDENT);
    if (!indent) return;
    if (depth < DEPTH_MAX) {
      store<u32>(indent, INDENT_WRITTEN, FRAME_FLAGS);
      if (++depth == DEPTH_MAX) deepest = Prefix.length;
      for (let index: u32 = 0; index < width; index++) addToPrefix(0x20, 0x20);
    }
  }
  const ordered = nodeAt(list).tag == Tag.OL;
  const frame = push(node, FRAME_LIST);
  if (!frame) return;
  let number = 1;
  let step = 1;
  if (ordered) {
    readAttributes(list);
    if (hasValue(Known.REVERSED)) {
      step = -1;
      number = countItems(list);
    }
    const start = wholeValue(Known.START, number, NUMBER_MAX + 1);
    if (start >= 0 && start <= NUMBER_MAX) number = start;
  }
  // Items outside of a list make one of their own.
  const tight = roleOf(nodeAt(list).tag) != Role.LIST || isTight(list);
  store<i32>(frame, number, FRAME_NUMBER);
  store<i32>(frame, step, FRAME_STEP);
  store<u32>(frame, (ordered ? LIST_ORDERED : 0) | (tight ? LIST_TIGHT : 0), FRAME_FLAGS);
}

/** Chooses the marker of a list whose first item begins now. Behind a list of the same kind it is another one. */
function chooseMarker(list: usize): void {
  const ordered = (load<u32>(list, FRAME_FLAGS) & LIST_ORDERED) != 0;
  const usual: u32 = ordered ? 0x2e : 0x2d;
  const other: u32 = ordered ? 0x29 : 0x2a;
  const follows = lastEnd == here() && lastPrefix == Prefix.length && lastMarker == usual;
  store<u32>(list, follows ? other : usual, FRAME_MARKER);
}

/** What was written up to an offset ends at another one now. */
export function moveEnd(from: u32, to: u32): void {
  if (lastEnd == from) lastEnd = to;
}

export function enterList(node: u32): void {
  finishBlock();
  openList(node, node);
}

/** Whether an item that begins now follows what is written without a blank line. */
function isTightHere(): bool {
  const list = frameAt(0);
  const flags = load<u32>(list, FRAME_FLAGS);
  if (flags & LIST_WRITTEN) return (flags & LIST_TIGHT) != 0;
  // A list whose first item is a list alone is not written itself.
  let above: usize = 1;
  while (kindAt(above) == FRAME_LIST && !(load<u32>(frameAt(above), FRAME_FLAGS) & LIST_WRITTEN)) above++;
  const around = kindAt(above);
  if (around != FRAME_ITEM && around != FRAME_DEEP && around != FRAME_INDENT) return false;
  return kindAt(above + 1) == FRAME_LIST && (load<u32>(frameAt(above + 1), FRAME_FLAGS) & LIST_TIGHT) != 0;
}

/** Adds the marker of an item; its width. */
function addMarker(list: usize, number: i32): u32 {
  const from = Prefix.length;
  const marker = load<u32>(list, FRAME_MARKER);
  if (load<u32>(list, FRAME_FLAGS) & LIST_ORDERED) {
    let scale = 1;
    while (number / scale >= 10) scale *= 10;
    for (; scale; scale /= 10) addToPrefix(0x30 + ((number / scale) % 10), 0x20);
  }
  addToPrefix(marker, 0x20);
  addToPrefix(0x20, 0x20);
  return Prefix.length - from;
}

/** The number of an item; the next one counts from it. */
function nextNumber(node: u32): i32 {
  readAttributes(node);
  const number = wholeValue(Known.VALUE, load<i32>(frameAt(0), FRAME_NUMBER), NUMBER_MAX);
  store<i32>(frameAt(0), number + load<i32>(frameAt(0), FRAME_STEP), FRAME_NUMBER);
  return number;
}

/** Whether all that stays of an item is a list. */
function isListAlone(item: u32): bool {
  let around = item;
  for (;;) {
    let only: u32 = 0;
    let node = nodeAt(around).firstChild;
    for (; node; node = nodeAt(node).next) {
      spend(1);
      if (!(marksOf(node) & (STAYS | BESIDE))) continue;
      if (only || !(marksOf(node) & STAYS)) return false;
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
  if (kindAt(0) != FRAME_LIST) openList(parent, parent);
  if (Out.failed) return;
  // Its list belongs to the item before it, or takes the place of the list around.
  if (Options.isMain && isListAlone(node)) return;
  const number = nextNumber(node);
  if (!(load<u32>(frameAt(0), FRAME_FLAGS) & LIST_WRITTEN)) chooseMarker(frameAt(0));
  if (!Prefix.pending) Prefix.tight = isTightHere();
  const isDeep = depth >= DEPTH_MAX;
  if (!push(node, isDeep ? FRAME_DEEP : FRAME_ITEM)) return;
  const frame = frameAt(0);
  store<u32>(frame, here(), FRAME_START);
  if (isDeep) {
    store<u32>(frame, restAt(deepest), FRAME_MARKER);
    cutPrefix(deepest);
  } else if (++depth == DEPTH_MAX) {
    deepest = Prefix.length;
  }
  const list = frameAt(1);
  store<u32>(list, addMarker(list, max(0, min(number, NUMBER_MAX))), FRAME_START);
}

/** Whether a quote only lays out what is in it: one block of code, or most of the main content. */
function isLayoutQuote(quote: u32): bool {
  let node = nextNode(quote, quote, true, STAYS);
  const isCode = node != 0 && roleOf(nodeAt(node).tag) == Role.CODE_BLOCK;
  if (isCode && !nextNode(node, quote, false, STAYS)) return true;
  if (layoutQuotes == DEPTH_MAX) return false;
  let bytes: u64 = 0;
  for (; node; node = nextNode(node, quote, true, STAYS))
    if (nodeAt(node).kind == NodeKind.TEXT) bytes += nodeAt(node).textLength;
  const isMost = bytes * 4 > bytesStaying * 3;
  layoutQuotes += u32(isMost);
  return isMost;
}

export function enterQuote(node: u32): void {
  finishBlock();
  if (depth >= DEPTH_MAX || (Options.isMain && isLayoutQuote(node)) || !push(node, FRAME_QUOTE)) return;
  if (++depth == DEPTH_MAX) deepest = Prefix.length;
  addToPrefix(0x3e, 0x3e);
  addToPrefix(0x20, 0x20);
}

/** Opens a footnote. */
export function enterNote(node: u32, number: u32): void {
  finishBlock();
  if (depth >= DEPTH_MAX || Prefix.pending || !push(node, FRAME_NOTE)) return;
  if (++depth == DEPTH_MAX) deepest = Prefix.length;
  Prefix.note = number;
  for (let index = 0; index < 4; index++) addToPrefix(0, 0x20);
}

/** Restores the prefix of the container at the greatest depth after an item that took its place. */
function restoreDeep(frame: usize): void {
  cutPrefix(deepest);
  while (Prefix.length < load<u32>(frame, FRAME_PREFIX)) addToPrefix(0x20, 0x20);
  setPrefix(deepest, load<u32>(frame, FRAME_MARKER));
}

/** Ends the lists, items and quotes that a node opened. */
export function leaveContainers(node: u32): void {
  while (endsFrame(node)) {
    const frame = frameAt(0);
    const kind = load<u32>(frame, FRAME_KIND);
    finishBlock();
    if (kind == FRAME_LIST) {
      if (load<u32>(frame, FRAME_FLAGS) & LIST_WRITTEN) {
        lastEnd = here();
        lastPrefix = Prefix.length;
        lastMarker = load<u32>(frame, FRAME_MARKER);
      }
    } else {
      if (kind == FRAME_DEEP) restoreDeep(frame);
      else cutPrefix(load<u32>(frame, FRAME_PREFIX));
      if (kind == FRAME_INDENT) depth -= load<u32>(frame, FRAME_FLAGS);
      if (kind == FRAME_ITEM || kind == FRAME_QUOTE || kind == FRAME_NOTE) depth--;
      if (kind == FRAME_NOTE) Prefix.note = 0;
      if (kind == FRAME_ITEM || kind == FRAME_DEEP) {
        Prefix.box = 0;
        const list = frameAt(1);
        if (here() != load<u32>(frame, FRAME_START)) {
          store<u32>(list, load<u32>(list, FRAME_FLAGS) | LIST_WRITTEN, FRAME_FLAGS);
        } else {
          // The next item has its number.
          store<i32>(list, load<i32>(list, FRAME_NUMBER) - load<i32>(list, FRAME_STEP), FRAME_NUMBER);
          if (!Prefix.pending) Prefix.tight = false;
        }
      }
    }
    popFrame();
  }
}

/** Whether the marker of an item stands before the next line, so that a box may follow it. */
export function isInItem(): bool {
  return Prefix.pending && (kindAt(0) == FRAME_ITEM || kindAt(0) == FRAME_DEEP);
}
