/**
 * Sightings: what the table of a site counts beside segments, with keys of their own and the same lifetimes.
 *
 * - A *folded* text is a text with digits at a position, each number replaced by one digit. "12 comments" is known if
 *   "3 comments" was seen there.
 * - A *position* is the path of a block by elements, classes and ids. Its DF bounds the DF of the texts at it.
 * - A *near copy* is how a text begins or ends, wherever it stands: near-copies.ts.
 * - A *title part* is a part of the page's title: title-parts.ts. The *language* of the page stands behind them: page-language.ts.
 * - A *known position* is a position of which most text was known. Its DF divided by that of the position shows whether
 *   template is there, also if its text is new.
 * - A *verdict* on a position: place-verdicts.ts.
 */
import { Measure, Sighting } from './measure-records';
import { Block, Segment } from '../page/records';
import {
  blockCount,
  buckets,
  reserveScratch,
  reserveSightings,
  scratch,
  segmentAt,
  segmentCount,
  segments,
  sightings,
} from '../page/arena';
import { hashBytes, segmentKey } from '../page/hash';
import { cleanEnd, cleanStart } from '../page/text';
import { COPIES, hasCopies, noteCopies } from './near-copies';
import { languageKey } from './page-language';
import { add, measureAt } from './records';
import { magnitude } from './scales';
import { noteTitle, titlesEnd } from './title-parts';

/** Longest probe for a position; the buckets are at most half full, so that chance makes one in 10^40 so long. */
const PROBES_MAX: u32 = 512;

const FOLDED: u64 = 0x8ebc6af09c88c6e3;
const POSITION: u64 = 0x589965cc75374cc3;
const KNOWN_POSITION: u64 = 0x1d8e4e27c47d124f;

/** Maximum DF that is distinguished as evidence. */
export const EVIDENCE_DF: u32 = 255;

/** Start of the folded texts and near copies, which stand behind title parts and language. */
let textsStart: u32 = 0;
/** Ends of them and of the positions, which stand behind them. */
export let foldedEnd: u32 = 0;
export let positionsEnd: u32 = 0;
/** End of the known positions that the page counts for; the others follow them. */
let knownEnd: u32 = 0;
let allEnd: u32 = 0;

/** End of the sightings that a page counts, an address; the next two are ends of what it looks up. */
export function sightingsCounted(): usize {
  return sightings + knownEnd;
}

export function positionsLookedUp(): usize {
  return sightings + positionsEnd;
}

export function knownPositionsEnd(): usize {
  return sightings + allEnd;
}

/** Starts the sightings of a page, whose root element is given; false if memory is unavailable. */
export function beginSightings(root: u32): bool {
  if (!noteTitle() || !reserveSightings(titlesEnd / <u32>Segment.BYTES + 1)) return false;
  const language = languageKey(root);
  changetype<Segment>(sightings + titlesEnd).key = language;
  textsStart = titlesEnd + (language ? <u32>Segment.BYTES : 0);
  foldedEnd = textsStart;
  return true;
}

/** Address of the sighting of the page's language; 0 where it declares none. */
export function languageSighting(): usize {
  return textsStart == titlesEnd ? 0 : sightings + titlesEnd;
}

/**
 * Notes the text of a segment at a position, which was normalised last, as a folded one; its length in bytes, in the scratch memory.
 * 0 if memory is unavailable.
 */
function noteFolded(segment: u32, position: u64): usize {
  const length = cleanEnd - cleanStart;
  const inScratch = cleanStart == scratch;
  if (!reserveSightings(foldedEnd / <u32>Segment.BYTES + 1) || (!inScratch && !reserveScratch(length))) return 0;
  let to = scratch;
  let wasDigit = false;
  for (let at = inScratch ? scratch : cleanStart, end = at + length; at < end; ++at) {
    const byte = <u32>load<u8>(at);
    const isDigit = byte - 0x30 < 10;
    if (!isDigit || !wasDigit) store<u8>(to++, isDigit ? 0x30 : byte);
    wasDigit = isDigit;
  }
  const sighting = sightings + foldedEnd;
  foldedEnd += <u32>Segment.BYTES;
  changetype<Segment>(sighting).key = segmentKey(hashBytes(scratch, to - scratch), position ^ FOLDED);
  store<u32>(sighting, segment, Sighting.SEGMENT);
  store<u32>(sighting, 0, Sighting.IS_COPY);
  return to - scratch;
}

/**
 * Notes what is counted of the text of a segment that was normalised last, beside the segment: folded, if it has digits, and its near
 * copies; false if memory is unavailable.
 */
export function noteSegment(measure: Measure, segment: u32, hasDigits: bool, isLinked: bool): bool {
  let start = cleanStart;
  let end = cleanEnd;
  if (hasDigits) {
    const folded = noteFolded(segment, measure.position);
    if (!folded) return false;
    start = scratch;
    end = scratch + folded;
  }
  const length = segmentAt(segment).length;
  if (!hasCopies(length, measure.text, measure.traits)) return true;
  const at = foldedEnd / <u32>Segment.BYTES;
  if (!reserveSightings(at + COPIES)) return false;
  noteCopies(at, segment, start, end, measure.tag, isLinked);
  foldedEnd += COPIES * <u32>Segment.BYTES;
  return true;
}

