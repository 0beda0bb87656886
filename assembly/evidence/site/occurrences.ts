/**
 * Occurrences: what the table of a site counts besides segments, with separate keys and the same lifetimes.
 *
 * - A *folded* text has one digit for each number; its key includes its position, unless it is a sentence. "12 comments" is known if
 *   "3 comments" was there.
 * - A *position* is the path of elements, classes and ids to a block. Its DF bounds the DFs of its texts.
 * - A *near copy* is one half of the words of a sentence, independent of its position.
 * - A *title part* is a part of the page's title (title-parts.ts). The *language* of the page follows these parts.
 * - A *known position* has mostly known text. If its DF is close to that of the position, the position is template although texts are new.
 * - A *verdict* is on a position (position-verdicts.ts).
 */
import { IN_COMMENTS, IN_REVIEWS, hasComments, hasReviews, isInPart } from '../block/comments';
import { Measure, measureAt } from '../block/measures';
import { Position, Occurrence } from './occurrence-records';
import { Block, Segment } from '../../page/records';
import {
  blockCount,
  buckets,
  positions,
  reservePositions,
  reserveScratch,
  reserveOccurrenceBytes,
  scratch,
  segmentAt,
  segmentCount,
  occurrences,
} from '../../page/arena';
import { findByte, inRange, isDigit } from '../../html/scan';
import { hashBytes, segmentKey } from '../../page/hash';
import { cleanEnd, cleanStart } from '../../page/text';
import { digits } from '../block/prose';
import { magnitude } from '../block/scales';
import { partCount, partKey } from '../../page/title-parts';
import { DecodedValue, AttributeId, decode, forgetValues, hasValue, readAttributes } from '../../page/attribute-values';
import { IS_CELL, IS_HEADING, IS_TERM } from '../../elements';

/** Minimum length of a text that counts without its path, in code points: shorter ones are labels, names and links. */
export const SENTENCE: u32 = 40;

/** Minimum digits of a text with a date. Its numbers belong to the page, so only equal texts are repeated. */
const DATE_DIGITS: u32 = 5;

/** Maximum slots of a probe. Buckets are at most half full, so a longer probe has a probability below 10^-40. */
const PROBES_MAX: u32 = 512;

const FOLDED: u64 = 0x8ebc6af09c88c6e3;
const POSITION: u64 = 0x589965cc75374cc3;
const KNOWN_POSITION: u64 = 0x1d8e4e27c47d124f;
const TEMPLATE_POSITION: u64 = 0x3c79ac492ba7b653;
const CONTENT_POSITION: u64 = 0x1c69b3f74ac4ae35;

const NO_POSITION: u32 = 0xffffffff;
const NO_SEGMENT: u32 = 0xffffffff;

/** Maximum DF as evidence; larger DFs count as this. */
export const EVIDENCE_DF: u32 = 255;

// Order of the occurrences: title parts; language; folded texts and near copies; positions; a known position for each position; two
// verdicts for each position that an earlier page had; sentences of comments.

/** Number of title parts. The language follows, if the page declares one. */
let titlesEnd: u32 = 0;
/** First occurrence of a folded text or near copy. */
let textsStart: u32 = 0;
/** First occurrence of a position. */
let textsEnd: u32 = 0;
let occurrenceCount: u32 = 0;
/** First occurrence, and number, of the sentences of comments as sentences of the site. */
let queriesStart: u32 = 0;
let queryCount: u32 = 0;
export let positionCount: u32 = 0;

export function occurrenceAt(number: u32): Occurrence {
  return changetype<Occurrence>(occurrences + <usize>number * Occurrence.BYTES);
}

export function positionAt(number: u32): Position {
  return changetype<Position>(positions + <usize>number * Position.BYTES);
}

export function positionOccurrence(position: u32): Occurrence {
  return occurrenceAt(textsEnd + position);
}

export function knownOccurrence(position: u32): Occurrence {
  return occurrenceAt(textsEnd + positionCount + position);
}

export function firstOccurrence(): Occurrence {
  return occurrenceAt(0);
}

/** The first of the known positions and verdicts. */
export function dependentOccurrences(): Occurrence {
  return occurrenceAt(textsEnd + positionCount);
}

export function occurrencesEnd(): Occurrence {
  return occurrenceAt(occurrenceCount);
}

/** DF of a title part; 0 if the page was not measured. */
export function partDf(part: u32): u32 {
  return part < titlesEnd ? occurrenceAt(part).df : 0;
}

/** The occurrence of the declared language, or 0. */
export function languageOccurrence(): Occurrence {
  return textsStart == titlesEnd ? changetype<Occurrence>(0) : occurrenceAt(titlesEnd);
}

function reserveOccurrences(count: u32): bool {
  return reserveOccurrenceBytes(<usize>count * Occurrence.BYTES);
}

