/**
 * Nodes that an output of a selection contains. A text is kept if its block is selected and readers see it; an element if it contains a
 * kept text. An element without text (image, rule, box) is kept if an adjacent text is: the nearest one before or after it, in the smallest
 * element around it that has text. A figure keeps its pictures if one of its texts is kept, for example the caption. Texts of buttons do
 * not count, because these buttons only enlarge pictures.
 *
 * Each node has a byte of marks. Texts mark their ancestors; then a walk over kept nodes finds hidden elements and marks elements without
 * text. If something is hidden, marks are made again without it.
 */
import { Status } from '../layout';
import { Node, NodeKind, following, nodeAt, nodeCount } from '../html/nodes';
import { Block, Part, Segment, Verdict } from '../page/records';
import { Tag } from '../html/names';
import { AttributeId, forgetValues, hasValue, rawEnd, rawStart, readAttributes } from '../page/attribute-values';
import { findDigit, isDigit, numberBetween, skipSpace } from '../html/scan';
import { isSpent, spend } from '../work';
import { blockCount, blockOf, marks, pagesRead, reserveMarks, segmentAt, segmentCount } from '../page/arena';
import { IS_CELL, Trait, has } from '../elements';
import { Hidden, hiddenByTag, isEditLink, isFolded, isUnseenButton } from '../page/hidden';
import { GOLDEN } from '../page/hash';
import { isUnseen } from '../page/unseen';
import { findMatch, hasClass, match, valueIs } from '../page/match';
import { contentStart, spaceAt } from '../page/text';

// ── Marks: bits of a byte ──
export const DROPPED: u32 = 1;
export const KEPT: u32 = 2;
/** The node has no text, and is adjacent to a kept text. Its descendants have no mark. */
export const ADJACENT: u32 = 4;
/** Readers do not see the element, or the element around the text. */
export const HIDDEN: u32 = 8;
/** The first of four bits for an output's own marks, such as those of notes.ts and language.ts. */
export const OWN_MARK: u32 = 16;

/** Option of `markShown`: keep content that attributes hide. */
export const KEEPS_HIDDEN: u32 = 1;
/** Option of `markShown`, for text output: keep texts of buttons, and mark only hidden texts. */
export const KEEPS_BUTTONS: u32 = 2;

/** Keep folded sections (`isFolded`). */
const KEEPS_FOLDED: u32 = 4;

/** If a page shows fewer bytes than this, and attributes hide more, its scripts show the hidden text. */
const NOTHING_BYTES: u64 = 300;

const NODE_STEPS: u64 = 4;

/** 0 for nodes without text. */
export function marksOf(node: u32): u32 {
  return load<u8>(marks + node / <u32>Node.BYTES);
}

export function addMark(node: u32, mark: u32): void {
  const at = marks + node / <u32>Node.BYTES;
  store<u8>(at, <u32>load<u8>(at) | mark);
}

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

/** Marks a node as kept and visible, for the current output only. */
export function keep(node: u32): void {
  source.blocks = 0;
  const at = marks + node / <u32>Node.BYTES;
  store<u8>(at, (<u32>load<u8>(at) & ~(DROPPED | HIDDEN)) | KEPT);
}

/** Maximum characters of a counter or an invisible text. */
const SHORT: u32 = 8;

/**
 * True if a text has only white space, zero-width spaces and joiners, and word joiners. Zero-width non-joiners are excluded, because they
 * separate Persian letters.
 */
function isInvisible(node: u32): bool {
  let at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  while (at < end) {
    const three = load<u32>(at) & 0xffffff;
    // U+200B, U+200D and U+2060; U+25A2 and U+2610, boxes drawn next to a checkbox.
    const isUnseen = three == 0x8b80e2 || three == 0x8d80e2 || three == 0xa081e2;
    const isBox = three == 0xa296e2 || three == 0x9098e2;
    if (isBox && !elementAround(nodeAt(node).parent, Tag.LABEL, BUTTON_LEVELS)) return false;
    const bytes = isUnseen || isBox ? 3 : spaceAt(at);
    if (!bytes) return false;
    at += bytes;
  }
  return true;
}

/** Minimum items in a list with counters. */
const COUNTED_LEAST: u32 = 3;
/** Maximum siblings of an item that are counted. */
const SIBLINGS_MOST: u32 = 256;

