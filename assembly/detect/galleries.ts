/**
 * Galleries: dozens of pictures with captions, one after the other, in an article about something else. Their captions are more text than
 * the article, and look like it. Where there is no article beside them, they are what the page is about.
 */
import { IN_FIGURE } from '../elements';
import { contextAt } from '../evidence/model/contexts';
import { measureAt, indexOf } from '../evidence/block/measures';
import { rankedCount } from '../evidence/block/measure';
import { blockAt } from '../page/arena';
import { forgetValues, readAttributes } from '../page/attribute-values';
import { isNamed } from '../page/attribute-names';
import { spend } from '../work';
import { change, unitAt } from './unit-blocks';
import { isNoArticle } from './kind';
import { isParagraph } from './paragraphs';
import { Unit } from './unit-records';

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
  if (measureAt(text).traits & IN_FIGURE) return true;
  forgetValues();
  for (let level: u32 = 0; picture && level < LEVELS; ++level) {
    readAttributes(blockAt(picture).node);
    if (isNamed(NAMES)) return true;
    picture = measureAt(picture).parent;
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
