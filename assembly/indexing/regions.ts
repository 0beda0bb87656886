/**
 * Growing regions of linear memory for indexing. A region is identified by the address of two words of static memory: its
 * start and its size.
 */
import { allocate, release, roundUp } from '../memory';

/**
 * Longest probe in a table of a region. These tables are at most two thirds full, so that chance makes fewer than one probe in
 * 10^15 so long; others are made of keys that were chosen with the seed.
 */
export const SLOT_PROBES_MAX: u32 = 512;

export const REGION_BYTES: usize = 8;
const START: usize = 0;
const BYTES: usize = 4;

export function startOf(region: usize): usize {
  return load<usize>(region, START);
}

export function roomOf(region: usize): usize {
  return load<usize>(region, BYTES);
}

/** Grows a region to at least `bytes` and keeps its first `keeps` bytes; false if memory is unavailable. It grows by half or more. */
export function reserve(region: usize, bytes: usize, keeps: usize): bool {
  const have = roomOf(region);
  if (!ASC_NO_ASSERT) assert(keeps <= have, 'regions: more bytes to keep than the region has');
  if (bytes <= have) return true;
  let wanted = roundUp(max(bytes, have + (have >> 1)));
  let moved = allocate(wanted);
  if (!moved) {
    wanted = roundUp(bytes);
    moved = allocate(wanted);
  }
  if (!moved) return false;
  if (keeps) memory.copy(moved, startOf(region), keeps);
  release(startOf(region), have);
  store<usize>(region, moved, START);
  store<usize>(region, wanted, BYTES);
  return true;
}

export function giveBack(region: usize): void {
  release(startOf(region), roomOf(region));
  store<usize>(region, 0, START);
  store<usize>(region, 0, BYTES);
}
