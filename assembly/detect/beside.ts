/**
 * What stands beside an article, behind it or before its headline: teasers, news of the day, rules for comments. Alone they look like
 * content. But they are outside of the element of the article, at other positions, and have far lower odds than its text.
 */
import { blockAt, blockCount } from '../page/arena';
import { IN_COMMENTS, isInPart } from '../evidence/block/comments';
import { Ends, indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { contextAt } from '../evidence/model/contexts';
import { IN_LIST } from '../elements';
import { Tag } from '../html/names';
import { spend } from '../work';
import { Unit, change, isMain, unitAt } from './unit-blocks';
import { isNoArticle } from './kind';

/** Minimum number of words of the text with the highest odds. */
const BEST_WORDS: u32 = 10;
/** Its minimum log odds of main content, in 1/1024. */
const BEST_LEAST: i32 = 512;
/** Minimum number of words of any other text that counts. */
const TEXT_WORDS: u32 = 5;
/** Minimum tenths of the highest odds that the texts of an article have. */
const OWN_TENTHS: i32 = 6;
/** Minimum number of the words of these texts. */
const OWN_WORDS: u32 = 40;
/** The same where it is one text, which may be a caption. */
const ALONE_WORDS: u32 = 80;
/** Tenths of the highest odds below which text beside the article is no part of it. */
const NEAR_TENTHS: i32 = 5;
/** The same of text behind the article where something else stands between. */
const FAR_TENTHS: i32 = 7;

/** The element with the best text, and the end of the blocks inside of it. */
let element: u32 = 0;
let elementEnd: u32 = 0;
/** Orders of the first and the last text of the article. */
let first: u32 = 0;
let last: u32 = 0;
/** Number of the search that found it, from 1 on. */
let search: u32 = 0;

/** Whether a block is main content with a minimum number of words, and no comment. */
function isMainText(index: u32, wordsLeast: u32): bool {
  return isMain(index) && measureAt(index).words >= wordsLeast && !isInPart(index, IN_COMMENTS);
}

function isOutside(index: u32): bool {
  return index < element || index >= elementEnd;
}

/** Finds the text with the highest odds and the element that it is in; these odds, or 0. */
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

/** Finds the article, and notes the positions of its texts by the number of the search. The highest odds of one; 0 without an article. */
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

/** Whether texts outside of the article have odds below `least`, and not one of them stands where its texts do: it may go on in a box. */
function areOthers(from: u32, to: u32, least: i32): bool {
  for (let order = from; order < to; ++order) {
    const index = indexOf(order);
    if (!isOutside(index) || !isMainText(index, 0)) continue;
    if (measureAt(index).words >= TEXT_WORDS && blockAt(index).main >= least) return false;
    if (unitAt(measureAt(index).position).article == search) return false;
  }
  return true;
}

/** Leaves out texts outside of the article, unless the page is surely none. By how much that changes the length of the main content. */
function dropOthers(from: u32, to: u32, least: i32, unit: u32): u32 {
  spend((to - from) * 2);
  if (!areOthers(from, to, least)) return 0;
  let more: u32 = 0;
  for (let order = from; order < to; ++order) {
    const index = indexOf(order);
    if (!isOutside(index) || !isMainText(index, 0)) continue;
    // The kind takes long to find out.
    if (!more && isNoArticle()) return 0;
    more += change(index, false, unit);
  }
  return more;
}

/** Leaves out what follows an article. By how much that changes the length of the main content. */
export function dropBehind(): u32 {
  const best = findArticle(1);
  if (!best) return 0;
  const from = last + 1;
  const isFar = from < rankedCount && !isMainText(indexOf(from), 0);
  return dropOthers(from, rankedCount, (best * (isFar ? FAR_TENTHS : NEAR_TENTHS)) / 10, Unit.TAIL);
}

/** Leaves out what stands before the headline of an article. By how much that changes the length of the main content. */
export function dropBefore(headline: u32): u32 {
  const best = findArticle(2);
  if (!best || headline > first) return 0;
  return dropOthers(0, headline, (best * NEAR_TENTHS) / 10, Unit.ABOVE);
}

// The tail of a page about one thing: texts behind the last sure one that are main content by a little only. Teasers, lists of headlines
// and notices look like content one by one. The article above them has far higher scores.

/** Minimum log odds of main content, in 1/1024, of a text that ends an article. */
const ARTICLE_END_MAIN: i32 = 1536;
/** Minimum log odds of main content, in 1/1024, of a text of the tail that stays. */
const HARDLY_MAIN: i32 = 512;
/** Log odds of template, in 1/1024, below which a text is surely content of its site: the last lines of an article are. */
const SURELY_CONTENT: i32 = -7 * 1024;
/** Minimum number of words of a text that ends an article. */
const END_WORDS: u32 = 5;
/** Minimum number of words of a sentence, which may be the last one. */
const SENTENCE_WORDS: u32 = 8;
/** Minimum number of words of an article, in texts that may end it. */
const ARTICLE_WORDS: u32 = 40;
/** Minimum hundredths of the words of the main content that these texts have. */
const ARTICLE_SHARE: u64 = 30;
/** The main content has at least this many times as many words as the tail that is left out. */
const TAIL_PARTS: u32 = 4;

/** Whether a block is a sentence beside the last sure text of the article, and not one of links: its odds are low as the last of it. */
function isLastSentence(index: u32, sure: u32): bool {
  const measure = measureAt(index);
  if (measure.parent != measureAt(sure).parent || measure.words < SENTENCE_WORDS) return false;
  return measure.ends == Ends.SENTENCE && <u64>measure.allLinked * 4 < measure.allText;
}

/** Leaves out the tail, unless the page is surely no article. By how much that changes the length of the main content. */
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
    // The kind is asked for where it matters: it takes as long as a fifth of the scores.
    if (!more && isNoArticle()) return 0;
    more += change(index, false, Unit.TAIL);
  }
  return more;
}
