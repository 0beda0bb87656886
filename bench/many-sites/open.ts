/** The second stage: time to open an existing store, and memory afterwards. */
import { Sites } from '@refrain/crawl';
import { readWork, sendResult } from './stage.ts';

export interface Opened {
  readonly milliseconds: number;
  readonly sites: number;
  /** Resident set, in bytes. */
  readonly rss: number;
}

const { location, maxMemory } = readWork();
const start = performance.now();
const sites = await Sites.open({ location, maxMemory });
const milliseconds = performance.now() - start;
const rss = process.memoryUsage.rss();
const { sites: known } = sites.stats();
await sites.close();
sendResult<Opened>({ milliseconds, sites: known, rss });
