/**
 * Which nodes an output of a selection has. A text stays if its block is selected and a reader sees it. An element stays if a
 * text that stays is below it. An element without text (an image, a rule, a box) stays if a text beside it does: the nearest one
 * before or behind it, in the smallest element around it that has text. A figure keeps its pictures if one of its texts stays, as its
 * caption. A text on a button does not count: it only enlarges the picture beside it.
 *
 * Marks are one byte a node. Texts mark their ancestors; then one walk over what stays finds hidden elements and marks what has
 * no text. Where something is hidden, marks are made once more without it.
 */
import { Status } from '../layout';
import { Node, NodeKind, following, nodeAt, nodeCount } from '../html/nodes';
import { Block, Part, Segment, Verdict } from '../page/records';
import { Tag } from '../html/names';
import {
  Known,
  forgetValues,
  hasAttributes,
  hasValue,
  rawEnd,
  rawStart,
  readAttributes,
} from '../page/attribute-values';
import { isSpent, spend } from '../work';
import { blockCount, blockOf, marks, pagesRead, reserveMarks, segmentAt, segmentCount } from '../page/arena';
import { Trait, has } from '../elements';
import { Hidden, hiddenByTag, isEditLink, isFolded, isUnseenButton } from '../page/hidden';
import { GOLDEN } from '../page/hash';
import { isUnseen } from '../page/unseen';
import { hasClass, match } from '../page/match';
import { spaceAt } from '../page/text';

// ── Marks of a node: the bits of a byte ──
/** Text that goes is at or below the node. */
export const GOES: u32 = 1;
/** Text that stays is at or below the node. */
export const STAYS: u32 = 2;
/** The node has no text, and stands beside text that stays. Nodes below it have no mark. */
export const BESIDE: u32 = 4;
/** A reader does not see the element; or, of a text, the element around it. */
export const HIDDEN: u32 = 8;
/** The first of four bits that an output may use for marks of its own: Markdown has some in notes.ts and language.ts. */
export const OWN_MARK: u32 = 16;

/** What `markShown` keeps beside what it always does: content that attributes hide. */
export const KEEPS_HIDDEN: u32 = 1;
/** And the texts of buttons, for an output of text: only what is hidden of it is marked then. */
export const KEEPS_BUTTONS: u32 = 2;

/** And, of hidden content, what a reader opens (`isFolded`). */
const KEEPS_FOLDED: u32 = 4;

/** A page that shows fewer bytes shows nothing: if attributes hide more than these, a script shows it. */
const NOTHING_BYTES: u64 = 300;

/** Work for a node. */
const NODE_STEPS: u64 = 4;

/** Marks of a node; 0 where nothing of the page is at or below it. */
export function marksOf(node: u32): u32 {
  return load<u8>(marks + node / <u32>Node.BYTES);
}

/** Adds marks to a node. */
export function addMark(node: u32, mark: u32): void {
  const at = marks + node / <u32>Node.BYTES;
  store<u8>(at, <u32>load<u8>(at) | mark);
}

/** Adds a mark to a node and to those around it. */
export function markUpwards(node: u32, mark: u32): void {
  for (;;) {
    const at = marks + node / <u32>Node.BYTES;
    const had = <u32>load<u8>(at);
    if (had & mark) return;
    store<u8>(at, had | mark);
    if (!node) return;
    node = nodeAt(node).parent;
  }
}

/** Makes a node stay and be seen, whatever was found of it: these marks hold for one output. */
export function keep(node: u32): void {
  made.blocks = 0;
  const at = marks + node / <u32>Node.BYTES;
  store<u8>(at, (<u32>load<u8>(at) & ~(GOES | HIDDEN)) | STAYS);
}

/** Maximum characters of a text that may have nothing to see: editors put one or two into an empty line. */
const INVISIBLE_MAX: u32 = 8;

/**
 * Whether a text has white space, zero-width spaces and joiners, and word joiners alone. Not zero-width non-joiners, which separate
 * letters of Persian from one element to the next.
 */
function isInvisible(node: u32): bool {
  let at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  while (at < end) {
    const three = load<u32>(at) & 0xffffff;
    // U+200B, U+200D and U+2060; and U+25A2 and U+2610, boxes drawn beside one that can be checked.
    const isUnseen = three == 0x8b80e2 || three == 0x8d80e2 || three == 0xa081e2;
    const isBox = three == 0xa296e2 || three == 0x9098e2;
    if (isBox && !elementAround(nodeAt(node).parent, Tag.LABEL, BUTTON_LEVELS)) return false;
    const bytes = isUnseen || isBox ? 3 : spaceAt(at);
    if (!bytes) return false;
    at += bytes;
  }
  return true;
}

