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
import { IN_CAPTION, IN_FIGURE, IN_QUOTE } from '../elements';
import { HEADING_SEED } from './word-hash';
import { notedMainMax, notedMainMin, notedMainSum } from './words';

// Bytes of a block: features of its own, or of the blocks inside of it. The first fifteen stand as they do among the features; where
// a feature is computed for each block with text, another byte has its place.
const CORE_IN: usize = offsetof<Measure>('context');
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
  return measureAt(index).byte(TITLE_LIKE);
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

function above(measure: Measure): Measure {
  return measureAt(measure.parent);
}

function rankedMeasure(order: u32): Measure {
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
    const prose = isProse(measure) ? measure.text - measure.linked : 0;
    if (prose) ++proseBlocks;
    measure.prose = prose;
    measure.allProse = prose;
    measure.end = index + 1;
    measure.allImages = measure.images;
    measure.allInputs = measure.inputs;
    const tag = tagOfBlock(index);
    if (tag == Tag.ARTICLE) {
      ++articles;
      articleMost = max(articleMost, measure.allText);
    } else if (tag == Tag.MAIN) {
      mainMost = max(mainMost, measure.allText);
    } else if (levelOf(tag)) {
      ++headings;
    }
  }
  for (let index = blockCount - 1; index && index < blockCount; --index) {
    const measure = measureAt(index);
    const parent = above(measure);
    parent.allProse += measure.allProse;
    parent.allImages += measure.allImages;
    parent.allInputs += measure.allInputs;
    parent.end = max(parent.end, measure.end);
  }
  const root = measureAt(0);
  pageText = <f64>root.allText;
  pageProse = root.allProse;
  putPage(0, magnitude(articles));
  putPage(1, share(articleMost, pageText));
  putPage(2, share(mainMost, pageText));
  putPage(3, share(pageProse, pageText));
  putPage(4, magnitude(pageProse));
  putPage(5, magnitude(proseBlocks));
  putPage(6, magnitude(headings));
  putPage(7, magnitude(root.allInputs));
  putPage(8, magnitude(root.allImages));
}

function sightingOf(measure: Measure): usize {
  return sightings + measure.sighting;
}

/** Sums of the blocks at each position. Their text is there already. */
function sumPositions(): void {
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.allText) continue;
    store<u32>(sightingOf(measure), 0, Sighting.LINKED);
    store<u32>(sightingOf(measure), 0, Sighting.PROSE);
  }
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.allText) continue;
    add(sightingOf(measure) + Sighting.LINKED, measure.allLinked);
    add(sightingOf(measure) + Sighting.PROSE, measure.allProse);
  }
}

function level(count: u32): u32 {
  return min(count, 255);
}

/** What a block has of the blocks around it: the place of the core, the title, the article and the cards. */
function passDown(): void {
  const title = titleOrder == Measure.NO_ORDER ? Measure.NO_ORDER : load<u32>(ranked + ((<usize>titleOrder) << 2));
  putPage(9, titleLikeness);
  putPage(10, share(measureAt(core).allText, pageText));
  putPage(11, share(weightOf(core), weightOfPage));
  putPage(12, level(measureAt(core).depth));
  markChain(core, CORE_UP, CORE_OVER);
  markChain(wide, WIDE_UP, WIDE_OVER);
  if (title != Measure.NO_ORDER) markChain(title, TITLE_UP, TITLE_OVER);
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const around = above(measure);
    inherit(index, measure, around, core, CORE_IN, CORE_UP, CORE_OVER);
    inherit(index, measure, around, wide, WIDE_IN, WIDE_UP, WIDE_OVER);
    const hasText = measure.allText != 0;
    if (title == Measure.NO_ORDER) {
      measure.setByte(TITLE_UP, 255);
      measure.setByte(TITLE_OVER, 255);
    } else {
      inherit(index, measure, around, title, TITLE_ON, TITLE_UP, TITLE_OVER);
      const isAround = !measure.byte(TITLE_UP);
      const part = isAround ? share(measure.allText, pageText) : around.byte(TITLE_SHARE);
      measure.setByte(TITLE_SHARE, part);
    }
    const isArticle = tagOfBlock(index) == Tag.ARTICLE;
    const article = isArticle ? share(measure.allText, pageText) : around.byte(ARTICLE_SHARE);
    measure.setByte(ARTICLE_SHARE, article);
    if (hasText) passCards(index, measure, around);
  }
}

