/** The third stage: compares the stored table of each site with a table that was learned alone, with all memory. */

import { Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { madePage, siteName } from '../../test/support/crawl.ts';
import { readWork, SEED, sendResult } from './stage.ts';

export interface Comparison {
  readonly compared: number;
  readonly differences: number;
}

const { location, sites: count, pages, maxMemory } = readWork();
const stored = await Sites.open({ location, maxMemory });
// The same limits, so that equal tables have equal snapshots. Each site is removed before the next one is learned.
const alone = await Sites.open({ store: new MemoryLevel(), maxMemory, seed: SEED });
let differences = 0;
for (let site = 0; site < count; site += 1) {
  for (let page = 0; page < pages; page += 1) {
    const { url, html } = madePage(site, page);
    await alone.learn(url, html);
  }
  const wanted = await alone.snapshot(siteName(site));
  await alone.forget(siteName(site));
  if (Buffer.compare(await stored.snapshot(siteName(site)), wanted) !== 0) differences += 1;
}
if (stored.stats().sites !== count) differences += 1;
await stored.close();
await alone.close();
sendResult<Comparison>({ compared: count, differences });
