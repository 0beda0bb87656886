/** Drops texts next to main content: galleries, the feed below an overlay, profiles of authors, the footer of an empty page. */
import { IN_FIGURE, IN_QUOTE } from '../elements';
import { contextAt } from '../evidence/model/contexts';
import { Measure, indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { blockAt } from '../page/arena';
import { AttributeId, forgetValues, readAttributes } from '../page/attribute-values';
import { isNamed } from '../page/attribute-names';
import { OVERLAY_WORDS, NOTICE_WORDS } from '../vocabulary';
import { spend } from '../work';
import { Unit, blockAround, change, groupOf, isMain, isParagraph, largestGroup, unitAt } from './unit-blocks';
import { isSurely } from './kind';
import { Kinds } from '../layout';
import { NodeKind, nodeAt } from '../html/nodes';
import { Tag } from '../html/names';
import { isHiddenByTag } from '../page/hidden';
import { valueIs } from '../page/match';

// A gallery has dozens of pictures with captions, next to an article about something else. The captions resemble the article, and can have
// more text than it. On a page without an article they are the main content.

/** Words in the names of galleries whose pictures are not figures. */
const NAMES = 'galler* carousel* slide* swiper* lightbox*';
/** Minimum pictures of a gallery. */
const PICTURES_LEAST: u32 = 30;
/** Minimum words in paragraphs of an article next to a gallery. */
const ARTICLE_WORDS: u32 = 150;
/** Maximum levels from a caption up to the name of its gallery. */
const LEVELS: u32 = 10;

/** True if a class or id of a block, or of an ancestor fewer than `levels` levels above it, has a word that begins like one of `words`. */
export function isInNamed(index: u32, words: string, levels: u32): bool {
  forgetValues();
  for (let level: u32 = 0; index && level < levels; ++level, index = measureAt(index).parent) {
    const node = blockAt(index).node;
    if (nodeAt(node).kind != NodeKind.ELEMENT) continue;
    readAttributes(node);
    if (isNamed(words)) return true;
  }
  return false;
}

function isInLargeGroup(index: u32): bool {
  return groupOf(index).groupSize >= PICTURES_LEAST;
}

/** Drops galleries next to an article, after blocks are grouped. */
export function dropGalleries(): u32 {
  if (largestGroup < PICTURES_LEAST || contextAt(0).allImages < PICTURES_LEAST) return 0;
  let words: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (isParagraph(index) && !isInLargeGroup(index)) words += measureAt(index).words;
  }
  if (words < ARTICLE_WORDS) return 0;
  spend(<u64>rankedCount * LEVELS * 4);
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (!isInLargeGroup(index) || measureAt(index).traits & IN_QUOTE) continue;
    if (!(measureAt(index).traits & IN_FIGURE) && !isInNamed(index, NAMES, LEVELS)) continue;
    more += change(index, false, Unit.GALLERY);
    // This excludes it from the captions of the article (captions.ts).
    unitAt(index).unit = Unit.GALLERY;
  }
  return more;
}

// An overlay is an article that opens in a dialog over a feed. Then the feed is not main content, however long it is.

/** Maximum levels from a paragraph up to its overlay. */
const OVERLAY_LEVELS: u32 = 16;
/** Minimum paragraphs of an article whose previous block is also a paragraph. */
const FOLLOWERS_LEAST: u32 = 2;
/** Work of one level. */
const LEVEL_STEPS: u64 = 64;

/** The order of the article's heading in the overlay; NO_ORDER without an overlay. */
export let overlayHeading: u32 = Measure.NO_ORDER;

/** True if the main content is an article in an overlay over another page. */
export function isOverlay(): bool {
  return overlayHeading != Measure.NO_ORDER;
}

function longestParagraph(): u32 {
  let longest: u32 = 0;
  let words: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (measureAt(index).words <= words || !isParagraph(index)) continue;
    words = measureAt(index).words;
    longest = index;
  }
  return longest;
}

/** The outermost overlay around a block; 0 without one, if it is hidden, or if it is a notice. */
function overlayAround(inner: u32): u32 {
  let overlay: u32 = 0;
  forgetValues();
  spend(OVERLAY_LEVELS * LEVEL_STEPS);
  for (let level: u32 = 0, index = inner; index && level < OVERLAY_LEVELS; ++level, index = measureAt(index).parent) {
    const node = blockAt(index).node;
    if (nodeAt(node).kind != NodeKind.ELEMENT) continue;
    readAttributes(node);
    if (measureAt(index).tag != Tag.DIALOG && !valueIs(AttributeId.ROLE, 'dialog') && !isNamed(OVERLAY_WORDS)) continue;
    if (isHiddenByTag(node)) return 0;
    overlay = index;
  }
  // Notices ask for consent or a subscription.
  return overlay && !isInNamed(inner, NOTICE_WORDS, OVERLAY_LEVELS) ? overlay : 0;
}

