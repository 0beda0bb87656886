/** Which elements a reader does not see: by their name, or by what their start tag says. */
import { Tag } from '../html/names';
import { NodeKind, following, nodeAt } from '../html/nodes';
import { isSpace, skipSpace } from '../html/scan';
import { UNFOLDED_WORDS } from '../vocabulary';
import { spend } from '../work';
import { isFromSource } from './element-text';
import { hasClass, startsWith, valueIs } from './match';
import { Known, hasAttributes, hasValue, rawEnd, rawStart, readAttributes, tagEnd, tagStart } from './attribute-values';
import { isNamed } from './attribute-names';

/** A button shows no content, unless it is what opens a section: then it stands in a heading or a summary, or asks a question. */
export function isUnseenButton(node: u32): bool {
  let above = nodeAt(node).parent;
  for (let steps = 0; above && steps < 3; steps++) {
    const tag = <u32>nodeAt(above).tag;
    if (tag == Tag.SUMMARY || tag - Tag.H1 < 6) return false;
    above = nodeAt(above).parent;
  }
  return !isQuestion(node);
}

/** Whether a start tag may say `hidden` or `none`: most do not, so their attributes are not read. */
function mayHide(at: usize, end: usize): bool {
  const lower = i8x16.splat(0x20);
  for (; at < end; at += 16) {
    const first = v128.or(v128.load(at), lower);
    const second = v128.or(v128.load(at, 1), lower);
    const third = v128.or(v128.load(at, 2), lower);
    // The middle of `hidden`, and the end of `none`.
    const found = i8x16.bitmask(
      v128.or(
        v128.and(i8x16.eq(first, i8x16.splat(0x64)), i8x16.eq(second, i8x16.splat(0x64))),
        v128.and(
          i8x16.eq(first, i8x16.splat(0x6f)),
          v128.and(i8x16.eq(second, i8x16.splat(0x6e)), i8x16.eq(third, i8x16.splat(0x65))),
        ),
      ),
    );
    if (found && at + ctz(found) < end) return true;
  }
  return false;
}

/** Where the value of a property begins in the style of the element read last; 0 where it says nothing of it. */
export function styleOf(property: string): usize {
  if (!hasValue(Known.STYLE)) return 0;
  let at = rawStart(Known.STYLE);
  const end = rawEnd(Known.STYLE);
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

/** Whether the style of the element read last gives a property this value. */
export function hasStyle(property: string, value: string): bool {
  const at = styleOf(property);
  const end = rawEnd(Known.STYLE);
  if (!at || !startsWith(at, end, value)) return false;
  const after = at + value.length;
  const byte = after < end ? <u32>load<u8>(after) : 0x3b;
  return byte == 0x3b || byte == 0x21 || isSpace(byte);
}

/** Whether the attributes of an element, read last, hide it. */
export function attributesHide(): bool {
  if (hasValue(Known.HIDDEN) && !valueIs(Known.HIDDEN, 'until-found')) return true;
  if (valueIs(Known.ARIA_HIDDEN, 'true')) return true;
  if (!hasStyle('display', 'none') && !hasStyle('visibility', 'hidden')) return false;
  // Formulas of MediaWiki stand beside an image of them.
  return !hasClass('mwe-math-mathml*');
}

/** Whether what the start tag of an element says hides it: an attribute, a style, or a dialog that is not open. */
export function isHiddenByTag(node: u32): bool {
  const tag = <u32>nodeAt(node).tag;
  if (!hasAttributes(node)) return tag == Tag.DIALOG;
  if (tag != Tag.DIALOG && isFromSource()) {
    const start = tagStart(node);
    const end = tagEnd(node);
    spend((end - start) >> 4);
    if (!mayHide(start, end)) return false;
  }
  readAttributes(node);
  return (attributesHide() && !isTabPanel()) || (tag == Tag.DIALOG && !hasValue(Known.OPEN));
}

/** Whether the element read last is what a tab shows: all but one are hidden until a reader chooses them. */
function isTabPanel(): bool {
  return valueIs(Known.ROLE, 'tabpanel') || hasClass('tab-pane tab-panel tabpanel');
}

// Questions, by their mark.

/** A question has at most this many nodes. */
const QUESTION_NODES: u32 = 64;

/** Whether the last text below a node ends with a question mark: that of ASCII, of Arabic, of Greek, or a wide one. */
function isQuestion(root: u32): bool {
  let last: u32 = 0;
  let count: u32 = 0;
  for (let node = following(root, root, true); node; node = following(node, root, true)) {
    spend(1);
    if (++count > QUESTION_NODES) return false;
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
  const end = nodeAt(text).text + nodeAt(text).textLength;
  return skipSpace(nodeAt(text).text, end) == end;
}

// Hidden elements that a reader opens: the answer of a question, the panel of a tab, the section of an accordion, the rest of a text.
// Their names say so, or what stands before them is what opens them. Layers over the page are no such elements, whatever is in them.

/** Words in the names of elements that open. */
const FOLDS =
  'accordion* collaps* faq* question* answer* tab-* tab_* tabs* tabcontent* toggl* trigger* expand* panel* carousel* slid* spoiler* quote* paywall* subscriber* read-* readmore* show-* more* less*';
/** Words in the names of what opens them. */
const LABELS = 'toggl* trigger* expand* question* show-*';

/** What opens an element has at most this many nodes. */
const LABEL_NODES: u32 = 16;

/** Whether the element before a node is a heading or a button, has one, or asks a question. Attributes are read. */
function isBehindLabel(node: u32): bool {
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
    if (valueIs(Known.ROLE, 'button heading tab') || isNamed(LABELS)) return true;
  }
  return isQuestion(label);
}

/**
 * Whether a reader opens a hidden element, whose attributes were read last; those of others are read. What React sends late waits in
 * elements named `S:…`.
 */
export function isFolded(node: u32): bool {
  if (isNamed(UNFOLDED_WORDS)) return false;
  if (hasValue(Known.ID) && startsWith(rawStart(Known.ID), rawEnd(Known.ID), 's:')) return true;
  return isNamed(FOLDS) || valueIs(Known.ROLE, 'region') || isBehindLabel(node);
}
