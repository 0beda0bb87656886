/**
 * The context of a block: evidence of main content. A few passes over the blocks, made if main content is asked for, store what the
 * features of all blocks need. Then `putContext` writes the features of one block, in the order of `bindings/evidence/features.ts`.
 */
import { Features } from '../../layout';
import { Context } from './context-records';
import { Measure } from '../block/measure-records';
import { Tag } from '../../html/names';
import { blockCount, buckets, ranked } from '../../page/arena';
import { spend } from '../../work';
import { core, coreFirst, coreLast, findCores, weightOf, weightOfPage, wide, wideFirst, wideLast } from './cores';
import { findTitle, levelOf, titleLikeness, titleOrder } from './title-likeness';
import { noteText, rankedCount } from '../block/measure';
import { isProse } from '../block/prose';
import { contextAt } from './contexts';
import { measureAt, tagOfBlock } from '../block/measures';
import { four, magnitude, magnitudes, odds, packed, share, shares, signed } from '../block/scales';
import { Position } from '../site/sighting-records';
import { positionAt, positionCount } from '../site/sightings';
import { IN_CAPTION, IN_FIGURE, IN_QUOTE } from '../../elements';
import { HEADING_SEED } from '../block/word-hash';
import { notedMainMax, notedMainMin, notedMainSum } from '../block/words';

/** Likeness of a block to the title of the page, in 255 parts, once main content was asked for. */
export function likenessAt(index: u32): u32 {
  return contextAt(index).titleLike;
}

/** Number of features of the page, which are the first ones of every block. */
const PAGE_LENGTH: usize = 13;
/** The features of the page, a byte each. */
const PAGE_BYTES = memory.data(16);

/** Minimum length of the text of a card. */
const CARD_TEXT: u32 = 20;
/** Maximum number of words of a heading that says something about the text below it. */
export const HEADING_WORDS: u32 = 16;
/** Maximum number of words of a cue: a label outside of links with a word that headings of other content have ("Comments", "Read also"). */
const CUE_WORDS: u32 = 6;
/** Maximum log odds of main content, in 1/16, of the lowest word of a cue, both as a word of a text and as a word of a heading. */
const CUE_SAYS: i32 = -16;

/** Work for a block. */
const BLOCK_STEPS: u64 = 96;

/** Length of the text of the page, in code points. */
let pageText: f64 = 0;
/** Length of the prose of the page, in code points. */
let pageProse: u32 = 0;
/** For each block with text the length of linked text before it. The array takes the memory of the buckets of positions. */
let linkedBefore: usize = 0;
/** For each block with text the length of prose before it, behind `linkedBefore`. */
let proseBefore: usize = 0;
/** For each block with text the length of text before it. */
let textBefore: usize = 0;

function above(measure: Measure): Measure {
  return measureAt(measure.parent);
}

function around(measure: Measure): Context {
  return contextAt(measure.parent);
}

/** Measures the context of the page, for which there is room; `before` is the array of the text before each block with text. */
export function beginContext(before: usize): void {
  textBefore = before;
  spend(<u64>blockCount * BLOCK_STEPS);
  memory.fill(contextAt(0).at, 0, <usize>blockCount * Context.BYTES);
  sumUp();
  findCores();
  findTitle();
  sumPositions();
  passDown();
  readHeadings();
  readCues();
}

function putPage(feature: u32, byte: u32): void {
  store<u8>(PAGE_BYTES + feature, <u8>byte);
}

/** What kinds of element the blocks of the page are, and are inside of: one bit each. */
export let pageTraits: u32 = 0;
/** Whether a block of the page is the summary of an element `details`. */
export let hasSummaries: bool = false;

/** Prose of each block, sums over the blocks inside, and counts of the page. */
function sumUp(): void {
  let articles: u32 = 0;
  let articleMost: u32 = 0;
  let mainMost: u32 = 0;
  let headings: u32 = 0;
  let proseBlocks: u32 = 0;
  let traits: u32 = 0;
  hasSummaries = false;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const prose = isProse(measure) ? measure.text - measure.linked : 0;
    if (prose) ++proseBlocks;
    const context = contextAt(index);
    context.prose = prose;
    context.allProse = prose;
    context.end = index + 1;
    context.allImages = measure.images;
    context.allInputs = measure.inputs;
    traits |= measure.traits;
    const tag = measure.tag;
    if (tag == Tag.ARTICLE) {
      ++articles;
      articleMost = max(articleMost, measure.allText);
    } else if (tag == Tag.MAIN) {
      mainMost = max(mainMost, measure.allText);
    } else if (levelOf(tag)) {
      ++headings;
    } else if (tag == Tag.SUMMARY) {
      hasSummaries = true;
    }
  }
  for (let index = blockCount - 1; index && index < blockCount; --index) {
    const context = contextAt(index);
    const parent = around(measureAt(index));
    parent.allProse += context.allProse;
    parent.allImages += context.allImages;
    parent.allInputs += context.allInputs;
    parent.end = max(parent.end, context.end);
  }
  pageTraits = traits;
  const root = contextAt(0);
  pageText = <f64>measureAt(0).allText;
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

