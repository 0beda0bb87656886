/**
 * Evidence for main content from the context of a block. A few passes over the blocks store data for all features. `putContext` then writes
 * the features of one block in the order of `bench/reference/feature-names.ts`.
 */
import { Features } from '../../layout';
import { Context } from './context-records';
import { Measure, above, indexOf, measureAt, rankedCount } from '../block/measures';
import { Tag } from '../../html/names';
import { blockCount } from '../../page/arena';
import { spend } from '../../work';
import { core, findCores, weightOf, weightOfPage, wide } from './cores';
import { findTitle, titleLikeness, titleOrder } from './title-likeness';
import { differences, extendList, linkList, placeLists, proseList, textList } from './lists';
import { putByte, putDistances, putFour, rowOf } from './tile';
import { noteText } from '../block/measure';
import { isProse } from '../block/prose';
import { contextAt } from './contexts';
import { vectorOf, magnitude, magnitudes, odds, packBytes, share, shares } from '../block/scales';
import { Position } from '../site/occurrence-records';
import { positionAt, positionCount } from '../site/occurrences';
import { IN_CAPTION, IN_FIGURE, IN_QUOTE, IS_HEADING } from '../../elements';
import { HEADING_SEED } from '../block/word-hash';
import { lexiconOdds } from '../block/words';

/** Number of features of the page, which come first. */
const PAGE_LENGTH: usize = 13;
const PAGE_BYTES = memory.data(16);

/** Minimum length of the text of a card. */
const CARD_TEXT: u32 = 20;
/** Maximum number of words of a heading that is evidence for the text after it. */
export const HEADING_WORDS: u32 = 16;
/**
 * Maximum number of words of a cue: a label outside links with a word that is typical of headings of other content ("Comments", "Read
 * also").
 */
const CUE_WORDS: u32 = 6;
/** A cue has a word whose log odds for main content, in 1/16, are at most this, both in texts and in headings. */
const CUE_ODDS_MAX: i32 = -16;

/** Work for a block. */
const BLOCK_STEPS: u64 = 96;

/** In code points. */
let pageText: u32 = 0;
/** In code points. */
let pageProse: u32 = 0;

function parentContext(measure: Measure): Context {
  return contextAt(measure.parent);
}

/** Measures the context of the page; capacity was reserved. */
export function beginContext(): void {
  placeLists();
  spend(<u64>blockCount * BLOCK_STEPS);
  memory.fill(contextAt(0).at, 0, <usize>blockCount * Context.BYTES);
  clearPositions();
  readBlocks();
  sumUp();
  findCores();
  findTitle();
  passDown();
  readHeadings();
  readCues();
}

function putPage(feature: u32, byte: u32): void {
  store<u8>(PAGE_BYTES + feature, <u8>byte);
}

/** A bit for each kind of element that contains a block of the page. */
export let pageTraits: u32 = 0;

/** Maximum levels from a block up to its heading. */
const HEADING_LEVELS: u32 = 3;

// @ts-ignore: decorator
@inline
function findHeading(index: u32, measure: Measure, context: Context): void {
  const outer = parentContext(measure);
  if (measure.traits & IS_HEADING) {
    context.headed = index;
  } else if (outer.headed && outer.headedUp < HEADING_LEVELS) {
    context.headed = outer.headed;
    context.headedUp = outer.headedUp + 1;
  }
}

/** Computes the prose of each block; counts elements of the page. */
function readBlocks(): void {
  pageText = measureAt(0).allText;
  let articles: u32 = 0;
  let articleMost: u32 = 0;
  let mainMost: u32 = 0;
  let headings: u32 = 0;
  let proseBlocks: u32 = 0;
  let traits: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const prose = isProse(measure) ? measure.text - measure.linked : 0;
    if (prose) ++proseBlocks;
    const context = contextAt(index);
    context.setByte(CORE_UP, 255);
    context.setByte(WIDE_UP, 255);
    context.setByte(TITLE_UP, 255);
    context.prose = prose;
    context.allProse = prose;
    context.end = index + 1;
    context.allImages = measure.images;
    context.allInputs = measure.inputs;
    findHeading(index, measure, context);
    traits |= measure.traits;
    const tag = measure.tag;
    if (tag == Tag.ARTICLE) {
      ++articles;
      articleMost = max(articleMost, measure.allText);
    } else if (tag == Tag.MAIN) {
      mainMost = max(mainMost, measure.allText);
    } else if (measure.level) {
      ++headings;
    }
  }
  pageTraits = traits;
  putPage(0, magnitude(articles));
  putPage(1, share(articleMost, <f64>pageText));
  putPage(2, share(mainMost, <f64>pageText));
  putPage(5, magnitude(proseBlocks));
  putPage(6, magnitude(headings));
}

