/** Which elements a reader does not see: by their name, or by what their start tag says. */
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { isSpace, skipSpace } from '../html/scan';
import { spend } from '../work';
import { isFromSource } from './element-text';
import { isQuestion } from './question';
import { hasClass, startsWith, valueIs } from './match';
import { Known, hasAttributes, hasValue, rawEnd, rawStart, readAttributes, tagEnd, tagStart } from './attribute-values';

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
