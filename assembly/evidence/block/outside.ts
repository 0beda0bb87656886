/**
 * Finds blocks that are template on every site: texts of controls, lines about copyright or the last change at the end of a page, and short
 * elements named as breadcrumbs, pagers, profiles of authors or forms for comments. This overrides the model.
 */
import { Trait, has } from '../../elements';
import { nodeAt } from '../../html/nodes';
import { blockAt, segmentAt } from '../../page/arena';
import { Segment } from '../../page/records';
import { spend } from '../../work';
import { isInPart, IN_PLACE } from './comments';
import { indexOf, measureAt, rankedCount } from './measures';

/** Minimum log odds of these blocks minus the threshold, in 1/1024. */
const SURELY: i32 = 6 * 1024;
/** Maximum blocks from this line to the end of the page. */
const LAST_BLOCKS: u32 = 8;
/** Maximum words of this line. */
const LINE_WORDS: u32 = 60;
/** Minimum digits of a line with a year. */
const YEAR_DIGITS: u32 = 4;

/** True if readers never see the texts of a block, such as the options of a form. */
function isUnseen(index: u32): bool {
  const block = blockAt(index);
  if (!measureAt(index).inputs) return false;
  for (let at = block.firstSegment; at != Segment.NONE; at = segmentAt(at).next) {
    let node = nodeAt(segmentAt(at).node).parent;
    while (node > block.node && !has(nodeAt(node).tag, Trait.UNSEEN)) {
      spend(1);
      node = nodeAt(node).parent;
    }
    if (node <= block.node) return false;
  }
  return true;
}

/** The words `copyrigh`, `reserved` and `modified`, as eight bytes. */
const COPYRIGHT: u64 = 0x6867697279706f63;
const RESERVED: u64 = 0x6465767265736572;
const MODIFIED: u64 = 0x6465696669646f6d;

/** True if the text from `at` to `end` begins with `©`, `(c)`, or one of these words in any case. */
function isSign(at: usize, end: usize): bool {
  if (load<u16>(at) == 0xa9c2) return true;
  const bytes = load<u64>(at);
  if ((bytes & 0xff00ff) == 0x290028) return (bytes & 0xdf00) == 0x4300 && at + 3 <= end;
  const word = bytes | 0x2020202020202020;
  return (word == COPYRIGHT || word == RESERVED || word == MODIFIED) && at + 8 <= end;
}

/** True if the text from `at` to `end` begins with a year from 1900 to 2099. */
function isYear(at: usize, end: usize): bool {
  const century = load<u16>(at);
  if ((century != 0x3931 && century != 0x3032) || at + 4 > end) return false;
  return <u32>load<u8>(at, 2) - 0x30 < 10 && <u32>load<u8>(at, 3) - 0x30 < 10;
}

/** True for a line with one of these signs and a year. */
function isDated(index: u32): bool {
  if (measureAt(index).words > LINE_WORDS || measureAt(index).digits < YEAR_DIGITS) return false;
  let hasSign: bool = false;
  let hasYear: bool = false;
  for (let segment = blockAt(index).firstSegment; segment != Segment.NONE; segment = segmentAt(segment).next) {
    const node = nodeAt(segmentAt(segment).node);
    spend(node.textLength);
    for (let at = node.text, end = node.textEnd; at < end; ++at) {
      if (!hasSign) hasSign = isSign(at, end);
      if (!hasYear) hasYear = isYear(at, end);
    }
  }
  return hasSign && hasYear;
}

/** The log odds of template of the `order`-th block with text, which are raised if it is one of these blocks. */
export function raised(order: u32, score: i32, threshold: i32): i32 {
  if (score >= threshold + SURELY) return score;
  const index = indexOf(order);
  const isNamed = isInPart(index, IN_PLACE) && measureAt(index).level != 1;
  if (!isNamed && !isUnseen(index) && (order + LAST_BLOCKS < rankedCount || !isDated(index))) return score;
  return threshold + SURELY;
}
