/** What is next to the main content of some pages: a gallery, the feed behind a layer, the profiles of authors. */
import { IN_FIGURE } from '../elements';
import { contextAt } from '../evidence/model/contexts';
import { Measure, indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { PAGE, blockAt } from '../page/arena';
import { Known, forgetValues, readAttributes } from '../page/attribute-values';
import { isNamed } from '../page/attribute-names';
import { LAYER_WORDS, NOTICE_WORDS } from '../vocabulary';
import { spend } from '../work';
import { Unit, change, groupOf, isMain, isParagraph, largestGroup, unitAt } from './unit-blocks';
import { isNoArticle, isSurely } from './kind';
import { Kinds } from '../layout';
import { NodeKind, nodeAt } from '../html/nodes';
import { Tag } from '../html/names';
import { isHiddenByTag } from '../page/hidden';
import { valueIs } from '../page/match';

// Galleries: dozens of pictures with captions, one after the other, in an article about something else. Their captions are more text than
// the article, and look like it. Where there is no article next to them, they are what the page is about.

/** Words in the names of galleries whose pictures are no figures. */
const NAMES = 'galler* carousel* slide* swiper* lightbox*';
/** Minimum number of pictures of a gallery. */
const PICTURES_LEAST: u32 = 30;
/** Maximum number of words of a caption. */
const CAPTION_WORDS: u32 = 60;
/** Minimum number of words in paragraphs of an article beside a gallery. */
const ARTICLE_WORDS: u32 = 150;
/** Maximum number of levels from a text up to its picture, and from a picture up to the element of its gallery. */
const LEVELS: u32 = 5;

/** The element of a picture and its caption that a text is in; 0 for a heading, and without a picture. */
function pictureOf(index: u32): u32 {
  for (let level: u32 = 0; index && level < LEVELS; ++level) {
    const measure = measureAt(index);
    if (measure.level || measure.allWords > CAPTION_WORDS) return 0;
    if (contextAt(index).allImages) return outermost(index);
    index = measure.parent;
  }
  return 0;
}

/** The outermost element around a picture that has no other text. */
function outermost(index: u32): u32 {
  for (let level: u32 = 0; level < LEVELS; ++level) {
    const parent = measureAt(index).parent;
    if (!parent || measureAt(parent).allWords != measureAt(index).allWords) break;
    index = parent;
  }
  return index;
}

/** Whether a picture is a figure, or the elements around it are named as a gallery. */
function isShown(picture: u32, text: u32): bool {
  return (measureAt(text).traits & IN_FIGURE) != 0 || isInNamed(picture, NAMES, LEVELS);
}

/** Whether the element of a block, or one that is fewer than `levels` blocks above it, has one of these words in its name. */
function isInNamed(index: u32, words: string, levels: u32): bool {
  forgetValues();
  for (let level: u32 = 0; index && level < levels; ++level, index = measureAt(index).parent) {
    const node = blockAt(index).node;
    if (nodeAt(node).kind != NodeKind.ELEMENT) continue;
    readAttributes(node);
    if (isNamed(words)) return true;
  }
  return false;
}

/** Whether an article stands outside of the texts from `start` to before `end`. */
function isBesideArticle(start: u32, end: u32): bool {
  let words: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if ((order < start || order >= end) && isParagraph(index) && !pictureOf(index)) words += measureAt(index).words;
  }
  return words >= ARTICLE_WORDS && !isNoArticle();
}

/** Leaves out galleries beside an article. By how much that changes the length of the main content. */
export function dropGalleries(): u32 {
  if (contextAt(0).allImages < PICTURES_LEAST) return 0;
  spend(<u64>rankedCount * LEVELS * 2);
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ) {
    const start = order++;
    let picture = pictureOf(indexOf(start));
    if (!picture) continue;
    const first = picture;
    const around = measureAt(picture).parent;
    let pictures: u32 = 1;
    for (; order < rankedCount; ++order) {
      const next = pictureOf(indexOf(order));
      if (!next || measureAt(next).parent != around) break;
      if (next != picture) ++pictures;
      picture = next;
    }
    if (pictures < PICTURES_LEAST || !isShown(first, indexOf(start))) continue;
    spend(<u64>rankedCount * LEVELS * 2);
    if (!isBesideArticle(start, order)) continue;
    for (let at = start; at < order; ++at) {
      more += change(indexOf(at), false, Unit.GALLERY);
      // No captions of the article either.
      unitAt(indexOf(at)).unit = Unit.GALLERY;
    }
  }
  return more;
}

