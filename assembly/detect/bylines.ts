/** Drops bylines and dates after the headline of an article. A document has author and date as fields. */
import { IN_QUOTE } from '../elements';
import { Ends, indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { nodeAt } from '../html/nodes';
import { blockAt, segmentAt } from '../page/arena';
import { Segment } from '../page/records';
import { Detail, DetailMatch, findDetailOf } from './post-details';
import { Unit, change, isMain, isParagraph } from './unit-blocks';

/** Maximum blocks from the headline to a byline. */
const NEAR: u32 = 8;
/** Maximum words of a byline. */
const LINE_WORDS: u32 = 16;

/** True if a text begins with the word `by`. */
function isBy(node: u32): bool {
  const at = nodeAt(node).text;
  return nodeAt(node).textLength > 3 && (load<u32>(at) & 0xffdfdf) == 0x205942;
}

function isByline(index: u32): bool {
  const measure = measureAt(index);
  if (measure.words > LINE_WORDS || measure.ends == Ends.SENTENCE || measure.traits & IN_QUOTE) return false;
  for (let segment = blockAt(index).firstSegment; segment != Segment.NONE; segment = segmentAt(segment).next) {
    const node = segmentAt(segment).node;
    findDetailOf(node, measure.words);
    if (DetailMatch.detail == Detail.PERSON) return true;
    if (!measure.level && (DetailMatch.detail == Detail.DATE || isBy(node))) return true;
  }
  return false;
}

/** Drops them. `headline`: its order. Returns the change of the length of the main content. */
export function dropBylines(headline: u32): u32 {
  let more: u32 = 0;
  let paragraphs: u32 = 0;
  for (let order = headline + 1, end = min(rankedCount, headline + NEAR); order < end; ++order) {
    const index = indexOf(order);
    // The first paragraph may be a summary.
    if (isParagraph(index) && ++paragraphs > 1) break;
    if (isMain(index) && isByline(index)) more += change(index, false, Unit.BYLINE);
  }
  return more;
}