/** Notes the positions of the measured blocks that have text, each once; false if memory is unavailable. */
export function notePositions(bucketCount: u32): bool {
  if (!reserveSightings(foldedEnd / <u32>Segment.BYTES + (blockCount << 2))) return false;
  memory.fill(buckets, 0xff, (<usize>bucketCount) << 2);
  const bucketMask = bucketCount - 1;
  positionsEnd = foldedEnd;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.allText) continue;
    const key = segmentKey(measure.position, POSITION);
    let bucket = <u32>(key >> 32) & bucketMask;
    let sighting = load<u32>(buckets + ((<usize>bucket) << 2));
    let probes = PROBES_MAX;
    while (sighting != 0xffffffff && changetype<Segment>(sightings + sighting).key != key && --probes) {
      bucket = (bucket + 1) & bucketMask;
      sighting = load<u32>(buckets + ((<usize>bucket) << 2));
    }
    // A position whose probe is too long is noted again.
    if (sighting == 0xffffffff || !probes) {
      sighting = positionsEnd;
      positionsEnd += <u32>Segment.BYTES;
      if (probes) store<u32>(buckets + ((<usize>bucket) << 2), sighting);
      changetype<Segment>(sightings + sighting).key = key;
      store<u32>(sightings + sighting, 0, Sighting.BLOCKS);
    }
    add(sightings + sighting + Sighting.BLOCKS, 1);
    measure.sighting = sighting;
  }
  return true;
}

/** Adds a text that most pages have, `df` of the others, to what its block has of them. */
function addRepeated(measure: Measure, length: u32, df: u32): void {
  const on = measure.repeatedOn;
  measure.repeated += length;
  measure.repeatedOn = on ? min(on, df) : df;
}

/**
 * Adds the DFs of segments, folded texts and near copies to the measures, and notes the known positions, whose DFs the caller looks up
 * next. `repeatedFrom`: the DF from which most pages of the site have a text.
 */
export function spreadKnown(repeatedFrom: u32): void {
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    measure.df = 0;
    measure.foldedDf = 0;
    measure.known = 0;
    measure.often = 0;
    measure.allKnown = 0;
    measure.allOften = 0;
    measure.repeated = 0;
    measure.repeatedOn = 0;
  }
  const end = segmentAt(segmentCount * <u32>Segment.BYTES);
  for (let segment = segmentAt(0); segment < end; segment = segment.nextRecord) {
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
  // Those of one segment follow each other.
  let repeated: usize = 0;
  for (let folded = sightings + textsStart; folded < sightings + foldedEnd; folded += Segment.BYTES) {
    const df = changetype<Segment>(folded).df;
    if (!df) continue;
    const segment = segments + load<u32>(folded, Sighting.SEGMENT);
    const measure = measureAt(changetype<Segment>(segment).block / <u32>Block.BYTES);
    if (df >= repeatedFrom && segment != repeated && changetype<Segment>(segment).df < repeatedFrom) {
      addRepeated(measure, changetype<Segment>(segment).length, df);
      repeated = segment;
    }
    if (load<u32>(folded, Sighting.IS_COPY)) continue;
    const own = magnitude(min(changetype<Segment>(segment).df, EVIDENCE_DF));
    const other = magnitude(min(df, EVIDENCE_DF));
    if (other <= own) continue;
    const more = <u64>changetype<Segment>(segment).length * (other - own);
    measure.foldedDf += more;
  }
  for (let sighting = sightings + foldedEnd; sighting < sightings + positionsEnd; sighting += Segment.BYTES) {
    store<u32>(sighting, 0, Sighting.KNOWN);
    store<u32>(sighting, 0, Sighting.TEXT);
  }
  for (let index = blockCount - 1; index < blockCount; --index) spreadUp(index);
  noteKnownPositions();
}

/** A segment seen on this many earlier pages was seen often: on five with this page, the paper's threshold. */
const OFTEN: u32 = 4;

function spreadUp(index: u32): void {
  const measure = measureAt(index);
  const text = measure.allText;
  if (!text) return;
  measure.allKnown += measure.known;
  measure.allOften += measure.often;
  const known = measure.allKnown;
  const sighting = sightings + measure.sighting;
  add(sighting + Sighting.KNOWN, known);
  add(sighting + Sighting.TEXT, text);
  if (!index) return;
  const parent = measureAt(measure.parent);
  parent.allKnown += known;
  parent.allOften += measure.allOften;
}

function noteKnownPositions(): void {
  knownEnd = positionsEnd;
  allEnd = positionsEnd + (positionsEnd - foldedEnd);
  let last = allEnd;
  for (let at = foldedEnd; at < positionsEnd; at += <u32>Segment.BYTES) {
    const sighting = sightings + at;
    const isKnown = (<u64>load<u32>(sighting, Sighting.KNOWN)) << 1 > <u64>load<u32>(sighting, Sighting.TEXT);
    let known = knownEnd;
    if (isKnown) knownEnd += <u32>Segment.BYTES;
    else known = last -= <u32>Segment.BYTES;
    changetype<Segment>(sightings + known).key = segmentKey(changetype<Segment>(sighting).key, KNOWN_POSITION);
    store<u32>(sighting, known, Sighting.KNOWN_POSITION);
  }
}