/** Marks the texts that are not hidden, and the nodes around them; those that go if `goes`. Texts with nothing to see are hidden. */
function markTexts(selection: u32, goes: bool): void {
  const hasItems = (selection >> (Part.SELECT + Part.ITEM)) & 1;
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord<Segment>()) {
    const node = segment.node;
    if (marksOf(node) & HIDDEN) continue;
    if (segment.length <= INVISIBLE_MAX && nodeAt(node).textLength > 2 * segment.length && isInvisible(node)) {
      marksHide = anyMarksHid = true;
      addMark(node, HIDDEN);
      continue;
    }
    const block = blockOf(segment.block);
    const stays = isSelected(block, selection);
    if (stays) markUpwards(node, STAYS);
    if (!goes) continue;
    // The author of a post stays without the pictures beside it, which say nothing of the post. So it counts as a text that goes, too.
    if (!stays || (hasItems && block.part == Part.ITEM)) markUpwards(node, GOES);
  }
}

/** Bytes of text that stays. */
export let bytesStaying: u64 = 0;
/** Bytes of text that would stay, and that attributes hide; not those in sections that fold. */
let bytesHidden: u64 = 0;
/** Bytes of text that would stay, in sections that fold. */
let bytesFolded: u64 = 0;
/** Something is hidden by the marks that were made last. */
let marksHide: bool = false;
/** Something is hidden by them, or was by those that were made before to decide what hidden content is kept. */
let anyMarksHid: bool = false;

/** Marks the texts below an element that is hidden; the bytes of those that would stay. */
function hideBelow(root: u32): u64 {
  let bytes: u64 = 0;
  marksHide = anyMarksHid = true;
  addMark(root, HIDDEN);
  let node = nodeAt(root).firstChild;
  while (node) {
    spend(NODE_STEPS);
    if (nodeAt(node).kind == NodeKind.TEXT && marksOf(node) & (STAYS | GOES)) {
      if (marksOf(node) & STAYS) bytes += nodeAt(node).textLength;
      addMark(node, HIDDEN);
    }
    node = following(node, root, (marksOf(node) & (STAYS | GOES)) != 0);
  }
  return bytes;
}

/** Whether text that a page keeps from the eyes of a reader is left out too. */
let omitsUnseen: bool = false;

export function omitUnseen(omits: bool): void {
  omitsUnseen = omits;
}

/** Hides an element around text that stays if a reader does not see it. */
function hide(node: u32, tag: u32, keeps: u32): bool {
  const isUnseenPart =
    tag == Tag.BUTTON ? !(keeps & KEEPS_BUTTONS) && isUnseenButton(node) : tag == Tag.SPAN && isEditLink(node);
  const isUnseenText = isUnseenPart || has(tag, Trait.UNSEEN) || (omitsUnseen && isUnseen(node));
  const hidden = isUnseenText ? Hidden.FROM_EYES : keeps & KEEPS_HIDDEN ? Hidden.NOT : hiddenByTag(node);
  if (hidden == Hidden.NOT) return false;
  if (hidden == Hidden.FROM_EYES) {
    hideBelow(node);
    return true;
  }
  readAttributes(node);
  // What stands beside a formula as its drawing is never shown later.
  const isDrawing = hasClass('katex-html mathjax* mjx*');
  const folds = !isDrawing && isFolded(node);
  if (folds && keeps & KEEPS_FOLDED) return false;
  const bytes = hideBelow(node);
  if (folds) bytesFolded += bytes;
  else if (!isDrawing) bytesHidden += bytes;
  return true;
}

/** What the next text of the element around a node does: STAYS or GOES; 0 without one. */
function nextText(node: u32): u32 {
  let found = nodeAt(node).next;
  while (found) {
    spend(1);
    const has = marksOf(found) & (STAYS | GOES);
    if (!has) {
      found = nodeAt(found).next;
    } else if (has != (STAYS | GOES)) {
      return has;
    } else {
      found = nodeAt(found).firstChild;
    }
  }
  return 0;
}

/** A figure is fewer levels above its picture. */
const FIGURE_LEVELS: u32 = 6;
/** A link is fewer levels above its picture. */
const LINK_LEVELS: u32 = 4;
/** A button is fewer levels above the element of its text. */
const BUTTON_LEVELS: u32 = 3;