/** Sums over the descendants of each block and over the page. */
function sumUp(): void {
  for (let index = blockCount - 1; ; --index) {
    const context = contextAt(index);
    const measure = measureAt(index);
    if (measure.allText) {
      const position = positionAt(measure.position);
      position.linked += measure.allLinked;
      position.prose += context.allProse;
    }
    if (!index) break;
    const parent = parentContext(measure);
    parent.allProse += context.allProse;
    parent.allImages += context.allImages;
    parent.allInputs += context.allInputs;
    parent.end = max(parent.end, context.end);
  }
  const root = contextAt(0);
  pageProse = root.allProse;
  putPage(3, share(pageProse, <f64>pageText));
  putPage(4, magnitude(pageProse));
  putPage(7, magnitude(root.allInputs));
  putPage(8, magnitude(root.allImages));
}

function clearPositions(): void {
  for (let number: u32 = 0; number < positionCount; ++number) {
    const position = positionAt(number);
    position.linked = 0;
    position.prose = 0;
    position.evidence = 0;
  }
}

function level(count: u32): u32 {
  return min(count, 255);
}

/** Passes features of core, title, article and cards down to descendants. */
function passDown(): void {
  const hasTitle = titleOrder != Measure.NO_ORDER;
  const title = hasTitle ? indexOf(titleOrder) : 0;
  putPage(9, titleLikeness);
  putPage(10, share(measureAt(core.index).allText, <f64>pageText));
  putPage(11, share(weightOf(core.index), weightOfPage));
  putPage(12, level(measureAt(core.index).depth));
  markChain(core.index, CORE_IN, CORE_UP, CORE_OVER);
  markChain(wide.index, WIDE_IN, WIDE_UP, WIDE_OVER);
  if (hasTitle) markTitle(title);
  else contextAt(0).titleOver = 255;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const context = contextAt(index);
    const parent = parentContext(measure);
    inherit(context, parent);
    if (measure.tag == Tag.ARTICLE) context.articleShare = <u8>share(measure.allText, <f64>pageText);
    if (measure.allText) passCards(index, measure, context, parent);
  }
}

const CORE_IN: usize = offsetof<Context>('coreIn');
const CORE_UP: usize = offsetof<Context>('coreUp');
const CORE_OVER: usize = offsetof<Context>('coreOver');
const WIDE_IN: usize = offsetof<Context>('wideIn');
const WIDE_UP: usize = offsetof<Context>('wideUp');
const WIDE_OVER: usize = offsetof<Context>('wideOver');
const TITLE_IN: usize = offsetof<Context>('titleIn');
const TITLE_UP: usize = offsetof<Context>('titleUp');
const TITLE_OVER: usize = offsetof<Context>('titleOver');

/** Marks the chain of a block: the block and its ancestors. Stores in each the distance to the block in `over`, and 0 in `up`. */
function markChain(index: u32, inside: usize, up: usize, over: usize): void {
  contextAt(index).setByte(inside, 1);
  let distance: u32 = 0;
  for (let at = index; ; at = measureAt(at).parent) {
    contextAt(at).setByte(up, 0);
    contextAt(at).setByte(over, level(distance++));
    if (!at) return;
  }
}

function markTitle(index: u32): void {
  markChain(index, TITLE_IN, TITLE_UP, TITLE_OVER);
  for (let at = index; ; at = measureAt(at).parent) {
    contextAt(at).titleShare = <u8>share(measureAt(at).allText, <f64>pageText);
    if (!at) return;
  }
}

