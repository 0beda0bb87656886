/** Layouts of a site against kinds of its pages, in several random orders. */
import { Detector } from 'refrain';
import { type CommandLine, Problem, type Program } from '../bench/command.ts';
import { mean } from '../bench/figures.ts';
import { formatTable } from '../bench/format-table.ts';
import { findSites, type SiteSource } from '../bench/pages/sites.ts';
import { shuffle } from '../bench/random.ts';
import { kindOf, type Rule, readKinds } from './layouts/kinds.ts';
import { adjustedRandIndex } from './layouts/rand-index.ts';

const HELP = `usage: npm run research -- layouts SITES_DIR… [options]

Adjusted Rand index of the layouts that pages have when they are learned, against kinds of pages in
research/layouts/kinds.tsv. Sites that the table does not name are left out.

Options
  --pages N   pages of each site, drawn by the first order. Default: 400
  --orders N  random orders. Default: 3
  --json      one JSON object
`;

interface SiteLayouts {
  readonly site: string;
  readonly pages: number;
  readonly kinds: number;
  readonly layouts: readonly number[];
  /** The adjusted Rand index in each order. */
  readonly index: readonly number[];
}

async function measure({ name, read }: SiteSource, rules: readonly Rule[], line: CommandLine): Promise<SiteLayouts> {
  const drawn = shuffle(await read(), 1).slice(0, line.count('pages', 400));
  const pages = drawn.map((page) => ({ html: page.bytes, kind: kindOf(rules, page.name) }));
  const runs: { readonly index: number; readonly layouts: number }[] = [];
  for (let order = 1; order <= line.count('orders', 3); order += 1) {
    using detector = await Detector.create();
    const found = shuffle(pages, order)
      .map(({ html, kind }) => ({ kind, layout: String(detector.learn(html).layout) }))
      .filter(({ kind }) => kind !== undefined);
    const layouts = found.map(({ layout }) => layout);
    const index = adjustedRandIndex(
      found.map(({ kind = '' }) => kind),
      layouts,
    );
    runs.push({ index, layouts: new Set(layouts).size });
  }
  return {
    ...{ site: name, pages: pages.length, kinds: new Set(pages.flatMap(({ kind }) => kind ?? [])).size },
    ...{ layouts: runs.map(({ layouts }) => layouts), index: runs.map(({ index }) => index) },
  };
}

function format({ sites }: { readonly sites: readonly SiteLayouts[] }): string {
  const rows = sites.map(({ site, pages, kinds, layouts, index }) => [
    ...[site, String(pages), String(kinds), layouts.join(' ')],
    ...[mean(index), Math.min(...index), Math.max(...index)].map((value) => value.toFixed(2)),
  ]);
  const table = formatTable(['site', 'pages', 'kinds', 'layouts', 'index', 'least', 'most'], rows);
  return `${table}\n\nmean of sites: ${mean(sites.map(({ index }) => mean(index))).toFixed(2)}`;
}

export const program: Program = {
  help: HELP,
  values: ['pages', 'orders'],
  hasOperands: true,
  run: async (line) => {
    const kinds = readKinds();
    const sites: SiteLayouts[] = [];
    for (const site of line.operands.flatMap(findSites)) {
      const rules = kinds.get(site.name);
      if (rules !== undefined) sites.push(await measure(site, rules, line));
    }
    if (sites.length === 0) throw new Problem('give sites that research/layouts/kinds.tsv names; see --help');
    line.print({ sites }, format);
  },
};
