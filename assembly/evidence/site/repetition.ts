/**
 * A text on most pages of a site is template (Wang et al.). This rule overrides the model.
 *
 * A text is *repeated* if it, its folded form or a near copy is on a minimum share of the other pages of the site, and on a minimum number
 * of pages. If pages declare languages, only pages in the current page's language count. A block is repeated if nearly all of its text is,
 * and if the block is longer than a label.
 *
 * The model decides on cells, lists of terms, headings, values and code: they are repeated because they belong to new texts.
 */
import { Evidence } from '../../layout';
import { indexOf, measureAt, rankedCount } from '../block/measures';
import { PAGE, blockAt, segmentAt } from '../../page/arena';
import { Value, valueOf } from './labelled-values';
import { EVIDENCE_DF, SENTENCE, languageOccurrence, positionAt } from './occurrences';
import { IN_LIST, IS_CELL, IS_HEADING, IS_TERM } from '../../elements';
import { Tag } from '../../html/names';
import { nodeAt } from '../../html/nodes';
import { spend } from '../../work';

/** Minimum repeated share of its text, in tenths. */
const TENTHS: u32 = 9;
/** Maximum code points of an item or a cell. */
const ITEM_MOST: u32 = 400;
/** Maximum levels from a block up to its list. */
const LEVELS: u32 = 4;
/** Minimum number of repeated items in a list that belongs together. */
const ITEMS_LEAST: u32 = 2;
/** Minimum log odds of a repeated block minus the threshold, in 1/1024: certain template. */
const SURELY: i32 = 6 * 1024;
/**
 * At least one of this number of pages counts as one in the same language, so that the first pages in another language have little effect.
 */
const LANGUAGES_MAX: u32 = 8;

/** Up to this number of pages, all of them must have a repeated text: few pages in a row are often similar. */
const FEW_PAGES: u32 = 8;

/** Denominator: the minimum known share of the content of nearly equal pages. */
const ALIKE: u64 = 3;
/** Minimum number of repeated blocks that the model calls content, on nearly equal pages. */
const OVERRULED_LEAST: u32 = 2;
/** Denominator: from this share of the content on, the model decides on these blocks. */
const OVERRULED_SHARE: u64 = 2;
/** Minimum share of pages with a repeated text, in quarters, if pages are nearly equal. */
const MOST_QUARTERS: u32 = 3;

const MILLION: u64 = 1000000;
/** Minimum share of pages with a repeated text, in millionths; above a million, repetition is off. */
let shareMillionths: u64 = 0;
/** Minimum number of pages with a repeated text. */
let pagesLeast: u32 = 0;

/**
 * Sets the minimum share of pages with a repeated text, in millionths (above a million: never), and their minimum number. Repetition
 * applies only to the joint evidence of site and page.
 */
export function setRepetition(millionths: u32, df: u32, evidence: u32): void {
  shareMillionths = evidence == Evidence.JOINT ? millionths : u32.MAX_VALUE;
  pagesLeast = df;
}

/** Number of pages, among the `known` other pages of the site, that could have the texts of this page: those in its language. */
function countAlike(known: u32): u32 {
  const language = languageOccurrence();
  const df = language ? language.df : known;
  // If a count is at its maximum, the number of pages is unknown.
  return df >= EVIDENCE_DF ? known : min(known, max(df, known / LANGUAGES_MAX));
}

/**
 * Minimum DF of a repeated text if there are `known` other pages; u32.MAX_VALUE if texts never count as repeated. Publishes the number of
 * pages that could have the texts.
 */
export function repeatedFrom(known: u32): u32 {
  const pages = countAlike(known);
  PAGE.pagesAlike = pages;
  const share = (<u64>pages * shareMillionths + MILLION - 1) / MILLION;
  const isOff = shareMillionths > MILLION || known < pagesLeast;
  const least = max(pagesLeast, min(pages, FEW_PAGES));
  return isOff ? u32.MAX_VALUE : max(least, min(EVIDENCE_DF, <u32>share));
}

function isRepeatedBlock(index: u32): bool {
  const measure = measureAt(index);
  const text = measure.text;
  if (text < SENTENCE || <u64>measure.repeated * 10 < <u64>text * TENTHS) return false;
  if (measure.traits & (IS_CELL | IS_TERM | IS_HEADING) || measure.tag == Tag.CAPTION || beginsWithCode(index))
    return false;
  // A value may be short next to a label that the site repeats.
  return valueOf(index) <= Value.BY_NEIGHBOURS;
}