// Layers: an article that opens in a dialog or an overlay over a feed. What is behind the layer is no main content then, however much
// of it there is.

/** Maximum number of levels from a paragraph up to its layer. */
const LAYER_LEVELS: u32 = 16;
/** Minimum number of paragraphs of an article that directly follow another one. */
const FOLLOWERS_LEAST: u32 = 2;
/** Work for an ancestor. */
const LEVEL_STEPS: u64 = 64;

/** The order of the heading of the article in the layer, or that of no block. */
export let layerHeading: u32 = Measure.NO_ORDER;

/** Whether the main content is an article in a layer over another page. */
export function isLayer(): bool {
  return layerHeading != Measure.NO_ORDER;
}

/** The longest paragraph of the main content; 0 without one. */
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

/** The outermost layer around a block; 0 without one, and where it asks for something or is not open. */
function layerAround(inner: u32): u32 {
  let layer: u32 = 0;
  forgetValues();
  spend(LAYER_LEVELS * LEVEL_STEPS);
  for (let level: u32 = 0, index = inner; index && level < LAYER_LEVELS; ++level, index = measureAt(index).parent) {
    const node = blockAt(index).node;
    if (nodeAt(node).kind != NodeKind.ELEMENT) continue;
    readAttributes(node);
    if (measureAt(index).tag != Tag.DIALOG && !valueIs(Known.ROLE, 'dialog') && !isNamed(LAYER_WORDS)) continue;
    if (isHiddenByTag(node)) return 0;
    layer = index;
  }
  // A dialog with a request is a notice.
  return layer && !isInNamed(inner, NOTICE_WORDS, LAYER_LEVELS) ? layer : 0;
}

/** Leaves out what is behind the layer of an article. By how much that changes the length of the main content. */
export function takeLayer(): u32 {
  layerHeading = Measure.NO_ORDER;
  const longest = longestParagraph();
  const layer = longest ? layerAround(longest) : 0;
  if (!layer) return 0;
  const end = contextAt(layer).end;
  let heading: u32 = 0;
  // Paragraphs that follow another one, in the layer and behind it: teasers have headings between them.
  let inside: u32 = 0;
  let behind: u32 = 0;
  let follows: bool = false;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const isInside = index >= layer && index < end;
    const is = isParagraph(index);
    if (is && follows) {
      if (isInside) ++inside;
      else ++behind;
    }
    follows = is;
    const level = measureAt(index).level;
    if (isInside && level && level < 3 && order < measureAt(longest).order && !(heading && level == 2)) heading = index;
  }
  if (!heading || inside < FOLLOWERS_LEAST || behind >= inside) return 0;
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (index < layer || index >= end) more += change(index, false, Unit.LAYER);
  }
  more += change(heading, true, Unit.LAYER);
  unitAt(heading).unit = Unit.LAYER;
  layerHeading = measureAt(heading).order;
  return more;
}

// Profiles: short texts beside every post of a thread, such as ranks, numbers of posts, labels and buttons. They say nothing of the post.
// Names of authors and dates are among them: a document has them again (post-details.ts).

/** Minimum number of blocks at a position of profiles: one stands beside every post. */
const POSTS_LEAST: u32 = 5;
/** Maximum number of words of a block at a position of profiles: short posts stand where long ones do. */
const PROFILE_WORDS: u32 = 10;
/** Minimum log odds of main content, in 1/1024, of a block that is no profile. */
const NO_PROFILE_MAIN: i32 = 1536;
/** The main content is at least this many times as long as its profiles, else they are what a list says. */
const MAIN_TO_PROFILES: u64 = 2;

/**
 * Sets the main content of a group to 0 if one of its blocks is no profile. Items of a list follow each other without a block of
 * another group between them: they are no profiles.
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

/** The length of the profiles that are main content; leaves them out or not. */
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

/** Leaves profiles out, of blocks that are grouped; `mainLength` is that of the main content. The length of their text. */
export function dropProfiles(mainLength: u32): u32 {
  if (largestGroup < POSTS_LEAST || (PAGE.kind && !isSurely(Kinds.FORUM))) return 0;
  markOthers();
  const length = visitProfiles(false);
  // The kind takes long to find out.
  if (!length || <u64>length * MAIN_TO_PROFILES > mainLength || !isSurely(Kinds.FORUM)) return 0;
  return visitProfiles(true);
}