/** The element of a name that is a node or is around it, fewer than `levels` above it; 0 without one. */
function elementAround(node: u32, name: u32, levels: u32): u32 {
  for (; node && levels; --levels, node = nodeAt(node).parent) if (nodeAt(node).tag == name) return node;
  return 0;
}

/** Whether a node stands in a figure of which a text stays. */
function isInKeptFigure(node: u32): bool {
  const figure = elementAround(node, Tag.FIGURE, FIGURE_LEVELS);
  return figure != 0 && (marksOf(figure) & STAYS) != 0;
}

/** Maximum number of nodes from a button to its picture. */
const BUTTON_NODES: u32 = 8;

/** Whether a button without text is a picture that it shows in large: one of a figure, or one in several sizes. */
export function isPictureButton(button: u32): bool {
  let left = BUTTON_NODES;
  for (let node = button; node && left; node = nextNode(node, button, true, 0), --left) {
    const tag = <u32>nodeAt(node).tag;
    if (tag == Tag.PICTURE) return true;
    if (tag == Tag.IMG) return elementAround(button, Tag.FIGURE, FIGURE_LEVELS) != 0;
  }
  return false;
}

/** A caption is fewer levels above its text. */
const CAPTION_LEVELS: u32 = 4;

/** Whether a text, or an element around it below `root`, has the name of a caption. */
function isCaption(text: u32, root: u32): bool {
  let node = nodeAt(text).parent;
  for (let level: u32 = 0; node && level < CAPTION_LEVELS; ++level, node = nodeAt(node).parent) {
    spend(1);
    if (hasAttributes(node)) {
      readAttributes(node);
      if (
        hasClass('caption* imagecaption* photocaption* wp-caption* image-caption* img-caption* photo-caption* credit*')
      )
        return true;
    }
    if (node == root) return false;
  }
  return false;
}

/** Whether an element whose texts go is one picture with its caption, which is no figure. */
function isCaptioned(root: u32): bool {
  let pictures: u32 = 0;
  for (let node = root; node && pictures < 2; node = nextNode(node, root, true, 0)) {
    spend(1);
    if (nodeAt(node).kind == NodeKind.TEXT && marksOf(node) & GOES && !isCaption(node, root)) return false;
    if (nodeAt(node).tag == Tag.IMG) ++pictures;
  }
  return pictures == 1;
}

/** Whether all texts of an element whose texts go are on buttons. */
function isButtons(root: u32): bool {
  for (let node = root; node; node = nextNode(node, root, true, 0)) {
    if (nodeAt(node).kind != NodeKind.TEXT || !(marksOf(node) & GOES)) continue;
    if (!elementAround(nodeAt(node).parent, Tag.BUTTON, BUTTON_LEVELS)) return false;
  }
  return true;
}

/** Keeps the pictures in an element whose texts go; of those without a figure only those that are no links, as logos are. */
function keepPictures(root: u32, inFigure: bool): void {
  let node = nodeAt(root).firstChild;
  while (node) {
    spend(NODE_STEPS);
    const has = marksOf(node) & (GOES | HIDDEN);
    if (!has && hasPicture(node, inFigure) && (inFigure || !elementAround(node, Tag.A, LINK_LEVELS))) {
      markUpwards(nodeAt(node).parent, STAYS);
      addMark(node, BESIDE);
    }
    node = following(node, root, (has & GOES) != 0);
  }
}

/** Whether a node is a picture, or an element with one, which may be a link. */
function hasPicture(root: u32, mayLink: bool): bool {
  for (let node = root; node; node = nextNode(node, root, true, 0)) {
    if (nodeAt(node).kind != NodeKind.ELEMENT) continue;
    const tag = <u32>nodeAt(node).tag;
    if (tag == Tag.IMG) return true;
    if (has(tag, Trait.IGNORED) || (tag == Tag.A && !mayLink)) return false;
  }
  return false;
}

/** Minimum number of links of a menu. */
const MENU_LINKS: u32 = 3;