/** True if the first text of a block is in `code`, as lists of inherited members are. */
function beginsWithCode(index: u32): bool {
  const element = blockAt(index).node;
  let node = segmentAt(blockAt(index).firstSegment).node;
  for (; node > element && nodeAt(node).tag != Tag.CODE; node = nodeAt(node).parent) spend(1);
  return node > element;
}

function isList(tag: u32): bool {
  return tag == Tag.UL || tag == Tag.OL || tag == Tag.TABLE;
}

/** The list or table whose item or cell contains a block; 0 without one, or if the item is long, as a cell of a page layout is. */
function listAround(index: u32): u32 {
  for (let level: u32 = 0; index && level < LEVELS; ++level) {
    if (measureAt(index).allText > ITEM_MOST) return 0;
    index = measureAt(index).parent;
    if (isList(measureAt(index).tag)) return index;
  }
  return 0;
}

/** True if a block is the only one of a cell whose row has other cells with text. */
function isOfRow(index: u32): bool {
  const cell = measureAt(index).parent;
  if (!(measureAt(cell).traits & IS_CELL) || measureAt(cell).allText != measureAt(index).text) return false;
  return measureAt(measureAt(cell).parent).allText > measureAt(cell).allText;
}

function hasNewText(known: u32, text: u32): bool {
  return <u64>known * 10 < <u64>text * TENTHS;
}

/**
 * True if a repeated block belongs to new text: at its position, or in its list, are other repeated items and new text; or it is in a row.
 */
function isOfNewList(index: u32): bool {
  const measure = measureAt(index);
  const position = positionAt(measure.position);
  const isOfItems = measure.traits & IN_LIST && position.repeatedItems >= ITEMS_LEAST;
  if (isOfItems && hasNewText(position.known, position.text)) return true;
  const list = measureAt(listAround(index));
  return hasNewText(list.allKnown, list.allText) && (list.repeatedItems >= ITEMS_LEAST || isOfRow(index));
}

/**
 * Minimum number of other pages with the text of a repeated block that the model calls content. The model always decides if several of
 * these blocks are half of the content, as in manuals of versions. On other pages that are nearly equal, such as filled forms, the number
 * is higher.
 */
function leastOf(content: u64, known: u64, overruled: u64, overruledBlocks: u32): u32 {
  const pages = PAGE.pagesAlike;
  if (overruledBlocks < OVERRULED_LEAST) return 0;
  if (overruled * OVERRULED_SHARE >= content) return u32.MAX_VALUE;
  if (known * ALIKE < content) return 0;
  return pages <= FEW_PAGES ? u32.MAX_VALUE : min(EVIDENCE_DF, (pages * MOST_QUARTERS) >> 2);
}

/** Raises the scores of repeated blocks, so that they are certainly template. */
export function decideRepeated(threshold: i32): void {
  let content: u64 = 0;
  let known: u64 = 0;
  let overruled: u64 = 0;
  let overruledBlocks: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const measure = measureAt(index);
    const isContent = blockAt(index).score <= threshold;
    if (isContent) {
      content += measure.text;
      known += measure.known;
    }
    if (!measure.repeatedOn) continue;
    if (!isRepeatedBlock(index)) {
      measure.repeatedOn = 0;
      continue;
    }
    if (isContent) {
      overruled += measure.text;
      ++overruledBlocks;
    }
    ++positionAt(measure.position).repeatedItems;
    const list = listAround(index);
    if (list) ++measureAt(list).repeatedItems;
  }
  const least = leastOf(content, known, overruled, overruledBlocks);
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (!repeatedOn(index)) continue;
    const block = blockAt(index);
    const isTooRare = block.score <= threshold && measureAt(index).repeatedOn < least;
    if (isTooRare || isOfNewList(index)) measureAt(index).repeatedOn = 0;
    else block.score = max(block.score, threshold + SURELY);
  }
}

/** Number of other pages with the text of a repeated block; 0 for other blocks. */
export function repeatedOn(index: u32): u32 {
  return measureAt(index).repeatedOn;
}
