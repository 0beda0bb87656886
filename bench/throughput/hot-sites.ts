/**
 * `default` in the orders in which crawlers visit sites: one instance with a table for each site, as `Sites` has it. Real pages are
 * dealt out to as many tables as are wanted: each table learns pages of one real site, and each pair of tables of a site begins at
 * another page of it.
 */
import type { ResolvedOptions } from 'refrain';
import type { Core } from '../../bindings/core.ts';
import { Reader } from '../../bindings/reader.ts';
import { compileCore, createCore, readShippedModel } from '../core.ts';
import type { Contender } from './contender.ts';
import { fillerFor } from './filler.ts';
import type { BenchPage, BenchSite } from './pages.ts';

/** A page, and the number of the table that learns it. */
export interface Visit {
  readonly table: number;
  readonly page: BenchPage;
}

/** Pages that each table learns, whatever the order: younger tables would be another measurement. */
const PAGES_PER_TABLE = 8;

/**
 * `tables` tables of `PAGES_PER_TABLE` pages each, of which `hot` are visited in turn until all their pages are learned; then come the
 * next `hot` tables.
 */
export function visitsOf(sites: readonly BenchSite[], tables: number, hot: number): Visit[] {
  const pageOf = (table: number, round: number): BenchPage | undefined => {
    const site = sites[table % sites.length];
    const first = Math.floor(table / sites.length) * PAGES_PER_TABLE;
    return site?.pages[(first + round) % site.pages.length];
  };
  const visits: Visit[] = [];
  for (let first = 0; first < tables; first += hot) {
    for (let round = 0; round < PAGES_PER_TABLE; round += 1) {
      for (let table = first; table < Math.min(first + hot, tables); table += 1) {
        const page = pageOf(table, round);
        if (page !== undefined) visits.push({ table, page });
      }
    }
  }
  return visits;
}

/** Each page on a table of its own: the first page of a site, of which no page was read before. */
export const coldVisits = (pages: readonly BenchPage[]): Visit[] => pages.map((page, table) => ({ table, page }));

async function openCore(module: WebAssembly.Module, model: Uint8Array, options: ResolvedOptions): Promise<Core> {
  const core = await createCore(module, options);
  core.loadModel(model);
  return core;
}

/** A contender that visits pages in an order. A round has an instance of its own. */
export async function visiting(
  name: string,
  meaning: string,
  visits: readonly Visit[],
  options: ResolvedOptions,
): Promise<Contender> {
  const [module, model] = [await compileCore(), await readShippedModel()];
  const pages = visits.map(({ page }) => page);
  const filler = fillerFor(pages);
  return {
    ...{ name, meaning, pages },
    prepare: async () => {
      const core = await openCore(module, model, options);
      const reader = new Reader(core, options);
      const tables: number[] = [];
      const warm = core.createTable();
      reader.html(warm, filler, { learn: false, id: undefined });
      core.releaseTable(warm);
      return () => {
        let found = 0;
        for (const { table, page } of visits) {
          const at = tables[table] ?? core.createTable();
          tables[table] = at;
          const { template, content } = reader.html(at, page.bytes, { learn: true, id: undefined }).lengths;
          found += template + content;
        }
        return { found };
      };
    },
  };
}
