/**
 * A text on most pages of a site is template (Wang et al.). This overrules the model.
 *
 * A text is *repeated* if it, its folded text or a near copy of it is on a minimum share of the other pages of the site, and on at least
 * the number of pages that makes a segment template by repetition. If pages declare languages, only pages in the language of the current
 * one count. A block is repeated if nearly all of its text is, and if it is longer than a label.
 *
 * The model decides on labels and values in cells and lists of terms, and on headings: they repeat because they belong to new texts.
 */
import { Evidence } from '../../layout';
import { Measure, indexOf, measureAt, rankedCount } from '../block/measures';
import { PAGE, blockAt } from '../../page/arena';
import { EVIDENCE_DF, languageOccurrence } from './occurrences';
import { IS_CELL, IS_HEADING, IS_TERM } from '../../elements';

/** Minimum length of a repeated block, in code points. */
const LENGTH_LEAST: u32 = 40;
/** Minimum share of the text of a block that must be repeated, in tenths. */
const TENTHS: u32 = 9;
/** Log odds of a repeated block over the threshold, in 1/1024: certain template. */
const SURELY: i32 = 6 * 1024;
/** A language counts for at least one in this many pages of the site, so that the first pages of another language have little effect. */
const LANGUAGES_MAX: u32 = 8;

const MILLION: u64 = 1000000;
/** Minimum share of pages with a repeated text, in millionths; above a million, no text is repeated. */
let shareMillionths: u64 = 0;
/** Minimum number of pages with a repeated text. */
let pagesLeast: u32 = 0;

/**
 * Sets the minimum share of pages with a repeated text, in millionths, above a million for never; and the minimum number of pages.
 * Repetition overrules the model only if `evidence` is that of site and page together.
 */
export function setRepetition(millionths: u32, df: u32, evidence: u32): void {
  shareMillionths = evidence == Evidence.JOINT ? millionths : u32.MAX_VALUE;
  pagesLeast = df;
}

/** Number of the `known` other pages of the site that could have the texts of the current page. Its occurrences were looked up. */
function countAlike(known: u32): u32 {
  const language = languageOccurrence();
  const df = language ? language.df : known;
  // A count at its maximum has no information about later pages.
  return df >= EVIDENCE_DF ? known : min(known, max(df, known / LANGUAGES_MAX));
}

/**
 * The DF from which most pages of the site have a text of the current page, if the table has `known` others; u32.MAX_VALUE for never.
 * Publishes the number of pages that could have it.
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

/** Sets the scores of the repeated blocks of the page to template, above `threshold`; other scores are final. */
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

/** Number of other pages with the text of a block that repetition decided; 0 for any other. */
export function repeatedOn(index: u32): u32 {
  return measureAt(index).repeatedOn;
}