/** Whether an element without text is a menu: items of lists that are links around pictures, but for links to larger pictures. */
function isPictureMenu(root: u32): bool {
  let links: u32 = 0;
  for (let node = root; node; node = nextNode(node, root, true, 0)) {
    const at = nodeAt(node);
    if (at.kind != NodeKind.ELEMENT || at.tag != Tag.IMG) continue;
    const link = at.parent;
    if (nodeAt(link).tag != Tag.A || nodeAt(nodeAt(link).parent).tag != Tag.LI) return false;
    readAttributes(link);
    if (!hasValue(Known.HREF) || namesPicture(rawStart(Known.HREF), rawEnd(Known.HREF))) return false;
    links++;
  }
  return links >= MENU_LINKS;
}

/** Whether an address ends as those of pictures do. */
function namesPicture(at: usize, end: usize): bool {
  return end >= at + 5 && (match(end - 4, end, '.jpg .png .gif') || match(end - 5, end, '.jpeg .webp .avif')) != 0;
}

/** No marks: the text was not looked for. */
const UNKNOWN: u32 = u32.MAX_VALUE;

/** Walks what stays. `tests`: whether elements are tested for being hidden. */
function walk(keeps: u32, tests: bool): void {
  // What the last text in the current element does, and what the next one does, as far as that is known.
  let before: u32 = 0;
  let next: u32 = UNKNOWN;
  const isMain = (marked >> (Part.SELECT + Part.MAIN)) & 1;
  const isDocument = !(keeps & KEEPS_BUTTONS);
  bytesStaying = 0;
  bytesHidden = 0;
  bytesFolded = 0;
  let node = nodeAt(0).firstChild;
  while (node) {
    spend(NODE_STEPS);
    const at = nodeAt(node);
    const held = marksOf(node);
    const kind = <u32>at.kind;
    if (held & (STAYS | GOES)) {
      next = UNKNOWN;
      if (kind == NodeKind.TEXT) {
        before = held & (STAYS | GOES);
        if (held & STAYS) bytesStaying += at.textLength;
      } else if (!(held & STAYS)) {
        const isFigure = isInKeptFigure(node) || ((before == STAYS || nextText(node) == STAYS) && isCaptioned(node));
        if (!isFigure && !isButtons(node)) before = GOES;
        else if (isFigure || before == STAYS || nextText(node) == STAYS) keepPictures(node, isFigure);
      } else if (!tests || !hide(node, at.tag, keeps)) {
        before = 0;
        node = at.firstChild;
        continue;
      }
    } else if (isDocument && kind == NodeKind.ELEMENT && !(held & HIDDEN) && !has(at.tag, Trait.IGNORED)) {
      if (before != STAYS && next == UNKNOWN) next = nextText(node);
      const isBeside = before == STAYS || next == STAYS || isInKeptFigure(node);
      if (isBeside && !(isMain && isPictureMenu(node))) addMark(node, BESIDE);
    }
    node = following(node, 0, false);
  }
}

/** Clears all marks but those in `kept`. */
function clearMarks(kept: u32): void {
  const bits = i8x16.splat(<i8>kept);
  const end = marks + nodeCount();
  for (let at = marks; at < end; at += 16) v128.store(at, v128.and(v128.load(at), bits));
}

/** What marks were made of. */
@unmanaged
class Made {
  /** A number for the blocks of the page and their parts; 0 before any marks. */
  blocks: u64;
  /** Bytes of text that stays. */
  bytes: u64;
  selection: u32;
  keeps: u32;
  /** Whether nothing of the selection is hidden, nor was while it was decided what is. */
  showsAll: bool;
}

/** What the marks of documents were made of. */
const OF_DOCUMENT = changetype<Made>(memory.data(32, 8));
/** What those of texts were made of. */
const OF_TEXT = changetype<Made>(memory.data(32, 8));
/** That of the marks which the nodes have. */
let made: Made = OF_DOCUMENT;

/** A number for the blocks of the page, of which marks are made; never 0. */
function keyOfBlocks(): u64 {
  let key = (((<u64>pagesRead) << 32) ^ u32(omitsUnseen)) * GOLDEN;
  const end = blockOf(blockCount * <u32>Block.BYTES);
  for (let block = blockOf(0); block < end; block = block.nextRecord<Block>()) {
    key = (key ^ (key >> 32) ^ ((block.part << 2) | block.verdict)) * GOLDEN;
  }
  return key | 1;
}

/** The selection whose marks the nodes have. */
let marked: u32 = 0;

function mark(selection: u32, keeps: u32): void {
  clearMarks(0);
  marked = selection;
  marksHide = false;
  markTexts(selection, !(keeps & KEEPS_BUTTONS));
  if (marksOf(0) & STAYS) walk(keeps, true);
  // A page without text is content, if it is anything.
  else if (!segmentCount && (selection >> Verdict.CONTENT) & 1) addMark(nodeAt(0).lastChild, BESIDE);
}