/**
 * Computes three bytes for each chain: levels from a block up to the nearest block of the chain; levels from there down to the end of the
 * chain; 1 if the end contains the block. Blocks of the chain keep their values. Shares are inherited like levels down.
 */
// @ts-ignore: decorator
@inline
function inherit(context: Context, parent: Context): void {
  const own = v128.load(context.at);
  const outer = v128.load(parent.at);
  const steps = i8x16(0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0);
  const inside = i8x16(1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0);
  /** For each byte, the `up` byte of its chain. The share of the article is always inherited. */
  const ups = i8x16.swizzle(own, i8x16(-1, 1, 1, 3, -1, -1, -1, 3, -1, -1, -1, 11, 11, 11, -1, -1));
  const passes = v128.or(i8x16.ne(ups, i8x16.splat(0)), i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0));
  const passed = v128.bitselect(i8x16.add_sat_u(outer, steps), own, passes);
  v128.store(context.at, v128.or(passed, v128.and(outer, inside)));
}

function passCards(index: u32, measure: Measure, context: Context, parent: Context): void {
  const position = positionAt(measure.position);
  const text = position.text;
  const count = position.blocks;
  const ofPage = shares(vectorOf(text, position.linked, position.prose, 0), vectorOf(pageText, text, pageProse, 0));
  const sizes = magnitudes(vectorOf(count, context.allProse, context.allImages, context.allInputs));
  const bytes = packBytes(ofPage, sizes, sizes, sizes);
  const first = offsetof<Context>('alikeShare');
  store<u64>(
    context.at,
    i64x2.extract_lane(v128.shuffle<u8>(bytes, bytes, 0, 1, 2, 4, 5, 6, 7, 3, 0, 0, 0, 0, 0, 0, 0, 0), 0),
    first,
  );
  if (!index) return;
  const isCard = count >= Position.CARDS_LEAST && measure.allText >= CARD_TEXT;
  const isMore = isCard && count >= parent.cards;
  context.cards = isMore ? count : parent.cards;
  context.cardsShare = isMore ? context.alikeShare : parent.cardsShare;
}

/** Stores for each block the last heading, the odds of its words, and the text, linked text and prose before the block. */
function readHeadings(): void {
  let text: u32 = 0;
  let linked: u32 = 0;
  let prose: u32 = 0;
  let heading = Measure.NO_ORDER;
  let headingLevel: u32 = 0;
  let sum: u32 = odds(0);
  let most: u32 = odds(0);
  let least: u32 = odds(0);
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const measure = measureAt(index);
    store<u32>(textList + ((<usize>order) << 2), text);
    store<u32>(linkList + ((<usize>order) << 2), linked);
    store<u32>(proseList + ((<usize>order) << 2), prose);
    text += measure.text;
    linked += measure.linked;
    const context = contextAt(index);
    prose += context.prose;
    const level = measureAt(index).level;
    if (level) {
      heading = order;
      headingLevel = level;
    }
    context.headingOff = <u8>(heading == Measure.NO_ORDER ? 255 : magnitude(order - heading));
    context.headingLevel = <u8>headingLevel;
    context.heading = <u8>(level ? odds(0) : sum);
    context.headingMost = <u8>(level ? odds(0) : most);
    context.headingLeast = <u8>(level ? odds(0) : least);
    if (!level) continue;
    const isRead = measure.words <= HEADING_WORDS;
    if (isRead) noteText(index, HEADING_SEED);
    sum = odds(isRead ? lexiconOdds.mainSum : 0);
    most = odds(isRead ? lexiconOdds.mainMax : 0);
    least = odds(isRead ? lexiconOdds.mainMin : 0);
  }
  extendList(textList, text, 0);
  extendList(linkList, linked, 0);
  extendList(proseList, prose, 0);
}

