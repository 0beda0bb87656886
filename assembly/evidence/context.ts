/**
 * What stands around a block: evidence of main content. A few passes over the blocks, made where main content is asked for, store
 * what all features of a page need; `putContext` then writes those of one block, in the order of `bindings/evidence/features.ts`.
 */
import { Features } from '../layout';
import { Measure, Sighting } from './measure-records';
import { Tag } from '../html/names';
import { blockCount, buckets, ranked, sightings } from '../page/arena';
import { spend } from '../work';
import { core, coreFirst, coreLast, findCores, weightOf, weightOfPage, wide, wideFirst, wideLast } from './cores';
import { findTitle, levelOf, titleLikeness, titleOrder } from './likeness';
import { noteText, rankedCount } from './measure';
import { isProse } from './prose';
import { add, measureAt, tagOfBlock } from './records';
import { four, magnitude, magnitudes, odds, packed, share, shares, signed } from './scales';
import { IN_CAPTION, IN_FIGURE, IN_QUOTE } from './traits';
import { HEADING_SEED } from './word-hash';
import { notedMainMax, notedMainMin, notedMainSum } from './words';

// Bytes of a block: features of its own, or of the blocks inside of it. The first fifteen stand as they do among the features; where
// a feature is computed for each block with text, another byte has its place.
const CORE_IN: usize = Measure.CONTEXT;
const CORE_UP: usize = CORE_IN + 1;
const CORE_OVER: usize = CORE_UP + 1;
const WIDE_UP: usize = CORE_OVER + 1;
const CARDS_SHARE: usize = WIDE_UP + 1;
const HEAD_OFF: usize = CARDS_SHARE + 1;
const WIDE_IN: usize = HEAD_OFF + 1;
const WIDE_OVER: usize = WIDE_IN + 1;
const HEAD_LEVEL: usize = WIDE_OVER + 1;
const TITLE_LIKE: usize = HEAD_LEVEL + 1;
const TITLE_ON: usize = TITLE_LIKE + 1;
const TITLE_UP: usize = TITLE_ON + 1;
const TITLE_OVER: usize = TITLE_UP + 1;
const TITLE_SHARE: usize = TITLE_OVER + 1;
const ARTICLE_SHARE: usize = TITLE_SHARE + 1;
const ALIKE_SHARE: usize = ARTICLE_SHARE + 1;
const ALIKE_LINKED: usize = ALIKE_SHARE + 1;
const ALIKE_PROSE: usize = ALIKE_LINKED + 1;
const HEAD: usize = ALIKE_PROSE + 1;
const HEAD_MOST: usize = HEAD + 1;
const HEAD_LEAST: usize = HEAD_MOST + 1;
const CUE: usize = HEAD_LEAST + 1;
const CUE_OFF: usize = CUE + 1;
const CUE_IN: usize = CUE_OFF + 1;

/** Likeness of a block to the title of the page, in 255 parts, once main content was asked for. */
export function likenessAt(index: u32): u32 {
  return load<u8>(measureAt(index) + TITLE_LIKE);
}

/** Features of the page, the first ones of every block. */
const PAGE_LENGTH: usize = 13;
const PAGE_BYTES = memory.data(16);

/** Cards are at least so many blocks at one position, and have at least so much text. */
export const CARDS_LEAST: u32 = 3;
const CARD_TEXT: u32 = 20;
/** Longer headings say nothing about the text below them. */
export const HEADING_WORDS: u32 = 16;
/**
 * A cue is a label, which is short and no link, with a word that headings have above what is no main content ("Comments", "Read
 * also"): by its score as a word of a text, which is known already, and as one of a heading.
 */
const CUE_WORDS: u32 = 6;
const CUE_SAYS: i32 = -16;

/** Work for a block. */
const BLOCK_STEPS: u64 = 96;

let pageText: f64 = 0;
let pageProse: u32 = 0;
/** Linked text and prose before each block with text, in two arrays where the buckets of the positions were. */
let linkedBefore: usize = 0;
let proseBefore: usize = 0;
let textBefore: usize = 0;