/**
 * Marks a block and those around it. A mark is the distance to the block over it, plus one, in the `over` byte, with 0 in the `up`
 * byte; other blocks have no mark yet.
 */
function markChain(index: u32, up: usize, over: usize): void {
  for (let at: u32 = 0; at < blockCount; ++at) {
    measureAt(at).setByte(up, 255);
    measureAt(at).setByte(over, 0);
  }
  let distance: u32 = 0;
  for (let at = index; ; at = measureAt(at).parent) {
    measureAt(at).setByte(up, 0);
    measureAt(at).setByte(over, level(distance++));
    if (!at) return;
  }
}

/** Levels from the block up to the common ancestor with `target`, and from there down to it; whether it is inside of it. */
// @ts-ignore: decorator
@inline
function inherit(
  index: u32,
  measure: Measure,
  around: Measure,
  target: u32,
  inside: usize,
  up: usize,
  over: usize,
): void {
  const isInside = index == target || (index != 0 && around.byte(inside));
  measure.setByte(inside, u32(isInside));
  // Blocks on the way to the target are marked.
  if (!index || !measure.byte(up)) return;
  measure.setByte(up, level(<u32>around.byte(up) + 1));
  measure.setByte(over, around.byte(over));
}

/** Bytes of the position of a block, and the cards that it is one of or is in. */
function passCards(index: u32, measure: Measure, around: Measure): void {
  const sighting = sightingOf(measure);
  const text = <f64>load<u32>(sighting, Sighting.TEXT);
  measure.setByte(ALIKE_SHARE, share(text, pageText));
  measure.setByte(ALIKE_LINKED, share(load<u32>(sighting, Sighting.LINKED), text));
  measure.setByte(ALIKE_PROSE, share(load<u32>(sighting, Sighting.PROSE), pageProse));
  if (!index) {
    measure.cards = 0;
    measure.setByte(CARDS_SHARE, 0);
    return;
  }
  const count = load<u32>(sighting, Sighting.BLOCKS);
  const isCard = count >= CARDS_LEAST && measure.allText >= CARD_TEXT;
  const isMore = isCard && count >= around.cards;
  measure.cards = isMore ? count : around.cards;
  measure.setByte(CARDS_SHARE, isMore ? measure.byte(ALIKE_SHARE) : around.byte(CARDS_SHARE));
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
    linked += measure.linked;
    prose += measure.prose;
    const own = levelOf(tagOfBlock(index));
    if (own) {
      heading = order;
      headingLevel = own;
    }
    measure.setByte(HEAD_OFF, heading == Measure.NO_ORDER ? 255 : magnitude(order - heading));
    measure.setByte(HEAD_LEVEL, headingLevel);
    measure.setByte(HEAD, own ? odds(0) : sum);
    measure.setByte(HEAD_MOST, own ? odds(0) : most);
    measure.setByte(HEAD_LEAST, own ? odds(0) : least);
    if (!own) continue;
    const isRead = measure.words <= HEADING_WORDS;
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
    measure.setByte(CUE, says);
    measure.setByte(CUE_OFF, cue == Measure.NO_ORDER ? 255 : magnitude(order - cue));
    const around = cue == Measure.NO_ORDER ? 0 : u32(isInside(index, parent)) + u32(isInside(index, grandparent));
    measure.setByte(CUE_IN, around);
    if (!isLabel(measure)) continue;
    noteText(index, HEADING_SEED);
    if (notedMainMin > CUE_SAYS) continue;
    cue = order;
    says = odds(notedMainMin);
    parent = measure.parent;
    grandparent = measureAt(parent).parent;
  }
}

function isInside(index: u32, outer: u32): bool {
  return index >= outer && index < measureAt(outer).end;
}

