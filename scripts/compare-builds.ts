/**
 * Compares two built checkouts: gzipped sizes, and the ratios of the quick bench, as a table in Markdown.
 *
 * Run: node --import tsx scripts/compare-builds.ts BASE HEAD [--runs 3] The benches of both run in turn, each in a
 * separate process together with the other parsers. A ratio is the median of the runs. Nothing is asserted, because
 * machines of CI vary.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readCount } from './program.ts';

type Figures = Readonly<Record<string, number>>;

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const [base, head] = positionals;
if (base === undefined || head === undefined) throw new RangeError('two checkouts are needed: BASE HEAD');
const runs = readCount('runs', values.runs);

function readJson<T>(folder: string, words: readonly string[]): T {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', ...words], { cwd: folder, encoding: 'utf8' });
  return JSON.parse(printed) as T;
}

function measureSizes(folder: string): Figures {
  const parts = readJson<{ name: string; size: number }[]>(folder, ['scripts/check.ts', 'size', '--json']);
  return Object.fromEntries(parts.map(({ name, size }) => [name, size / 1000]));
}

function measureRatios(folder: string): Figures {
  return readJson<{ ratios: Figures }>(folder, ['bench/run.ts', '--quick', '--json']).ratios;
}

function medians(runsOfOne: readonly Figures[]): Figures {
  const middle = (name: string): number =>
    runsOfOne.map((figures) => figures[name] ?? Number.NaN).sort((a, b) => a - b)[runsOfOne.length >> 1] ?? Number.NaN;
  return Object.fromEntries(Object.keys(runsOfOne[0] ?? {}).map((name) => [name, middle(name)]));
}

const formatNumber = (value: number | undefined): string => value?.toPrecision(4) ?? '–';

function formatTable(title: string, before: Figures, after: Figures): string {
  const rows = Object.keys({ ...before, ...after }).map((name) => {
    const [old, now] = [before[name], after[name]];
    const change = old === undefined || now === undefined ? '–' : `${(100 * (now / old - 1)).toFixed(1)} %`;
    return `| ${name} | ${formatNumber(old)} | ${formatNumber(now)} | ${change} |\n`;
  });
  return `| ${title} | base | head | change |\n| --- | ---: | ---: | ---: |\n${rows.join('')}\n`;
}

const ratios = Array.from({ length: runs }, () => [measureRatios(base), measureRatios(head)] as const);
process.stdout.write(
  formatTable('speed, ratio', medians(ratios.map(([one]) => one)), medians(ratios.map(([, other]) => other))) +
    formatTable('gzipped size, kB', measureSizes(base), measureSizes(head)),
);