/** What a reader comes to see of a selection, whose marks are made, beside what is kept: a sum of `KEEPS_…`. */
function shownLater(selection: u32, keeps: u32): u32 {
  mark(selection, keeps);
  const seen = bytesStaying + bytesFolded;
  if (bytesHidden > seen && seen < NOTHING_BYTES) return KEEPS_HIDDEN | KEEPS_FOLDED;
  return bytesFolded ? KEEPS_FOLDED : 0;
}

const CONTENT: u32 = (1 << Verdict.CONTENT) | (1 << Verdict.KEPT);
const ALL: u32 = CONTENT | (1 << Verdict.TEMPLATE);

/** What a selection has of what attributes hide: only what the whole page has, which has what its content has. */
function hiddenOf(selection: u32, keeps: u32): u32 {
  const isPart = selection >> Part.SELECT != 0;
  const own = isPart || selection == CONTENT ? shownLater(selection, keeps) : KEEPS_HIDDEN | KEEPS_FOLDED;
  if (!own || selection == CONTENT) return own;
  let all = shownLater(ALL, keeps);
  if (bytesHidden + bytesFolded) all |= shownLater(CONTENT, keeps);
  return own & all;
}

/**
 * Marks the nodes of the current page for a selection; a `Status`. `keeps`: a sum of `KEEPS_…`. What attributes hide does not count
 * as hidden where a reader comes to see it.
 */
export function markShown(selection: u32, keeps: u32): u32 {
  const isOfText = (keeps & KEEPS_BUTTONS) != 0;
  if (!reserveMarks(nodeCount(), u32(isOfText))) return Status.OUT_OF_MEMORY;
  forgetValues();
  spend((<u64>nodeCount() >> 2) + blockCount);
  const blocks = keyOfBlocks();
  made = isOfText ? OF_TEXT : OF_DOCUMENT;
  if (made.blocks == blocks && made.selection == selection && made.keeps == keeps) {
    // An output may have added marks of its own.
    clearMarks(GOES | STAYS | BESIDE | HIDDEN);
    bytesStaying = made.bytes;
    return isSpent() ? Status.TOO_COMPLEX : Status.OK;
  }
  made.blocks = 0;
  if (isOfText && OF_DOCUMENT.blocks == blocks && OF_DOCUMENT.showsAll && !(selection & ~OF_DOCUMENT.selection)) {
    clearMarks(0);
    markTexts(selection, false);
  } else makeMarks(selection, keeps);
  if (isSpent()) return Status.TOO_COMPLEX;
  made.blocks = blocks;
  made.selection = selection;
  made.keeps = keeps;
  made.bytes = bytesStaying;
  return Status.OK;
}

/** Clears the marks of all nodes, for marks of another kind; false if memory is unavailable. */
export function beginOwnMarks(): bool {
  made = OF_DOCUMENT;
  made.blocks = 0;
  if (!reserveMarks(nodeCount(), 0)) return false;
  clearMarks(0);
  return true;
}

/** Makes the marks of a selection. */
function makeMarks(selection: u32, keeps: u32): void {
  marked = 0;
  anyMarksHid = false;
  const later = keeps & KEEPS_HIDDEN ? 0 : hiddenOf(selection, keeps);
  if (later || marked != selection) mark(selection, keeps | later);
  made.showsAll = !anyMarksHid && !(keeps & KEEPS_HIDDEN);
  if (!marksHide || keeps & KEEPS_BUTTONS) return;
  clearMarks(HIDDEN);
  markTexts(selection, true);
  walk(keeps, false);
}

/** As `following`, past nodes without one of the marks `mask` and all below them, unless `mask` is 0. */
export function nextNode(node: u32, root: u32, enters: bool, mask: u32): u32 {
  do {
    spend(1);
    node = following(node, root, enters);
    enters = false;
  } while (node && mask && !(marksOf(node) & mask));
  return node;
}

// Which blocks an output has. A *selection* is a set of bits: one for each verdict, and one for each part.

/** Whether a block has a verdict or a part of the selection. A block without text has neither. */
export function isSelected(block: Block, selection: u32): bool {
  const verdict = block.verdict;
  const parts = verdict == Verdict.NONE ? 0 : selection >> (Part.SELECT + block.part);
  return (((selection >> verdict) | parts) & 1) != 0;
}
