/**
 * The tail of a page about one thing: texts behind the last sure one that are main content by a little only. Teasers, lists of headlines
 * and notices look like content one by one. The article above them has far higher scores.
 */
import { blockAt } from '../page/arena';
import { IN_COMMENTS, isInPart } from '../evidence/block/comments';
import { Ends } from '../evidence/block/measure-records';
import { rankedCount } from '../evidence/block/measure';
import { measureAt, indexOf } from '../evidence/block/measures';
import { change, isMain } from './unit-blocks';
import { isNoArticle } from './kind';
import { Unit } from './unit-records';

/** Minimum log odds of main content, in 1/1024, of a text that ends an article. */
const ARTICLE_END_MAIN: i32 = 1536;
/** Minimum log odds of main content, in 1/1024, of a text of the tail that stays. */
const HARDLY_MAIN: i32 = 512;
/** Log odds of template, in 1/1024, below which a text is surely content of its site: the last lines of an article are. */
const SURELY_CONTENT: i32 = -7 * 1024;
/** Minimum number of words of a text that ends an article. */
const TEXT_WORDS: u32 = 5;
/** Minimum number of words of a sentence, which may be the last one. */
const SENTENCE_WORDS: u32 = 8;
/** Minimum number of words of an article, in texts that may end it. */
const ARTICLE_WORDS: u32 = 40;
/** Minimum hundredths of the words of the main content that these texts have. */
const ARTICLE_SHARE: u64 = 30;

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
    if (count < TEXT_WORDS || isInPart(index, IN_COMMENTS)) continue;
    if (blockAt(index).main < ARTICLE_END_MAIN) continue;
    end = order + 1;
    words += count;
  }
  if (words < ARTICLE_WORDS || <u64>words * 100 < <u64>all * ARTICLE_SHARE) return 0;
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