function word(measure: usize, offset: usize): u32 {
  return load<u32>(measure + offset);
}

function above(measure: usize): usize {
  return measureAt(word(measure, Measure.PARENT));
}

function rankedMeasure(order: u32): usize {
  return measureAt(load<u32>(ranked + ((<usize>order) << 2)));
}

/** Measures the context of the page; `before` is the array of the text before each block with text. */
export function beginContext(before: usize): void {
  textBefore = before;
  spend(<u64>blockCount * BLOCK_STEPS);
  sumUp();
  findCores();
  findTitle(TITLE_LIKE);
  sumPositions();
  passDown();
  readHeadings();
  readCues();
}

function putPage(feature: u32, byte: u32): void {
  store<u8>(PAGE_BYTES + feature, <u8>byte);
}

/** Prose of each block, sums over the blocks inside, and counts of the page. */
function sumUp(): void {
  let articles: u32 = 0;
  let articleMost: u32 = 0;
  let mainMost: u32 = 0;
  let headings: u32 = 0;
  let proseBlocks: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const prose = isProse(measure) ? word(measure, Measure.TEXT) - word(measure, Measure.LINKED) : 0;
    if (prose) ++proseBlocks;
    store<u32>(measure, prose, Measure.PROSE);
    store<u32>(measure, prose, Measure.ALL_PROSE);
    store<u32>(measure, index + 1, Measure.END);
    store<u32>(measure, word(measure, Measure.IMAGES), Measure.ALL_IMAGES);
    store<u32>(measure, word(measure, Measure.INPUTS), Measure.ALL_INPUTS);
    const tag = tagOfBlock(index);
    if (tag == Tag.ARTICLE) {
      ++articles;
      articleMost = max(articleMost, word(measure, Measure.ALL_TEXT));
    } else if (tag == Tag.MAIN) {
      mainMost = max(mainMost, word(measure, Measure.ALL_TEXT));
    } else if (levelOf(tag)) {
      ++headings;
    }
  }
  for (let index = blockCount - 1; index && index < blockCount; --index) {
    const measure = measureAt(index);
    const parent = above(measure);
    add(parent + Measure.ALL_PROSE, word(measure, Measure.ALL_PROSE));
    add(parent + Measure.ALL_IMAGES, word(measure, Measure.ALL_IMAGES));
    add(parent + Measure.ALL_INPUTS, word(measure, Measure.ALL_INPUTS));
    store<u32>(parent, max(word(parent, Measure.END), word(measure, Measure.END)), Measure.END);
  }
  const root = measureAt(0);
  pageText = <f64>word(root, Measure.ALL_TEXT);
  pageProse = word(root, Measure.ALL_PROSE);
  putPage(0, magnitude(articles));
  putPage(1, share(articleMost, pageText));
  putPage(2, share(mainMost, pageText));
  putPage(3, share(pageProse, pageText));
  putPage(4, magnitude(pageProse));
  putPage(5, magnitude(proseBlocks));
  putPage(6, magnitude(headings));
  putPage(7, magnitude(word(root, Measure.ALL_INPUTS)));
  putPage(8, magnitude(word(root, Measure.ALL_IMAGES)));
}

function sightingOf(measure: usize): usize {
  return sightings + word(measure, Measure.SIGHTING);
}

/** Sums of the blocks at each position. Their text is there already. */
function sumPositions(): void {
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!word(measure, Measure.ALL_TEXT)) continue;
    store<u32>(sightingOf(measure), 0, Sighting.LINKED);
    store<u32>(sightingOf(measure), 0, Sighting.PROSE);
  }
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!word(measure, Measure.ALL_TEXT)) continue;
    add(sightingOf(measure) + Sighting.LINKED, word(measure, Measure.ALL_LINKED));
    add(sightingOf(measure) + Sighting.PROSE, word(measure, Measure.ALL_PROSE));
  }
}

