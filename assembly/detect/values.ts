/**
 * Keeps the values of an offer: texts that vary from page to page at their positions, such as price, number, publisher and date, and their
 * labels. The scores of these short texts say little. If no other page of the site is known, no text is known to vary.
 */
import { IS_CELL, IS_TERM } from '../elements';
import { Amount, amountOf } from '../evidence/block/amounts';
import { Ends, indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { contextAt } from '../evidence/model/contexts';
import { sitePages } from '../evidence/model/forest';
import { Value, assumePrice, isAmongFew, valueOf } from '../evidence/site/labelled-values';
import { Position } from '../evidence/site/occurrence-records';
import { positionAt, positionOccurrence } from '../evidence/site/occurrences';
import { Tag } from '../html/names';
import { Kinds } from '../layout';
import { PAGE, blockAt, segmentAt } from '../page/arena';
import { Segment, Verdict } from '../page/records';
import { isLikely, isSurely } from './kind';
import { Unit, change, isMain } from './unit-blocks';

/** Minimum other pages with the position of a value. */
const PAGES_LEAST: u32 = 3;
/** Maximum blocks between the headline and an amount among links. */
const NEAR: u32 = 40;
/** Maximum words of a price with the texts in its block. */
const PRICE_WORDS: u32 = 12;
/** Maximum words of a label. */
const LABEL_WORDS: u32 = 6;

/** The `Value` of a block at a position of the site. Template and headings are not values. */
function valueAt(index: u32): u32 {
  if (blockAt(index).verdict != Verdict.CONTENT || contextAt(index).headed) return Value.NONE;
  if (positionOccurrence(measureAt(index).position).df < PAGES_LEAST) return Value.NONE;
  return valueOf(index, PAGE.counted);
}

/** True if a block shares its position with few others, unlike texts of cards. */
function isSingle(index: u32): bool {
  return positionAt(measureAt(index).position).blocks < Position.CARDS_LEAST;
}

function isPrice(index: u32): bool {
  const measure = measureAt(index);
  if (measure.words > PRICE_WORDS || measure.linked || !isSingle(index)) return false;
  let segment = blockAt(index).firstSegment;
  while (segment != Segment.NONE && amountOf(segmentAt(segment).node) != Amount.PRICE)
    segment = segmentAt(segment).next;
  return segment != Segment.NONE && valueAt(index) != Value.NONE;
}

/** The price after the headline, or 0. */
function findPrice(headline: u32): u32 {
  for (let order = headline + 1; order < rankedCount; ++order) if (isPrice(indexOf(order))) return indexOf(order);
  return 0;
}

/** True if a value belongs to the offer, and not to a card or to the title of another page. */
function isOfOffer(index: u32, value: u32, headline: u32): bool {
  const measure = measureAt(index);
  if (value == Value.LABELLED) return true;
  if (value == Value.LINE) return measure.linked < measure.text;
  const isAmount = value == Value.AMOUNT;
  if (isSingle(index) && isAmount && !measure.linked && measure.order + NEAR - headline <= NEAR * 2) return true;
  return (isAmount || isSingle(index) || measure.traits & (IS_CELL | IS_TERM)) && isAmongFew(measure);
}

function isLabel(index: u32): bool {
  const measure = measureAt(index);
  if (measure.words > LABEL_WORDS) return false;
  return measure.ends == Ends.COLON || measure.tag == Tag.TH || measure.tag == Tag.DT;
}

/** Makes values of an offer main content. `headline`: its order, or NO_ORDER. Returns the change of the length of the main content. */
export function keepValues(headline: u32): u32 {
  if (!sitePages || isSurely(Kinds.ARTICLE) || isSurely(Kinds.FORUM)) return 0;
  // Without a headline, the offer begins with the main content.
  if (headline >= rankedCount) for (headline = 0; headline < rankedCount && !isMain(indexOf(headline)); ) ++headline;
  const price = findPrice(headline);
  if (isLikely(Kinds.PRODUCT)) assumePrice();
  else if (!price) return 0;
  let more = price ? change(price, true, Unit.VALUE) : 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (isMain(index)) continue;
    const value = valueAt(index);
    if (!value || !isOfOffer(index, value, headline)) continue;
    more += change(index, true, Unit.VALUE);
    if (order && isLabel(indexOf(order - 1))) more += change(indexOf(order - 1), true, Unit.VALUE);
  }
  return more;
}
