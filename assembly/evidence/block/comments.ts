/**
 * Finds blocks in readers' comments: descendants of a block with a name for comments and more text than a few links. The form for writing
 * comments is excluded. Customer reviews are found in the same way.
 */
import { Measure, measureAt } from './measures';
import { Trait, has } from '../../elements';
import { Tag } from '../../html/names';
import { blockCount } from '../../page/arena';
import { spend } from '../../work';
import { WORD_COMMENTS, WORD_PLACE, WORD_REVIEWS, WORD_WRITING } from './comment-names';
import { names } from './names';

// Bits of `Measure.traits` that are not features.
/** First of the five bits with the flags (`WORD_…`) of the block's names. */
const FLAGS_SHIFT: u32 = 27;
/** The block is in a short element named as breadcrumbs, a pager, a profile of an author, or a form for comments. */
export const IN_PLACE: u32 = 1 << 23;
export const IN_REVIEWS: u32 = 1 << 24;
export const IN_COMMENTS: u32 = 1 << 25;
/** The block is in an element where comments are written. */
const IN_WRITING: u32 = 1 << 26;

/** Maximum words of a block that is too short for comments. */
const FEW_WORDS: u32 = 8;
/** Maximum code points of an element whose name makes it template. */
const PLACE_TEXT: u32 = 600;
/** Denominator: at least a quarter of the text of comments is outside links. */
const QUARTER: u32 = 4;

/** Work for a block of a page with comments. */
const BLOCK_STEPS: u64 = 4;

let hasNames: bool = false;
export let hasComments: bool = false;
export let hasReviews: bool = false;

export function beginComments(): void {
  hasNames = false;
  hasComments = false;
  hasReviews = false;
}

/** Stores the flags of the `index`-th block's names, which `namesOf` has read last. */
export function noteNames(index: u32): void {
  if (!names.commentFlags) return;
  measureAt(index).traits += (<u32>names.commentFlags) << FLAGS_SHIFT;
  hasNames = true;
}

function isLong(measure: Measure): bool {
  const text = <u64>measure.allText;
  const unlinked = text - measure.allLinked;
  return measure.allWords > FEW_WORDS && unlinked * QUARTER >= text;
}

/** The kinds of elements around a block, from those of its parent (`above`). */
function insideOf(index: u32, above: u32): u32 {
  const measure = measureAt(index);
  const flags = measure.traits >> FLAGS_SHIFT;
  const isPlace = flags & (WORD_PLACE | WORD_WRITING) && measure.allText <= PLACE_TEXT;
  const place = isPlace ? IN_PLACE : above & IN_PLACE;
  return place | partOf(measure, flags, above & ~IN_PLACE);
}

/** Comments or reviews, or the form for them. */
function partOf(measure: Measure, flags: u32, above: u32): u32 {
  if (above & IN_WRITING || flags & WORD_WRITING) return IN_WRITING;
  const tag = measure.tag;
  if (above && tag == Tag.FORM) return IN_WRITING;
  if (!(flags & (WORD_COMMENTS | WORD_REVIEWS)) || !has(tag, Trait.CONTAINER) || !isLong(measure)) return above;
  return above | (flags & WORD_COMMENTS ? IN_COMMENTS : 0) | (flags & WORD_REVIEWS ? IN_REVIEWS : 0);
}

/** Passes flags of names to descendants, after all measures were summed. */
export function spreadComments(): void {
  if (!hasNames) return;
  spend(<u64>blockCount * BLOCK_STEPS);
  // Names of the root block are not read.
  for (let index: u32 = 1; index < blockCount; ++index) {
    const measure = measureAt(index);
    const parent = measureAt(measure.parent);
    const above = parent.traits & (IN_REVIEWS | IN_COMMENTS | IN_WRITING | IN_PLACE);
    const inside = insideOf(index, above);
    if (!inside) continue;
    measure.traits += inside;
    if (inside & IN_COMMENTS) hasComments = true;
    if (inside & IN_REVIEWS) hasReviews = true;
  }
}

export function isInPart(index: u32, what: u32): bool {
  return (measureAt(index).traits & what) != 0;
}