/** True if a text is only the number of its item: `3 / 4` in the third of four items. */
function isCounter(text: u32): bool {
  const end = nodeAt(text).textEnd;
  const start = findDigit(nodeAt(text).text, end);
  const first = numberBetween(start, end);
  let at = start;
  while (at < end && isDigit(load<u8>(at))) at++;
  const second = numberBetween(at, end);
  at = skipSpace(at, end);
  // Not a hyphen or a point, which occur in ranges and dates.
  const isDivided = at < end && (load<u8>(at) == 0x2f || (<u32>load<u8>(at) | 0x20) - 0x61 < 26);
  if (!isDivided || second < COUNTED_LEAST || first - 1 >= second) return false;
  let node = nodeAt(text).parent;
  for (let level: u32 = 0; node && level < CAPTION_LEVELS && !has(nodeAt(node).tag, IS_CELL); ++level) {
    if (siblingsOf(node, false) + 1 == first && siblingsOf(node, true) == second - first) return true;
    node = nodeAt(node).parent;
  }
  return false;
}

/** Number of siblings with the same name after an element, or before it; at most SIBLINGS_MOST are visited. */
function siblingsOf(node: u32, isAfter: bool): u32 {
  const tag = nodeAt(node).tag;
  let count: u32 = 0;
  for (let steps: u32 = 0; steps < SIBLINGS_MOST; ++steps) {
    node = isAfter ? nodeAt(node).next : nodeAt(node).previous;
    if (!node) break;
    spend(1);
    count += u32(nodeAt(node).tag == tag);
  }
  return count;
}

/** Maximum code points between the end of a newsletter and its unsubscribe link. */
const LETTER_END: u32 = 400;
/** Beginnings of texts of unsubscribe links. */
const UNSUBSCRIBES =
  'unsubscri* abmelden* abbestell* desuscri* desabonn* desinscri* disiscri* annulla* uitschrijv* afmeld* opt-out*';

/** True if a text is an unsubscribe link, by its words or its URL. */
function unsubscribes(text: u32): bool {
  const link = elementAround(nodeAt(text).parent, Tag.A, LINK_LEVELS);
  if (!link) return false;
  if (match(contentStart(nodeAt(text).text, nodeAt(text).textLength), nodeAt(text).textEnd, UNSUBSCRIBES)) return true;
  readAttributes(link);
  if (!hasValue(AttributeId.HREF)) return false;
  return findMatch(rawStart(AttributeId.HREF), rawEnd(AttributeId.HREF), 'unsub* optout*') < rawEnd(AttributeId.HREF);
}

/** Hides the end of a newsletter, from the block with its unsubscribe link on. */
function hideLetterEnd(selection: u32): void {
  const end = segmentCount * <u32>Segment.BYTES;
  let length: u32 = 0;
  for (let segment = end; segment && length < LETTER_END; ) {
    segment -= <u32>Segment.BYTES;
    const at = segmentAt(segment);
    if (marksOf(at.node) & HIDDEN || !isSelected(blockOf(at.block), selection)) continue;
    length += at.length;
    if (!unsubscribes(at.node)) continue;
    marksHide = anyMarksHid = true;
    let first = blockOf(at.block).firstSegment;
    for (; first < end; first += <u32>Segment.BYTES) addMark(segmentAt(first).node, HIDDEN);
    return;
  }
}

/** Marks visible texts and their ancestors; dropped ones only if `marksDropped`. Invisible texts become hidden. */
function markTexts(selection: u32, marksDropped: bool): void {
  const hasItems = (selection >> (Part.SELECT + Part.ITEM)) & 1;
  const isMain = (selection >> (Part.SELECT + Part.MAIN)) & 1;
  if (isMain) hideLetterEnd(selection);
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord<Segment>()) {
    const node = segment.node;
    if (marksOf(node) & HIDDEN) continue;
    const isShort = segment.length <= SHORT;
    if (isShort && (isInvisible(node) || (isMain && isCounter(node)))) {
      marksHide = anyMarksHid = true;
      addMark(node, HIDDEN);
      continue;
    }
    const block = blockOf(segment.block);
    const isKept = isSelected(block, selection);
    if (isKept) markUpwards(node, KEPT);
    if (!marksDropped) continue;
    // The author of a post is kept without adjacent pictures, so it also counts as a dropped text.
    if (!isKept || (hasItems && block.part == Part.ITEM)) markUpwards(node, DROPPED);
  }
}

