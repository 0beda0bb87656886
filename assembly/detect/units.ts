/**
 * Units of the main content. Scores judge single blocks; units decide on blocks that belong together: the bounds of an article
 * (article-bounds.ts), what is next to it (asides.ts), rows and items (rows.ts), cards and code (joins.ts), captions
 * (captions.ts), repeats (repeats.ts), and here the headline and the headings. Each returns the change of the length of the main content.
 * The scores do not change.
 */
import { Measure, indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { nodeAt } from '../html/nodes';
import { FIRST_HEADING, HEADING_LEAST, headlineLikeness } from '../evidence/model/title-likeness';
import { contextAt } from '../evidence/model/contexts';
import { IN_FIGURE, IN_LIST } from '../elements';
import { Tag } from '../html/names';
import { blockAt } from '../page/arena';
import { dropBefore, dropAfter, dropTail } from './article-bounds';
import { findCaptions } from './captions';
import { joinCards, joinCode } from './joins';
import { Unit, change, countGroups, groupPositions, isMain } from './unit-blocks';
import { dropGalleries, dropProfiles, overlayHeading, takeOverlay } from './asides';
import { dropRepeats } from './repeats';
import { joinRows } from './rows';
import { isNoArticle } from './kind';

/** Minimum log odds, in 1/1024, of a heading that is surely template. */
const SURELY_TEMPLATE: i32 = 2 * 1024;
/** The same for a heading that resembles the title. */
const TITLE_TEMPLATE: i32 = 4 * 1024;
/** Minimum likeness to the title, of 255, of this kind of heading. */
const HALF_LIKE: u32 = 128;
/** The same for a text that is not a heading. */
const SAYS_TITLE: u32 = 160;
/** Log odds of template, shifted by this, are subtracted from the likeness of a heading: titles also contain the name of the site. */
const LOGO_SHIFT: i32 = 5;

/** The main content is at least this many times longer than the part above the headline that is dropped. */
const ABOVE_PARTS: u64 = 32;

const NONE: u32 = Measure.NO_ORDER;

/** The order of the headline of the current page, or NO_ORDER. */
export let headlineOrder: u32 = NONE;
/**
 * Its element, or that of the heading around it; 0 if there is none, and for a heading inside of the main content that does not resemble
 * the title.
 */
export let headlineElement: u32 = 0;

/** The headline or the heading around a node; 0 if there is none. */
export function headingAround(node: u32): u32 {
  while (node && node != headlineElement && <u32>nodeAt(node).tag - Tag.H1 > 5) node = nodeAt(node).parent;
  return node;
}

/** Applies all units to the main content of a `length`. `isWhole`: the ends of an article are not cut. Returns the new length. */
export function makeUnits(length: u32, isWhole: bool): u32 {
  length += takeOverlay();
  groupPositions();
  const isArticle = !isNoArticle();
  const isCut = isArticle && !isWhole;
  if (isArticle) length += dropGalleries();
  if (isCut) length += dropTail() + dropAfter();
  length += joinRows();
  countGroups();
  length += joinCards();
  length -= dropProfiles(length);
  length += joinCode();
  length += dropRepeats();
  headlineOrder = overlayHeading != NONE ? overlayHeading : findHeadline(length);
  headlineElement = 0;
  if (headlineOrder != NONE) {
    const index = indexOf(headlineOrder);
    const heading = headingOf(index);
    if (overlayHeading != NONE || headlineRank > H1_INSIDE) {
      headlineElement = blockAt(heading ? heading : index).node;
    }
    length += takeHeadline(headlineOrder, length, isCut);
  }
  length += keepHeadings();
  findCaptions();
  return length;
}

// Ranks of headlines. They differ by at least 256, because likeness to the title adds up to 255: it decides only between equal ranks.
/** A heading at the top that resembles the title. */
const TITLE_AT_TOP: i32 = 4096;
/** An h1 of main content at the top. */
const OWN_AT_TOP: i32 = 3072;
/** Another h1 at the top. */
const H1_AT_TOP: i32 = 2048;
/** A heading inside of the main content that resembles the title. */
const TITLE_INSIDE: i32 = 1024;
/** A text at the top that is not a heading, and has the words of the title. */
const TEXT_AT_TOP: i32 = 512;
/** An h1 inside of the main content. */
const H1_INSIDE: i32 = 0;

/** Rank of the headline; -1 if there is none. */
let headlineRank: i32 = -1;

/**
 * The order of the headline, for main content of this length. A heading at the top, with little main content above it, comes first: the one
 * most like the title of the page, else the first h1 of the main content, else the last other h1. Without a heading at the top it is the
 * heading inside of the main content that is most like the title, or its first h1.
 */
function findHeadline(length: u32): u32 {
  if (!length) return NONE;
  let before: u64 = 0;
  let headline = NONE;
  headlineRank = -1;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const isOwn = isMain(index);
    const isTop = before * ABOVE_PARTS <= length;
    if (isOwn) before += blockAt(index).length;
    if (!isTop && !isOwn) continue;
    const rank = rankOf(index, isTop);
    // Of those outside of the main content the last one is nearest to it.
    if (rank < headlineRank || (rank == headlineRank && rank != H1_AT_TOP)) continue;
    headlineRank = rank;
    headline = order;
  }
  return headline;
}

