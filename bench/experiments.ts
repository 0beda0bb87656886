/** `npm run bench experiments`: the comparisons of the papers on labelled sites, as a report. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FingerprintBits } from 'refrain';
import { oneSitesFolder, printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { readSelection, type Selection, selectionFlags, selectionHelp } from './corpus/selection.ts';
import { findSites, type SiteSource } from './corpus/sites.ts';
import { type DuplicatesResult, duplicatesExperiment } from './duplicates/experiment.ts';
import { readLabelledSite } from './duplicates/site.ts';
import { countFalseMatches, type FalseMatches, sumFalseMatches } from './experiments/false-matches.ts';
import { measureGrowth } from './experiments/growth.ts';
import { measureMethods } from './experiments/methods.ts';
import { readLabelledPages } from './experiments/pages.ts';
import { writeReport } from './experiments/report/report.ts';
import { PAPER_RECALL, type Results } from './experiments/results.ts';
import { runOrders } from './experiments/run-orders.ts';
import { heldOf, sharesOf } from './experiments/table1.ts';
import { type FoundBlocks, measureTable2, TABLE2_PAGES } from './experiments/table2.ts';
import { TABLE3_PAGES, timeIndexing } from './experiments/table3.ts';
import { Problem } from './problem.ts';
import { measureKnownItems, QUERIES, readSearched, type Searched } from './search/measure.ts';
import { readBenchSites } from './throughput/pages.ts';

const ORDERS = 5;

const HELP = `usage: npm run bench experiments -- SITES_DIR --out DIR [options]

Measures every method on labelled sites (format: npm run evaluate -- --help). Writes DIR/report.html, which needs no other
file, and the figures as JSON in DIR/data: storage at equal recall (Wang et al., Table 1), precision and recall of every
method, blocks found and time to index (Chen et al., Tables 2 and 3), search for pages by title, near-duplicates, warm-up
of each method, recall against bytes, sizes of tables, lifetimes, short fingerprints.

Options
  --out DIR                      output folder; created if it is missing
  --hard DIR                     labelled sites that are hard, measured separately (npm run bench doc-sites)
  --orders N                     page orders for storage (default ${ORDERS})
  --table2-pages N               pages of each site for Table 2 (default ${TABLE2_PAGES})
  --table3-pages N               maximum pages of each site for Table 3 (default ${TABLE3_PAGES})
  --queries N                    maximum queries of each site for the search (default ${QUERIES})
${selectionHelp}
  --json                         the main figures as one JSON object
`;

/** Rounds of Table 3. */
const ROUNDS = { warmups: 1, rounds: 5 };

const RECALLS = [0.7, PAPER_RECALL, 0.9, 0.95];