export let bytesKept: u64 = 0;
/** Bytes of hidden text that would be kept, except in folded sections. */
let bytesHidden: u64 = 0;
/** Bytes of text in folded sections that would be kept. */
let bytesFolded: u64 = 0;
/** True if the current marks hide something. */
let marksHide: bool = false;
/** Like `marksHide`, but also for earlier marks of this call, by which hidden content was decided. */
let anyMarksHid: bool = false;

/** Hides the texts of an element; returns the bytes of texts that would otherwise be kept. */
function hideBelow(root: u32): u64 {
  let bytes: u64 = 0;
  marksHide = anyMarksHid = true;
  addMark(root, HIDDEN);
  let node = nodeAt(root).firstChild;
  while (node) {
    spend(NODE_STEPS);
    if (nodeAt(node).kind == NodeKind.TEXT && marksOf(node) & (KEPT | DROPPED)) {
      if (marksOf(node) & KEPT) bytes += nodeAt(node).textLength;
      addMark(node, HIDDEN);
    }
    node = following(node, root, (marksOf(node) & (KEPT | DROPPED)) != 0);
  }
  return bytes;
}

/** True if text with an invisible style is dropped. */
let omitsUnseen: bool = false;

export function omitUnseen(omits: bool): void {
  omitsUnseen = omits;
}

/** True if a link in a figure only opens or downloads its picture. */
function isPictureLink(link: u32): bool {
  if (!elementAround(link, Tag.FIGURE, FIGURE_LEVELS) || elementAround(link, Tag.FIGCAPTION, FIGURE_LEVELS))
    return false;
  readAttributes(link);
  return (namesPicture(AttributeId.HREF) || hasValue(AttributeId.DOWNLOAD)) && !hasPicture(link, true);
}

/** Hides an element with kept text if a reader does not see it. True if it is hidden. */
function hide(node: u32, tag: u32, keeps: u32): bool {
  const isUnseenPart =
    tag == Tag.BUTTON
      ? !(keeps & KEEPS_BUTTONS) && isUnseenButton(node)
      : tag == Tag.A
        ? isPictureLink(node)
        : tag == Tag.SPAN && isEditLink(node);
  const isUnseenText = isUnseenPart || has(tag, Trait.UNSEEN) || (omitsUnseen && isUnseen(node));
  const hidden = isUnseenText ? Hidden.FROM_EYES : keeps & KEEPS_HIDDEN ? Hidden.NOT : hiddenByTag(node);
  if (hidden == Hidden.NOT) return false;
  if (hidden == Hidden.FROM_EYES) {
    hideBelow(node);
    return true;
  }
  readAttributes(node);
  // Scripts never show the drawing of a formula that is next to its text.
  const isDrawing = hasClass('katex-html mathjax* mjx*');
  const folds = !isDrawing && isFolded(node);
  if (folds && keeps & KEEPS_FOLDED) return false;
  const bytes = hideBelow(node);
  if (folds) bytesFolded += bytes;
  else if (!isDrawing) bytesHidden += bytes;
  return true;
}

/** The mark of the next text in the parent element: KEPT, DROPPED or 0. */
function nextText(node: u32): u32 {
  let found = nodeAt(node).next;
  while (found) {
    spend(1);
    const has = marksOf(found) & (KEPT | DROPPED);
    if (!has) {
      found = nodeAt(found).next;
    } else if (has != (KEPT | DROPPED)) {
      return has;
    } else {
      found = nodeAt(found).firstChild;
    }
  }
  return 0;
}

/** Maximum levels from a picture up to its figure, plus one. */
const FIGURE_LEVELS: u32 = 6;
/** Maximum levels from a picture up to its link, plus one. */
const LINK_LEVELS: u32 = 4;
/** Maximum levels from a text's parent up to its button, plus one. */
const BUTTON_LEVELS: u32 = 3;

/** The nearest element of a name from `node` upwards, less than `levels` above, or 0. */
function elementAround(node: u32, name: u32, levels: u32): u32 {
  for (; node && levels; --levels, node = nodeAt(node).parent) if (nodeAt(node).tag == name) return node;
  return 0;
}

function isInKeptFigure(node: u32): bool {
  const figure = elementAround(node, Tag.FIGURE, FIGURE_LEVELS);
  return figure != 0 && (marksOf(figure) & KEPT) != 0;
}

/** Maximum nodes from a button to its picture. */
const BUTTON_NODES: u32 = 8;

