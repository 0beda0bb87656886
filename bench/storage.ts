/** `npm run storage`: Table 1 of Wang et al. on labelled sites, what has to be kept for a recall. */
import type { Baseline } from './baselines/baseline.ts';
import { oneSitesFolder, printJson, readCommandLine, runCommand } from './command.ts';
import { readSelection, selectionFlags, selectionHelp } from './corpus/selection.ts';
import { findSites } from './corpus/sites.ts';
import { mean } from './evaluation/evaluate.ts';
import { type BatchFigures, readBatchPages, smallestBatch } from './experiments/batches.ts';
import { runGrid, smallestTable, type TableFigures } from './experiments/tables.ts';
import { methods } from './methods/registry.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run storage -- SITES_DIR [options]

For each site the smallest batch of pages with which a batch method reaches a recall of template blocks, and the smallest
table with which refrain does, tuned for the site as the paper did. A batch method keeps the pages of its batch: the
figures are bytes of a full batch, and bytes of what is in it at a time, mean over pages. A recall that can not be
reached is said to be unreachable, and a share is the mean over the sites where both reach it.

Options
  --recall R                     between 0 and 1 (default 0.8)
${selectionHelp}
  --json                         one JSON object
`;

/** The paper's comparison, and the labelling of Chakrabarti et al. */
const CONTENDERS = ['shingle', 'sst', 'pagelets-local', 'site-level'];

interface SiteStorage {
  readonly name: string;
  readonly pages: number;
  /** Undefined where the recall can not be reached. */
  readonly table: TableFigures | undefined;
  readonly batches: Readonly<Record<string, BatchFigures | undefined>>;
}

interface Share {
  readonly sites: number;
  /** Bytes of the table in bytes of a full batch, and of what is in the batch at a time; mean over the sites. */
  readonly ofBatch: number;
  readonly ofCache: number;
}

function shareOf(sites: readonly SiteStorage[], method: string): Share {
  const both = sites.flatMap(({ table, batches }) => {
    const batch = batches[method];
    return table === undefined || batch === undefined ? [] : [{ table, batch }];
  });
  return {
    sites: both.length,
    ofBatch: mean(both.map(({ table, batch }) => table.bytes / batch.batchBytes)),
    ofCache: mean(both.map(({ table, batch }) => table.bytes / batch.cacheBytes)),
  };
}

function maker(name: string): () => Baseline {
  const kind = methods[name];
  if (kind === undefined || !('batch' in kind)) throw new TypeError(`${name} is no batch method`);
  return kind.batch;
}

function format(sites: readonly SiteStorage[], shares: Readonly<Record<string, Share>>): string {
  const kilo = (bytes: number): string => (bytes / 1000).toFixed(1);
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
  const rows = sites.flatMap(({ name, table, batches }) => [
    table === undefined
      ? [name, 'refrain', 'unreachable', '', '', '', '']
      : [
          ...[name, 'refrain', `Tb ${table.baseLifetime}, N ${table.lifetimeGrowth}`],
          ...[table.recall.toFixed(3), table.precision.toFixed(3), kilo(table.bytes), kilo(table.bytes)],
        ],
    ...Object.entries(batches).map(([method, batch]) =>
      batch === undefined
        ? ['', method, 'unreachable', '', '', '', '']
        : [
            ...['', method, `${batch.size} pages`, batch.recall.toFixed(3), batch.precision.toFixed(3)],
            ...[kilo(batch.batchBytes), kilo(batch.cacheBytes)],
          ],
    ),
  ]);
  const lines = Object.entries(shares).map(([method, { sites: count, ofBatch, ofCache }]) =>
    count === 0
      ? `no site where refrain and ${method} both reach it`
      : `of ${method}: ${percent(ofBatch)} of a full batch, ${percent(ofCache)} of what is in it at a time (${count} sites)`,
  );
  const head = ['site', 'method', 'setting', 'recall', 'precision', 'kB', 'kB at a time'];
  return `${formatTable(head, rows)}\n\nbytes of refrain's table, mean over sites\n${lines.join('\n')}`;
}

const OWN_FLAGS = { recall: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;

await runCommand('storage', async (words) => {
  const line = readCommandLine(words, { ...selectionFlags, ...OWN_FLAGS });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const folder = oneSitesFolder(line);
  const recall = Number(line.text('recall') ?? 0.8);
  if (!(recall > 0 && recall <= 1)) throw new Problem('--recall must be a number above 0 and at most 1');
  const selection = readSelection(line);
  const sites: SiteStorage[] = [];
  for (const site of findSites(folder)) {
    const pages = await readBatchPages(site, selection);
    const table = smallestTable(await runGrid(pages), recall);
    const found = CONTENDERS.map((name) => [name, smallestBatch(pages, maker(name), recall)] as const);
    sites.push({ name: site.name, pages: pages.length, table, batches: Object.fromEntries(found) });
  }
  const shares = Object.fromEntries(CONTENDERS.map((name) => [name, shareOf(sites, name)]));
  if (line.has('json')) printJson({ recall, ...selection, sites, shares });
  else process.stdout.write(`${format(sites, shares)}\n`);
});
