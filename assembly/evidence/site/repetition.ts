/**
 * A text on most pages of a site is template (Wang et al.). This rule overrides the model.
 *
 * A text is *repeated* if it, its folded form or a near copy is on a minimum share of the other pages of the site, and on a minimum number
 * of pages. If pages declare languages, only pages in the current page's language count. A block is repeated if nearly all of its text is,
 * and if the block is longer than a label.
 *
 * The model decides on cells, lists of terms and headings: they are repeated because they belong to new texts.
 */
import { Evidence } from '../../layout';
import { Measure, indexOf, measureAt, rankedCount } from '../block/measures';
import { PAGE, blockAt } from '../../page/arena';
import { EVIDENCE_DF, languageOccurrence } from './occurrences';
import { IS_CELL, IS_HEADING, IS_TERM } from '../../elements';

/** Minimum length of a repeated block, in code points. */
const LENGTH_LEAST: u32 = 40;
/** Minimum repeated share of its text, in tenths. */
const TENTHS: u32 = 9;
/** Minimum log odds of a repeated block minus the threshold, in 1/1024: certain template. */
const SURELY: i32 = 6 * 1024;
/**
 * At least one of this number of pages counts as one in the same language, so that the first pages in another language have little effect.
 */
const LANGUAGES_MAX: u32 = 8;

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
  return isOff ? u32.MAX_VALUE : max(pagesLeast, min(EVIDENCE_DF, <u32>share));
}

function isRepeatedBlock(measure: Measure): bool {
  const text = measure.text;
  if (text < LENGTH_LEAST || <u64>measure.repeated * 10 < <u64>text * TENTHS) return false;
  return !(measure.traits & (IS_CELL | IS_TERM | IS_HEADING));
}

/** Raises the scores of repeated blocks, so that they are certainly template. */
export function decideRepeated(threshold: i32): void {
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const measure = measureAt(index);
    if (!measure.repeatedOn) continue;
    if (!isRepeatedBlock(measure)) {
      measure.repeatedOn = 0;
      continue;
    }
    const block = blockAt(index);
    block.score = max(block.score, threshold + SURELY);
  }
}

/** Number of other pages with the text of a repeated block; 0 for other blocks. */
export function repeatedOn(index: u32): u32 {
  return measureAt(index).repeatedOn;
}