const FLAGS = {
  out: { type: 'string' },
  hard: { type: 'string' },
  orders: { type: 'string' },
  'table2-pages': { type: 'string' },
  'table3-pages': { type: 'string' },
  queries: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Settings are tuned on half of the pages, and a segment is template from its fifth page on. */
const PAGES_MIN = 10;

/** Prints progress on standard error, since the run takes minutes. */
function printProgress(start: number, step: string): void {
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${step}\n`);
}

interface Usable {
  /** Index in the list of sites of its folder. */
  readonly index: number;
  readonly site: SiteSource;
  readonly pages: number;
}

/** Divides sites into those that can be measured and those that cannot. */
async function checkSites(sites: readonly SiteSource[], selection: Selection) {
  const usable: Usable[] = [];
  const leftOut: { site: string; why: string }[] = [];
  for (const [index, site] of sites.entries()) {
    try {
      const { length: pages } = await readLabelledPages(site, selection);
      if (pages >= PAGES_MIN) usable.push({ index, site, pages });
      else leftOut.push({ site: site.name, why: `it has ${pages} pages, fewer than ${PAGES_MIN}` });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      leftOut.push({ site: site.name, why: error.message });
    }
  }
  if (usable.length === 0) {
    throw new Problem(`no site can be measured: ${leftOut.map(({ site, why }) => `${site}: ${why}`).join('; ')}`);
  }
  return { usable, leftOut };
}

async function measureFingerprints(sites: readonly SiteSource[], selection: Selection): Promise<FalseMatches[]> {
  const all: FalseMatches[] = [];
  for (const site of sites) {
    const pages = await readLabelledPages(site, { ...selection, pages: 'all' });
    for (const bits of [23, 39] satisfies FingerprintBits[]) {
      for (const lifetimes of ['default', 'endless'] as const)
        all.push(await countFalseMatches(pages, bits, lifetimes));
    }
  }
  return sumFalseMatches(all);
}

async function measureFound(sites: readonly SiteSource[], selection: Selection): Promise<FoundBlocks[]> {
  const found: FoundBlocks[] = [];
  for (const site of sites) found.push(...(await measureTable2(site, selection)));
  return found;
}

async function measureSearches(sites: readonly SiteSource[], selection: Selection, queries: number) {
  const searched: Searched[] = [];
  for (const site of sites) searched.push(await readSearched(site, { ...selection, pages: 'all' }));
  return measureKnownItems(searched, queries);
}

/** Empty where there are too few sites for the experiment. */
async function measureDuplicates(sites: readonly SiteSource[]): Promise<DuplicatesResult[]> {
  const labelled = [];
  for (const site of sites) labelled.push(await readLabelledSite(site));
  try {
    return await duplicatesExperiment(labelled);
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

const seedsOf = ({ shuffle }: Selection, orders: number): (number | 'none')[] =>
  shuffle === 'none' ? [shuffle] : Array.from({ length: orders }, (_, at) => (shuffle + at) >>> 0);

function makeFolder(folder: string): void {
  try {
    mkdirSync(join(folder, 'data'), { recursive: true });
  } catch (error) {
    throw new Problem(`${folder}: cannot be written (${error instanceof Error ? error.message : String(error)})`);
  }
}

await runCommand('experiments', async (words) => {
  const line = readCommandLine(words, { ...selectionFlags, ...FLAGS });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const start = performance.now();
  const folder = oneSitesFolder(line);
  const out = line.text('out');
  if (out === undefined) throw new Problem('--out DIR is missing; see --help');
  const selection = readSelection(line);
  const seeds = seedsOf(selection, readCount(line, 'orders', ORDERS));
  const [foundPages, timedPages] = [
    readCount(line, 'table2-pages', TABLE2_PAGES),
    readCount(line, 'table3-pages', TABLE3_PAGES),
  ];
  const queries = readCount(line, 'queries', QUERIES);
  const hardFolder = line.text('hard');
  const { usable, leftOut } = await checkSites(findSites(folder), selection);
  const hardOnes = hardFolder === undefined ? undefined : await checkSites(findSites(hardFolder), selection);
  leftOut.push(...(hardOnes?.leftOut ?? []));
  makeFolder(out);
  const sites = usable.map(({ site }) => site);

  // Times come first, while no other process of this command runs.
  printProgress(start, 'time to index');
  const timed = (await readBenchSites(folder)).filter(({ name }) => sites.some((site) => site.name === name));
  const times = await timeIndexing(timed, timedPages, ROUNDS);
  printProgress(start, 'every method on every site');
  const methods = [];
  for (const site of sites) methods.push(...(await measureMethods(site, selection)));
  if (hardOnes !== undefined) printProgress(start, 'every method on the hard sites');
  const hard = [];
  for (const { site } of hardOnes?.usable ?? []) hard.push(...(await measureMethods(site, selection)));
  printProgress(start, 'blocks found, search');
  const found = await measureFound(sites, { ...selection, pages: foundPages });
  const searches = await measureSearches(sites, selection, queries);
  printProgress(start, 'duplicates');
  const duplicates = await measureDuplicates(sites);
  printProgress(start, 'sizes of tables, short fingerprints');
  const growth = [];
  for (const site of sites) growth.push(...(await measureGrowth(site, selection)));
  const falseMatches = await measureFingerprints(sites, selection);
  printProgress(start, `storage, in ${seeds.length} page orders`);
  const tasks = seeds.flatMap((shuffle) =>
    usable.map(({ index }) => ({ folder, site: index, selection: { ...selection, shuffle }, recalls: RECALLS })),
  );
  const orders = await runOrders(tasks, (done, all) => printProgress(start, `${done} of ${all}`));

  const results: Results = {
    sites: usable.map(({ site, pages }) => ({ name: site.name, pages })),
    ...{ leftOut, seeds, recalls: RECALLS, orders, methods, growth, falseMatches, hard },
    ...{ found, times, searches, duplicates },
    shares: sharesOf(orders, RECALLS),
    held: RECALLS.flatMap((recall) => heldOf(orders, recall)),
  };
  const command = `npm run bench experiments -- ${words.join(' ')}`;
  writeData(out, command, results);
  const seconds = (performance.now() - start) / 1000;
  writeFileSync(join(out, 'report.html'), writeReport(results, command, seconds));
  printProgress(start, join(out, 'report.html'));
  if (line.has('json')) {
    const { shares } = results;
    const indexing = { found, times, searches, duplicates };
    printJson({ command, seconds, sites: results.sites, leftOut, shares, methods, hard, ...indexing, falseMatches });
  }
});

/** Writes one JSON file for each kind of figure. */
function writeData(out: string, command: string, results: Results): void {
  const { sites, leftOut, seeds } = results;
  const files: Record<string, unknown> = {
    'table1.json': results.shares,
    'held.json': results.held,
    'orders.json': results.orders,
    'methods.json': results.methods,
    'hard.json': results.hard,
    'table2.json': results.found,
    'table3.json': results.times,
    'known-items.json': results.searches,
    'duplicates.json': results.duplicates,
    'growth.json': results.growth,
    'false-matches.json': results.falseMatches,
  };
  for (const [name, figures] of Object.entries(files)) {
    writeFileSync(join(out, 'data', name), `${JSON.stringify({ command, sites, leftOut, seeds, figures })}\n`);
  }
}