function level(count: u32): u32 {
  return min(count, 255);
}

/** What a block has of the blocks around it: the place of the core, the title, the article and the cards. */
function passDown(): void {
  const title = titleOrder == Measure.NO_ORDER ? Measure.NO_ORDER : load<u32>(ranked + ((<usize>titleOrder) << 2));
  putPage(9, titleLikeness);
  putPage(10, share(word(measureAt(core), Measure.ALL_TEXT), pageText));
  putPage(11, share(weightOf(core), weightOfPage));
  putPage(12, level(word(measureAt(core), Measure.DEPTH)));
  markChain(core, CORE_UP, CORE_OVER);
  markChain(wide, WIDE_UP, WIDE_OVER);
  if (title != Measure.NO_ORDER) markChain(title, TITLE_UP, TITLE_OVER);
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const around = above(measure);
    inherit(index, measure, around, core, CORE_IN, CORE_UP, CORE_OVER);
    inherit(index, measure, around, wide, WIDE_IN, WIDE_UP, WIDE_OVER);
    const hasText = word(measure, Measure.ALL_TEXT) != 0;
    if (title == Measure.NO_ORDER) {
      store<u8>(measure, 255, TITLE_UP);
      store<u8>(measure, 255, TITLE_OVER);
    } else {
      inherit(index, measure, around, title, TITLE_ON, TITLE_UP, TITLE_OVER);
      const isAround = !load<u8>(measure, TITLE_UP);
      const part = isAround ? share(word(measure, Measure.ALL_TEXT), pageText) : load<u8>(around, TITLE_SHARE);
      store<u8>(measure, <u8>part, TITLE_SHARE);
    }
    const isArticle = tagOfBlock(index) == Tag.ARTICLE;
    const article = isArticle ? share(word(measure, Measure.ALL_TEXT), pageText) : load<u8>(around, ARTICLE_SHARE);
    store<u8>(measure, <u8>article, ARTICLE_SHARE);
    if (hasText) passCards(index, measure, around);
  }
}

/**
 * Marks a block and those around it. A mark is the distance to the block over it, plus one, in the `over` byte, with 0 in the `up`
 * byte; other blocks have no mark yet.
 */
function markChain(index: u32, up: usize, over: usize): void {
  for (let at: u32 = 0; at < blockCount; ++at) {
    store<u8>(measureAt(at) + up, 255);
    store<u8>(measureAt(at) + over, 0);
  }
  let distance: u32 = 0;
  for (let at = index; ; at = word(measureAt(at), Measure.PARENT)) {
    store<u8>(measureAt(at) + up, 0);
    store<u8>(measureAt(at) + over, <u8>level(distance++));
    if (!at) return;
  }
}

/** Levels from the block up to the common ancestor with `target`, and from there down to it; whether it is inside of it. */
// @ts-ignore: decorator
@inline
function inherit(index: u32, measure: usize, around: usize, target: u32, inside: usize, up: usize, over: usize): void {
  const isInside = index == target || (index != 0 && load<u8>(around + inside));
  store<u8>(measure + inside, <u8>isInside);
  // Blocks on the way to the target are marked.
  if (!index || !load<u8>(measure + up)) return;
  store<u8>(measure + up, <u8>level(<u32>load<u8>(around + up) + 1));
  store<u8>(measure + over, load<u8>(around + over));
}