/** Requires reserved capacity. */
function putOccurrence(number: u32, key: u64, segment: u32, kind: u32 = 0): void {
  const occurrence = occurrenceAt(number);
  occurrence.key = key;
  occurrence.segment = segment;
  occurrence.kind = kind;
  occurrence.isCounted = 0;
}

/** Starts the occurrences of a page, after its title was divided; false if memory is unavailable. */
export function beginOccurrences(root: u32): bool {
  if (!reserveOccurrences(partCount + 1)) return false;
  for (titlesEnd = 0; titlesEnd < partCount; ++titlesEnd) putOccurrence(titlesEnd, partKey(titlesEnd), 0);
  const language = languageKey(root);
  putOccurrence(titlesEnd, language, 0);
  textsStart = titlesEnd + u32(language != 0);
  textsEnd = textsStart;
  return true;
}

/**
 * Adds the folded form of the text that was normalised last, a segment at a position. Returns the form's length in scratch memory, in
 * bytes; 0 if memory is unavailable.
 */
function noteFolded(segment: u32, positionKey: u64): usize {
  const length = cleanEnd - cleanStart;
  const inScratch = cleanStart == scratch;
  if (!reserveOccurrences(textsEnd + 1) || (!inScratch && !reserveScratch(length))) return 0;
  let to = scratch;
  let at = inScratch ? scratch : cleanStart;
  const end = at + length;
  while (at < end) {
    const bytes = v128.load(at);
    if (end - at >= 16 && !i8x16.bitmask(inRange(bytes, 0x30, 10))) {
      v128.store(to, bytes);
      to += 16;
      at += 16;
      continue;
    }
    // Copies bytes near numbers one by one, because the copy may overlap the text.
    const next = min(end, at + 16);
    while (at < next && !isDigit(<u32>load<u8>(at))) store<u8>(to++, load<u8>(at++));
    if (at == next) continue;
    store<u8>(to++, 0x30);
    do ++at;
    while (at < end && isDigit(<u32>load<u8>(at)));
  }
  const place = segmentAt(segment).length < SENTENCE ? positionKey : 0;
  const kind = digits < DATE_DIGITS ? 0 : Occurrence.DATED;
  putOccurrence(textsEnd++, segmentKey(hashBytes(scratch, to - scratch), place ^ FOLDED), segment, kind);
  return to - scratch;
}

/** Adds the near copies of the text that was normalised last, and its folded form if it has digits; false if memory is unavailable. */
export function noteSegment(measure: Measure, segment: u32): bool {
  let start = cleanStart;
  let end = cleanEnd;
  if (digits) {
    const folded = noteFolded(segment, measure.positionKey);
    if (!folded) return false;
    start = scratch;
    end = scratch + folded;
  }
  const length = segmentAt(segment).length;
  if (digits >= DATE_DIGITS || !hasCopies(length, measure.text, measure.traits)) return true;
  if (!reserveOccurrences(textsEnd + COPIES)) return false;
  makeCopyKeys(start, end);
  putOccurrence(textsEnd++, firstKey, segment, Occurrence.COPY);
  putOccurrence(textsEnd++, secondKey, segment, Occurrence.COPY);
  return true;
}

// Visitors must not be able to erase the text of a site. So sentences of comments are counted separately, at any path. They are also looked
// up among the sentences of the site.

const OF_VISITORS: u64 = 0x632be59bd9b4e019;

function isOfVisitors(segment: Segment): bool {
  return isInPart(segment.block / <u32>Block.BYTES, IN_COMMENTS | IN_REVIEWS);
}

/** Sets separate keys for sentences of comments and reviews, after these were found. */
function separateVisitors(): void {
  queryCount = 0;
  if (!hasComments && !hasReviews) return;
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord<Segment>()) {
    if (segment.length < SENTENCE || !isOfVisitors(segment)) continue;
    segment.key ^= OF_VISITORS;
    ++queryCount;
  }
  const last = occurrenceAt(textsEnd);
  for (let occurrence = occurrenceAt(textsStart); occurrence < last; occurrence = occurrence.nextRecord<Occurrence>())
    if (isOfVisitors(segmentAt(occurrence.segment))) occurrence.key ^= OF_VISITORS;
}

/** Looks up the sentences of comments among those of the site, without counting them. */
function noteQueries(): void {
  queriesStart = occurrenceCount;
  const end = queryCount ? segmentCount * <u32>Segment.BYTES : 0;
  for (let at: u32 = 0; at < end; at += <u32>Segment.BYTES) {
    const segment = segmentAt(at);
    if (segment.length >= SENTENCE && isOfVisitors(segment))
      putOccurrence(occurrenceCount++, segment.key ^ OF_VISITORS, at);
  }
}

