/** The table: its size over the pages of a site, and false matches of short fingerprints. */
import type { Results } from '../results.ts';
import { chart, type Mark } from './charts.ts';
import { legend, paragraph, type Row, type Section, source, table } from './html.ts';

const SERIES = ['default', 'without eviction'];

export function growthSection({ growth }: Results, command: string): Section {
  const marks = growth.flatMap(({ site, forgets, pages }) =>
    pages.map(
      ({ page, bytes }): Mark => ({ series: SERIES[forgets ? 0 : 1] ?? '', x: page, y: bytes / 1000, panel: site }),
    ),
  );
  return {
    id: 'growth',
    title: 'Size of the table over pages',
    body: [
      paragraph('Kilobytes of the whole table after each page, with free slots and header, by page number.'),
      legend(SERIES),
      chart('Size of the table by site', marks, { series: SERIES, x: 'page', y: 'kB' }),
      source('growth.json', command),
    ],
  };
}

export function fingerprintSection({ falseMatches }: Results, command: string): Section {
  const rows = falseMatches.map(
    ({ fingerprintBits, lifetimes, lookups, measured, expected, blocksChanged, blocks }): Row => [
      `${fingerprintBits} bits, ${lifetimes === 'endless' ? 'without eviction' : 'default'}`,
      String(lookups),
      expected.toPrecision(3),
      String(measured),
      `${blocksChanged} of ${blocks}`,
    ],
  );
  return {
    id: 'fingerprints',
    title: 'False matches of short fingerprints',
    body: [
      paragraph(
        'A new segment matches one of the n entries of a table with probability n / 2^bits. Expected: computed from the sizes of the tables. Measured: compared with a table of 64-bit fingerprints that learns the same pages. Without eviction the tables are larger and have more false matches. An entry has 5, 7 or 12 bytes with 23, 39 or 64 bits.',
      ),
      table(['fingerprints', 'lookups of new segments', 'expected', 'measured', 'blocks with another verdict'], rows),
      source('false-matches.json', command),
    ],
  };
}