/** Finds the last cue before each block, and how many of the cue's two nearest ancestors contain the block. The title ends a cue. */
function readCues(): void {
  let cue = Measure.NO_ORDER;
  let cueOdds: u32 = odds(0);
  let parent: u32 = 0;
  let grandparent: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const measure = measureAt(index);
    if (order == titleOrder) {
      cue = Measure.NO_ORDER;
      cueOdds = odds(0);
    }
    const hasCue = cue != Measure.NO_ORDER;
    const context = contextAt(index);
    context.cue = <u8>cueOdds;
    context.cueOff = <u8>(hasCue ? magnitude(order - cue) : 255);
    context.cueIn = hasCue ? u8(isInElement(index, parent)) + u8(isInElement(index, grandparent)) : 0;
    if (!isLabel(measure)) continue;
    noteText(index, HEADING_SEED);
    if (lexiconOdds.mainMin > CUE_ODDS_MAX) continue;
    cue = order;
    cueOdds = odds(lexiconOdds.mainMin);
    parent = measure.parent;
    grandparent = measureAt(parent).parent;
  }
}

function isInElement(index: u32, outer: u32): bool {
  return index >= outer && index < contextAt(outer).end;
}

function isLabel(measure: Measure): bool {
  return measure.words <= CUE_WORDS && measure.mainWordOddsMin <= CUE_ODDS_MAX && measure.linked * 2 < measure.text;
}

// First feature of each run in a line, after the page's features.
const PLACE: usize = PAGE_LENGTH;
const NEAR: usize = PLACE + 15;
const ALIKE: usize = NEAR + 9;
const HEADINGS: usize = ALIKE + 13;
const MAIN_WORDS: usize = HEADINGS + 12;
const END: usize = MAIN_WORDS + 18;

/** Writes the features of a block, except those of `putCounts`, to its line of the tile. May overwrite eight bytes after the line. */
export function putContext(order: u32, line: usize): void {
  assert(END == Features.CONTEXT, 'context: a line has too many features or too few');
  const index = indexOf(order);
  const measure = measureAt(index);
  const context = contextAt(index);
  const parent = parentContext(measure);
  const grandparent = parentContext(above(measure));
  v128.store(line, v128.load(context.at), PLACE);
  // The block stores four bytes for its position, and each of two ancestors three: a store overwrites the last byte of the previous one.
  const alike = offsetof<Context>('alikeShare');
  store<u32>(line, load<u32>(context.at, alike), ALIKE);
  store<u32>(line, load<u32>(parent.at, alike), ALIKE + 3);
  store<u32>(line, load<u32>(grandparent.at, alike), ALIKE + 7);
  store<u8>(line, <u8>magnitude(context.cards), ALIKE + 11);
  store<u8>(line, context.cardsShare, ALIKE + 12);
  store<u8>(line, parent.proseSize, HEADINGS);
  store<u8>(line, grandparent.proseSize, HEADINGS + 1);
  store<u8>(line, <u8>measure.level, HEADINGS + 2);
  store<u8>(line, context.headingOff, HEADINGS + 3);
  store<u8>(line, context.headingLevel, HEADINGS + 4);
  store<u8>(line, <u8>magnitude(measure.images), HEADINGS + 5);
  store<u8>(line, parent.imagesSize, HEADINGS + 6);
  store<u16>(line, load<u16>(grandparent.at, offsetof<Context>('imagesSize')), HEADINGS + 7);
  const traits = measure.traits;
  store<u8>(line, u8((traits & IN_FIGURE) != 0), HEADINGS + 9);
  store<u8>(line, u8((traits & IN_CAPTION) != 0), HEADINGS + 10);
  store<u8>(line, u8((traits & IN_QUOTE) != 0), HEADINGS + 11);
  putMainWords(line, measure, context);
}