/** Bytes of the position of a block, and the cards that it is one of or is in. */
function passCards(index: u32, measure: usize, around: usize): void {
  const sighting = sightingOf(measure);
  const text = <f64>load<u32>(sighting, Sighting.TEXT);
  store<u8>(measure, <u8>share(text, pageText), ALIKE_SHARE);
  store<u8>(measure, <u8>share(load<u32>(sighting, Sighting.LINKED), text), ALIKE_LINKED);
  store<u8>(measure, <u8>share(load<u32>(sighting, Sighting.PROSE), pageProse), ALIKE_PROSE);
  if (!index) {
    store<u32>(measure, 0, Measure.CARDS);
    store<u8>(measure, 0, CARDS_SHARE);
    return;
  }
  const count = load<u32>(sighting, Sighting.BLOCKS);
  const isCard = count >= CARDS_LEAST && word(measure, Measure.ALL_TEXT) >= CARD_TEXT;
  const isMore = isCard && count >= word(around, Measure.CARDS);
  store<u32>(measure, isMore ? count : word(around, Measure.CARDS), Measure.CARDS);
  store<u8>(measure, isMore ? load<u8>(measure, ALIKE_SHARE) : load<u8>(around, CARDS_SHARE), CARDS_SHARE);
}

/** What stands before each block in the order of texts: the last heading and its words, prose and linked text. */
function readHeadings(): void {
  linkedBefore = buckets;
  proseBefore = buckets + ((<usize>rankedCount) << 2);
  let linked: u32 = 0;
  let prose: u32 = 0;
  let heading = Measure.NO_ORDER;
  let headingLevel: u32 = 0;
  let sum: u32 = odds(0);
  let most: u32 = odds(0);
  let least: u32 = odds(0);
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = load<u32>(ranked + ((<usize>order) << 2));
    const measure = measureAt(index);
    store<u32>(linkedBefore + ((<usize>order) << 2), linked);
    store<u32>(proseBefore + ((<usize>order) << 2), prose);
    linked += word(measure, Measure.LINKED);
    prose += word(measure, Measure.PROSE);
    const own = levelOf(tagOfBlock(index));
    if (own) {
      heading = order;
      headingLevel = own;
    }
    store<u8>(measure, <u8>(heading == Measure.NO_ORDER ? 255 : magnitude(order - heading)), HEAD_OFF);
    store<u8>(measure, <u8>headingLevel, HEAD_LEVEL);
    store<u8>(measure, <u8>(own ? odds(0) : sum), HEAD);
    store<u8>(measure, <u8>(own ? odds(0) : most), HEAD_MOST);
    store<u8>(measure, <u8>(own ? odds(0) : least), HEAD_LEAST);
    if (!own) continue;
    const isRead = word(measure, Measure.WORDS) <= HEADING_WORDS;
    if (isRead) noteText(index, HEADING_SEED);
    sum = odds(isRead ? notedMainSum : 0);
    most = odds(isRead ? notedMainMax : 0);
    least = odds(isRead ? notedMainMin : 0);
  }
}

/** The last cue before each block, but behind the title; and whether its parent or the parent of that is around the block. */
function readCues(): void {
  let cue = Measure.NO_ORDER;
  let says: u32 = odds(0);
  let parent: u32 = 0;
  let grandparent: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = load<u32>(ranked + ((<usize>order) << 2));
    const measure = measureAt(index);
    if (order == titleOrder) {
      cue = Measure.NO_ORDER;
      says = odds(0);
    }
    store<u8>(measure, <u8>says, CUE);
    store<u8>(measure, <u8>(cue == Measure.NO_ORDER ? 255 : magnitude(order - cue)), CUE_OFF);
    const around = cue == Measure.NO_ORDER ? 0 : u32(isInside(index, parent)) + u32(isInside(index, grandparent));
    store<u8>(measure, <u8>around, CUE_IN);
    if (!isLabel(measure)) continue;
    noteText(index, HEADING_SEED);
    if (notedMainMin > CUE_SAYS) continue;
    cue = order;
    says = odds(notedMainMin);
    parent = word(measure, Measure.PARENT);
    grandparent = word(measureAt(parent), Measure.PARENT);
  }
}

function isInside(index: u32, outer: u32): bool {
  return index >= outer && index < word(measureAt(outer), Measure.END);
}

