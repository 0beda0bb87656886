/**
 * `default` in the order of crawlers: one instance with many tables, as in `Sites`. Each table learns the pages of a
 * real site, from a different first page.
 */
import type { ResolvedOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { layout } from '../../bindings/core-exports.ts';
import type { BenchPage, BenchSite } from '../pages/read.ts';
import type { Contender } from './rounds.ts';
import { fillerFor } from './whole.ts';

export interface Visit {
  readonly table: number;
  readonly page: BenchPage;
}

/** Number of pages that each table learns, so that all orders have tables of the same age. */
const PAGES_PER_TABLE = 8;

/** Visits one page of each table in turn. */
export function visitsOf(sites: readonly BenchSite[], tables: number): Visit[] {
  const visits: Visit[] = [];
  for (let round = 0; round < PAGES_PER_TABLE; round += 1) {
    for (let table = 0; table < tables; table += 1) {
      const { pages } = sites[table % sites.length] as BenchSite;
      const start = Math.floor(table / sites.length) * PAGES_PER_TABLE;
      visits.push({ table, page: pages[(start + round) % pages.length] as BenchPage });
    }
  }
  return visits;
}

/** Visits pages in the given order. Each round has a separate instance. */
export function visitContender(
  name: string,
  meaning: string,
  visits: readonly Visit[],
  options: ResolvedOptions,
): Contender {
  const pages = visits.map(({ page }) => page);
  const filler = fillerFor(pages);
  return {
    ...{ name, meaning, pages },
    prepare: async () => {
      const core = await Core.open(options);
      const warm = core.createTable();
      core.readHtml(warm, filler, { learn: false, id: undefined });
      core.releaseTable(warm);
      const tables: number[] = [];
      return () => {
        let found = 0;
        for (const { table, page } of visits) {
          const at = tables[table] ?? core.createTable();
          tables[table] = at;
          core.readHtml(at, page.bytes, { learn: true, id: undefined });
          found += core.result(layout.Page.BLOCK_COUNT);
        }
        return found;
      };
    },
  };
}
