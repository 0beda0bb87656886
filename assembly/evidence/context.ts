/**
 * What stands around a block: evidence of main content. A few passes over the blocks, made where main content is asked for, store
 * what all features of a page need; `putContext` then writes those of one block, in the order of `bindings/evidence/features.ts`.
 */
import { Measure, Sighting } from '../layout';
import { Tag } from '../html/names';
import { blockCount, buckets, ranked, sightings } from '../page/arena';
import { spend } from '../work';
import { core, coreFirst, coreLast, findCores, weightOf, weightOfPage, wide, wideFirst, wideLast } from './cores';
import { findTitle, levelOf, tagOfBlock, titleLikeness, titleOrder } from './likeness';
import { noteText, rankedCount } from './measure';
import { isProse } from './prose';
import { add, measureAt } from './records';
import { magnitude, odds, share, signed } from './scales';
import { IN_CAPTION, IN_FIGURE, IN_QUOTE } from './traits';
import { HEADING_SEED } from './word-hash';
import { notedMainMax, notedMainMin, notedMainSum } from './words';

// Bytes of a block: features of its own, or of the blocks inside of it.
const CORE_IN: usize = Measure.CONTEXT;
const CORE_UP: usize = CORE_IN + 1;
const CORE_OVER: usize = CORE_UP + 1;
const WIDE_IN: usize = CORE_OVER + 1;
const WIDE_UP: usize = WIDE_IN + 1;
const WIDE_OVER: usize = WIDE_UP + 1;
const TITLE_ON: usize = WIDE_OVER + 1;
const TITLE_UP: usize = TITLE_ON + 1;
const TITLE_OVER: usize = TITLE_UP + 1;
const TITLE_SHARE: usize = TITLE_OVER + 1;
const TITLE_LIKE: usize = TITLE_SHARE + 1;
const ARTICLE_SHARE: usize = TITLE_LIKE + 1;
const CARDS_SHARE: usize = ARTICLE_SHARE + 1;
const ALIKE_SHARE: usize = CARDS_SHARE + 1;
const ALIKE_LINKED: usize = ALIKE_SHARE + 1;
const ALIKE_PROSE: usize = ALIKE_LINKED + 1;
const HEAD_OFF: usize = ALIKE_PROSE + 1;
const HEAD_LEVEL: usize = HEAD_OFF + 1;
const HEAD: usize = HEAD_LEVEL + 1;
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
const PAGE_LENGTH: u32 = 13;
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

let lane: usize = 0;
let step: usize = 0;

function put(byte: u32): void {
  store<u8>(lane, <u8>byte);
  lane += step;
}

function put8(measure: usize, feature: usize): void {
  put(load<u8>(measure + feature));
}

function countBefore(list: usize, order: u32, all: u32): u32 {
  return order < rankedCount ? load<u32>(list + ((<usize>order) << 2)) : all;
}

/** Writes the features of a block with text from `to` on, each `bytes` bytes behind the one before; the address behind the last. */
export function putContext(order: u32, to: usize, bytes: usize): usize {
  lane = to;
  step = bytes;
  const measure = rankedMeasure(order);
  for (let feature: u32 = 0; feature < PAGE_LENGTH; ++feature) put8(PAGE_BYTES, feature);
  putPlace(order, measure);
  putNear(order);
  putAlike(measure);
  putHeadings(measure, load<u32>(ranked + ((<usize>order) << 2)));
  putMainWords(measure);
  return lane;
}

/** Where the order of a block is in a range, in 255 parts. */
function within(order: u32, first: u32, last: u32): u32 {
  return order > first ? share(order - first, last - first) : 0;
}

function putPlace(order: u32, measure: usize): void {
  const title = titleOrder;
  put8(measure, CORE_IN);
  put8(measure, CORE_UP);
  put8(measure, CORE_OVER);
  put(signed(order < coreFirst ? <i32>order - <i32>coreFirst : order > coreLast ? <i32>(order - coreLast) : 0));
  put(within(order, coreFirst, coreLast));
  put(title == Measure.NO_ORDER ? 0 : <u32>load<u8>(rankedMeasure(title), CORE_IN));
  put8(measure, WIDE_IN);
  put8(measure, WIDE_OVER);
  put(within(order, wideFirst, wideLast));
  put8(measure, TITLE_LIKE);
  put(title == Measure.NO_ORDER ? odds(0) : signed(<i32>order - <i32>title));
  put8(measure, TITLE_UP);
  put8(measure, TITLE_OVER);
  put8(measure, TITLE_SHARE);
  put8(measure, ARTICLE_SHARE);
}

