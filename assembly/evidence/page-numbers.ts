/** Numbers of the page that are clues to its kind: sums over the blocks with text, and the largest group of alike blocks. */
import { Sighting } from './measure-records';
import { Segment } from '../page/records';
import { nodeAt } from '../html/nodes';
import { blockAt, blockCount, segmentAt, sightings } from '../page/arena';
import { FROM_NUMBERS, stepOf, tellSteps } from './clue';
import { CARDS_LEAST } from './context';
import { SHORT_WORDS } from './measure';
import { isProse } from './prose';
import { measureAt } from './records';
import { foldedEnd, positionsEnd } from './sightings';
import { IS_HEADING } from '../elements';

/** Maximum words of a text that says little more than a name. */
const NAME_WORDS: u32 = 3;

/** The first of the numbers of a page: those before it are of the address. */
let next: u32 = 0;

function tellCount(count: u32): void {
  tellSteps(FROM_NUMBERS + next++, stepOf(count));
}

function tellShare(part: u64, whole: u64): void {
  tellSteps(FROM_NUMBERS + next++, whole ? <u32>min<u64>((part << 4) / whole, 16) : 0);
}

function prices(index: u32): u32 {
  let found: u32 = 0;
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
    const node = nodeAt(segmentAt(segment).node);
    const start = node.text;
    const end = start + node.textLength;
    for (let at = start; at < end; ++at) {
      const byte = <u32>load<u8>(at);
      // The dollar, and the last bytes of the pound and the euro.
      if (byte == 0x24 || (byte == 0xa3 && at > start && load<u8>(at - 1) == 0xc2)) ++found;
      else if (byte == 0xac && at > start + 1 && load<u16>(at - 2) == 0x82e2) ++found;
    }
  }
  return found;
}

export function countPage(): void {
  let count: u32 = 0;
  let text: u64 = 0;
  let linked: u64 = 0;
  let links: u32 = 0;
  let words: u64 = 0;
  let commas: u32 = 0;
  let digits: u64 = 0;
  let proseCount: u32 = 0;
  let prose: u64 = 0;
  let longest: u32 = 0;
  let run: u32 = 0;
  let runText: u32 = 0;
  let runMax: u32 = 0;
  let runTextMax: u32 = 0;
  let runParent: u32 = 0;
  let linkBlocks: u32 = 0;
  let short: u32 = 0;
  let headings: u32 = 0;
  let linkedHeadings: u32 = 0;
  let priced: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    const own = measure.text;
    if (!own) continue;
    const ownLinked = measure.linked;
    const ownWords = measure.words;
    ++count;
    text += own;
    linked += ownLinked;
    links += measure.links;
    words += ownWords;
    commas += measure.commas;
    digits += measure.digits;
    if (ownWords <= NAME_WORDS) ++short;
    if (ownWords <= SHORT_WORDS) priced += prices(index);
    const isLinked = <u64>ownLinked * 4 > <u64>own * 3;
    if (isLinked) ++linkBlocks;
    if (measure.traits & IS_HEADING) {
      ++headings;
      if (isLinked) ++linkedHeadings;
    }
    if (!isProse(measure)) continue;
    const free = own - ownLinked;
    const parent = measure.parent;
    if (parent != runParent) {
      runParent = parent;
      run = 0;
      runText = 0;
    }
    ++run;
    runText += free;
    ++proseCount;
    prose += free;
    longest = max(longest, free);
    runMax = max(runMax, run);
    runTextMax = max(runTextMax, runText);
  }
  next = 3;
  tellCount(count);
  tellCount(<u32>text);
  tellShare(linked, text);
  tellCount(links);
  tellCount(<u32>(count ? (words << 2) / count : 0));
  tellCount(<u32>(words ? ((<u64>commas) << 8) / words : 0));
  tellCount(<u32>(text ? (digits << 8) / text : 0));
  tellCount(proseCount);
  tellCount(<u32>prose);
  tellShare(prose, text);
  tellCount(longest);
  tellCount(runMax);
  tellCount(runTextMax);
  tellShare(runTextMax, text);
  tellShare(linkBlocks, count);
  tellShare(short, count);
  tellCount(headings);
  tellCount(linkedHeadings);
  tellShare(linkedHeadings, headings);
  tellCount(priced);
  tellCards(text);
}

/** The group of alike blocks with the most text. */
function tellCards(text: u64): void {
  let most: u32 = 0;
  let cards: u32 = 0;
  for (let position = foldedEnd; position < positionsEnd; position += <u32>Segment.BYTES) {
    const sum = load<u32>(sightings + position, Sighting.TEXT);
    if (load<u32>(sightings + position, Sighting.BLOCKS) < CARDS_LEAST || sum <= most) continue;
    most = sum;
    cards = position;
  }
  let linked: u64 = 0;
  let stops: u32 = 0;
  let count: u32 = 0;
  for (let index: u32 = 0; most && index < blockCount; ++index) {
    const measure = measureAt(index);
    if (!measure.allText || measure.sighting != cards) continue;
    linked += measure.allLinked;
    stops += measure.allStops;
    ++count;
  }
  tellCount((positionsEnd - foldedEnd) / <u32>Segment.BYTES);
  tellCount(count);
  tellShare(most, text);
  tellCount(count ? most / count : 0);
  tellShare(linked, most);
  tellCount(count ? (stops << 2) / count : 0);
}
