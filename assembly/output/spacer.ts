/** Invisible pictures. */
import { match } from '../page/match';
import { styleOf } from '../page/hidden';
import { AttributeId, hasValue, rawEnd, rawStart, wholeValue } from '../page/attribute-values';

/** Maximum width or height of a picture for spacing, lines or statistics, in pixels. */
const SPACER_PIXELS: u32 = 1;

/** The pixels of a style property, or -1. */
function styleLength(property: string): i32 {
  let at = styleOf(property);
  const start = at;
  const end = rawEnd(AttributeId.STYLE);
  if (!at) return -1;
  let number = 0;
  while (at < end && <u32>load<u8>(at) - 0x30 < 10) number = min(number * 10 + <i32>load<u8>(at++) - 0x30, 9999);
  return at > start && (match(at, end, 'px*') || (number == 0 && (at == end || load<u8>(at) == 0x3b))) ? number : -1;
}

function lengthOf(known: u32, name: string): i32 {
  const pixels = wholeValue(known, -1, 9999);
  if (pixels >= 0 && rawEnd(known) > rawStart(known) && load<u8>(rawEnd(known) - 1) != 0x25) return pixels;
  return styleLength(name);
}

/** True if the picture that was read last is a spacer. A thin one with alternative text is a drawing. */
export function isSpacer(): bool {
  const isThin = <u32>lengthOf(AttributeId.WIDTH, 'width') <= SPACER_PIXELS;
  const isFlat = <u32>lengthOf(AttributeId.HEIGHT, 'height') <= SPACER_PIXELS;
  if (isThin && isFlat) return true;
  return (isThin || isFlat) && (!hasValue(AttributeId.ALT) || rawStart(AttributeId.ALT) == rawEnd(AttributeId.ALT));
}
