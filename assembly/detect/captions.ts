/**
 * Captions of pictures. What a figure with an image says between blocks of the main content is the caption of its picture: it stands
 * in the outputs that have pictures. Text has none, and has a caption where the scores say that it is main content.
 */
import { blockAt } from '../page/arena';
import { Part } from '../page/records';
import { levelOf } from '../evidence/likeness';
import { rankedCount } from '../evidence/measure';
import { measureAt, tagOfBlock } from '../evidence/records';
import { IN_FIGURE } from '../elements';
import { Tag } from '../html/names';
import { spend } from '../work';
import { indexOf, isMain } from './ranked';
import { unitAt } from './unit-blocks';
import { Unit } from './unit-records';

/** Main content, or a caption, is at most this many blocks before the caption, and main content as many after it. */
const NEAR: u32 = 8;
/** Blocks of a caption are at most this many levels below their figure, and have at most this many words together. */
const LEVELS: u32 = 6;
const WORDS_MOST: u32 = 80;
/** A figure of links is no teaser where a text of at least this many words is next before it, and main content next after it. */
const SENTENCE_WORDS: u32 = 8;

/** Log odds, in 1/1024, below which a block is no caption; and of template, above which it is none. */
const MAIN_LEAST: i32 = -3072;
const TEMPLATE_MOST: i32 = 2048;

/** The figure around the `order`-th block with text, unless that is main content; 0 where there is none. */
function figureOf(order: u32): u32 {
  let index = indexOf(order);
  if (isMain(index)) return 0;
  for (let level: u32 = 0; index && level < LEVELS; ++level) {
    const measure = measureAt(index);
    if (!(measure.traits & IN_FIGURE)) return 0;
    if (tagOfBlock(index) == Tag.FIGURE) return index;
    index = measure.parent;
  }
  return 0;
}

function hasPicture(figure: u32): bool {
  return measureAt(figure).allImages != 0;
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
    const isNear = follows && words <= WORDS_MOST && hasPicture(figure) && isBeforeMain(end, linked ? 1 : NEAR);
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
  if (levelOf(tagOfBlock(index))) return false;
  block.part = Part.CAPTION;
  unitAt(index).unit = Unit.CAPTION;
  return true;
}