/** The fields for main content are cleared when that is requested. */
function clearPosition(position: Position): void {
  position.blocks = 0;
  position.text = 0;
  position.known = 0;
  position.template = 0;
  position.repeatedItems = 0;
}

/** Adds the distinct positions of blocks with text; false if memory is unavailable. */
export function notePositions(bucketCount: u32): bool {
  separateVisitors();
  // Each position has at most four occurrences.
  if (
    !reserveOccurrences(textsEnd + (blockCount << 2) + queryCount) ||
    !reservePositions(<usize>blockCount * Position.BYTES)
  )
    return false;
  memory.fill(buckets, 0xff, (<usize>bucketCount) << 2);
  const bucketMask = bucketCount - 1;
  positionCount = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.allText) continue;
    const key = segmentKey(measure.positionKey, POSITION);
    let bucket = <u32>(key >> 32) & bucketMask;
    let position = load<u32>(buckets + ((<usize>bucket) << 2));
    let probes = PROBES_MAX;
    while (position != NO_POSITION && positionOccurrence(position).key != key && --probes) {
      bucket = (bucket + 1) & bucketMask;
      position = load<u32>(buckets + ((<usize>bucket) << 2));
    }
    // A position whose probe is too long is added again.
    if (position == NO_POSITION || !probes) {
      position = positionCount++;
      if (probes) store<u32>(buckets + ((<usize>bucket) << 2), position);
      putOccurrence(textsEnd + position, key, 0);
      clearPosition(positionAt(position));
    }
    ++positionAt(position).blocks;
    measure.position = position;
  }
  return true;
}

/**
 * Adds known positions, and verdicts on positions that an earlier page had: most other positions never recur. `spreadFrequencies` and
 * `noteVerdicts` decide which of them apply to the page.
 */
export function noteDependent(hasVerdicts: bool): void {
  occurrenceCount = textsEnd + positionCount * 2;
  for (let number: u32 = 0; number < positionCount; ++number) {
    const occurrence = positionOccurrence(number);
    putOccurrence(textsEnd + positionCount + number, segmentKey(occurrence.key, KNOWN_POSITION), 0);
    const position = positionAt(number);
    position.verdictOccurrence = Position.NO_VERDICTS;
    if (!hasVerdicts || !occurrence.df) continue;
    position.verdictOccurrence = occurrenceCount;
    putOccurrence(occurrenceCount++, segmentKey(occurrence.key, TEMPLATE_POSITION), 0);
    putOccurrence(occurrenceCount++, segmentKey(occurrence.key, CONTENT_POSITION), 0);
  }
  noteQueries();
}

/** Adds a repeated text, which `df` other pages have, to its block. */
function addRepeated(measure: Measure, length: u32, df: u32): void {
  const on = measure.repeatedOn;
  measure.repeated += length;
  measure.repeatedOn = on ? min(on, df) : df;
}

/**
 * Adds the DFs of segments, folded texts and near copies to the measures, once for each page, and finds known positions. Texts with a DF
 * from `repeatedFrom` on are repeated.
 */
export function spreadFrequencies(repeatedFrom: u32): void {
  spreadSegments(repeatedFrom);
  spreadTexts(repeatedFrom);
  spreadQueries(repeatedFrom);
  for (let index = blockCount - 1; index < blockCount; --index) spreadUp(index);
  for (let number: u32 = 0; number < positionCount; ++number) {
    const position = positionAt(number);
    knownOccurrence(number).isCounted = u32((<u64>position.known) << 1 > <u64>position.text);
  }
}

function spreadSegments(repeatedFrom: u32): void {
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord<Segment>()) {
    const df = segment.df;
    if (!df) continue;
    const measure = measureAt(segment.block / <u32>Block.BYTES);
    const length = segment.length;
    measure.known += length;
    if (df >= OFTEN) measure.often += length;
    if (df >= repeatedFrom) addRepeated(measure, length, df);
    const sum = <u64>length * magnitude(min(df, EVIDENCE_DF));
    measure.df += sum;
    measure.foldedDf += sum;
  }
}

/** Adds the DFs of folded texts and near copies; those of one segment are adjacent. */
function spreadTexts(repeatedFrom: u32): void {
  let repeated: u32 = NO_SEGMENT;
  const end = occurrenceAt(textsEnd);
  for (let occurrence = occurrenceAt(textsStart); occurrence < end; occurrence = occurrence.nextRecord<Occurrence>()) {
    const df = occurrence.df;
    if (!df) continue;
    const segment = segmentAt(occurrence.segment);
    const measure = measureAt(segment.block / <u32>Block.BYTES);
    const isRepeated = df >= repeatedFrom && segment.df < repeatedFrom;
    if (
      isRepeated &&
      occurrence.kind != Occurrence.DATED &&
      occurrence.segment != repeated &&
      !(queryCount && isOfVisitors(segment))
    ) {
      addRepeated(measure, segment.length, df);
      repeated = occurrence.segment;
    }
    if (occurrence.kind == Occurrence.COPY) continue;
    const unfolded = magnitude(min(segment.df, EVIDENCE_DF));
    const folded = magnitude(min(df, EVIDENCE_DF));
    if (folded <= unfolded) continue;
    const more = <u64>segment.length * (folded - unfolded);
    measure.foldedDf += more;
  }
}

