/** Storage: Table 1 of Wang et al., its curves, and the lifetime settings. */
import { mean } from '../../evaluation/evaluate.ts';
import { BATCH_CONTENDERS, tableName, WIDTHS } from '../contenders.ts';
import type { Point } from '../curve.ts';
import { PAPER_RECALL, type Results } from '../results.ts';
import { PROTOCOLS, type Protocol, type Share, type Spread } from '../table1.ts';
import { chart, heatmap, type Mark } from './charts.ts';
import { details, legend, paragraph, type Row, type Section, source, strong, table, unreachable } from './html.ts';
import { kilobyteSpread, percentSpread, range, share } from './numbers.ts';

/** The table with the default fingerprint width. */
const DEFAULT_TABLE = tableName(39);

const METHODS = [...WIDTHS.map(tableName), ...BATCH_CONTENDERS];

function heldRows({ sites, held }: Results, recall: number): Row[] {
  return sites.flatMap(({ name }) =>
    METHODS.map((method): Row => {
      const one = held.find((row) => row.site === name && row.method === method && row.recall === recall);
      const label = `${name} · ${method}`;
      if (one === undefined || one.bytes === null || one.held === null || one.precision === null) {
        return [label, unreachable, '', '', '', ''];
      }
      const reached = `${one.reached[0]} of ${one.reached[1]}`;
      const settings = one.settings.length > 3 ? `${one.settings.slice(0, 3).join('; ')} …` : one.settings.join('; ');
      return [label, kilobyteSpread(one.bytes), kilobyteSpread(one.held), share(one.precision), reached, settings];
    }),
  );
}

/** A row for each recall and table, a column for each batch method. */
function shareTable(
  { shares, recalls }: Results,
  protocol: Protocol,
  tables: readonly string[],
  cellOf: (one: Share & Reached) => string,
): string {
  const rows = tables.flatMap((name) =>
    recalls.map((recall): Row => {
      const cells = BATCH_CONTENDERS.map((batch) => {
        const one = shares.find(
          (other) =>
            other.protocol === protocol && other.recall === recall && other.table === name && other.batch === batch,
        );
        if (one === undefined || !isReached(one)) return unreachable;
        return recall === PAPER_RECALL ? strong(cellOf(one)) : cellOf(one);
      });
      return [`recall ${recall}${tables.length > 1 ? `, ${name}` : ''}`, ...cells];
    }),
  );
  return table(['', ...BATCH_CONTENDERS], rows);
}

interface Reached {
  readonly ofBatch: Spread;
  readonly ofHeld: Spread;
  readonly found: readonly [number, number];
}

const isReached = (one: Share): one is Share & Reached => one.ofBatch !== null;

const withSites = (part: Spread, { sites }: Share): string => `${percentSpread(part)} (${range(sites)})`;

const ofBatch = (one: Share & Reached): string => withSites(one.ofBatch, one);

export function storageSection(results: Results, command: string): Section {
  const protocols = Object.keys(PROTOCOLS) as Protocol[];
  return {
    id: 'storage',
    title: 'Storage at equal recall (Wang et al., Table 1)',
    body: [
      paragraph(
        'A batch method keeps pages until its batch is full. The paper compares the mean size of a full batch with the mean size of the table. A batch starts empty, so the bytes stored at a time are about half of a full batch; both are shown. Recall is of template blocks, with the first pages. The table has fingerprints of 39 bits. ± is the standard deviation over the page orders. In brackets: the number of sites where both reach the recall. The paper reports 6.19 % of shingle and 6.78 % of the Site Style Tree, with precision above 98 %.',
      ),
      ...protocols.flatMap((protocol) => [
        `<h3>${PROTOCOLS[protocol].title}</h3>`,
        paragraph(PROTOCOLS[protocol].meaning),
        shareTable(results, protocol, [DEFAULT_TABLE], ofBatch),
        details(
          'share of the bytes stored at a time',
          shareTable(results, protocol, [DEFAULT_TABLE], (one) => withSites(one.ofHeld, one)),
        ),
        details(
          'measured recall: table / batch',
          shareTable(results, protocol, [DEFAULT_TABLE], ({ found }) => found.map(share).join(' / ')),
        ),
        details(
          'with fingerprints of 23 and of 64 bits',
          shareTable(
            results,
            protocol,
            WIDTHS.map(tableName).filter((name) => name !== DEFAULT_TABLE),
            ofBatch,
          ),
        ),
      ]),
      source('table1.json', command),
      `<h3>Site by site, at recall ${PAPER_RECALL}</h3>`,
      table(
        ['kB', 'full batch, table', 'stored at a time', 'precision', 'orders', 'settings'],
        heldRows(results, PAPER_RECALL),
      ),
      source('held.json', command),
    ],
  };
}

