/**
 * Finds start and end of an article. Each teaser, headline of the day or rule for comments looks like content. But these texts are outside
 * of the article's element, at other positions, and have far lower odds of main content than its texts.
 */
import { blockAt, blockCount } from '../page/arena';
import { IN_COMMENTS, isInPart } from '../evidence/block/comments';
import { Ends, indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { contextAt } from '../evidence/model/contexts';
import { IN_LIST } from '../elements';
import { Tag } from '../html/names';
import { spend } from '../work';
import { Unit, change, isMain, unitAt } from './unit-blocks';

/** Minimum words of the best text: the one with the highest odds of main content. */
const BEST_WORDS: u32 = 10;
/** Minimum log odds of the best text, in 1/1024. */
const BEST_LEAST: i32 = 512;
/** Minimum words of any other text of an article. */
const TEXT_WORDS: u32 = 5;
/** Minimum log odds of the texts of an article, in tenths of those of the best text. */
const OWN_TENTHS: i32 = 6;
/** Minimum words of all texts of an article. */
const OWN_WORDS: u32 = 40;
/** Minimum words of an article of one text, which may be a caption. */
const ALONE_WORDS: u32 = 80;
/** Log odds, in tenths of those of the best text, below which a text outside of the article's element is not a part of the article. */
const NEAR_TENTHS: i32 = 5;
/** The same if the text directly after the article is not main content. */
const FAR_TENTHS: i32 = 7;

/** The article's element: the block around the best text, and the end of the blocks in it. */
let element: u32 = 0;
let elementEnd: u32 = 0;
/** `order` of the first and the last text of the article. */
let first: u32 = 0;
let last: u32 = 0;
/** Number of the current search, from 1 on. */
let search: u32 = 0;

/** True if a block is main content, has at least `wordsLeast` words, and is not a comment. */
function isMainText(index: u32, wordsLeast: u32): bool {
  return isMain(index) && measureAt(index).words >= wordsLeast && !isInPart(index, IN_COMMENTS);
}

function isOutside(index: u32): bool {
  return index < element || index >= elementEnd;
}

/** Finds the best text and the article's element. Returns the log odds of the best text, or 0 without one. */
function findBest(): i32 {
  let best: i32 = 0;
  element = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (!isMainText(index, BEST_WORDS) || blockAt(index).main <= best) continue;
    best = blockAt(index).main;
    element = measureAt(index).parent;
  }
  // Items and quotations are parts of an article.
  while (element && (measureAt(element).traits & IN_LIST || measureAt(element).tag == Tag.BLOCKQUOTE)) {
    element = measureAt(element).parent;
  }
  elementEnd = contextAt(element).end;
  return best;
}

/**
 * Finds the article, and marks the positions of its texts with the number of the search. Returns the log odds of the best text, or 0
 * without an article.
 */
function findArticle(number: u32): i32 {
  search = number;
  spend(<u64>rankedCount * 2 + blockCount * 2);
  const best = findBest();
  if (best < BEST_LEAST) return 0;
  let texts: u32 = 0;
  let words: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (isOutside(index) || !isMainText(index, TEXT_WORDS) || blockAt(index).main * 10 < best * OWN_TENTHS) continue;
    unitAt(measureAt(index).position).article = search;
    if (!texts) first = order;
    last = order;
    ++texts;
    words += measureAt(index).words;
  }
  return words >= (texts > 1 ? OWN_WORDS : ALONE_WORDS) ? best : 0;
}

/**
 * True if no text outside of the article's element belongs to the article: all have log odds below `least`, and none is at a position of
 * the article's texts.
 */
function areOthers(from: u32, to: u32, least: i32): bool {
  for (let order = from; order < to; ++order) {
    const index = indexOf(order);
    if (!isOutside(index) || !isMainText(index, 0)) continue;
    if (measureAt(index).words >= TEXT_WORDS && blockAt(index).main >= least) return false;
    if (unitAt(measureAt(index).position).article == search) return false;
  }
  return true;
}

