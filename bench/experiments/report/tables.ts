/** The table by itself: its size as pages go by, and what short fingerprints cost. */
import type { Results } from '../results.ts';
import { chart, type Mark } from './charts.ts';
import { legend, paragraph, type Row, type Section, source, table } from './html.ts';

const SERIES = ['default', 'without forgetting'];

export function growthSection({ growth }: Results, command: string): Section {
  const marks = growth.flatMap(({ site, forgets, pages }) =>
    pages.map(
      ({ page, bytes }): Mark => ({ series: SERIES[forgets ? 0 : 1] ?? '', x: page, y: bytes / 1000, panel: site }),
    ),
  );
  return {
    id: 'growth',
    title: 'Size of the table as pages go by',
    body: [
      paragraph(
        'Kilobytes of the whole table after each page, free slots and header included, over the number of the page.',
      ),
      legend(SERIES),
      chart('Size of the table by site', marks, { series: SERIES, x: 'page', y: 'kB' }),
      source('growth.json', command),
    ],
  };
}

export function fingerprintSection({ falseMatches }: Results, command: string): Section {
  const rows = falseMatches.map(
    ({ fingerprintBits, lifetimes, lookups, measured, expected, blocksChanged, blocks }): Row => [
      `${fingerprintBits} bits, ${lifetimes === 'endless' ? 'without forgetting' : 'default'}`,
      String(lookups),
      expected.toPrecision(3),
      String(measured),
      `${blocksChanged} of ${blocks}`,
    ],
  );
  return {
    id: 'fingerprints',
    title: 'What short fingerprints cost',
    body: [
      paragraph(
        'A segment that the table does not know is taken for one of its n entries with probability n / 2^bits. Computed from the sizes of the tables, and counted beside a table with keys of 64 bits that reads the same pages. Without forgetting the tables are large, so that there is something to count. An entry takes 5, 7 or 12 bytes with 23, 39 or 64 bits.',
      ),
      table(['fingerprints', 'new segments looked for', 'computed', 'counted', 'blocks judged otherwise'], rows),
      source('false-matches.json', command),
    ],
  };
}
