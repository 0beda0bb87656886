/** One site: the table of its segments, the ids of its last pages, and the layouts of its pages. */
import { Site } from './records';
import { layoutsHeld, releaseLayouts } from './layout-store';
import { allocate, release, roundUp } from '../memory';
import { checkRecent, recentHeld, releaseRecent } from './recent';
import { checkTable, groupsHeld, releaseGroups } from './table';

/** The address of a new site, with the seed of its keys; 0 if memory is unavailable. */
export function createTable(seedLow: u64, seedHigh: u64): usize {
  const at = allocate(Site.BYTES);
  if (!at) return 0;
  memory.fill(at, 0, Site.BYTES);
  const site = changetype<Site>(at);
  site.seedLow = seedLow;
  site.seedHigh = seedHigh;
  return at;
}

/** Debug builds only: checks that the address is that of a site with consistent records. */
export function checkSite(site: Site): void {
  checkTable(site);
  checkRecent(site);
}

export function releaseTable(at: usize): void {
  const site = changetype<Site>(at);
  if (!ASC_NO_ASSERT) checkSite(site);
  releaseGroups(site);
  releaseRecent(site);
  releaseLayouts(site);
  release(at, Site.BYTES);
}

/** Bytes that the site holds. */
export function tableBytes(at: usize): usize {
  const site = changetype<Site>(at);
  return roundUp(Site.BYTES) + groupsHeld(site) + recentHeld(site) + layoutsHeld(site);
}
