/**
 * Finds values: texts that differ from page to page after a label that the site repeats, such as a price, a size or a date. Their positions
 * are on all pages and some values recur, so the site's evidence would wrongly make them template. An amount is always a value.
 * On a page with a price, a text after a label is a value. Other values are not links and have few links around them, because titles of
 * other pages are links.
 */
import { nodeAt } from '../../html/nodes';
import { Measure, measureAt } from '../block/measures';
import { Segment } from '../../page/records';
import { blockAt, segmentAt, segmentCount } from '../../page/arena';
import { spaceAt } from '../../page/text';
import { Amount, amountOf } from '../block/amounts';
import { Position } from './occurrence-records';
import { positionAt, positionOccurrence } from './occurrences';

/** Why a block is a value. */
export namespace Value {
  export const NONE: u32 = 0;
  export const BY_NEIGHBOURS: u32 = 1;
  /** The text is an amount. */
  export const AMOUNT: u32 = 2;
  /** A label and its value, on a page with a price. */
  export const LINE: u32 = 3;
  /** A value after its label, on a page with a price. */
  export const LABELLED: u32 = 4;
}

/** A text is rare if at least this many times more pages have its position than have the text. */
const RARE: u32 = 3;
/**
 * Denominator of shares: at least a quarter of the text of a value is rare; at most a quarter of the blocks and of the text around it are
 * links.
 */
const QUARTER: u32 = 4;
/** Maximum levels up to the group of a value. */
const LEVELS: u32 = 4;
/** Minimum number of blocks with text in a group. */
const GROUP_BLOCKS: u32 = 4;
/** Maximum bytes of a label with its colon. */
const LABEL_BYTES: u32 = 40;
/** Denominator: a label is on at least two thirds of the pages with the position of its value. */
const OF_THREE: u32 = 3;

/** Position of a label's colon in a text. */
namespace Colon {
  export const NONE: u32 = 0;
  export const INSIDE: u32 = 1;
  export const END: u32 = 2;
}

/** Valid if `isPriceKnown`. */
let hasPrice: bool = false;
/** True if the texts of the page were searched for a price. */
let isPriceKnown: bool = false;

export function beginValues(): void {
  isPriceKnown = false;
}

/** Lets texts after labels be values though the page shows no price. */
export function assumePrice(): void {
  isPriceKnown = true;
  hasPrice = true;
}

function pageHasPrice(): bool {
  if (isPriceKnown) return hasPrice;
  isPriceKnown = true;
  hasPrice = false;
  const end = segmentCount * <u32>Segment.BYTES;
  for (let segment: u32 = 0; segment < end && !hasPrice; segment += <u32>Segment.BYTES) {
    hasPrice = amountOf(segmentAt(segment).node) == Amount.PRICE;
  }
  return hasPrice;
}

/** Finds the colon of a label. A Latin colon must precede a space, because times and URLs also have colons. */
function colonOf(node: u32): u32 {
  let at = nodeAt(node).text;
  const end = at + nodeAt(node).textLength;
  let length: u32 = 0;
  let isSpaced = false;
  let isColon = false;
  let isWide = false;
  while (at < end) {
    const space = spaceAt(at);
    if (space) {
      at += space;
      isSpaced = length != 0;
      continue;
    }
    if (isColon && (isWide || isSpaced)) return Colon.INSIDE;
    // The wide colon.
    isWide = at + 3 <= end && load<u16>(at) == 0xbcef && load<u8>(at, 2) == 0x9a;
    isColon = length != 0 && (isWide || load<u8>(at) == 0x3a);
    const bytes: u32 = isWide ? 3 : 1;
    length += bytes + u32(isSpaced);
    if (length > LABEL_BYTES) return Colon.NONE;
    at += bytes;
    isSpaced = false;
  }
  return isColon ? Colon.END : Colon.NONE;
}

/** The `Value` of a rare text by itself and its label. `df`: number of pages with its position; `own` as in `valueOf`. */
function valueOfText(segment: u32, df: u32, own: u32): u32 {
  const node = segmentAt(segment).node;
  const isLine = colonOf(node) == Colon.INSIDE;
  if ((isLine || isAfterLabel(segment, df, own)) && pageHasPrice()) return isLine ? Value.LINE : Value.LABELLED;
  return amountOf(node) ? Value.AMOUNT : Value.NONE;
}

function isAfterLabel(segment: u32, df: u32, own: u32): bool {
  if (!segment) return false;
  const before = segmentAt(segment - <u32>Segment.BYTES);
  return (before.df - own) * OF_THREE >= df * 2 && colonOf(before.node) == Colon.END;
}

/** The `Value` of a block whose segments and position were looked up. `own`: 1 if the DFs of segments include the page. */
export function valueOf(index: u32, own: u32 = 0): u32 {
  const measure = measureAt(index);
  const df = positionOccurrence(measure.position).df;
  // A position that is new to the site and frequent on the page is that of cards, whose texts are not values.
  if (!df && positionAt(measure.position).blocks >= Position.CARDS_LEAST) return Value.NONE;
  let rare: u32 = 0;
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
    if ((segmentAt(segment).df - own) * RARE > df) continue;
    const value = valueOfText(segment, df, own);
    if (value) return value;
    rare += segmentAt(segment).length;
  }
  return df && rare * QUARTER >= measure.text && !measure.linked && isAmongFew(measure)
    ? Value.BY_NEIGHBOURS
    : Value.NONE;
}

/** True if few texts around a block are links. */
export function isAmongFew(measure: Measure): bool {
  for (let level: u32 = 0; level < LEVELS && measure.depth; ++level) {
    measure = measureAt(measure.parent);
    const count = measure.allBlocks;
    if (count < GROUP_BLOCKS) continue;
    const isLinked = measure.allLinked * QUARTER > measure.allText;
    return !isLinked && measure.allLinks * QUARTER <= count;
  }
  return false;
}