/** Writes scores of names and words, clipped to bytes. */
function putMainWords(line: usize, measure: Measure, context: Context): void {
  const parent = above(measure);
  const grandparent = above(parent);
  const all = measure.mainSum >> 1;
  const names = i32x4.replace_lane(v128.load(measure.at, offsetof<Measure>('mainNames')), 3, all);
  const around = vectorOf(
    measure.mainWordOddsMin,
    parent.mainNames,
    grandparent.mainNames,
    above(grandparent).mainNames,
  );
  const low = i16x8.narrow_i32x4_s(names, v128.load(measure.at, offsetof<Measure>('mainMax')));
  const high = i16x8.narrow_i32x4_s(around, around);
  const scores = v128.xor(i8x16.narrow_i16x8_s(low, high), i8x16.splat(<i8>0x80));
  v128.store(line, v128.shuffle<u8>(scores, scores, 0, 1, 2, 9, 10, 11, 4, 5, 3, 6, 7, 8, 0, 0, 0, 0), MAIN_WORDS);
  store<u64>(line, load<u64>(context.at, offsetof<Context>('heading')), MAIN_WORDS + 12);
}

/** Writes features of the page, and from lists, for sixteen blocks from `order` on. */
export function putCounts(order: u32): void {
  for (let feature: usize = 0; feature < PAGE_LENGTH; ++feature)
    putByte(Features.TEMPLATE + feature, load<u8>(PAGE_BYTES + feature));
  const list = (<usize>order) << 2;
  putNear(NEAR, proseList + list, 1);
  putNear(NEAR + 1, proseList + list, 3);
  putNear(NEAR + 2, proseList + list, 10);
  putNear(NEAR + 3, textList + list, 1);
  putNear(NEAR + 4, textList + list, 3);
  for (let lane: usize = 0; lane < Features.TILE_BLOCKS; lane += 4) putParts(order + <u32>lane, lane);
  const hasTitle = titleOrder != Measure.NO_ORDER;
  putDistances(contextRow(PLACE + 3), <i32>order - <i32>core.first, <i32>order - <i32>core.last);
  const title = hasTitle ? contextAt(indexOf(titleOrder)).coreIn : 0;
  putByte(Features.TEMPLATE + PLACE + 5, title);
  const off = <i32>order - <i32>titleOrder;
  if (hasTitle) putDistances(contextRow(PLACE + 10), off, off);
  else putByte(Features.TEMPLATE + PLACE + 10, odds(0));
}

function contextRow(feature: usize): usize {
  return rowOf(Features.TEMPLATE + feature);
}

/** Writes sums over the blocks at most `reach` before or after each block. */
function putNear(feature: usize, list: usize, reach: i32): void {
  for (let lane: usize = 0; lane < Features.TILE_BLOCKS; lane += 4, list += 16)
    putFour(contextRow(feature) + lane, magnitudes(differences(list, -reach, reach + 1)));
}

/** Parts and wholes of shares, a vector each. */
const PARTS = memory.data(6 * 32, 16);

function setShare(number: usize, parts: v128, wholes: v128): void {
  v128.store(PARTS + (number << 5), parts);
  v128.store(PARTS + (number << 5), wholes, 16);
}

/**
 * Writes for four blocks the share of links near them, the shares of the page's prose before and after them, and their positions in the
 * cores.
 */
function putParts(order: u32, lane: usize): void {
  const list = (<usize>order) << 2;
  const prose = i32x4.splat(pageProse);
  const orders = i32x4.add(i32x4.splat(order), i32x4(0, 1, 2, 3));
  setShare(0, differences(linkList + list, -1, 2), differences(textList + list, -1, 2));
  setShare(1, differences(linkList + list, -3, 4), differences(textList + list, -3, 4));
  setShare(2, v128.load(proseList + list), prose);
  setShare(3, i32x4.sub(prose, v128.load(proseList + list, 4)), prose);
  setShare(4, distancesFrom(orders, core.first), i32x4.splat(core.last - core.first));
  setShare(5, distancesFrom(orders, wide.first), i32x4.splat(wide.last - wide.first));
  for (let number: usize = 0; number < 6; ++number) {
    const feature = number < 4 ? NEAR + 5 + number : PLACE + 4 + ((number - 4) << 2);
    const parts = PARTS + (number << 5);
    putFour(contextRow(feature) + lane, shares(v128.load(parts), v128.load(parts, 16)));
  }
}

function distancesFrom(orders: v128, first: u32): v128 {
  return i32x4.max_s(i32x4.sub(orders, i32x4.splat(first)), i32x4.splat(0));
}
