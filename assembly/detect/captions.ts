/**
 * Finds captions of pictures, and quoted posts of other sites, between blocks of the main content. Markdown and HTML contain them; text
 * output does so only if scores make them main content.
 */
import { blockAt } from '../page/arena';
import { Part } from '../page/records';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { IN_FIGURE } from '../elements';
import { Tag } from '../html/names';
import { spend } from '../work';
import { isInNamed } from './asides';
import { isSecondCaption } from './repeats';
import { Unit, blockAround, isMain, unitAt } from './unit-blocks';

/** Maximum blocks from a caption to the main content before it and after it. */
const NEAR: u32 = 8;
/** Maximum levels from a block of a caption up to its figure. */
const LEVELS: u32 = 6;
/** Maximum words of a caption. */
const WORDS_MOST: u32 = 80;
/** Minimum words of a sentence. A linked figure is a caption, not a teaser, only directly between a sentence and main content. */
const SENTENCE_WORDS: u32 = 8;

/** Minimum log odds of main content, in 1/1024, of a block of a caption. */
const MAIN_LEAST: i32 = -3072;
/** Maximum log odds of template, in 1/1024, of a block of a caption. */
const TEMPLATE_MOST: i32 = 2048;

/** The figure around the `order`-th block with text; 0 without one, or if the block is main content. */
function figureOf(order: u32): u32 {
  const index = indexOf(order);
  return isMain(index) || !(measureAt(index).traits & IN_FIGURE) ? 0 : blockAround(index, Tag.FIGURE, LEVELS);
}

function isLinked(figure: u32): bool {
  const measure = measureAt(figure);
  return <u64>measure.allLinked * 2 >= <u64>measure.allText;
}

function isAfterSentence(order: u32): bool {
  if (!order) return false;
  const before = indexOf(order - 1);
  return isMain(before) && measureAt(before).words >= SENTENCE_WORDS;
}

/** True if one of the `reach` blocks from `order` on is main content. */
function isBeforeMain(order: u32, reach: u32): bool {
  for (const end = min(rankedCount, order + reach); order < end; ++order) if (isMain(indexOf(order))) return true;
  return false;
}

/** Classes of posts of other sites that a page quotes. */
const POSTS = 'tweet* twitter* toot* mastodon* bluesky* bsky*';

/** True if the `order`-th block with text is a sentence in a quoted post, and mostly a link. */
function isQuoted(order: u32): bool {
  const index = indexOf(order);
  if (measureAt(index).words < SENTENCE_WORDS || !isLinked(index)) return false;
  return isBeforeMain(order + 1, NEAR) && isInNamed(index, POSTS, LEVELS);
}

/** Finds captions, after all other decisions about main content. */
export function findCaptions(): void {
  spend(<u64>rankedCount * (LEVELS + NEAR));
  // How many of the next blocks are still near the last block of main content.
  let near: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ) {
    const figure = figureOf(order);
    if (!figure) {
      const isNext = isMain(indexOf(order)) || (near && isQuoted(order) && takes(indexOf(order)));
      near = isNext ? NEAR : near - u32(near != 0);
      ++order;
      continue;
    }
    let end = order;
    let words: u32 = 0;
    for (; end < rankedCount && figureOf(end) == figure; ++end) words += measureAt(indexOf(end)).words;
    const linked = isLinked(figure);
    const follows = linked ? isAfterSentence(order) : near != 0;
    const isNear = follows && words <= WORDS_MOST && isBeforeMain(end, linked ? 1 : NEAR);
    for (; order < end; ++order) {
      if (isNear && !isSecondCaption(order) && takes(indexOf(order))) near = NEAR;
      else near -= u32(near != 0);
    }
  }
}

function takes(index: u32): bool {
  const block = blockAt(index);
  if (block.main < MAIN_LEAST || block.score > TEMPLATE_MOST) return false;
  if (measureAt(index).level || unitAt(index).unit == Unit.GALLERY) return false;
  block.part = Part.CAPTION;
  unitAt(index).unit = Unit.CAPTION;
  return true;
}