/** Drops texts outside of the article. */
function dropOthers(from: u32, to: u32, least: i32, unit: u32): u32 {
  spend((to - from) * 2);
  if (!areOthers(from, to, least)) return 0;
  let more: u32 = 0;
  for (let order = from; order < to; ++order) {
    const index = indexOf(order);
    if (!isOutside(index) || !isMainText(index, 0)) continue;
    more += change(index, false, unit);
  }
  return more;
}

/** Drops what follows an article. */
export function dropAfter(): u32 {
  const best = findArticle(1);
  if (!best) return 0;
  const from = last + 1;
  const isFar = from < rankedCount && !isMainText(indexOf(from), 0);
  return dropOthers(from, rankedCount, (best * (isFar ? FAR_TENTHS : NEAR_TENTHS)) / 10, Unit.TAIL);
}

/** Drops what precedes the headline of an article. */
export function dropBefore(headline: u32): u32 {
  const best = findArticle(2);
  if (!best || headline > first) return 0;
  return dropOthers(0, headline, (best * NEAR_TENTHS) / 10, Unit.ABOVE);
}

// The tail of an article has texts that are barely main content, after the last text that surely is. Teasers, lists of headlines and
// notices have such scores; the article before them has far higher ones.

/** Minimum log odds of main content, in 1/1024, of a text that ends an article. */
const ARTICLE_END_MAIN: i32 = 1536;
/** Minimum log odds of main content, in 1/1024, of a text that is kept in the tail. */
const HARDLY_MAIN: i32 = 512;
/** Log odds of template, in 1/1024, below which a text is kept: it is surely not template, as the last lines of an article are not. */
const SURELY_CONTENT: i32 = -7 * 1024;
/** Minimum words of a text that ends an article. */
const END_WORDS: u32 = 5;
/** Minimum words of a sentence, which may be the last one. */
const SENTENCE_WORDS: u32 = 8;
/** Minimum words of an article, in texts that may end it. */
const ARTICLE_WORDS: u32 = 40;
/** Minimum share of these words in the main content, in hundredths. */
const ARTICLE_SHARE: u64 = 30;
/** Minimum ratio of words of main content to words of a dropped tail. */
const TAIL_PARTS: u32 = 4;

/**
 * True if a block can be the last sentence of an article, which often has low odds: a sentence that is not mostly links, in the same
 * parent as `sure`, the last sure text.
 */
function isLastSentence(index: u32, sure: u32): bool {
  const measure = measureAt(index);
  if (measure.parent != measureAt(sure).parent || measure.words < SENTENCE_WORDS) return false;
  return measure.ends == Ends.SENTENCE && <u64>measure.allLinked * 4 < measure.allText;
}

/** Drops the tail. */
export function dropTail(): u32 {
  let end: u32 = 0;
  let words: u32 = 0;
  let all: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const count = measureAt(index).words;
    if (!isMain(index)) continue;
    all += count;
    if (count < END_WORDS || isInPart(index, IN_COMMENTS)) continue;
    if (blockAt(index).main < ARTICLE_END_MAIN) continue;
    end = order + 1;
    words += count;
  }
  if (words < ARTICLE_WORDS || <u64>words * 100 < <u64>all * ARTICLE_SHARE) return 0;
  let rest: u32 = 0;
  for (let order = end; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (isMain(index)) rest += measureAt(index).words;
  }
  if (rest * TAIL_PARTS > all) return 0;
  let more: u32 = 0;
  for (let order = end; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (!isMain(index) || isInPart(index, IN_COMMENTS)) continue;
    const block = blockAt(index);
    if (block.main >= HARDLY_MAIN || block.score < SURELY_CONTENT) continue;
    if (isLastSentence(index, indexOf(end - 1))) continue;
    more += change(index, false, Unit.TAIL);
  }
  return more;
}
