/**
 * The second verdict: whether a block is main content of the page, one of the comments of readers, or neither. It is made when it
 * is asked for, since most readers of a page want one verdict.
 */
import { Block, BlockKind, Measure, Page, Part, Status } from '../layout';
import { hasComments, isInComments } from '../evidence/comments';
import { mainThreshold, scoreMain, threshold } from '../evidence/forest';
import { measureAt } from '../evidence/records';
import { PAGE, blockCount } from '../page/arena';
import { beginWork, isSpent, spend } from '../work';
import { isNoThread } from './kind';
import { blockAt, isMain } from './ranked';
import { makeUnits } from './units';

/** Work for a block: its features and its trees, alone and as a part of the page. */
const BLOCK_STEPS: u64 = 224;

/** Minimum code points of an article that can have comments. */
const ARTICLE_LENGTH: u32 = 300;

/** The page has no second verdict yet: the segmenter has set all parts to Part.REST. */
export function clearParts(): void {
  store<u32>(PAGE, 0, Page.MAIN_LENGTH);
  store<u32>(PAGE, 0, Page.KIND);
  store<u32>(PAGE, 0, Page.KIND_CONFIDENCE);
}

/**
 * Sets the part of every block: main content is what the page alone says, but for what is the site's template, put together by
 * units; comments are found by names, and by the kind of the page. A `STATUS_…` code.
 */
export function divideParts(): u32 {
  beginWork();
  scoreMain();
  spend(<u64>blockCount * BLOCK_STEPS);
  if (isSpent()) return Status.TOO_COMPLEX;
  let mainLength: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const block = blockAt(index);
    const chosen = isChosen(index);
    store<u32>(block, chosen ? Part.MAIN : Part.REST, Block.PART);
    if (chosen) mainLength += load<u32>(block, Block.LENGTH);
  }
  mainLength = makeUnits(mainLength);
  store<u32>(PAGE, mainLength, Page.MAIN_LENGTH);
  let index: u32 = 0;
  while (hasComments && index < blockCount) index = isInComments(index) ? divideComments(index, mainLength) : index + 1;
  return isSpent() ? Status.TOO_COMPLEX : Status.OK;
}

/**
 * Whether the scores make main content of a block: that of the page alone, but for what is the site's template. Where no page of the site
 * had its text, template is a guess by place and form, against which main content must be half as sure.
 */
function isChosen(index: u32): bool {
  const block = blockAt(index);
  const main = load<i32>(block, Block.MAIN);
  if (load<u32>(block, Block.KIND) == BlockKind.CONTENT) return main > mainThreshold;
  // Template stays template where a policy keeps it.
  const score = load<i32>(block, Block.SCORE);
  return score > threshold && main - (score >> 1) > mainThreshold && isNew(index);
}

/** Whether less than one part in 255 of the text was on an earlier page of the site. */
function isNew(index: u32): bool {
  const measure = measureAt(index);
  return <u64>load<u32>(measure, Measure.KNOWN) * 255 < load<u32>(measure, Measure.TEXT);
}

/**
 * Makes comments of the blocks in the element of the block `first`, which is named as comments: of those that are no main content
 * where most of it is elsewhere; of all where the page is surely no thread of posts and has an article elsewhere. Otherwise the
 * posts are what the page is about, and none of them is a comment. The block after the element.
 */
function divideComments(first: u32, mainLength: u32): u32 {
  const depth = load<u32>(measureAt(first), Measure.DEPTH);
  let ownMain: u32 = 0;
  let end = first;
  // The blocks of an element follow each other.
  do {
    if (isMain(end)) ownMain += load<u32>(blockAt(end), Block.LENGTH);
    ++end;
  } while (end < blockCount && load<u32>(measureAt(end), Measure.DEPTH) > depth);
  const takesMain = ownMain != 0 && mainLength - ownMain >= ARTICLE_LENGTH && isNoThread();
  if (!takesMain && <u64>ownMain * 2 > mainLength) return end;
  for (let index = first; index < end; ++index) {
    const block = blockAt(index);
    if (!load<u32>(block, Block.LENGTH) || !isInComments(index)) continue;
    const part = load<u32>(block, Block.PART);
    if (part == Part.MAIN && takesMain) {
      store<u32>(PAGE, load<u32>(PAGE, Page.MAIN_LENGTH) - load<u32>(block, Block.LENGTH), Page.MAIN_LENGTH);
    } else if (part != Part.REST) {
      continue;
    }
    store<u32>(block, Part.COMMENTS, Block.PART);
  }
  return end;
}
