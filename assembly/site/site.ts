/** A site: the table of its segments, the ids of its last pages, and its layouts. */
import { Group, Site } from './records';
import { layoutsBytes, releaseLayouts } from './layouts';
import { allocate, release, roundUp } from '../memory';
import { groupBytes } from './table';

/** Creates a site; returns its address, or 0 if memory is unavailable. */
export function createTable(seedLow: u64, seedHigh: u64): usize {
  const at = allocate(Site.BYTES);
  if (!at) return 0;
  memory.fill(at, 0, Site.BYTES);
  const site = changetype<Site>(at);
  site.seedLow = seedLow;
  site.seedHigh = seedHigh;
  return at;
}

/** Debug builds only. */
export function checkSite(site: Site): void {
  assert(site && !(changetype<usize>(site) & 15), 'table: not the address of a table');
  const groups = site.groups;
  assert(!site.groupCount == !groups && !(groups & 15), 'table: groups at an impossible address');
  assert(site.capacity <= site.groupCount * Group.SLOTS, 'table: more capacity than slots');
  assert(!site.groupCount || site.scrub < site.groupCount, 'table: the next group to scrub is beyond the last');
  assert(site.recentCapacity <= Site.RECENT_IDS, 'recent: capacity for too many page ids');
  assert(site.recentCount <= site.recentCapacity, 'recent: more page ids than capacity');
}

export function releaseTable(at: usize): void {
  const site = changetype<Site>(at);
  if (!ASC_NO_ASSERT) checkSite(site);
  release(site.groups, site.groupCount * groupBytes);
  release(site.recent, site.recentCapacity << 3);
  releaseLayouts(site);
  release(at, Site.BYTES);
}

function blockBytes(bytes: usize): usize {
  return bytes ? roundUp(bytes) : 0;
}

export function tableBytes(at: usize): usize {
  const site = changetype<Site>(at);
  return (
    roundUp(Site.BYTES) +
    blockBytes(site.groupCount * groupBytes) +
    blockBytes(site.recentCapacity << 3) +
    layoutsBytes(site)
  );
}

// A ring with the ids of the last counted pages prevents counting a page twice.

export function isRecent(site: Site, id: u64): bool {
  const recent = site.recent;
  const count = site.recentCount;
  for (let index: u32 = 0; index < count; ++index) {
    if (load<u64>(recent + (index << 3)) == id) return true;
  }
  return false;
}

/** Reserves memory for a page id, unless there are Site.RECENT_IDS; false if memory is unavailable. */
export function reserveRecent(site: Site): bool {
  const capacity = site.recentCapacity;
  if (site.recentCount < capacity || capacity == Site.RECENT_IDS) return true;
  // Most sites of a wide crawl have few pages, so the capacity doubles; Site.RECENT_IDS is a power of two.
  const wanted = capacity ? capacity << 1 : 8;
  const recent = allocate(wanted << 3);
  if (!recent) return false;
  const old = site.recent;
  memory.copy(recent, old, capacity << 3);
  release(old, capacity << 3);
  site.recent = recent;
  site.recentCapacity = wanted;
  site.recentCursor = capacity;
  return true;
}

/** Stores the id of a counted page; returns the evicted id, or 0. */
export function remember(site: Site, id: u64): u64 {
  assert(site.recentCursor < site.recentCapacity, 'recent: no capacity for another page id');
  const at = site.recent + (site.recentCursor << 3);
  const count = site.recentCount;
  const dropped = isFull(site) ? load<u64>(at) : 0;
  store<u64>(at, id);
  const next = site.recentCursor + 1;
  site.recentCursor = next == Site.RECENT_IDS ? 0 : next;
  if (count < Site.RECENT_IDS) site.recentCount = count + 1;
  return dropped;
}

/** True if the next page id would evict the oldest. */
export function isFull(site: Site): bool {
  return site.recentCount == Site.RECENT_IDS;
}
