/**
 * The second verdict: whether a block is main content of the page, one of the comments of readers, or neither. It is made when it
 * is asked for, since most readers of a page want one verdict.
 */
import { Block, BlockKind, Measure, Page, Part, Status } from '../layout';
import { hasComments, isInComments } from '../evidence/comments';
import { mainThreshold, scoreMain } from '../evidence/forest';
import { tagOfBlock } from '../evidence/likeness';
import { rankedCount } from '../evidence/measure';
import { measureAt } from '../evidence/records';
import { Tag } from '../html/names';
import { PAGE, blockCount, blocks, ranked } from '../page/arena';
import { beginWork, isSpent, spend } from '../work';

/** Work for a block: its features and its trees. */
const BLOCK_STEPS: u64 = 128;

/** Log odds, in 1/1024, from which an h1 is surely template: the name of the site on each of its pages. */
const NO_HEADLINE: i32 = 2 * 1024;

function blockAt(index: u32): usize {
  return blocks + <usize>index * Block.BYTES;
}

/** The page has no second verdict yet: the segmenter has set all parts to Part.REST. */
export function clearParts(): void {
  store<u32>(PAGE, 0, Page.MAIN_LENGTH);
  store<u32>(PAGE, 0, Page.KIND);
  store<u32>(PAGE, 0, Page.KIND_CONFIDENCE);
}

/**
 * Sets the part of every block: main content is what the page alone says, but for what is the site's template, and the headline above
 * it; comments are found by names. A `STATUS_…` code.
 */
export function divideParts(): u32 {
  beginWork();
  scoreMain();
  spend(<u64>blockCount * BLOCK_STEPS);
  if (isSpent()) return Status.TOO_COMPLEX;
  let mainLength: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const block = blockAt(index);
    // Template stays template where a policy keeps it.
    const isContent = load<u32>(block, Block.KIND) == BlockKind.CONTENT;
    const isMain = isContent && load<i32>(block, Block.MAIN) > mainThreshold;
    store<u32>(block, isMain ? Part.MAIN : Part.REST, Block.PART);
    if (isMain) mainLength += load<u32>(block, Block.LENGTH);
  }
  mainLength += takeHeadline();
  store<u32>(PAGE, mainLength, Page.MAIN_LENGTH);
  let index: u32 = 0;
  while (hasComments && index < blockCount) index = isInComments(index) ? divideComments(index, mainLength) : index + 1;
  return Status.OK;
}

/**
 * Makes main content of the headline: the last h1 above the first main content, unless an h1 is main content already. What is above
 * an article, its forest takes for a header. The length of its text.
 */
function takeHeadline(): u32 {
  let headline: usize = 0;
  let isAbove = true;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = load<u32>(ranked + ((<usize>order) << 2));
    const block = blockAt(index);
    const isMain = load<u32>(block, Block.PART) == Part.MAIN;
    if (isMain) isAbove = false;
    if (tagOfBlock(index) != Tag.H1) continue;
    if (isMain) return 0;
    if (isAbove && load<i32>(block, Block.SCORE) < NO_HEADLINE) headline = block;
  }
  if (!headline || isAbove) return 0;
  store<u32>(headline, Part.MAIN, Block.PART);
  return load<u32>(headline, Block.LENGTH);
}

/**
 * Makes comments of the blocks in the element of the block `first`, which is named as comments. If most of the page's main content
 * is there, as the posts of a forum are, then its other blocks are no comments either. The block after the element.
 */
function divideComments(first: u32, mainLength: u32): u32 {
  const depth = load<u32>(measureAt(first), Measure.DEPTH);
  let ownMain: u64 = 0;
  let end = first;
  // The blocks of an element follow each other.
  do {
    if (load<u32>(blockAt(end), Block.PART) == Part.MAIN) ownMain += load<u32>(blockAt(end), Block.LENGTH);
    ++end;
  } while (end < blockCount && load<u32>(measureAt(end), Measure.DEPTH) > depth);
  if (ownMain * 2 > mainLength) return end;
  for (let index = first; index < end; ++index) {
    const block = blockAt(index);
    const isOther = load<u32>(block, Block.LENGTH) != 0 && load<u32>(block, Block.PART) != Part.MAIN;
    if (isOther && isInComments(index)) store<u32>(block, Part.COMMENTS, Block.PART);
  }
  return end;
}
