/**
 * Units are rules that act after the scores. Scores judge single blocks; a unit decides on blocks that belong together: the bounds of an
 * article (article-bounds.ts), texts next to it (asides.ts), rows and items (rows.ts), cards and code (joins.ts), captions (captions.ts),
 * repeats (repeats.ts), and in this file the headline and headings. A unit changes verdicts, and returns the change of the length of the
 * main content.
 */
import { Measure, indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { nodeAt } from '../html/nodes';
import { FIRST_HEADING, HEADING_LEAST, headlineLikeness } from '../evidence/model/title-likeness';
import { contextAt } from '../evidence/model/contexts';
import { IN_FIGURE, IN_LIST } from '../elements';
import { Tag } from '../html/names';
import { blockAt } from '../page/arena';
import { dropBefore, dropAfter, dropTail } from './article-bounds';
import { dropBylines } from './bylines';
import { findCaptions } from './captions';
import { joinCards, joinCode } from './joins';
import { Unit, change, countGroups, groupPositions, isMain } from './unit-blocks';
import { dropGalleries, dropLoneFooter, dropProfiles, overlayHeading, takeOverlay } from './asides';
import { dropRepeats } from './repeats';
import { joinRows } from './rows';
import { keepValues } from './values';
import { isNoArticle } from './kind';

/** Minimum log odds, in 1/1024, of a heading that is surely template. */
const SURELY_TEMPLATE: i32 = 2 * 1024;
/** The same for a heading whose likeness to the title is at least `HALF_LIKE`. */
const TITLE_TEMPLATE: i32 = 4 * 1024;
/** Minimum likeness, in 1/255, of a heading that resembles the title. */
const HALF_LIKE: u32 = 128;
/** The same for a text that is not a heading, but serves as the headline. */
const SAYS_TITLE: u32 = 160;
/**
 * Reduces the likeness by the log odds of template, shifted right by this: the logo of a site also resembles the title, which contains the
 * name of the site.
 */
const LOGO_SHIFT: i32 = 5;

/** A block is at the top if at most one part in this many of the main content is above it. Above the headline, that part is dropped. */
const ABOVE_PARTS: u64 = 32;

const NONE: u32 = Measure.NO_ORDER;

/** The order of the headline of the current page, or NO_ORDER. */
export let headlineOrder: u32 = NONE;
/**
 * Its element, or that of the heading around it. 0 without a headline, or if its rank is only `H1_INSIDE`.
 */
export let headlineElement: u32 = 0;

/** The nearest element from a node upwards that is a heading or the headline, or 0. */
export function headingAround(node: u32): u32 {
  while (node && node != headlineElement && <u32>nodeAt(node).tag - Tag.H1 > 5) node = nodeAt(node).parent;
  return node;
}

/** Applies all units to main content of the length `length`; returns the new length. `isWhole`: keeps texts before and after an article. */
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
    if (isCut) length += dropBylines(headlineOrder);
  }
  length += keepValues(headlineOrder);
  length += keepHeadings();
  findCaptions();
  return length + dropLoneFooter(length, headlineOrder);
}

// Ranks of headlines. They are further apart than what is added to TITLE_… and TEXT_…: the likeness to the title, more for an h1, less for
// probable template.
/** A heading at the top that resembles the title. */
const TITLE_AT_TOP: i32 = 4096;
/** An h1 of main content at the top. */
const OWN_AT_TOP: i32 = 3072;
/** Another h1 at the top. */
const H1_AT_TOP: i32 = 2048;
/** A heading of the main content, below the top, that resembles the title. */
const TITLE_INSIDE: i32 = 1024;
/** A text at the top that is not a heading, and has the words of the title. */
const TEXT_AT_TOP: i32 = 512;
/** An h1 of the main content, below the top. */
const H1_INSIDE: i32 = 0;

/** Rank of the best headline found up to now, or -1. */
let headlineRank: i32 = -1;

/**
 * Finds the headline; returns its order, or NONE. `length`: length of the main content. At the top, the headline is the heading most like
 * the title of the page, else the first h1 of the main content, else the last other h1. Otherwise it is the heading of the main content
 * most like the title, else a text at the top with the words of the title, else the first h1 of the main content.
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
    // Of equal ranks the first wins, but of h1 outside of the main content the last: it is nearest to the main content.
    if (rank < headlineRank || (rank == headlineRank && rank != H1_AT_TOP)) continue;
    headlineRank = rank;
    headline = order;
  }
  return headline;
}

/** Rank of a block as the headline; -1 if it cannot be one. `isTop`: it is at the top. A heading in a list belongs to a breadcrumb. */
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
 * Makes the headline main content. If little main content is above it, drops that; otherwise drops texts before an article, if `isCut`.
 * Returns the change of the length of the main content, which is `length`.
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

/** The heading that is or contains a block, or 0. */
function headingOf(index: u32): u32 {
  return contextAt(index).headed;
}

/** True if a heading can belong to the text after it: it is not in a figure, and if it is a link, its parent also contains the text. */
function mayHead(heading: u32, text: u32): bool {
  const measure = measureAt(heading);
  if (measure.traits & IN_FIGURE) return false;
  return <u64>measure.allLinked * 2 < measure.allText || text < contextAt(measure.parent).end;
}

/** Maximum words of a heading that is dropped because no text of the main content follows it. */
const LAST_WORDS: u32 = 7;
/** Minimum log odds of main content, in 1/1024, of a short heading that is kept though no text follows it. */
const LAST_MAIN: i32 = 2 * 1024;

function mayDropLast(order: u32, heading: u32): bool {
  if (order == headlineOrder || measureAt(heading).allWords > LAST_WORDS) return false;
  return blockAt(indexOf(order)).main < LAST_MAIN && !contextAt(measureAt(heading).parent).allImages;
}

/**
 * Makes a heading main content if the next block is main content, and is a text or a lower heading. The same for a question (`summary`),
 * which any heading may follow. Drops a short heading that no text of the main content follows.
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