/** Drops what is below the overlay of an article. */
export function takeOverlay(): u32 {
  overlayHeading = Measure.NO_ORDER;
  const longest = longestParagraph();
  const overlay = longest ? overlayAround(longest) : 0;
  if (!overlay) return 0;
  const end = contextAt(overlay).end;
  let heading: u32 = 0;
  // Paragraphs whose previous block is also a paragraph, inside and outside of the overlay. Teasers have headings between paragraphs.
  let inside: u32 = 0;
  let outside: u32 = 0;
  let follows: bool = false;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const isInside = index >= overlay && index < end;
    const is = isParagraph(index);
    if (is && follows) {
      if (isInside) ++inside;
      else ++outside;
    }
    follows = is;
    const level = measureAt(index).level;
    if (isInside && level && level < 3 && order < measureAt(longest).order && !(heading && level == 2)) heading = index;
  }
  if (!heading || inside < FOLLOWERS_LEAST || outside >= inside) return 0;
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (index < overlay || index >= end) more += change(index, false, Unit.OVERLAY);
  }
  more += change(heading, true, Unit.OVERLAY);
  unitAt(heading).unit = Unit.OVERLAY;
  overlayHeading = measureAt(heading).order;
  return more;
}

// Profiles are short texts in every post of a thread: ranks, numbers of posts, labels, buttons, and also authors and dates. A document adds
// authors and dates again (posts.ts).

/** Minimum blocks at a position of profiles. */
const POSTS_LEAST: u32 = 5;
/** Maximum words of every block at a position of profiles. A position of posts has longer blocks, too. */
const PROFILE_WORDS: u32 = 10;
/** Minimum log odds of main content, in 1/1024, of a block that is not a profile. */
const NO_PROFILE_MAIN: i32 = 1536;
/** Minimum ratio of the length of the main content to that of its profiles. Longer profiles are the entries of a list. */
const MAIN_TO_PROFILES: u64 = 2;

/**
 * Clears `groupMain` of each group with a block that is not a profile: a long text, a heading, or one that directly follows a block of its
 * group, as items of a list do.
 */
function markOthers(): void {
  let before: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = unitAt(index).group;
    const isShort = measureAt(index).words <= PROFILE_WORDS && !measureAt(index).level;
    if (!isShort || group == before || blockAt(index).main >= NO_PROFILE_MAIN) {
      groupOf(index).groupMain = 0;
    }
    before = group;
  }
}

/** Returns the length of the profiles in the main content; drops them if `drops`. */
function visitProfiles(drops: bool): u32 {
  let length: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    if (!isMain(index) || group.groupSize < POSTS_LEAST) continue;
    if (!group.groupMain) continue;
    length += blockAt(index).length;
    if (drops) change(index, false, Unit.PROFILE);
  }
  return length;
}

/** Drops profiles, after blocks are grouped. `mainLength`: length of the main content. Returns the length of the dropped text. */
export function dropProfiles(mainLength: u32): u32 {
  if (largestGroup < POSTS_LEAST || !isSurely(Kinds.FORUM)) return 0;
  markOthers();
  const length = visitProfiles(false);
  return <u64>length * MAIN_TO_PROFILES > mainLength ? 0 : visitProfiles(true);
}

// Scripts write the content of some pages. In the source, these have only a header and a footer around an empty element.

/** Maximum length of the footer of an empty page. A longer one contains the content. */
const FOOTER_MOST: u32 = 1000;

/** Drops main content in the footer if all other is headings, or in a header. `headline`: order of the headline. */
export function dropLoneFooter(mainLength: u32, headline: u32): u32 {
  if (mainLength > FOOTER_MOST) return 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (isMain(index) && order != headline && !measureAt(index).level && !isInFooter(index) && !isIn(index, Tag.HEADER))
      return 0;
  }
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (order == headline || !isInFooter(index)) continue;
    if (isMain(index)) more += change(index, false, Unit.FOOTER);
    unitAt(index).unit = Unit.FOOTER;
  }
  return more;
}

function isIn(index: u32, tag: Tag): bool {
  spend(LEVELS * 4);
  return blockAround(index, tag, LEVELS) != 0;
}

function isInFooter(index: u32): bool {
  return isIn(index, Tag.FOOTER) || isInNamed(index, 'footer*', LEVELS);
}
