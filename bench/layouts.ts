/** `npm run bench layouts`: layouts of a site against kinds of its pages, in several random orders. */
import { Detector } from 'refrain';
import { type Random, seeded } from '../test/support/random.ts';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import type { SourcePage } from './corpus/site-files.ts';
import { findSites } from './corpus/sites.ts';
import { kindOf, type Rule, readKinds } from './layouts/kinds.ts';
import { adjustedRandIndex } from './layouts/rand-index.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench layouts -- [options] DIRS…

Adjusted Rand index of the layouts that pages have when they are learned, against kinds of pages in
bench/layouts/kinds.tsv. Sites that the table does not name are left out.

Options
  --pages N   pages of each site, drawn by the first order. Default: 400
  --orders N  random orders. Default: 3
  --quick     100 pages, 1 order
  --json      one JSON object
`;

interface Labelled {
  readonly html: Uint8Array;
  readonly kind: string | undefined;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
}

interface Run {
  readonly index: number;
  readonly layouts: number;
}

async function run(pages: readonly Labelled[]): Promise<Run> {
  const detector = await Detector.create();
  const kinds: string[] = [];
  const found: string[] = [];
  for (const { html, kind } of pages) {
    const { layout } = detector.learn(html);
    if (kind === undefined) continue;
    kinds.push(kind);
    found.push(String(layout));
  }
  return { index: adjustedRandIndex(kinds, found), layouts: new Set(found).size };
}

interface SiteLayouts {
  readonly site: string;
  readonly pages: number;
  readonly kinds: number;
  readonly layouts: readonly number[];
  /** The adjusted Rand index in each order. */
  readonly index: readonly number[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

async function measure(
  site: string,
  all: readonly SourcePage[],
  rules: readonly Rule[],
  effort: Effort,
): Promise<SiteLayouts> {
  const drawn = shuffled(all, seeded(1)).slice(0, effort.pages);
  const pages = drawn.map(({ name, bytes }) => ({ html: bytes, kind: kindOf(rules, name) }));
  const runs: Run[] = [];
  for (let order = 1; order <= effort.orders; order += 1) runs.push(await run(shuffled(pages, seeded(order))));
  return {
    site,
    pages: pages.length,
    kinds: new Set(pages.flatMap(({ kind }) => kind ?? [])).size,
    layouts: runs.map(({ layouts }) => layouts),
    index: runs.map(({ index }) => index),
  };
}

interface Effort {
  readonly pages: number;
  readonly orders: number;
}

function format(sites: readonly SiteLayouts[]): string {
  const rows = sites.map(({ site, pages, kinds, layouts, index }) => [
    ...[site, String(pages), String(kinds), layouts.join(' ')],
    ...[mean(index), Math.min(...index), Math.max(...index)].map((value) => value.toFixed(2)),
  ]);
  const head = ['site', 'pages', 'kinds', 'layouts', 'index', 'least', 'most'];
  return `${formatTable(head, rows)}\n\nmean of sites: ${mean(sites.map(({ index }) => mean(index))).toFixed(2)}\n`;
}

await runCommand('layouts', async (words) => {
  const line = readCommandLine(words, {
    ...{ pages: { type: 'string' }, orders: { type: 'string' } },
    ...{ quick: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  if (line.operands.length === 0) throw new Problem('give a folder of sites; see --help');
  const quick = line.has('quick');
  const effort = {
    pages: readCount(line, 'pages', quick ? 100 : 400),
    orders: readCount(line, 'orders', quick ? 1 : 3),
  };
  const kinds = readKinds();
  const sites: SiteLayouts[] = [];
  for (const { name, read } of line.operands.flatMap(findSites)) {
    const rules = kinds.get(name);
    if (rules !== undefined) sites.push(await measure(name, await read(), rules, effort));
  }
  if (sites.length === 0) throw new Problem('bench/layouts/kinds.tsv names none of these sites');
  if (line.has('json')) printJson({ sites });
  else process.stdout.write(format(sites));
});
