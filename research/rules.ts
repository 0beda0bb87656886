/**
 * Measures rules that are generated from the first pages of sites, and applied to later pages by libraries other than
 * refrain.
 *
 * Run: npm run research -- rules SITES_DIR… [--json] [--quick]
 */
import { Problem, type Program } from '../bench/command-line.ts';
import { findSites, type SiteSource } from '../bench/pages/sites.ts';
import { shuffle } from '../bench/random.ts';
import { formatTable, meanOfDefined, median, percent } from '../bench/report.ts';
import { EXPORTS, type ExportFormat } from './rules/exports.ts';
import { costsOf, measureSite, type SiteCosts, type SiteFigures } from './rules/measure.ts';

const HELP = `usage: npm run research -- rules SITES_DIR… [options]

Each SITES_DIR is one site or a folder of sites. Rules of a site are made from its first 50 pages in a fixed random order, and
in path order, and applied to the 200 after them by css-select on trees of htmlparser2. The figures are
word F1 of the content against that of refrain on the same pages, and, on sites with data-gold labels, of refrain, the rules
and Readability against the labels; the selectors of a layout; the bytes of the saved template beside those
of the table, and the time of observe beside that of learn, over all pages of the site. Then what other engines find by the
exported rules (main content; by filters, content), word F1 against applyRules on the same pages, without those of which the
format says nothing (docs/rules.md).

Options
  --applied COUNT   pages that the rules are applied to (default 200)
  --json     one JSON object, with the rules
  --quick    20 and 20 pages, in random order only, one round
`;

type Arrange = <T>(pages: readonly T[]) => readonly T[];

const ORDERS = { random: (pages) => shuffle(pages, 1), path: (pages) => pages } as const satisfies Record<
  string,
  Arrange
>;
const COUNTS = { made: 50, applied: 200, rounds: 4 };
const QUICK = { made: 20, applied: 20, rounds: 1 };

interface Row extends SiteFigures, SiteCosts {
  readonly site: string;
  readonly order: string;
}

const three = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(3));

function cellsOf(row: Row): string[] {
  return [
    ...[row.site, row.order, String(row.pages), String(row.layouts), String(row.selectors)],
    ...[row.cssSelect, row.refrainGold, row.rulesGold, row.readabilityGold].map(three),
    ...[String(row.savedBytes), percent(row.savedBytes / row.tableBytes), percent(row.observe)],
    ...Object.values(row.exports).map(({ f1 }) => three(f1)),
  ];
}

function summary(rows: readonly Row[]): string {
  const meanOf = (value: (row: Row) => number | undefined): number | undefined => meanOfDefined(rows.map(value));
  const loss = ({ refrainGold, rulesGold }: Row): number[] =>
    refrainGold === undefined || rulesGold === undefined ? [] : [refrainGold - rulesGold];
  const agreement = rows.map(({ cssSelect }) => cssSelect);
  const losses = rows.flatMap(loss);
  return [
    `F1 against refrain: median ${three(median(agreement))}, worst ${three(Math.min(...agreement))}`,
    `F1 against labels, refrain less rules: median ${three(median(losses))}, worst ${three(Math.max(...losses))}`,
    `F1 against labels, mean: refrain ${three(meanOf((row) => row.refrainGold))}, rules ${three(meanOf((row) => row.rulesGold))}, ` +
      `Readability ${three(meanOf((row) => row.readabilityGold))}`,
    `exports against applyRules, mean (worst): ${(Object.keys(EXPORTS) as ExportFormat[])
      .map((format) => {
        const worst = Math.min(...rows.map(({ exports }) => exports[format].f1));
        const said = meanOf((row) => row.exports[format].said) ?? 0;
        return `${format} ${three(meanOf((row) => row.exports[format].f1))} (${three(worst)}), ${percent(said)} of the pages`;
      })
      .join('; ')}`,
    `selectors of a layout, median ${median(rows.map(({ selectors }) => selectors))}; observe of learn, median: ` +
      percent(median(rows.map(({ observe }) => observe))),
  ].join('\n');
}

export const program: Program = {
  help: HELP,
  values: ['applied'],
  switches: ['quick'],
  hasOperands: true,
  async run(line) {
    const isQuick = line.has('quick');
    const counts = isQuick ? QUICK : COUNTS;
    const applied = line.count('applied', counts.applied);
    const orders = Object.entries(isQuick ? { random: ORDERS.random } : ORDERS);
    const sources = line.someOperands.flatMap(findSites);
    // Timed first, because memory of the other programs would slow the timed code.
    const runs: { source: SiteSource; order: string; arrange: Arrange; costs: SiteCosts }[] = [];
    for (const source of sources) {
      const pages = await source.read();
      for (const [order, arrange] of orders)
        runs.push({ source, order, arrange, costs: await costsOf(arrange(pages), counts.rounds) });
    }
    const rows: Row[] = [];
    for (const { source, order, arrange, costs } of runs) {
      const figures = await measureSite(arrange(await source.read()), { ...counts, applied });
      if (figures !== undefined) rows.push({ site: source.name, order, ...costs, ...figures });
    }
    if (rows.length === 0) throw new Problem('no site has pages enough to make rules and to apply them');
    const head = [
      ...['site', 'order', 'pages', 'layouts', 'selectors', 'css-select'],
      ...['refrain', 'rules', 'Readability', 'bytes', 'of table', 'observe', ...Object.keys(EXPORTS)],
    ];
    line.print(rows, () => `${formatTable(head, rows.map(cellsOf))}\n\n${summary(rows)}`);
  },
};