/** True if a button without text enlarges a picture: of a figure, or in several sizes. */
export function isPictureButton(button: u32): bool {
  let left = BUTTON_NODES;
  for (let node = button; node && left; node = nextNode(node, button, true, 0), --left) {
    const tag = <u32>nodeAt(node).tag;
    if (tag == Tag.PICTURE) return true;
    if (tag == Tag.IMG) return elementAround(button, Tag.FIGURE, FIGURE_LEVELS) != 0;
  }
  return false;
}

/** Maximum levels from a text up to its caption. */
const CAPTION_LEVELS: u32 = 4;

/** Classes of captions. */
const CAPTIONS = 'caption* imagecaption* photocaption* wp-caption* image-caption* img-caption* photo-caption* credit*';

/** True if an ancestor of a text, up to `root`, has the class of a caption. */
function isCaption(text: u32, root: u32): bool {
  let node = nodeAt(text).parent;
  for (let level: u32 = 0; node && level < CAPTION_LEVELS; ++level, node = nodeAt(node).parent) {
    spend(1);
    if (readAttributes(node) && hasClass(CAPTIONS)) return true;
    if (node == root) return false;
  }
  return false;
}

/** True if an element without kept text contains one picture, and only captions as text. */
function isCaptioned(root: u32): bool {
  let pictures: u32 = 0;
  for (let node = root; node && pictures < 2; node = nextNode(node, root, true, 0)) {
    spend(1);
    if (nodeAt(node).kind == NodeKind.TEXT && marksOf(node) & DROPPED && !isCaption(node, root)) return false;
    if (nodeAt(node).tag == Tag.IMG) ++pictures;
  }
  return pictures == 1;
}

function isButtons(root: u32): bool {
  for (let node = root; node; node = nextNode(node, root, true, 0)) {
    if (nodeAt(node).kind != NodeKind.TEXT || !(marksOf(node) & DROPPED)) continue;
    if (!elementAround(nodeAt(node).parent, Tag.BUTTON, BUTTON_LEVELS)) return false;
  }
  return true;
}

/** True if an element contains a player. */
function hasPlayer(root: u32): bool {
  for (let node = root; node; node = nextNode(node, root, true, 0)) {
    spend(1);
    if (nodeAt(node).tag == Tag.AUDIO || nodeAt(node).tag == Tag.VIDEO) return true;
  }
  return false;
}

/** Keeps the names of tabs before code; false for any other element. */
function keepTabs(list: u32): bool {
  readAttributes(list);
  if (!valueIs(AttributeId.ROLE, 'tablist')) return false;
  let text = nextNode(list, 0, false, KEPT);
  while (text && nodeAt(text).kind != NodeKind.TEXT) text = nextNode(text, 0, true, KEPT);
  if (!elementAround(nodeAt(text).parent, Tag.PRE, FIGURE_LEVELS)) return false;
  for (let node = list; node; node = nextNode(node, list, true, DROPPED))
    if (nodeAt(node).kind == NodeKind.TEXT) markUpwards(node, KEPT);
  return true;
}

/** Keeps the pictures and players in an element without kept text. Outside of figures, linked pictures are dropped: they are logos. */
function keepPictures(root: u32, inFigure: bool): void {
  let node = nodeAt(root).firstChild;
  while (node) {
    spend(NODE_STEPS);
    const has = marksOf(node) & (DROPPED | HIDDEN);
    if (!has && hasPicture(node, inFigure) && (inFigure || !elementAround(node, Tag.A, LINK_LEVELS))) {
      markUpwards(nodeAt(node).parent, KEPT);
      addMark(node, ADJACENT);
    }
    node = following(node, root, (has & DROPPED) != 0);
  }
}

/** True if an element contains a picture. `mayLink`: linked pictures count too. */
function hasPicture(root: u32, mayLink: bool): bool {
  for (let node = root; node; node = nextNode(node, root, true, 0)) {
    if (nodeAt(node).kind != NodeKind.ELEMENT) continue;
    const tag = <u32>nodeAt(node).tag;
    if (tag == Tag.IMG || tag == Tag.AUDIO || tag == Tag.VIDEO) return true;
    if (has(tag, Trait.IGNORED) || (tag == Tag.A && !mayLink)) return false;
  }
  return false;
}

const MENU_LINKS: u32 = 3;

