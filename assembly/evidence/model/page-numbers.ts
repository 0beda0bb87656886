/** Numeric features for the kind of a page: sums over blocks with text, and the largest group of similar blocks. */
import { Measure, measureAt } from '../block/measures';
import { Segment } from '../../page/records';
import { nodeAt } from '../../html/nodes';
import { blockAt, blockCount, segmentAt } from '../../page/arena';
import { FeatureSource, addSteps, stepOf } from './kind-feature';
import { Position } from '../site/occurrence-records';
import { SHORT_WORDS } from '../block/measure';
import { isProse } from '../block/prose';
import { positionAt, positionCount } from '../site/occurrences';
import { IS_HEADING } from '../../elements';

/** Maximum words of a text that may be a name. */
const NAME_WORDS: u32 = 3;

/** Index of the next number. The first three belong to the URL. */
let next: u32 = 0;

function addCount(count: u32): void {
  addSteps(FeatureSource.NUMBERS + next++, stepOf(count));
}

function addShare(part: u64, whole: u64): void {
  addSteps(FeatureSource.NUMBERS + next++, whole ? <u32>min<u64>((part << 4) / whole, 16) : 0);
}

/** Lanes before `end` with a dollar, or with the last byte of a pound or euro. */
function signLanes(at: usize, end: usize): u32 {
  const bytes = v128.load(at);
  const wide = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>0xa3)), i8x16.eq(bytes, i8x16.splat(<i8>0xac)));
  const lanes = <u32>i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x24)), wide));
  return end - at < 16 ? lanes & ((1 << u32(end - at)) - 1) : lanes;
}

function prices(index: u32): u32 {
  let found: u32 = 0;
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
    const node = nodeAt(segmentAt(segment).node);
    const start = node.text;
    const end = start + node.textLength;
    for (let at = start; at < end; at += 16) {
      for (let lanes = signLanes(at, end); lanes; lanes &= lanes - 1) {
        const sign = at + ctz(lanes);
        const byte = <u32>load<u8>(sign);
        if (byte == 0x24 || (byte == 0xa3 && sign > start && load<u8>(sign - 1) == 0xc2)) ++found;
        else if (byte == 0xac && sign > start + 1 && load<u16>(sign - 2) == 0x82e2) ++found;
      }
    }
  }
  return found;
}

function isLinked(measure: Measure): bool {
  return <u64>measure.linked * 4 > <u64>measure.text * 3;
}

export function addPageNumbers(): void {
  next = 3;
  const text = addTextNumbers();
  addProseNumbers(text);
  addShortNumbers();
  addCardNumbers(text);
}

/** Returns the length of all text in code points. */
function addTextNumbers(): u64 {
  let count: u32 = 0;
  let text: u64 = 0;
  let linked: u64 = 0;
  let links: u32 = 0;
  let words: u64 = 0;
  let commas: u32 = 0;
  let digits: u64 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.text) continue;
    ++count;
    text += measure.text;
    linked += measure.linked;
    links += measure.links;
    words += measure.words;
    commas += measure.commas;
    digits += measure.digits;
  }
  addCount(count);
  addCount(<u32>text);
  addShare(linked, text);
  addCount(links);
  addCount(<u32>(count ? (words << 2) / count : 0));
  addCount(<u32>(words ? ((<u64>commas) << 8) / words : 0));
  addCount(<u32>(text ? (digits << 8) / text : 0));
  return text;
}

/** Adds numbers of prose and its runs: successive blocks of prose in one parent. */
function addProseNumbers(text: u64): void {
  let count: u32 = 0;
  let prose: u64 = 0;
  let longest: u32 = 0;
  let run: u32 = 0;
  let runText: u32 = 0;
  let runMax: u32 = 0;
  let runTextMax: u32 = 0;
  let runParent: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.text || !isProse(measure)) continue;
    const free = measure.text - measure.linked;
    if (measure.parent != runParent) {
      runParent = measure.parent;
      run = 0;
      runText = 0;
    }
    ++run;
    runText += free;
    ++count;
    prose += free;
    longest = max(longest, free);
    runMax = max(runMax, run);
    runTextMax = max(runTextMax, runText);
  }
  addCount(count);
  addCount(<u32>prose);
  addShare(prose, text);
  addCount(longest);
  addCount(runMax);
  addCount(runTextMax);
  addShare(runTextMax, text);
}

function addShortNumbers(): void {
  let count: u32 = 0;
  let linked: u32 = 0;
  let short: u32 = 0;
  let headings: u32 = 0;
  let linkedHeadings: u32 = 0;
  let priced: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.text) continue;
    ++count;
    if (measure.words <= NAME_WORDS) ++short;
    if (measure.words <= SHORT_WORDS) priced += prices(index);
    if (isLinked(measure)) ++linked;
    if (!(measure.traits & IS_HEADING)) continue;
    ++headings;
    if (isLinked(measure)) ++linkedHeadings;
  }
  addShare(linked, count);
  addShare(short, count);
  addCount(headings);
  addCount(linkedHeadings);
  addShare(linkedHeadings, headings);
  addCount(priced);
}

/** Adds numbers of the group of similar blocks with the most text. */
function addCardNumbers(text: u64): void {
  let most: u32 = 0;
  let cards: u32 = 0;
  for (let position: u32 = 0; position < positionCount; ++position) {
    const sum = positionAt(position).text;
    if (positionAt(position).blocks < Position.CARDS_LEAST || sum <= most) continue;
    most = sum;
    cards = position;
  }
  let linked: u64 = 0;
  let stops: u32 = 0;
  let count: u32 = 0;
  for (let index: u32 = 0; most && index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.allText || measure.position != cards) continue;
    linked += measure.allLinked;
    stops += measure.allStops;
    ++count;
  }
  addCount(positionCount);
  addCount(count);
  addShare(most, text);
  addCount(count ? most / count : 0);
  addShare(linked, most);
  addCount(count ? (stops << 2) / count : 0);
}