function putNear(order: u32): void {
  const root = measureAt(0);
  const allText = word(root, Measure.ALL_TEXT);
  const allLinked = word(root, Measure.ALL_LINKED);
  const from1 = order - min(order, 1);
  const from3 = order - min(order, 3);
  const from10 = order - min(order, 10);
  put(magnitude(countBefore(proseBefore, order + 2, pageProse) - countBefore(proseBefore, from1, pageProse)));
  put(magnitude(countBefore(proseBefore, order + 4, pageProse) - countBefore(proseBefore, from3, pageProse)));
  put(magnitude(countBefore(proseBefore, order + 11, pageProse) - countBefore(proseBefore, from10, pageProse)));
  const chars1 = countBefore(textBefore, order + 2, allText) - countBefore(textBefore, from1, allText);
  const chars3 = countBefore(textBefore, order + 4, allText) - countBefore(textBefore, from3, allText);
  put(magnitude(chars1));
  put(magnitude(chars3));
  put(share(countBefore(linkedBefore, order + 2, allLinked) - countBefore(linkedBefore, from1, allLinked), chars1));
  put(share(countBefore(linkedBefore, order + 4, allLinked) - countBefore(linkedBefore, from3, allLinked), chars3));
  put(share(countBefore(proseBefore, order, pageProse), pageProse));
  put(share(pageProse - countBefore(proseBefore, order + 1, pageProse), pageProse));
}

function putAlike(measure: usize): void {
  let at = measure;
  for (let up: u32 = 0; up < 3; ++up) {
    put8(at, ALIKE_SHARE);
    put8(at, ALIKE_LINKED);
    put8(at, ALIKE_PROSE);
    if (up) put(magnitude(load<u32>(sightingOf(at), Sighting.BLOCKS)));
    at = above(at);
  }
  put(magnitude(word(measure, Measure.CARDS)));
  put8(measure, CARDS_SHARE);
}

function putHeadings(measure: usize, index: u32): void {
  const parent = above(measure);
  const grandparent = above(parent);
  put(magnitude(word(parent, Measure.ALL_PROSE)));
  put(magnitude(word(grandparent, Measure.ALL_PROSE)));
  put(levelOf(tagOfBlock(index)));
  put8(measure, HEAD_OFF);
  put8(measure, HEAD_LEVEL);
  put(magnitude(word(measure, Measure.IMAGES)));
  put(magnitude(word(parent, Measure.ALL_IMAGES)));
  put(magnitude(word(grandparent, Measure.ALL_IMAGES)));
  put(magnitude(word(grandparent, Measure.ALL_INPUTS)));
  const traits = word(measure, Measure.TRAITS);
  put(u32((traits & IN_FIGURE) != 0));
  put(u32((traits & IN_CAPTION) != 0));
  put(u32((traits & IN_QUOTE) != 0));
}

function putMainWords(measure: usize): void {
  put(odds(<i32>word(measure, Measure.MAIN_NAMES)));
  put(odds(<i32>word(measure, Measure.MAIN_BEST)));
  put(odds(<i32>word(measure, Measure.MAIN_WORST)));
  let at = measure;
  for (let up: u32 = 0; up < 3; ++up) {
    at = above(at);
    put(odds(<i32>word(at, Measure.MAIN_NAMES)));
  }
  put(odds(<i32>word(measure, Measure.MAIN_MAX)));
  put(odds(<i32>word(measure, Measure.MAIN_MIN)));
  put(odds(<i32>word(measure, Measure.MAIN_SUM) >> 1));
  put(odds(<i32>word(measure, Measure.MAIN_SAYS)));
  put(odds(<i32>word(measure, Measure.MAIN_SAYS_MAX)));
  put(odds(<i32>word(measure, Measure.MAIN_SAYS_MIN)));
  put8(measure, HEAD);
  put8(measure, HEAD_MOST);
  put8(measure, HEAD_LEAST);
  put8(measure, CUE);
  put8(measure, CUE_OFF);
  put8(measure, CUE_IN);
}