function spreadQueries(repeatedFrom: u32): void {
  const end = occurrenceAt(occurrenceCount);
  for (let query = occurrenceAt(queriesStart); query < end; query = query.nextRecord<Occurrence>()) {
    const segment = segmentAt(query.segment);
    if (query.df >= repeatedFrom && segment.df < repeatedFrom)
      addRepeated(measureAt(segment.block / <u32>Block.BYTES), segment.length, query.df);
  }
}

/** Minimum number of earlier pages with a frequent segment. With this page, it is five, the threshold of the paper. */
const OFTEN: u32 = 4;

function spreadUp(index: u32): void {
  const measure = measureAt(index);
  const text = measure.allText;
  if (!text) return;
  measure.allKnown += measure.known;
  measure.allOften += measure.often;
  const known = measure.allKnown;
  const position = positionAt(measure.position);
  position.known += known;
  position.text += text;
  if (!index) return;
  const parent = measureAt(measure.parent);
  parent.allKnown += known;
  parent.allOften += measure.allOften;
}

// The declared language counts as an occurrence: only pages in the same language could have the same texts.

const LANGUAGE: u64 = 0x5851f42d4c957f2d;
/** Maximum letters of a language code, the part of a tag before the first hyphen (BCP 47). */
const LETTERS_MAX: usize = 8;

/** Finds the `lang` of the root element; false without one, or if memory is unavailable. */
function findLanguage(root: u32): bool {
  forgetValues();
  readAttributes(root);
  return hasValue(AttributeId.LANG) && decode(AttributeId.LANG);
}

/** Key of the declared language; 0 without one, or if memory is unavailable. */
function languageKey(root: u32): u64 {
  if (!root || !findLanguage(root) || !reserveScratch(LETTERS_MAX)) return 0;
  let length: usize = 0;
  for (let at = DecodedValue.start; at < DecodedValue.end && length < LETTERS_MAX; ++at) {
    const letter = <u32>load<u8>(at) | 0x20;
    if (letter - 0x61 > 25) break;
    store<u8>(scratch + length++, letter);
  }
  return length ? segmentKey(hashBytes(scratch, length), LANGUAGE) : 0;
}

// Near copies are texts of many pages that differ in one word. A sentence has two keys: of the first half of its words, and of the second.
// Both keys include the number of words, but not the path. A different word changes only one key. Numbers are folded. Only repetition.ts
// uses these counts.

/** Maximum code points of a block up to the end of a near copy: longer texts are paragraphs. */
const COPIED_MOST: u32 = 400;

/** Minimum spaces of a text that is divided between words. Other languages do without spaces. */
const SPACES_LEAST: u32 = 4;

const COPIES: u32 = 2;

const NEAR_COPY: u64 = 0x2545f4914f6cdd1d;

/**
 * True if a text may have near copies. `read`: code points of its block up to the end of the text. False for cells and headings, because
 * they belong to adjacent new texts.
 */
function hasCopies(length: u32, read: u32, traits: u32): bool {
  return length >= SENTENCE && read <= COPIED_MOST && !(traits & (IS_CELL | IS_TERM | IS_HEADING));
}

function countSpaces(at: usize, end: usize): u32 {
  let count: u32 = 0;
  for (; at < end; at += 16) {
    const spaces = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(0x20)));
    const left = <i32>(end - at);
    count += popcnt<i32>(left < 16 ? spaces & ((1 << left) - 1) : spaces);
  }
  return count;
}

let firstKey: u64 = 0;
let secondKey: u64 = 0;

/** Computes the keys of a text. */
function makeCopyKeys(start: usize, end: usize): void {
  const spaces = countSpaces(start, end);
  let middle = start;
  if (spaces < SPACES_LEAST) {
    middle += (end - start) >> 1;
    while ((load<u8>(middle) & 0xc0) == 0x80) ++middle;
  } else for (let left = (spaces + 1) >> 1; left; --left) middle = findByte(0x20, middle, end) + 1;
  const sort = NEAR_COPY + (spaces << 1);
  firstKey = segmentKey(hashBytes(start, middle - start), sort);
  secondKey = segmentKey(hashBytes(middle, end - middle), sort | 1);
}
