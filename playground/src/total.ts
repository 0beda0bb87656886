import type { SiteSummary } from '@refrain/crawl';
import type { Point } from './protocol.ts';

/** Pages, entries and bytes of all sites. */
export const totalOf = (sites: readonly SiteSummary[]): Point => ({
  pages: sites.reduce((sum, { pages }) => sum + pages, 0),
  entries: sites.reduce((sum, { entries }) => sum + entries, 0),
  bytes: sites.reduce((sum, { bytes }) => sum + bytes, 0),
});