function isLabel(measure: Measure): bool {
  return measure.words <= CUE_WORDS && measure.mainSaysMin <= CUE_SAYS && measure.linked * 2 < measure.text;
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
  const traits = measure.traits;
  store<u8>(line, <u8>levelOf(tagOfBlock(index)), HEADINGS + 2);
  store<u8>(line, measure.byte(HEAD_OFF), HEADINGS + 3);
  store<u8>(line, measure.byte(HEAD_LEVEL), HEADINGS + 4);
  store<u8>(line, u8((traits & IN_FIGURE) != 0), HEADINGS + 9);
  store<u8>(line, u8((traits & IN_CAPTION) != 0), HEADINGS + 10);
  store<u8>(line, u8((traits & IN_QUOTE) != 0), HEADINGS + 11);
  putMainWords(line, measure);
}

function putPlace(line: usize, order: u32, measure: Measure): void {
  const title = titleOrder;
  v128.store(line, v128.load(measure.at, CORE_IN), PLACE);
  const off = order < coreFirst ? <i32>order - <i32>coreFirst : order > coreLast ? <i32>(order - coreLast) : 0;
  store<u8>(line, <u8>signed(off), PLACE + 3);
  const hasTitle = title != Measure.NO_ORDER;
  store<u8>(line, hasTitle ? rankedMeasure(title).byte(CORE_IN) : 0, PLACE + 5);
  store<u8>(line, <u8>(hasTitle ? signed(<i32>order - <i32>title) : odds(0)), PLACE + 10);
}

/** Writes what three levels of elements have of those at their positions. */
function putAlike(line: usize, measure: Measure): void {
  const parent = above(measure);
  store<u32>(line, load<u32>(measure.at, ALIKE_SHARE), ALIKE);
  store<u32>(line, load<u32>(parent.at, ALIKE_SHARE), ALIKE + 3);
  store<u32>(line, load<u32>(above(parent).at, ALIKE_SHARE), ALIKE + 7);
  store<u8>(line, measure.byte(CARDS_SHARE), ALIKE + 12);
}

/** How far an order is behind the first one of a range. */
function beyond(order: u32, first: u32): u32 {
  return order > first ? order - first : 0;
}

/** Writes magnitudes and shares. */
function putCounts(line: usize, order: u32, measure: Measure): void {
  const parent = above(measure);
  const grandparent = above(parent);
  const root = measureAt(0);
  const allText = root.allText;
  const allLinked = root.allLinked;
  const chars1 = countNear(textBefore, order, 1, allText);
  const chars3 = countNear(textBefore, order, 3, allText);
  const prose1 = countNear(proseBefore, order, 1, pageProse);
  const prose3 = countNear(proseBefore, order, 3, pageProse);
  const prose10 = countNear(proseBefore, order, 10, pageProse);
  const counts = packed(
    magnitudes(four(prose1, prose3, prose10, chars1)),
    magnitudes(four(chars3, parent.allProse, grandparent.allProse, 0)),
    magnitudes(four(blocksLike(parent), blocksLike(grandparent), measure.cards, 0)),
    magnitudes(four(measure.images, parent.allImages, grandparent.allImages, grandparent.allInputs)),
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
function blocksLike(measure: Measure): u32 {
  return load<u32>(sightingOf(measure), Sighting.BLOCKS);
}

/** Writes scores of names and words, whose odds are cut to bytes. */
function putMainWords(line: usize, measure: Measure): void {
  const parent = above(measure);
  const grandparent = above(parent);
  const all = measure.mainSum >> 1;
  const names = i32x4.replace_lane(v128.load(measure.at, offsetof<Measure>('mainNames')), 3, all);
  const around = four(measure.mainSaysMin, parent.mainNames, grandparent.mainNames, above(grandparent).mainNames);
  const low = i16x8.narrow_i32x4_s(names, v128.load(measure.at, offsetof<Measure>('mainMax')));
  const high = i16x8.narrow_i32x4_s(around, around);
  const scores = v128.xor(i8x16.narrow_i16x8_s(low, high), i8x16.splat(<i8>0x80));
  v128.store(line, v128.shuffle<u8>(scores, scores, 0, 1, 2, 9, 10, 11, 4, 5, 3, 6, 7, 8, 0, 0, 0, 0), MAIN_WORDS);
  store<u64>(line, load<u64>(measure.at, HEAD), MAIN_WORDS + 12);
}
