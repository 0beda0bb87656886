/** Finds elements that a reader does not see, by their names or start tags. */
import { Tag } from '../html/names';
import { NodeKind, following, nodeAt } from '../html/nodes';
import { isSpace, skipSpace } from '../html/scan';
import { UNFOLDED_WORDS } from '../vocabulary';
import { spend } from '../work';
import { hasClass, startsWith, valueIs } from './match';
import { skipSpaces } from './text';
import {
  AttributeId,
  hasAttributes,
  hasValue,
  rawEnd,
  rawStart,
  readAttributes,
  tagEnd,
  tagStart,
} from './attribute-values';
import { isNamed } from './attribute-names';

/**
 * True for a button that is not content. A button that opens a section is content: it is in a summary, is the only text of a heading,
 * contains a heading, or is a question.
 */
export function isUnseenButton(node: u32): bool {
  let above = nodeAt(node).parent;
  for (let steps = 0; above && steps < 3; steps++) {
    const tag = <u32>nodeAt(above).tag;
    if (tag == Tag.SUMMARY) return false;
    if (tag - Tag.H1 < 6) return hasOtherText(node, above);
    above = nodeAt(above).parent;
  }
  return !opensSection(node);
}

/** True if the first nodes of a heading have text outside of a button. */
function hasOtherText(button: u32, heading: u32): bool {
  let count: u32 = 0;
  let node = following(heading, heading, true);
  while (node && ++count <= LABEL_NODES) {
    spend(1);
    if (nodeAt(node).kind == NodeKind.TEXT && !isBlank(node)) return true;
    node = following(node, heading, node != button);
  }
  return false;
}

/** True for a wiki's links to edit a section, in or directly after its heading. */
export function isEditLink(node: u32): bool {
  const before = nodeAt(node).previous;
  const heading = before && <u32>nodeAt(before).tag - Tag.H1 < 6 ? before : nodeAt(node).parent;
  if (<u32>nodeAt(heading).tag - Tag.H1 > 5 || !readAttributes(node)) return false;
  return hasClass('mw-editsection* editsection*');
}

/**
 * True if a start tag may contain `hidden`, `none`, `-only`, `-no` or `-reader`. Attributes of other tags, which are most, are not read.
 */
function mayHide(at: usize, end: usize): bool {
  const lower = i8x16.splat(0x20);
  for (; at < end; at += 16) {
    const first = v128.or(v128.load(at), lower);
    const second = v128.or(v128.load(at, 1), lower);
    const third = v128.or(v128.load(at, 2), lower);
    // Two letters in `hidden`, two in `none`, and the beginnings of `-only`, `-no` and `-reader`.
    const isNone = v128.and(i8x16.eq(first, i8x16.splat(0x6f)), i8x16.eq(second, i8x16.splat(0x6e)));
    const isOnly = v128.and(i8x16.eq(second, i8x16.splat(0x6f)), i8x16.eq(third, i8x16.splat(0x6e)));
    const isNo = v128.and(i8x16.eq(second, i8x16.splat(0x6e)), i8x16.eq(third, i8x16.splat(0x6f)));
    const isReader = v128.and(i8x16.eq(second, i8x16.splat(0x72)), i8x16.eq(third, i8x16.splat(0x65)));
    const found = i8x16.bitmask(
      v128.or(
        v128.and(i8x16.eq(first, i8x16.splat(0x64)), i8x16.eq(second, i8x16.splat(0x64))),
        v128.or(
          v128.and(isNone, i8x16.eq(third, i8x16.splat(0x65))),
          v128.and(i8x16.eq(first, i8x16.splat(0x2d)), v128.or(isOnly, v128.or(isNo, isReader))),
        ),
      ),
    );
    if (found && at + ctz(found) < end) return true;
  }
  return false;
}

/** Start of the value of a property in the style of the element that was read last, or 0. */
export function styleOf(property: string): usize {
  if (!hasValue(AttributeId.STYLE)) return 0;
  let at = rawStart(AttributeId.STYLE);
  const end = rawEnd(AttributeId.STYLE);
  while (at < end) {
    at = skipSpace(at, end);
    if (startsWith(at, end, property)) {
      const colon = skipSpace(at + property.length, end);
      if (colon < end && load<u8>(colon) == 0x3a) return skipSpace(colon + 1, end);
    }
    while (at < end && load<u8>(at) != 0x3b) at++;
    at++;
  }
  return 0;
}

/** True if that style sets a property to this value. */
export function hasStyle(property: string, value: string): bool {
  const at = styleOf(property);
  const end = rawEnd(AttributeId.STYLE);
  if (!at || !startsWith(at, end, value)) return false;
  const after = at + value.length;
  const byte = after < end ? <u32>load<u8>(after) : 0x3b;
  return byte == 0x3b || byte == 0x21 || isSpace(byte);
}

/** True if the attributes that were read last hide their element. */
export function attributesHide(): bool {
  if (hasValue(AttributeId.HIDDEN) && !valueIs(AttributeId.HIDDEN, 'until-found')) return true;
  if (valueIs(AttributeId.ARIA_HIDDEN, 'true')) return true;
  if (!hasStyle('display', 'none') && !hasStyle('visibility', 'hidden')) return false;
  // MediaWiki hides a formula and shows an image of it.
  return !hasClass('mwe-math-mathml*');
}

/** Classes of text for screen readers only. */
const UNSEEN =
  'sr-only screen-reader-text screen-reader-only visually-hidden visuallyhidden u-visually-hidden element-invisible hideme vjs-no-js';

/** From which readers an element is hidden. */
export namespace Hidden {
  export const NOT: u32 = 0;
  /** Hidden except from screen readers. */
  export const FROM_EYES: u32 = 1;
  export const FROM_ALL: u32 = 2;
}

