/**
 * Finds text that a style makes invisible: tiny, transparent, in the background colour, clipped, or outside the window; and tag characters,
 * which fonts do not show. This text may contain instructions for language models.
 */
import { areEqual, findAny, isSpace } from '../html/scan';
import { startsWith } from './match';
import { isClipped, styleOf, styleStarts } from './hidden';
import { AttributeId, hasValue, rawEnd, rawStart, readAttributes } from './attribute-values';
import { NOT_CACHED, cacheResult, cachedResult } from './result-cache';

/** The number that was read last, in thousandths; the address after it. */
namespace Amount {
  export let value: i32 = 0;
  export let end: usize = 0;
}

/** Maximum whole number; larger numbers become this. */
const WHOLE_MAX: i32 = 100_000;

/** Reads a CSS number; false without one. */
function readAmount(at: usize, end: usize): bool {
  const isNegative = at < end && load<u8>(at) == 0x2d;
  if (isNegative || (at < end && load<u8>(at) == 0x2b)) at++;
  let whole: i32 = 0;
  let thousandths: i32 = 0;
  let scale: i32 = 100;
  const digits = at;
  for (; at < end && <u32>load<u8>(at) - 0x30 < 10; at++) whole = min(whole * 10 + <i32>load<u8>(at) - 0x30, WHOLE_MAX);
  if (at < end && load<u8>(at) == 0x2e) {
    for (at++; at < end && <u32>load<u8>(at) - 0x30 < 10; at++, scale /= 10) {
      thousandths += (<i32>load<u8>(at) - 0x30) * scale;
    }
  }
  Amount.value = (whole * 1000 + thousandths) * (isNegative ? -1 : 1);
  Amount.end = at;
  return at > digits;
}

/** Reads the number of a style property; false without one. */
function readProperty(property: string): bool {
  const at = styleOf(property);
  return at != 0 && readAmount(at, rawEnd(AttributeId.STYLE));
}

/** Maximum size of letters that are too small to read, in thousandths of pixels or points. */
const SMALL_SIZE: i32 = 2000;
/** The same in thousandths of other units, such as `em`. */
const SMALL_SHARE: i32 = 150;
/** Maximum opacity, and scale, of invisible text, in thousandths. */
const FAINT: i32 = 50;
/** Maximum offset of text outside the window, in thousandths of `em`. */
const FAR_LETTERS: i32 = -50_000;
/** The same in thousandths of pixels and other units. */
const FAR: i32 = -500_000;
/** Maximum side of an invisible box, in thousandths of pixels. */
const SMALL_BOX: i32 = 1000;

function isTiny(): bool {
  if (!readProperty('font-size')) return false;
  const end = rawEnd(AttributeId.STYLE);
  const isSmallUnit = startsWith(Amount.end, end, 'px') || startsWith(Amount.end, end, 'pt');
  return Amount.value <= (isSmallUnit ? SMALL_SIZE : SMALL_SHARE);
}

function isFar(property: string): bool {
  if (!readProperty(property)) return false;
  const end = rawEnd(AttributeId.STYLE);
  const isLetters = startsWith(Amount.end, end, 'em') || startsWith(Amount.end, end, 'rem');
  return Amount.value <= (isLetters ? FAR_LETTERS : FAR);
}

function isSmallBox(property: string): bool {
  return readProperty(property) && Amount.value <= SMALL_BOX;
}

function endOf(at: usize): usize {
  const end = rawEnd(AttributeId.STYLE);
  while (at < end && load<u8>(at) != 0x3b && load<u8>(at) != 0x21) at++;
  while (isSpace(load<u8>(at - 1))) at--;
  return at;
}

/** True if letters are transparent or have the background colour. */
function isInGround(): bool {
  const color = styleOf('color');
  if (!color) return false;
  const end = endOf(color);
  if (startsWith(color, end, 'transparent')) return true;
  let ground = styleOf('background-color');
  if (!ground) ground = styleOf('background');
  if (!ground) return false;
  const groundEnd = endOf(ground);
  return groundEnd - ground == end - color && areEqual(ground, color, end - color);
}

function isCut(): bool {
  const path = 'clip-path';
  if (isClipped() || styleStarts(path, 'circle(0')) return true;
  return styleStarts(path, 'inset(50%') || styleStarts(path, 'inset(100%');
}

// Caches results of `hidesText` for styles, because most styles repeat.
const CACHE_BITS: u32 = 7;
const CACHE = memory.data(1024, 8);

/** True if an element's style makes its text invisible. */
export function isUnseen(node: u32): bool {
  if (!readAttributes(node)) return false;
  if (!hasValue(AttributeId.STYLE)) return false;
  const known = cachedResult(CACHE, CACHE_BITS, rawStart(AttributeId.STYLE), rawEnd(AttributeId.STYLE));
  if (known != NOT_CACHED) return known != 0;
  const found = hidesText();
  cacheResult(u32(found));
  return found;
}

function hidesText(): bool {
  if (isTiny() || isInGround() || isCut() || (readProperty('opacity') && Amount.value <= FAINT)) return true;
  if (styleStarts('transform', 'scale(0)') || (readProperty('scale') && Amount.value <= FAINT)) return true;
  if (isFar('text-indent') || isFar('left') || isFar('top') || isFar('margin-left') || isFar('margin-top')) return true;
  if (!styleStarts('overflow', 'hidden')) return false;
  return isSmallBox('height') || isSmallBox('width') || isSmallBox('max-height') || isSmallBox('max-width');
}

/** Number of tag characters (U+E0000 to U+E007F), except those after a black flag. */
export function tagCharactersIn(at: usize, end: usize): u32 {
  let count: u32 = 0;
  let isFlag = false;
  // The first bytes of tag characters and of the flag.
  at = findAny(<i8>0xf3, <i8>0xf0, <i8>0xf0, at, end);
  for (; at + 3 < end; at++) {
    const four = load<u32>(at);
    if (four == 0xb48f9ff0) isFlag = true;
    else if ((four & 0xfeffff) != 0x80a0f3) {
      isFlag = isFlag && (load<u8>(at) & 0xc0) == 0x80;
      continue;
    } else if (!isFlag) count++;
    at += 3;
  }
  return count;
}