/** Sums of the blocks at each position. Their text is there already. */
function sumPositions(): void {
  for (let number: u32 = 0; number < positionCount; ++number) {
    const position = positionAt(number);
    position.linked = 0;
    position.prose = 0;
  }
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.allText) continue;
    const position = positionAt(measure.position);
    position.linked += measure.allLinked;
    position.prose += contextAt(index).allProse;
  }
}

function level(count: u32): u32 {
  return min(count, 255);
}

/** What a block has of the blocks around it: the place of the core, the title, the article and the cards. */
function passDown(): void {
  const hasTitle = titleOrder != Measure.NO_ORDER;
  const title = hasTitle ? load<u32>(ranked + ((<usize>titleOrder) << 2)) : 0;
  putPage(9, titleLikeness);
  putPage(10, share(measureAt(core).allText, pageText));
  putPage(11, share(weightOf(core), weightOfPage));
  putPage(12, level(measureAt(core).depth));
  markChain(core, CORE_IN, CORE_UP, CORE_OVER);
  markChain(wide, WIDE_IN, WIDE_UP, WIDE_OVER);
  if (hasTitle) markChain(title, TITLE_IN, TITLE_UP, TITLE_OVER);
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const context = contextAt(index);
    const parent = around(measure);
    inherit(context, parent, CORE_IN, CORE_UP, CORE_OVER);
    inherit(context, parent, WIDE_IN, WIDE_UP, WIDE_OVER);
    if (hasTitle) {
      inherit(context, parent, TITLE_IN, TITLE_UP, TITLE_OVER);
      context.titleShare = context.titleUp ? parent.titleShare : <u8>share(measure.allText, pageText);
    } else {
      context.titleUp = 255;
      context.titleOver = 255;
    }
    const isArticle = tagOfBlock(index) == Tag.ARTICLE;
    context.articleShare = isArticle ? <u8>share(measure.allText, pageText) : parent.articleShare;
    if (measure.allText) passCards(index, measure, context, parent);
  }
}

// The bytes of the three chains.
const CORE_IN: usize = offsetof<Context>('coreIn');
const CORE_UP: usize = offsetof<Context>('coreUp');
const CORE_OVER: usize = offsetof<Context>('coreOver');
const WIDE_IN: usize = offsetof<Context>('wideIn');
const WIDE_UP: usize = offsetof<Context>('wideUp');
const WIDE_OVER: usize = offsetof<Context>('wideOver');
const TITLE_IN: usize = offsetof<Context>('titleIn');
const TITLE_UP: usize = offsetof<Context>('titleUp');
const TITLE_OVER: usize = offsetof<Context>('titleOver');

/**
 * Marks a block and those around it, its chain. The mark is the distance to the block, in the `over` byte, with 0 in the `up` byte;
 * other blocks have no mark yet.
 */
function markChain(index: u32, inside: usize, up: usize, over: usize): void {
  for (let at: u32 = 0; at < blockCount; ++at) contextAt(at).setByte(up, 255);
  contextAt(index).setByte(inside, 1);
  let distance: u32 = 0;
  for (let at = index; ; at = measureAt(at).parent) {
    contextAt(at).setByte(up, 0);
    contextAt(at).setByte(over, level(distance++));
    if (!at) return;
  }
}

/** Levels from a block up to the next one of the chain, and from there down to its end; whether the block is inside of that. */
// @ts-ignore: decorator
@inline
function inherit(context: Context, parent: Context, inside: usize, up: usize, over: usize): void {
  if (parent.byte(inside)) context.setByte(inside, 1);
  if (!context.byte(up)) return;
  context.setByte(up, level(<u32>parent.byte(up) + 1));
  context.setByte(over, parent.byte(over));
}