/** Rank of a block at the top, or of main content, as the headline; -1 if it cannot be one. A heading in a list is part of a breadcrumb. */
function rankOf(index: u32, isTop: bool): i32 {
  if (measureAt(index).traits & IN_LIST) return -1;
  const score = blockAt(index).score;
  const heading = headingOf(index);
  if (!heading && (!isTop || score >= TITLE_TEMPLATE || headlineRank > TEXT_AT_TOP + 255)) return -1;
  const like = headlineLikeness(index);
  if (!heading) {
    return like >= SAYS_TITLE ? TEXT_AT_TOP + <i32>like - (max(score, 0) >> LOGO_SHIFT) : -1;
  }
  const level = measureAt(heading).level;
  const more = <i32>like + (level == 1 ? <i32>FIRST_HEADING : 0) - (max(score, 0) >> LOGO_SHIFT);
  const isTitle = like >= (level == 1 ? HEADING_LEAST : HALF_LIKE);
  if (isTitle && score < (like >= HALF_LIKE ? TITLE_TEMPLATE : SURELY_TEMPLATE))
    return (isTop ? TITLE_AT_TOP : TITLE_INSIDE) + more;
  if (level != 1) return -1;
  if (isMain(index)) return isTop ? OWN_AT_TOP : H1_INSIDE;
  return score < SURELY_TEMPLATE ? H1_AT_TOP : -1;
}

/**
 * Makes the headline main content, and drops the little main content above it, and texts before an article if `isCut`. Returns the change
 * of the `length` of the main content.
 */
function takeHeadline(headline: u32, length: u32, isCut: bool): u32 {
  let before: u64 = 0;
  for (let order: u32 = 0; order < headline; ++order) {
    const index = indexOf(order);
    if (isMain(index)) before += blockAt(index).length;
  }
  let more = change(indexOf(headline), true, Unit.HEADLINE);
  if (before * ABOVE_PARTS > length) return isCut ? more + dropBefore(headline) : more;
  for (let order: u32 = 0; order < headline; ++order) more += change(indexOf(order), false, Unit.ABOVE);
  return more;
}

/** The heading that is or contains a block; 0 if there is none. */
function headingOf(index: u32): u32 {
  return contextAt(index).headed;
}

/** True if a heading may be that of the text after it: not of a picture, nor a link to another page in an element without the text. */
function mayHead(heading: u32, text: u32): bool {
  const measure = measureAt(heading);
  if (measure.traits & IN_FIGURE) return false;
  return <u64>measure.allLinked * 2 < measure.allText || text < contextAt(measure.parent).end;
}

/** Maximum words of a heading after all texts that is dropped, unless it is surely main content. */
const LAST_WORDS: u32 = 7;
/** Minimum log odds of main content, in 1/1024, of any other heading that is kept there. */
const LAST_MAIN: i32 = 2 * 1024;

function mayDropLast(order: u32, heading: u32): bool {
  if (order == headlineOrder || measureAt(heading).allWords > LAST_WORDS) return false;
  return blockAt(indexOf(order)).main < LAST_MAIN && !contextAt(measureAt(heading).parent).allImages;
}

/**
 * Keeps the headings of kept texts, and the questions of kept answers: each that directly precedes one, or a lower heading that is kept.
 * Drops a short one after all texts.
 */
function keepHeadings(): u32 {
  let more: u32 = 0;
  let isLast = true;
  for (let order = rankedCount; order > 0; ) {
    const index = indexOf(--order);
    const isQuestion = measureAt(index).tag == Tag.SUMMARY;
    const heading = isQuestion ? index : headingOf(index);
    if (!heading) {
      if (isMain(index)) isLast = false;
    } else if (isMain(index)) {
      if (isLast && mayDropLast(order, heading)) more += change(index, false, Unit.HEADING);
      isLast = false;
    } else if (order + 1 < rankedCount && blockAt(index).score < SURELY_TEMPLATE) {
      const text = indexOf(order + 1);
      const below = headingOf(text);
      if (!isMain(text) || (below && !isQuestion && measureAt(below).level <= measureAt(heading).level)) continue;
      if (mayHead(heading, text)) more += change(index, true, Unit.HEADING);
    }
  }
  return more;
}
