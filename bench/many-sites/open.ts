/** The second stage: how long an existing store takes to open, and how much memory it needs then. */
import { Sites } from '@refrain/crawl';
import { answer, readWork } from './stage.ts';

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
answer<Opened>({ milliseconds, sites: known, rss });
