/** `npm run experiments`: the comparisons of the papers on labelled sites, as a report. */
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

const HELP = `usage: npm run experiments -- SITES_DIR --out DIR [options]

Measures every method on labelled sites (as for npm run evaluate) and writes DIR/report.html, which stands by itself, and
the figures as JSON in DIR/data: storage at equal recall (Wang et al., Table 1), precision and recall of every method, blocks
found and time with an index (Chen et al., Tables 2 and 3), pages found again by search, duplicates told from others, how fast each method warms up,
recall against bytes, sizes of tables, lifetimes, short fingerprints.

Options
  --out DIR                      where to write; made if it is not there
  --hard DIR                     more labelled sites, hard ones, for what each method does there (npm run doc-sites)
  --orders N                     orders of the pages that storage is measured in (default 5)
  --table2-pages N               pages of each site that blocks are found on (default ${TABLE2_PAGES})
  --table3-pages N               pages of each site, at most, that are timed with an index (default ${TABLE3_PAGES})
  --queries N                    of each site, at most, that pages are looked for by (default ${QUERIES})
${selectionHelp}
  --json                         the main figures as one JSON object on standard output
`;

/** Of the times with an index. */
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

/** Fewer have no half to be tuned on: five pages are needed before anything is template. */
const PAGES_MIN = 10;

/** Progress goes to standard error: the run takes minutes. */
function say(start: number, what: string): void {
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${what}\n`);
}

interface Usable {
  /** Number in its folder. */
  readonly index: number;
  readonly site: SiteSource;
  readonly pages: number;
}

/** Tells the sites that can be measured from those that can not. */
async function checkSites(sites: readonly SiteSource[], selection: Selection) {
  const usable: Usable[] = [];
  const leftOut: { site: string; why: string }[] = [];
  for (const [index, site] of sites.entries()) {
    try {
      const { length: pages } = await readLabelledPages(site, selection);
      if (pages >= PAGES_MIN) usable.push({ index, site, pages });
      else leftOut.push({ site: site.name, why: `its ${pages} pages are fewer than ${PAGES_MIN}` });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      leftOut.push({ site: site.name, why: error.message });
    }
  }
  if (usable.length === 0) {
    throw new Problem(`no site can be measured: ${leftOut.map(({ site, why }) => `${site}, ${why}`).join('; ')}`);
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

/** Roles are given out among sites as they are; with too few of them there is nothing to measure. */
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
    throw new Problem(`${folder}: can not be written to (${error instanceof Error ? error.message : String(error)})`);
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
  if (out === undefined) throw new Problem('--out DIR is missing; --help tells more');
  const selection = readSelection(line);
  const seeds = seedsOf(selection, readCount(line, 'orders', 5));
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

  // Times are measured while nothing else runs.
  say(start, 'time with an index');
  const timed = (await readBenchSites(folder)).filter(({ name }) => sites.some((site) => site.name === name));
  const times = await timeIndexing(timed, timedPages, ROUNDS);
  say(start, 'every method on every site');
  const methods = [];
  for (const site of sites) methods.push(...(await measureMethods(site, selection)));
  if (hardOnes !== undefined) say(start, 'every method on the hard sites');
  const hard = [];
  for (const { site } of hardOnes?.usable ?? []) hard.push(...(await measureMethods(site, selection)));
  say(start, 'blocks found, pages found again');
  const found = await measureFound(sites, { ...selection, pages: foundPages });
  const searches = await measureSearches(sites, selection, queries);
  say(start, 'duplicates');
  const duplicates = await measureDuplicates(sites);
  say(start, 'size of tables, short fingerprints');
  const growth = [];
  for (const site of sites) growth.push(...(await measureGrowth(site, selection)));
  const falseMatches = await measureFingerprints(sites, selection);
  say(start, `storage, in ${seeds.length} orders of the pages`);
  const tasks = seeds.flatMap((shuffle) =>
    usable.map(({ index }) => ({ folder, site: index, selection: { ...selection, shuffle }, recalls: RECALLS })),
  );
  const orders = await runOrders(tasks, (done, all) => say(start, `${done} of ${all}`));

  const results: Results = {
    sites: usable.map(({ site, pages }) => ({ name: site.name, pages })),
    ...{ leftOut, seeds, recalls: RECALLS, orders, methods, growth, falseMatches, hard },
    ...{ found, times, searches, duplicates },
    shares: sharesOf(orders, RECALLS),
    held: RECALLS.flatMap((recall) => heldOf(orders, recall)),
  };
  const command = `npm run experiments -- ${words.join(' ')}`;
  writeData(out, command, results);
  const seconds = (performance.now() - start) / 1000;
  writeFileSync(join(out, 'report.html'), writeReport(results, command, seconds));
  say(start, join(out, 'report.html'));
  if (line.has('json')) {
    const { shares } = results;
    const indexing = { found, times, searches, duplicates };
    printJson({ command, seconds, sites: results.sites, leftOut, shares, methods, hard, ...indexing, falseMatches });
  }
});

/** Beside the report, one file for each kind of figure. */
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
