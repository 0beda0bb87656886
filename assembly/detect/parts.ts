/**
 * The second verdict: a block is main content, a comment of readers, or neither. It is made on request, because most callers need only the
 * first one: content or template.
 */
import { Kinds, Status } from '../layout';
import { Part, Verdict } from '../page/records';
import { IN_COMMENTS, IN_REVIEWS, hasComments, hasReviews, isInPart } from '../evidence/block/comments';
import { mainThreshold, scoreMain, sitePages, threshold } from '../evidence/model/forest';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { repeatedOn } from '../evidence/site/repetition';
import { PAGE, blockAt, blockCount } from '../page/arena';
import { beginWork, isSpent, spend } from '../work';
import { hasItems, isSurely, mayHaveComments } from './kind';
import { beginUnits, isMain } from './unit-blocks';
import { clearPosts } from './posts';
import { headlineOrder, makeUnits } from './units';

/** Work for a block: its features and its trees, by itself and as a part of the page. */
const BLOCK_STEPS: u64 = 224;

/** Minimum code points of an article that can have comments. */
const ARTICLE_LENGTH: u32 = 300;

/** The number that represents a probability of 1. */
const ONE: u32 = 4096;
/** The number that represents 1 in `recallWeight`. */
const WEIGHT_ONE: u64 = 4096;
/** β² of Fβ, the weight of recall relative to precision, in parts of WEIGHT_ONE. */
let recallWeight: u64 = WEIGHT_ONE;
/** What each known page of the site adds to the log odds of template, in 1/1024. */
const KNOWN_PAGE: i32 = 512;
/** Maximum number of known pages that add to them. */
const KNOWN_PAGES: u32 = 6;

/** Added to log odds of main content, in 1/1024, on pages of items: short texts of cards and offers have low odds. */
const ITEMS_BIAS: i32 = 1024;
/** What is added to these log odds on the current page: ITEMS_BIAS or 0. */
let bias: i32 = 0;

/** Sets β: how many times more important recall of main content is than precision. */
export function setRecall(beta: f64): void {
  recallWeight = <u64>(beta * beta * <f64>WEIGHT_ONE + 0.5);
}

/** Removes the second verdict: the segmenter has set all parts to Part.REST. */
export function clearParts(): void {
  PAGE.mainLength = 0;
  PAGE.kind = 0;
  PAGE.kindConfidence = 0;
  clearPosts();
}

/**
 * Sets the part of every block. Main content is decided by the page itself, less the site's template, and completed by units. Comments are
 * found by names and the kind of the page. A `Status`.
 */
export function divideParts(): u32 {
  beginWork();
  if (!scoreMain()) return Status.OUT_OF_MEMORY;
  spend(<u64>blockCount * BLOCK_STEPS);
  if (isSpent()) return Status.TOO_COMPLEX;
  const status = beginUnits();
  if (status) return status;
  PAGE.mainLength = makeUnits(chooseMain(), recallWeight > WEIGHT_ONE);
  if (hasComments) divideNamed(IN_COMMENTS);
  if (hasReviews && isSurely(Kinds.PRODUCT)) divideNamed(IN_REVIEWS);
  return isSpent() ? Status.TOO_COMPLEX : Status.OK;
}

/**
 * Decides which blocks in elements that are named as comments, or as reviews (`what`), become comments. Below an article all do. If at
 * least half of the main content is elsewhere, those do that are not main content. Otherwise the page is about these posts, and none does.
 * If the headline is among them, the element is the article, and none does.
 */
function divideNamed(what: u32): void {
  if (headlineOrder < rankedCount && isInPart(indexOf(headlineOrder), what)) return;
  const mainLength = PAGE.mainLength;
  let inside: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    if (isInPart(index, what) && isMain(index)) inside += blockAt(index).length;
  }
  const isBelow = inside != 0 && mainLength - inside >= ARTICLE_LENGTH && mayHaveComments();
  if (!isBelow && <u64>inside * 2 > mainLength) return;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const block = blockAt(index);
    const part = block.part;
    if (!block.length || !isInPart(index, what)) continue;
    if (part == Part.REST || (part == Part.MAIN && isBelow)) block.part = Part.COMMENTS;
  }
  if (isBelow) PAGE.mainLength = mainLength - inside;
}

/**
 * Main content is the set of blocks with the greatest expected Fβ by characters: those whose probability exceeds the greatest Fβ divided by
 * 1 + β² (Lipton, Elkan and Naryanaswamy, ECML PKDD 2014, section 4), and half of 1/(1 + β²). Returns the length of their text.
 */
function chooseMain(): u32 {
  // Here `part` first contains the probability. Blocks without text have none.
  bias = hasItems() ? ITEMS_BIAS : 0;
  let expected: u64 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const block = blockAt(index);
    // The tangent of the logistic curve: odds have 1024 steps.
    const probability = <u32>min(max(oddsOf(index) + <i32>(ONE >> 1), 0), <i32>ONE);
    block.part = probability;
    expected += <u64>block.length * probability;
  }
  const weighted = (expected * recallWeight) / WEIGHT_ONE;
  let least = <u32>(((ONE >> 1) * WEIGHT_ONE) / (WEIGHT_ONE + recallWeight));
  let length: u64 = 0;
  // The Fβ of the blocks above the last limit, divided by 1 + β², rises until it is the greatest (Dinkelbach).
  for (let before: u32 = ONE; before != least; ) {
    before = least;
    length = 0;
    let right: u64 = 0;
    for (let order: u32 = 0; order < rankedCount; ++order) {
      const block = blockAt(indexOf(order));
      const probability = block.part;
      if (probability <= least) continue;
      length += block.length;
      right += <u64>block.length * probability;
    }
    spend(rankedCount);
    if (length) least = max(least, <u32>((right * ONE) / (length * ONE + weighted)));
  }
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const block = blockAt(indexOf(order));
    block.part = block.part > least ? Part.MAIN : Part.REST;
  }
  return <u32>length;
}

/**
 * Log odds of main content, in 1/1024, above the threshold: those of the page itself, less half of the log odds of template. The latter
 * count above a value that falls with the number of pages of the site, because the scores of content fall with it. If no page of the site
 * had the text of a block, template is a guess from position and form.
 */
function oddsOf(index: u32): i32 {
  const block = blockAt(index);
  const main = block.main - mainThreshold + bias;
  const score = block.score;
  const isContent = block.verdict == Verdict.CONTENT;
  // A policy that keeps template does not make it main content.
  if (!isContent && (score <= threshold || (sitePages && !isNew(index)))) return i32.MIN_VALUE;
  const known = <i32>min(sitePages, KNOWN_PAGES) * KNOWN_PAGE;
  return main - (max((isContent ? min(score, 0) : score) + known, 0) >> 1);
}

/** True if less than 1/255 of the text was at its position on an earlier page of the site. */
function isNew(index: u32): bool {
  if (repeatedOn(index)) return false;
  const measure = measureAt(index);
  return <u64>measure.known * 255 < measure.text;
}
