/** Finds authors, dates and prices of posts and offers by their texts and by the elements around them. */
import { firstAttribute, isAttribute, nextAttribute } from '../html/attributes';
import { Tag } from '../html/names';
import { Flag, nodeAt } from '../html/nodes';
import { findDigit } from '../html/scan';
import { Amount, amountOf } from '../evidence/block/amounts';
import { input } from '../page/arena';
import { NOT_CACHED, cacheResult, cachedResult } from '../page/result-cache';
import { WORD_TABLE_BYTES, hasWord, isPersonUrl, tableOf } from '../page/attribute-words';
import { DATE_NAMES, PERSON_NAMES, PROFILE_NAMES } from '../vocabulary';
import { spend } from '../work';

/** What a text or a block is in a post or an offer. */
export namespace Detail {
  export const NONE: u32 = 0;
  export const PERSON: u32 = 1;
  export const DATE: u32 = 2;
  export const PRICE: u32 = 3;
}

const PERSON_TABLE = tableOf(PERSON_NAMES, memory.data(WORD_TABLE_BYTES, 4));
const PROFILE_TABLE = tableOf(PROFILE_NAMES, memory.data(WORD_TABLE_BYTES, 4));
const DATE_TABLE = tableOf(DATE_NAMES, memory.data(WORD_TABLE_BYTES, 4));

/** Maximum words of an author's name. */
const NAME_WORDS: u32 = 4;
/** Maximum words of a date or a price, with words next to it. */
const SHORT_WORDS: u32 = 10;
/** Number of elements around a text that may name its meaning. */
const LEVELS: u32 = 3;
/** The first year that a number can be. */
const FIRST_YEAR: u32 = 1980;
/** The year after the last one. */
const LAST_YEAR: u32 = 2100;
/** The last result of `findDetailOf` or of `isMark` (post-marks.ts). */
export namespace DetailMatch {
  // Evidence for a detail, from the weakest on.
  /** The text itself. */
  export const BY_TEXT: u32 = 1;
  /** A class of an element around it. */
  export const BY_NAME: u32 = 2;
  /** An element for it, or a link to a profile. */
  export const BY_ELEMENT: u32 = 3;
  /** Microdata for an author. */
  export const BY_PROPERTY: u32 = 4;

  export let detail: u32 = Detail.NONE;
  /** The evidence: `BY_…`, or 0. */
  export let by: u32 = 0;
}

/** What an element indicates about its texts. */
namespace Hint {
  export const DATE: u32 = 1;
  export const PERSON: u32 = 2;
  /** Something else about a user. */
  export const PROFILE: u32 = 4;
  /** A link to a user. */
  export const ADDRESS: u32 = 8;
  /** Microdata for an author. A combination of two others that no element has without it. */
  export const PROPERTY: u32 = ADDRESS | PROFILE;
}

/** Binary logarithm of the number of entries of `READ`. */
const READ_BITS: u32 = 9;
/** Maximum bytes of a start tag that is read around a text, or is a part of a style. */
export const TAG_BYTES: u32 = 4096;
/** A cache of the hints of start tags. */
const READ = memory.data(512 * 8, 8);

function hintsOf(element: u32): u32 {
  const at = nodeAt(element);
  const length = at.extraLength;
  if (!(at.flags & Flag.ATTRIBUTES) || length > TAG_BYTES) return 0;
  const end = input + at.extra;
  spend(length >> 3);
  const known = cachedResult(READ, READ_BITS, end - length, end);
  if (known != NOT_CACHED) return known;
  const isLink = at.tag == Tag.A;
  let hints: u32 = 0;
  let isProperty = false;
  spend(length);
  firstAttribute(end - length);
  while (nextAttribute(end)) {
    if (isAttribute('class')) {
      if (hasWord(PROFILE_NAMES, PROFILE_TABLE)) hints |= Hint.PROFILE;
      if (hasWord(PERSON_NAMES, PERSON_TABLE)) hints |= Hint.PERSON;
      if (hasWord(DATE_NAMES, DATE_TABLE)) hints |= Hint.DATE;
    } else if (isLink && isPersonUrl()) {
      hints |= Hint.ADDRESS;
    } else if (isAttribute('itemprop') && hasWord(PERSON_NAMES, PERSON_TABLE)) {
      isProperty = true;
    }
  }
  if (hints & Hint.ADDRESS) hints &= ~Hint.PROFILE;
  if (isProperty) hints |= Hint.PROPERTY;
  cacheResult(hints);
  return hints;
}