function isLabel(measure: usize): bool {
  return (
    word(measure, Measure.WORDS) <= CUE_WORDS &&
    <i32>word(measure, Measure.MAIN_SAYS_MIN) <= CUE_SAYS &&
    word(measure, Measure.LINKED) * 2 < word(measure, Measure.TEXT)
  );
}

function countBefore(list: usize, order: u32, all: u32): u32 {
  return order < rankedCount ? load<u32>(list + ((<usize>order) << 2)) : all;
}

/** Counts of the blocks from so many before the block to as many behind it. */
function countNear(list: usize, order: u32, reach: u32, all: u32): u32 {
  return countBefore(list, order + reach + 1, all) - countBefore(list, order - min(order, reach), all);
}

// Features of the line, by the first of each run; those of the page stand first.
const PLACE: usize = PAGE_LENGTH;
const NEAR: usize = PLACE + 15;
const ALIKE: usize = NEAR + 9;
const HEADINGS: usize = ALIKE + 13;
const MAIN_WORDS: usize = HEADINGS + 12;
const END: usize = MAIN_WORDS + 18;

/** Writes the features of a block with text to a line of `Features.CONTEXT` bytes; up to eight behind it have no meaning then. */
export function putContext(order: u32, line: usize): void {
  assert(END == Features.CONTEXT, 'context: a line has too many features or too few');
  const index = load<u32>(ranked + ((<usize>order) << 2));
  const measure = measureAt(index);
  v128.store(line, v128.load(PAGE_BYTES));
  putPlace(line, order, measure);
  putAlike(line, measure);
  putCounts(line, order, measure);
  const traits = word(measure, Measure.TRAITS);
  store<u8>(line, <u8>levelOf(tagOfBlock(index)), HEADINGS + 2);
  store<u8>(line, load<u8>(measure, HEAD_OFF), HEADINGS + 3);
  store<u8>(line, load<u8>(measure, HEAD_LEVEL), HEADINGS + 4);
  store<u8>(line, u8((traits & IN_FIGURE) != 0), HEADINGS + 9);
  store<u8>(line, u8((traits & IN_CAPTION) != 0), HEADINGS + 10);
  store<u8>(line, u8((traits & IN_QUOTE) != 0), HEADINGS + 11);
  putMainWords(line, measure);
}

function putPlace(line: usize, order: u32, measure: usize): void {
  const title = titleOrder;
  v128.store(line, v128.load(measure, CORE_IN), PLACE);
  const off = order < coreFirst ? <i32>order - <i32>coreFirst : order > coreLast ? <i32>(order - coreLast) : 0;
  store<u8>(line, <u8>signed(off), PLACE + 3);
  const hasTitle = title != Measure.NO_ORDER;
  store<u8>(line, hasTitle ? load<u8>(rankedMeasure(title), CORE_IN) : 0, PLACE + 5);
  store<u8>(line, <u8>(hasTitle ? signed(<i32>order - <i32>title) : odds(0)), PLACE + 10);
}

/** Writes what three levels of elements have of those at their positions. */
function putAlike(line: usize, measure: usize): void {
  const parent = above(measure);
  store<u32>(line, load<u32>(measure, ALIKE_SHARE), ALIKE);
  store<u32>(line, load<u32>(parent, ALIKE_SHARE), ALIKE + 3);
  store<u32>(line, load<u32>(above(parent), ALIKE_SHARE), ALIKE + 7);
  store<u8>(line, load<u8>(measure, CARDS_SHARE), ALIKE + 12);
}

/** How far an order is behind the first one of a range. */
function beyond(order: u32, first: u32): u32 {
  return order > first ? order - first : 0;
}