/** True if an element without text is a menu: all its pictures are links in list items, and none leads to a larger picture. */
function isPictureMenu(root: u32): bool {
  let links: u32 = 0;
  for (let node = root; node; node = nextNode(node, root, true, 0)) {
    const at = nodeAt(node);
    if (at.kind != NodeKind.ELEMENT || at.tag != Tag.IMG) continue;
    const link = at.parent;
    if (nodeAt(link).tag != Tag.A || nodeAt(nodeAt(link).parent).tag != Tag.LI) return false;
    readAttributes(link);
    if (!hasValue(AttributeId.HREF) || namesPicture(AttributeId.HREF)) return false;
    links++;
  }
  return links >= MENU_LINKS;
}

/** True if the element read last has an attribute with the URL of a picture. */
export function namesPicture(known: u32): bool {
  if (!hasValue(known) || rawEnd(known) < rawStart(known) + 5) return false;
  const end = rawEnd(known);
  return (match(end - 4, end, '.jpg .png .gif .svg') || match(end - 5, end, '.jpeg .webp .avif')) != 0;
}

/** The next text is not yet known. */
const UNKNOWN: u32 = u32.MAX_VALUE;

/** Walks over kept nodes. `tests`: true to hide elements that readers do not see. */
function walk(keeps: u32, tests: bool): void {
  // Marks of the last and the next text in the current element.
  let before: u32 = 0;
  let next: u32 = UNKNOWN;
  const isMain = (marked >> (Part.SELECT + Part.MAIN)) & 1;
  const isDocument = !(keeps & KEEPS_BUTTONS);
  bytesKept = 0;
  bytesHidden = 0;
  bytesFolded = 0;
  let node = nodeAt(0).firstChild;
  while (node) {
    spend(NODE_STEPS);
    const at = nodeAt(node);
    const held = marksOf(node);
    const kind = <u32>at.kind;
    if (held & (KEPT | DROPPED)) {
      next = UNKNOWN;
      if (kind == NodeKind.TEXT) {
        before = held & (KEPT | DROPPED);
        if (held & KEPT) bytesKept += at.textLength;
      } else if (!(held & KEPT)) {
        const after = nextText(node);
        if (after == KEPT && keepTabs(node)) continue;
        const isNear = before == KEPT || after == KEPT;
        const isFigure =
          isInKeptFigure(node) || (isNear && isCaptioned(node)) || (before == KEPT && after == KEPT && hasPlayer(node));
        if (!isFigure && !isButtons(node)) before = DROPPED;
        else if (isFigure || isNear) keepPictures(node, isFigure);
      } else if (!tests || !hide(node, at.tag, keeps)) {
        before = 0;
        node = at.firstChild;
        continue;
      }
    } else if (isDocument && kind == NodeKind.ELEMENT && !(held & HIDDEN) && !has(at.tag, Trait.IGNORED)) {
      if (before != KEPT && next == UNKNOWN) next = nextText(node);
      const isAdjacent = before == KEPT || next == KEPT || isInKeptFigure(node);
      if (isAdjacent && !(isMain && isPictureMenu(node))) addMark(node, ADJACENT);
    }
    node = following(node, 0, false);
  }
}

function clearMarks(kept: u32): void {
  const bits = i8x16.splat(<i8>kept);
  const end = marks + nodeCount();
  for (let at = marks; at < end; at += 16) v128.store(at, v128.and(v128.load(at), bits));
}

/** The inputs from which marks were made: equal inputs give equal marks. */
@unmanaged
class MarkSource {
  /** Key of the page's blocks and their parts; 0 before any marks. */
  blocks: u64;
  /** Bytes of kept text. */
  bytes: u64;
  selection: u32;
  keeps: u32;
  /** True if neither these marks nor earlier ones of the call hide anything. */
  showsAll: bool;
}

/** For documents. */
const OF_DOCUMENT = changetype<MarkSource>(memory.data(32, 8));
/** For texts. */
const OF_TEXT = changetype<MarkSource>(memory.data(32, 8));
/** Inputs of the current marks. */
let source: MarkSource = OF_DOCUMENT;

/** Never 0. */
function keyOfBlocks(): u64 {
  let key = (((<u64>pagesRead) << 32) ^ u32(omitsUnseen)) * GOLDEN;
  const end = blockOf(blockCount * <u32>Block.BYTES);
  for (let block = blockOf(0); block < end; block = block.nextRecord<Block>()) {
    key = (key ^ (key >> 32) ^ ((block.part << 2) | block.verdict)) * GOLDEN;
  }
  return key | 1;
}

let marked: u32 = 0;