const CURVES = [DEFAULT_TABLE, ...BATCH_CONTENDERS];

/** The settings for which no smaller setting has at least the same recall. */
const frontier = (curve: readonly Point[]): Point[] =>
  [...curve]
    .sort((one, other) => one.heldBytes - other.heldBytes)
    .filter((point, at, sorted) => sorted.slice(0, at).every(({ recall }) => recall < point.recall));

export function curveSection({ orders, seeds }: Results, command: string): Section {
  const marks = orders
    .filter(({ selection }) => selection.shuffle === seeds[0])
    .flatMap(({ site, methods }) =>
      CURVES.flatMap((series) =>
        frontier(methods[series]?.curve ?? []).map(
          ({ heldBytes, recall }): Mark => ({ series, x: heldBytes, y: recall, panel: site }),
        ),
      ),
    );
  return {
    id: 'curves',
    title: 'Recall against stored bytes',
    body: [
      paragraph(
        'Recall of template blocks over bytes stored at a time. Each point is a setting (a batch size, or a pair of lifetimes) for which no smaller setting has at least the same recall. Where a line ends, more memory does not increase recall.',
      ),
      legend(CURVES),
      chart('Recall against stored bytes, by site', marks, {
        ...{ series: CURVES, x: 'bytes stored at a time', y: 'recall of template blocks' },
        ...{ xScale: 'log', yDomain: [0, 1], kind: 'dotted', xTicks: [1e3, 1e4, 1e5, 1e6] },
      }),
      source('orders.json', command),
    ],
  };
}

export function lifetimeSection({ orders }: Results, command: string): Section {
  const settings = new Map<string, { readonly column: number; readonly row: number; readonly points: Point[] }>();
  for (const { methods } of orders) {
    for (const point of methods[DEFAULT_TABLE]?.curve ?? []) {
      if ('pages' in point.setting) continue;
      const { baseLifetime: column, lifetimeGrowth: row } = point.setting;
      const key = `${column} ${row}`;
      const known = settings.get(key) ?? { column, row, points: [] };
      known.points.push(point);
      settings.set(key, known);
    }
  }
  const cells = (figure: (point: Point) => number) =>
    [...settings.values()].map(({ column, row, points }) => ({ column, row, value: mean(points.map(figure)) }));
  const labels = { column: 'Tb, pages', row: 'N' };
  return {
    id: 'lifetimes',
    title: 'Lifetimes: Tb and N',
    body: [
      paragraph(
        'The paper does not give its values. The other options are those of the preset paper, with fingerprints of 39 bits; mean over sites and page orders.',
      ),
      '<h3>F1 of template blocks</h3>',
      heatmap(
        'F1 by Tb and N',
        cells(({ f1 }) => f1),
        { ...labels, digits: 3 },
      ),
      '<h3>Bytes of the table, kB</h3>',
      heatmap(
        'Bytes by Tb and N',
        cells(({ bytes }) => bytes / 1000),
        { ...labels, digits: 1 },
      ),
      source('orders.json', command),
    ],
  };
}
