/** State of all pages while an index is built: numbers of their blocks, template blocks, and lengths. */
import { PageLength } from './records';
import { newRegion } from '../region';

/** Number of each page's first block among the blocks of all pages; the number of all blocks at the end. */
const FIRST_BLOCKS = newRegion();
/** One bit for each block: 1 for template. */
const TEMPLATE = newRegion();
/** Length of each page. */
const LENGTHS = newRegion();

export let pageCount: u32 = 0;

/** Reserves the state of pages and blocks, none of them template; false if memory is unavailable. */
export function reserveCollection(pages: u32, blocks: u32): bool {
  pageCount = pages;
  if (!FIRST_BLOCKS.reserveFor<u32>(pages + 1) || !TEMPLATE.reserveZeroed<u8>((blocks >> 3) + 8)) return false;
  return LENGTHS.reserveZeroed<PageLength>(pages);
}

/** Sets all lengths to 0. */
export function forgetLengths(): void {
  memory.fill(LENGTHS.at, 0, <usize>pageCount * PageLength.BYTES);
}

export function releaseCollection(): void {
  FIRST_BLOCKS.release();
  TEMPLATE.release();
  LENGTHS.release();
}

export function firstBlocks(): usize {
  return FIRST_BLOCKS.at;
}

export function templateBits(): usize {
  return TEMPLATE.at;
}

export function pageLengths(): usize {
  return LENGTHS.at;
}

export function firstBlockOf(page: u32): u32 {
  assert(page <= pageCount, 'collection: a page beyond the last');
  return FIRST_BLOCKS.word(page);
}

export function isTemplate(block: u32): bool {
  return ((load<u8>(TEMPLATE.at + (block >> 3)) >> <u8>(block & 7)) & 1) != 0;
}

export function setTemplate(block: u32): void {
  if (!ASC_NO_ASSERT) assert(<usize>block >> 3 < TEMPLATE.bytes, 'collection: a block beyond the last');
  const at = TEMPLATE.at + (block >> 3);
  store<u8>(at, load<u8>(at) | ((<u8>1) << u8(block & 7)));
}

/** Counts `times` occurrences of one more different word for a page. */
export function addLength(page: u32, times: u32): void {
  assert(page < pageCount, 'collection: a page beyond the last');
  const length = LENGTHS.record<PageLength>(page);
  length.words += times;
  ++length.different;
}