/** Writes magnitudes and shares. */
function putCounts(line: usize, order: u32, measure: usize): void {
  const parent = above(measure);
  const grandparent = above(parent);
  const root = measureAt(0);
  const allText = word(root, Measure.ALL_TEXT);
  const allLinked = word(root, Measure.ALL_LINKED);
  const chars1 = countNear(textBefore, order, 1, allText);
  const chars3 = countNear(textBefore, order, 3, allText);
  const prose1 = countNear(proseBefore, order, 1, pageProse);
  const prose3 = countNear(proseBefore, order, 3, pageProse);
  const prose10 = countNear(proseBefore, order, 10, pageProse);
  const counts = packed(
    magnitudes(four(prose1, prose3, prose10, chars1)),
    magnitudes(four(chars3, word(parent, Measure.ALL_PROSE), word(grandparent, Measure.ALL_PROSE), 0)),
    magnitudes(four(blocksLike(parent), blocksLike(grandparent), word(measure, Measure.CARDS), 0)),
    magnitudes(
      four(
        word(measure, Measure.IMAGES),
        word(parent, Measure.ALL_IMAGES),
        word(grandparent, Measure.ALL_IMAGES),
        word(grandparent, Measure.ALL_INPUTS),
      ),
    ),
  );
  const before = countBefore(proseBefore, order, pageProse);
  const after = pageProse - countBefore(proseBefore, order + 1, pageProse);
  const linked1 = countNear(linkedBefore, order, 1, allLinked);
  const linked3 = countNear(linkedBefore, order, 3, allLinked);
  const ofNear = shares(four(linked1, linked3, before, after), four(chars1, chars3, pageProse, pageProse));
  const ofCores = shares(
    four(beyond(order, coreFirst), beyond(order, wideFirst), 0, 0),
    four(coreLast - coreFirst, wideLast - wideFirst, 0, 0),
  );
  const parts = packed(ofNear, ofCores, ofCores, ofCores);
  store<u8>(line, i8x16.extract_lane_u(parts, 4), PLACE + 4);
  store<u8>(line, i8x16.extract_lane_u(parts, 5), PLACE + 8);
  store<u32>(line, i32x4.extract_lane(counts, 0), NEAR);
  store<u8>(line, i8x16.extract_lane_u(counts, 4), NEAR + 4);
  store<u32>(line, i32x4.extract_lane(parts, 0), NEAR + 5);
  store<u8>(line, i8x16.extract_lane_u(counts, 8), ALIKE + 6);
  store<u8>(line, i8x16.extract_lane_u(counts, 9), ALIKE + 10);
  store<u8>(line, i8x16.extract_lane_u(counts, 10), ALIKE + 11);
  store<u8>(line, i8x16.extract_lane_u(counts, 5), HEADINGS);
  store<u8>(line, i8x16.extract_lane_u(counts, 6), HEADINGS + 1);
  store<u32>(line, i32x4.extract_lane(counts, 3), HEADINGS + 5);
}

/** How many blocks are at the position of a block. */
function blocksLike(measure: usize): u32 {
  return load<u32>(sightingOf(measure), Sighting.BLOCKS);
}

/** Writes scores of names and words, whose odds are cut to bytes. */
function putMainWords(line: usize, measure: usize): void {
  const parent = above(measure);
  const grandparent = above(parent);
  const all = <i32>word(measure, Measure.MAIN_SUM) >> 1;
  const names = i32x4.replace_lane(v128.load(measure, Measure.MAIN_NAMES), 3, all);
  const around = four(
    word(measure, Measure.MAIN_SAYS_MIN),
    word(parent, Measure.MAIN_NAMES),
    word(grandparent, Measure.MAIN_NAMES),
    word(above(grandparent), Measure.MAIN_NAMES),
  );
  const low = i16x8.narrow_i32x4_s(names, v128.load(measure, Measure.MAIN_MAX));
  const high = i16x8.narrow_i32x4_s(around, around);
  const scores = v128.xor(i8x16.narrow_i16x8_s(low, high), i8x16.splat(<i8>0x80));
  v128.store(line, v128.shuffle<u8>(scores, scores, 0, 1, 2, 9, 10, 11, 4, 5, 3, 6, 7, 8, 0, 0, 0, 0), MAIN_WORDS);
  store<u64>(line, load<u64>(measure, HEAD), MAIN_WORDS + 12);
}