/** Bytes of the position of a block, and the cards that it is one of or is in. */
function passCards(index: u32, measure: Measure, context: Context, parent: Context): void {
  const position = positionAt(measure.position);
  const text = <f64>position.text;
  context.alikeShare = <u8>share(text, pageText);
  context.alikeLinked = <u8>share(position.linked, text);
  context.alikeProse = <u8>share(position.prose, pageProse);
  if (!index) return;
  const count = position.blocks;
  const isCard = count >= Position.CARDS_LEAST && measure.allText >= CARD_TEXT;
  const isMore = isCard && count >= parent.cards;
  context.cards = isMore ? count : parent.cards;
  context.cardsShare = isMore ? context.alikeShare : parent.cardsShare;
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
    const context = contextAt(index);
    prose += context.prose;
    const level = levelOf(tagOfBlock(index));
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
    const hasCue = cue != Measure.NO_ORDER;
    const context = contextAt(index);
    context.cue = <u8>says;
    context.cueOff = <u8>(hasCue ? magnitude(order - cue) : 255);
    context.cueIn = hasCue ? u8(isInside(index, parent)) + u8(isInside(index, grandparent)) : 0;
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
  return index >= outer && index < contextAt(outer).end;
}

function isLabel(measure: Measure): bool {
  return measure.words <= CUE_WORDS && measure.mainSaysMin <= CUE_SAYS && measure.linked * 2 < measure.text;
}

function countBefore(list: usize, order: u32, all: u32): u32 {
  return order < rankedCount ? load<u32>(list + ((<usize>order) << 2)) : all;
}

/** Counts of the blocks at most `reach` before the block or behind it. */
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
  const context = contextAt(index);
  putPlace(line, order, context);
  putAlike(line, measure, context);
  putCounts(line, order, measure, context);
  const traits = measure.traits;
  store<u8>(line, <u8>levelOf(tagOfBlock(index)), HEADINGS + 2);
  store<u8>(line, context.headingOff, HEADINGS + 3);
  store<u8>(line, context.headingLevel, HEADINGS + 4);
  store<u8>(line, u8((traits & IN_FIGURE) != 0), HEADINGS + 9);
  store<u8>(line, u8((traits & IN_CAPTION) != 0), HEADINGS + 10);
  store<u8>(line, u8((traits & IN_QUOTE) != 0), HEADINGS + 11);
  putMainWords(line, measure, context);
}

function putPlace(line: usize, order: u32, context: Context): void {
  const title = titleOrder;
  v128.store(line, v128.load(context.at), PLACE);
  const off = order < coreFirst ? <i32>order - <i32>coreFirst : order > coreLast ? <i32>(order - coreLast) : 0;
  store<u8>(line, <u8>signed(off), PLACE + 3);
  const hasTitle = title != Measure.NO_ORDER;
  store<u8>(line, hasTitle ? contextAt(load<u32>(ranked + ((<usize>title) << 2))).coreIn : 0, PLACE + 5);
  store<u8>(line, <u8>(hasTitle ? signed(<i32>order - <i32>title) : odds(0)), PLACE + 10);
}

/** Writes what three levels of elements have of those at their positions. */
function putAlike(line: usize, measure: Measure, context: Context): void {
  const first = offsetof<Context>('alikeShare');
  store<u32>(line, load<u32>(context.at, first), ALIKE);
  store<u32>(line, load<u32>(around(measure).at, first), ALIKE + 3);
  store<u32>(line, load<u32>(around(above(measure)).at, first), ALIKE + 7);
  store<u8>(line, context.cardsShare, ALIKE + 12);
}

/** How far an order is behind the first one of a range. */
function beyond(order: u32, first: u32): u32 {
  return order > first ? order - first : 0;
}

/** Writes magnitudes and shares. */
function putCounts(line: usize, order: u32, measure: Measure, context: Context): void {
  const above1 = above(measure);
  const above2 = above(above1);
  const parent = around(measure);
  const grandparent = around(above1);
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
    magnitudes(four(blocksLike(above1), blocksLike(above2), context.cards, 0)),
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
  return positionAt(measure.position).blocks;
}

/** Writes scores of names and words, whose odds are cut to bytes. */
function putMainWords(line: usize, measure: Measure, context: Context): void {
  const parent = above(measure);
  const grandparent = above(parent);
  const all = measure.mainSum >> 1;
  const names = i32x4.replace_lane(v128.load(measure.at, offsetof<Measure>('mainNames')), 3, all);
  const around = four(measure.mainSaysMin, parent.mainNames, grandparent.mainNames, above(grandparent).mainNames);
  const low = i16x8.narrow_i32x4_s(names, v128.load(measure.at, offsetof<Measure>('mainMax')));
  const high = i16x8.narrow_i32x4_s(around, around);
  const scores = v128.xor(i8x16.narrow_i16x8_s(low, high), i8x16.splat(<i8>0x80));
  v128.store(line, v128.shuffle<u8>(scores, scores, 0, 1, 2, 9, 10, 11, 4, 5, 3, 6, 7, 8, 0, 0, 0, 0), MAIN_WORDS);
  store<u64>(line, load<u64>(context.at, offsetof<Context>('heading')), MAIN_WORDS + 12);
}
