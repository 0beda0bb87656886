/** State of all pages while an index is built: numbers of their blocks, template blocks, and lengths. */
import { Length } from './layout';
import { REGION_BYTES, giveBack, reserve, roomOf, startOf } from './regions';

/** Number of each page's first block among the blocks of all pages; the number of all blocks at the end. */
const FIRST_BLOCKS = memory.data(<i32>REGION_BYTES, 8);
/** One bit for each block: 1 for template. */
const TEMPLATE = memory.data(<i32>REGION_BYTES, 8);
const LENGTHS = memory.data(<i32>REGION_BYTES, 8);

export let pageCount: u32 = 0;

/** Reserves the state of pages and blocks, none of them template; false if memory is unavailable. */
export function reserveCollection(pages: u32, blocks: u32): bool {
  pageCount = pages;
  const bits = (<usize>blocks >> 3) + 8;
  if (!reserve(FIRST_BLOCKS, (<usize>pages + 1) << 2, 0) || !reserve(TEMPLATE, bits, 0)) return false;
  if (!reserve(LENGTHS, <usize>pages * Length.BYTES, 0)) return false;
  memory.fill(startOf(TEMPLATE), 0, bits);
  forgetLengths();
  return true;
}

/** Sets all lengths to 0. */
export function forgetLengths(): void {
  memory.fill(startOf(LENGTHS), 0, <usize>pageCount * Length.BYTES);
}

export function releaseCollection(): void {
  giveBack(FIRST_BLOCKS);
  giveBack(TEMPLATE);
  giveBack(LENGTHS);
}

export function firstBlocks(): usize {
  return startOf(FIRST_BLOCKS);
}

export function templateBits(): usize {
  return startOf(TEMPLATE);
}

export function pageLengths(): usize {
  return startOf(LENGTHS);
}

export function firstBlockOf(page: u32): u32 {
  assert(page <= pageCount, 'collection: a page beyond the last');
  return load<u32>(startOf(FIRST_BLOCKS) + ((<usize>page) << 2));
}

export function isTemplate(block: u32): bool {
  return ((load<u8>(startOf(TEMPLATE) + (block >> 3)) >> <u8>(block & 7)) & 1) != 0;
}

export function setTemplate(block: u32): void {
  if (!ASC_NO_ASSERT) assert(<usize>block >> 3 < roomOf(TEMPLATE), 'collection: a block beyond the last');
  const at = startOf(TEMPLATE) + (block >> 3);
  store<u8>(at, load<u8>(at) | ((<u8>1) << u8(block & 7)));
}

/** Counts `times` occurrences of one more different word for a page. */
export function addLength(page: u32, times: u32): void {
  assert(page < pageCount, 'collection: a page beyond the last');
  const at = startOf(LENGTHS) + <usize>page * Length.BYTES;
  store<u32>(at, load<u32>(at, Length.WORDS) + times, Length.WORDS);
  store<u32>(at, load<u32>(at, Length.DIFFERENT) + 1, Length.DIFFERENT);
}
