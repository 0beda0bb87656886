/** The ids of the last pages that a site has counted: a ring that prevents counting a page twice. */
import { Site } from './records';
import { allocate, release, roundUp } from '../memory';

/** Debug builds only: checks that the ring has at most as many ids as capacity. */
export function checkRecent(site: Site): void {
  assert(site.recentRoom <= Site.RECENT_IDS, 'recent: room for too many page ids');
  assert(site.recentCount <= site.recentRoom, 'recent: more page ids than room');
}

export function releaseRecent(site: Site): void {
  release(site.recent, site.recentRoom << 3);
}

/** Bytes that the ids hold. */
export function recentHeld(site: Site): usize {
  return site.recent ? roundUp(site.recentRoom << 3) : 0;
}

/** True if a page of this id is among the last counted ones. */
export function isRecent(site: Site, id: u64): bool {
  const recent = site.recent;
  const count = site.recentCount;
  for (let index: u32 = 0; index < count; ++index) {
    if (load<u64>(recent + (index << 3)) == id) return true;
  }
  return false;
}

/** Reserves memory for one more page id, up to Site.RECENT_IDS; false if memory is unavailable. */
export function reserveRecent(site: Site): bool {
  const room = site.recentRoom;
  if (site.recentCount < room || room == Site.RECENT_IDS) return true;
  // Most sites of a wide crawl have few pages, so the capacity grows by doubling; Site.RECENT_IDS is a power of two.
  const wanted = room ? room << 1 : 8;
  const recent = allocate(wanted << 3);
  if (!recent) return false;
  const old = site.recent;
  memory.copy(recent, old, room << 3);
  release(old, room << 3);
  site.recent = recent;
  site.recentRoom = wanted;
  site.recentCursor = room;
  return true;
}

/** Debug builds only: checks the capacity for the next page id. */
function checkCursor(site: Site): void {
  const cursor = site.recentCursor;
  assert(cursor < site.recentRoom, 'recent: no room for another page id');
}

/** Stores the id of a counted page. Above Site.RECENT_IDS it replaces the oldest; returns the evicted id, or 0. */
export function remember(site: Site, id: u64): u64 {
  if (!ASC_NO_ASSERT) checkCursor(site);
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