/** The best evidence in the elements around a text that it is a date, or a name: `BY_…`, or 0. */
function byElements(node: u32, detail: u32): u32 {
  const isDate = detail == Detail.DATE;
  let best: u32 = 0;
  for (let level: u32 = 0; level < LEVELS; ++level) {
    node = nodeAt(node).parent;
    if (!node) break;
    const hints = hintsOf(node);
    if (isDate) {
      if (nodeAt(node).tag == Tag.TIME) return DetailMatch.BY_ELEMENT;
      if (hints & Hint.DATE) best = DetailMatch.BY_NAME;
      continue;
    }
    if ((hints & Hint.PROPERTY) == Hint.PROPERTY) return DetailMatch.BY_PROPERTY;
    if (hints & Hint.ADDRESS) best = DetailMatch.BY_ELEMENT;
    if (best == DetailMatch.BY_ELEMENT) continue;
    if (hints & Hint.PROFILE) break;
    if (hints & Hint.PERSON) best = DetailMatch.BY_NAME;
  }
  return best;
}

/** True if a text is in the profile of a user. Dates in profiles are not those of posts. */
export function isInProfile(node: u32): bool {
  const profile = Hint.PROFILE | Hint.PERSON;
  for (let level: u32 = 0; level < LEVELS; ++level) {
    node = nodeAt(node).parent;
    if (!node) break;
    if ((hintsOf(node) & profile) == profile) return true;
  }
  return false;
}

function hasDigit(node: u32): bool {
  const at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  return findDigit(at, end) < end;
}

/** True if a text has a letter. A number that links to a profile is not a name, but counts posts. */
export function hasLetter(node: u32): bool {
  let at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  while (at < end && load<u8>(at) < 0x41) ++at;
  return at < end;
}

function hasYearAndNumber(node: u32): bool {
  let at = nodeAt(node).text;
  const end = nodeAt(node).textEnd;
  let numbers: u32 = 0;
  let years: u32 = 0;
  while (at < end) {
    let digits: u32 = 0;
    let value: u32 = 0;
    for (; at < end && <u32>load<u8>(at) - 0x30 < 10 && digits < 9; ++at, ++digits)
      value = value * 10 + load<u8>(at) - 0x30;
    if (!digits) ++at;
    else if (digits == 4 && value >= FIRST_YEAR && value < LAST_YEAR) ++years;
    else ++numbers;
  }
  return years != 0 && numbers != 0;
}

/** Sets `DetailMatch` for the text of a node, in a block of `words` words. */
export function findDetailOf(node: u32, words: u32): void {
  setFound(Detail.NONE, 0);
  const isShort = words <= SHORT_WORDS;
  spend(nodeAt(node).textLength);
  if (hasDigit(node)) {
    if (isShort && amountOf(node) == Amount.PRICE) return setFound(Detail.PRICE, DetailMatch.BY_TEXT);
    const by = max(byElements(node, Detail.DATE), isShort && hasYearAndNumber(node) ? DetailMatch.BY_TEXT : 0);
    if (by) return setFound(Detail.DATE, by);
  }
  if (words > NAME_WORDS || !hasLetter(node)) return;
  const by = byElements(node, Detail.PERSON);
  if (by) setFound(Detail.PERSON, by);
}

export function setFound(detail: u32, by: u32): void {
  DetailMatch.detail = detail;
  DetailMatch.by = by;
}