function mark(selection: u32, keeps: u32): void {
  clearMarks(0);
  marked = selection;
  marksHide = false;
  markTexts(selection, !(keeps & KEEPS_BUTTONS));
  if (marksOf(0) & KEPT) walk(keeps, true);
  // A page without text is content.
  else if (!segmentCount && (selection >> Verdict.CONTENT) & 1) addMark(nodeAt(0).lastChild, ADJACENT);
}

/** Marks a selection. Returns which hidden content is kept, because readers can show it: a sum of `KEEPS_…`. */
function keepsOf(selection: u32, keeps: u32): u32 {
  mark(selection, keeps);
  const seen = bytesKept + bytesFolded;
  if (bytesHidden > seen && seen < NOTHING_BYTES) return KEEPS_HIDDEN | KEEPS_FOLDED;
  return bytesFolded ? KEEPS_FOLDED : 0;
}

const CONTENT: u32 = (1 << Verdict.CONTENT) | (1 << Verdict.KEPT);
const ALL: u32 = CONTENT | (1 << Verdict.TEMPLATE);

/** Which hidden content of a selection is kept: only content that is also kept for the whole page and for its content. */
function hiddenOf(selection: u32, keeps: u32): u32 {
  const isPart = selection >> Part.SELECT != 0;
  const own = isPart || selection == CONTENT ? keepsOf(selection, keeps) : KEEPS_HIDDEN | KEEPS_FOLDED;
  if (!own || selection == CONTENT) return own;
  let all = keepsOf(ALL, keeps);
  if (bytesHidden + bytesFolded) all |= keepsOf(CONTENT, keeps);
  return own & all;
}

/**
 * Marks the nodes of the current page for a selection. `keeps`: a sum of `KEEPS_…`. Content that readers can show is not hidden. Returns a
 * `Status`.
 */
export function markShown(selection: u32, keeps: u32): u32 {
  const isOfText = (keeps & KEEPS_BUTTONS) != 0;
  if (!reserveMarks(nodeCount(), u32(isOfText))) return Status.OUT_OF_MEMORY;
  forgetValues();
  spend((<u64>nodeCount() >> 2) + blockCount);
  const blocks = keyOfBlocks();
  source = isOfText ? OF_TEXT : OF_DOCUMENT;
  if (source.blocks == blocks && source.selection == selection && source.keeps == keeps) {
    // Previous outputs may have added their marks.
    clearMarks(DROPPED | KEPT | ADJACENT | HIDDEN);
    bytesKept = source.bytes;
    return isSpent() ? Status.TOO_COMPLEX : Status.OK;
  }
  source.blocks = 0;
  if (isOfText && OF_DOCUMENT.blocks == blocks && OF_DOCUMENT.showsAll && !(selection & ~OF_DOCUMENT.selection)) {
    clearMarks(0);
    markTexts(selection, false);
  } else makeMarks(selection, keeps);
  if (isSpent()) return Status.TOO_COMPLEX;
  source.blocks = blocks;
  source.selection = selection;
  source.keeps = keeps;
  source.bytes = bytesKept;
  return Status.OK;
}

/** Clears all marks, for another kind of marks; false if memory is unavailable. */
export function beginOwnMarks(): bool {
  source = OF_DOCUMENT;
  source.blocks = 0;
  if (!reserveMarks(nodeCount(), 0)) return false;
  clearMarks(0);
  return true;
}

function makeMarks(selection: u32, keeps: u32): void {
  marked = 0;
  anyMarksHid = false;
  const later = keeps & KEEPS_HIDDEN ? 0 : hiddenOf(selection, keeps);
  if (later || marked != selection) mark(selection, keeps | later);
  source.showsAll = !anyMarksHid && !(keeps & KEEPS_HIDDEN);
  if (!marksHide || keeps & KEEPS_BUTTONS) return;
  clearMarks(HIDDEN);
  markTexts(selection, true);
  walk(keeps, false);
}

/** Like `following`, but skips subtrees of nodes without a mark in `mask`, unless `mask` is 0. */
export function nextNode(node: u32, root: u32, enters: bool, mask: u32): u32 {
  do {
    spend(1);
    node = following(node, root, enters);
    enters = false;
  } while (node && mask && !(marksOf(node) & mask));
  return node;
}

/** True if a selection contains the verdict or part of a block. A block without text has neither. */
export function isSelected(block: Block, selection: u32): bool {
  const verdict = block.verdict;
  const parts = verdict == Verdict.NONE ? 0 : selection >> (Part.SELECT + block.part);
  return (((selection >> verdict) | parts) & 1) != 0;
}