/** The `Hidden` of an element by its start tag: an attribute, a style, a class, or a dialog that is not open. */
export function hiddenByTag(node: u32): u32 {
  const tag = <u32>nodeAt(node).tag;
  if (!hasAttributes(node)) return tag == Tag.DIALOG ? Hidden.FROM_ALL : Hidden.NOT;
  if (tag != Tag.DIALOG && tag != Tag.SUMMARY) {
    const start = tagStart(node);
    const end = tagEnd(node);
    spend((end - start) >> 4);
    if (!mayHide(start, end)) return Hidden.NOT;
  }
  readAttributes(node);
  if ((attributesHide() && !isTabPanel()) || (tag == Tag.DIALOG && !hasValue(AttributeId.OPEN))) return Hidden.FROM_ALL;
  return (hasClass(UNSEEN) || isClipped()) && !beginsWithTitle(node) ? Hidden.FROM_EYES : Hidden.NOT;
}

/** Maximum nodes from the start of an element to a title in it. */
const TITLE_NODES: u32 = 8;

/** True if an element is an `h1` or begins with one. This text is only for screen readers if the visible title is an image. */
function beginsWithTitle(element: u32): bool {
  let at = element;
  for (let count: u32 = 0; at && count < TITLE_NODES; count++) {
    if (nodeAt(at).tag == Tag.H1) return true;
    spend(1);
    at = following(at, element, true);
  }
  return false;
}

export function isHiddenByTag(node: u32): bool {
  return hiddenByTag(node) == Hidden.FROM_ALL;
}

/** True if the style that was read last shows almost nothing of its element. */
export function isClipped(): bool {
  return styleStarts('clip', 'rect(0') || styleStarts('clip', 'rect(1px');
}

/** True if the value of a property in the style that was read last starts with a text. */
export function styleStarts(property: string, value: string): bool {
  const at = styleOf(property);
  return at != 0 && startsWith(at, rawEnd(AttributeId.STYLE), value);
}

/** True for the panel of a tab: all except one are hidden until a reader selects their tab. */
function isTabPanel(): bool {
  return valueIs(AttributeId.ROLE, 'tabpanel') || hasClass('tab-pane tab-panel tabpanel');
}

/** Maximum nodes of a question. */
const QUESTION_NODES: u32 = 64;

/** True if a heading is below a node, or its last text ends with an ASCII, Arabic, Greek or full-width question mark. */
function opensSection(root: u32): bool {
  let last: u32 = 0;
  let count: u32 = 0;
  for (let node = following(root, root, true); node; node = following(node, root, true)) {
    spend(1);
    if (++count > QUESTION_NODES) return false;
    if (<u32>nodeAt(node).tag - Tag.H1 < 6) return true;
    if (nodeAt(node).kind == NodeKind.TEXT && !isBlank(node)) last = node;
  }
  if (!last) return false;
  const start = nodeAt(last).text;
  let end = start + nodeAt(last).textLength;
  while (end > start && load<u8>(end - 1) <= 0x20) end--;
  const length = end - start;
  return (
    (length > 0 && load<u8>(end - 1) == 0x3f) ||
    (length > 1 && (load<u16>(end - 2) == 0x9fd8 || load<u16>(end - 2) == 0xbecd)) ||
    (length > 2 && load<u8>(end - 3) == 0xef && load<u16>(end - 2) == 0x9fbc)
  );
}

function isBlank(text: u32): bool {
  const end = nodeAt(text).textEnd;
  return skipSpaces(nodeAt(text).text, end) >= end;
}

// Hidden elements that a reader can open: the answer to a question, the panel of a tab, the section of an accordion, the rest of a text.
// They are recognised by their names, or by a label before them. Overlays are excluded.

/** Words in names of elements that a reader opens. */
const FOLDS =
  'accordion* collaps* faq* question* answer* tab-* tab_* tabs* tabcontent* toggl* trigger* expand* panel* carousel* slid* spoiler* quote* paywall* subscriber* read-* readmore* show-* more* less*';
/** Words in names of labels before these elements. */
const LABELS = 'toggl* trigger* expand* question* show-*';

/** Maximum nodes of a label. */
const LABEL_NODES: u32 = 16;

/** True if the previous element is or contains a heading or button, or is a question. Reads attributes. */
function isAfterLabel(node: u32): bool {
  let label = nodeAt(node).previous;
  while (label && nodeAt(label).kind != NodeKind.ELEMENT) label = nodeAt(label).previous;
  if (!label) return false;
  let count: u32 = 0;
  for (let at = label; at; at = following(at, label, true)) {
    spend(1);
    if (++count > LABEL_NODES) return false;
    const tag = <u32>nodeAt(at).tag;
    if (nodeAt(at).kind != NodeKind.ELEMENT) continue;
    if (tag - Tag.H1 < 6 || tag == Tag.BUTTON || tag == Tag.DT || tag == Tag.SUMMARY) return true;
    readAttributes(at);
    if (valueIs(AttributeId.ROLE, 'button heading tab') || isNamed(LABELS)) return true;
  }
  return opensSection(label);
}

/**
 * True if a reader can open a hidden element. Its attributes must have been read last; reads those of other elements. React uses ids `S:…`
 * for parts that load late.
 */
export function isFolded(node: u32): bool {
  if (isNamed(UNFOLDED_WORDS)) return false;
  if (hasValue(AttributeId.ID) && startsWith(rawStart(AttributeId.ID), rawEnd(AttributeId.ID), 's:')) return true;
  return isNamed(FOLDS) || valueIs(AttributeId.ROLE, 'region') || isAfterLabel(node);
}
