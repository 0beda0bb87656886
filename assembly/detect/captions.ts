/**
 * Captions of pictures. The text of a figure with an image, between blocks of the main content, is the caption of its picture. Outputs
 * with pictures have it. Text output has a caption only if the scores make it main content.
 */
import { blockAt } from '../page/arena';
import { Part } from '../page/records';
import { pageTraits } from '../evidence/model/context';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { contextAt } from '../evidence/model/contexts';
import { IN_FIGURE } from '../elements';
import { Tag } from '../html/names';
import { spend } from '../work';
import { Unit, blockAround, isMain, unitAt } from './unit-blocks';

/** Maximum distance, in blocks, from a caption to the main content before it and behind it. */
const NEAR: u32 = 8;
/** Maximum number of levels from a block of a caption up to its figure. */
const LEVELS: u32 = 6;
/** Maximum number of words of a caption, over all of its blocks. */
const WORDS_MOST: u32 = 80;
/** Minimum number of words of a sentence: a figure of links between a sentence and main content is no teaser. */
const SENTENCE_WORDS: u32 = 8;

/** Minimum log odds of main content, in 1/1024, of a block of a caption. */
const MAIN_LEAST: i32 = -3072;
/** Maximum log odds of template, in 1/1024, of a block of a caption. */
const TEMPLATE_MOST: i32 = 2048;

/** The figure around the `order`-th block with text, unless that is main content; 0 without a figure. */
function figureOf(order: u32): u32 {
  const index = indexOf(order);
  return isMain(index) || !(measureAt(index).traits & IN_FIGURE) ? 0 : blockAround(index, Tag.FIGURE, LEVELS);
}

/** Whether most of the text of a figure is in links, as that of a teaser is. */
function isLinked(figure: u32): bool {
  const measure = measureAt(figure);
  return <u64>measure.allLinked * 2 >= <u64>measure.allText;
}

/** Whether the block before the `order`-th is a sentence of the main content. */
function isAfterSentence(order: u32): bool {
  if (!order) return false;
  const before = indexOf(order - 1);
  return isMain(before) && measureAt(before).words >= SENTENCE_WORDS;
}

/** Whether one of the next `reach` blocks from `order` on is main content. */
function isBeforeMain(order: u32, reach: u32): bool {
  for (const end = min(rankedCount, order + reach); order < end; ++order) if (isMain(indexOf(order))) return true;
  return false;
}

/** Finds captions, after all else that makes blocks main content or not. */
export function findCaptions(): void {
  if (!(pageTraits & IN_FIGURE)) return;
  spend(<u64>rankedCount * (LEVELS + NEAR));
  // Blocks until there is nothing near any more.
  let near: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ) {
    const figure = figureOf(order);
    if (!figure) {
      near = isMain(indexOf(order)) ? NEAR : near - u32(near != 0);
      ++order;
      continue;
    }
    let end = order;
    let words: u32 = 0;
    for (; end < rankedCount && figureOf(end) == figure; ++end) words += measureAt(indexOf(end)).words;
    const linked = isLinked(figure);
    const follows = linked ? isAfterSentence(order) : near != 0;
    const isNear =
      follows && words <= WORDS_MOST && contextAt(figure).allImages != 0 && isBeforeMain(end, linked ? 1 : NEAR);
    for (; order < end; ++order) {
      if (isNear && takes(indexOf(order))) near = NEAR;
      else near -= u32(near != 0);
    }
  }
}

/** Makes a block a caption if it can be one. */
function takes(index: u32): bool {
  const block = blockAt(index);
  if (block.main < MAIN_LEAST || block.score > TEMPLATE_MOST) return false;
  if (measureAt(index).level || unitAt(index).unit == Unit.GALLERY) return false;
  block.part = Part.CAPTION;
  unitAt(index).unit = Unit.CAPTION;
  return true;
}
