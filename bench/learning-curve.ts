/** `npm run bench learning-curve`: how good the main content is after how many pages of a site. */
import { readFile } from 'node:fs/promises';
import { type CommandLine, printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { findSites } from './corpus/sites.ts';
import { curveOf, type Point } from './learning/curve.ts';
import { nameOf } from './learning/ranges.ts';
import { type CurveOptions, type Mark, measureSite } from './learning/site.ts';
import { takesBatches } from './methods/method.ts';
import { findMethod } from './methods/registry.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';

const METHODS = ['main', 'default', 'readability', 'defuddle', 'default-readability', 'default-defuddle'];

const DEFAULT_PAGES = 100;
const DEFAULT_SEEDS = 3;

const HELP = `usage: npm run bench learning-curve -- SITES_DIR… [options]

Each SITES_DIR is one site or a folder of sites with data-main labels (npm run bench label-sites writes them; research/benchmark.md
describes them). Every method reads the pages of a site in random orders. The curve is the word F1 of the text that it keeps
against the main content, by the number of the page in the order: mean over pages, sites and orders, ± the standard deviation
between the orders. In brackets, for methods with verdicts: the gain over the same pages, each read as the first page of its
site. A method that knows one page at a time has a curve as well, since pages differ.

Options
  --methods NAME,…               methods that read pages one by one (npm run evaluate -- --help lists them). Default:
                                 ${METHODS.join(',')}
  --pages N                      pages of a site in each order (default ${DEFAULT_PAGES})
  --seeds N                      orders (default ${DEFAULT_SEEDS})
  --model FILE                   a model for the methods of refrain, instead of the shipped one
  --json                         one JSON object, with the figures of every site and order
`;

const FLAGS = {
  methods: { type: 'string' },
  pages: { type: 'string' },
  seeds: { type: 'string' },
  model: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

interface Curve {
  readonly method: string;
  readonly meaning: string;
  readonly points: readonly Point[];
}

async function readOptions(line: CommandLine): Promise<CurveOptions> {
  const methods = line.text('methods')?.split(',') ?? METHODS;
  const batch = methods.find((name) => takesBatches(findMethod(name)));
  if (batch !== undefined) throw new Problem(`${batch} needs a batch of pages: it has no learning curve`);
  const counts = { pages: readCount(line, 'pages', DEFAULT_PAGES), seeds: readCount(line, 'seeds', DEFAULT_SEEDS) };
  const file = line.text('model');
  if (file === undefined) return { methods, ...counts };
  const model = await readFile(file).catch((error) => {
    throw new Problem(`${file}: cannot be read (${String(error)})`);
  });
  return { methods, ...counts, model };
}

/** A row for each range of pages, a column for each method. */
function format(curves: readonly Curve[]): string {
  const points = curves[0]?.points ?? [];
  const rows = points.map((point, at) => [
    ...[nameOf(point), String(point.sites)],
    ...curves.map((curve) => cell(curve.points[at])),
  ]);
  const worst = curves.map(({ points: own }) => {
    const last = own.at(-1);
    return last === undefined ? '' : `${last.worst.f1.toFixed(3)} ${last.worst.site}`;
  });
  return formatTable(
    ['pages', 'sites', ...curves.map(({ method }) => method)],
    [...rows, ['worst site in the last row', '', ...worst]],
  );
}

function cell(point: Point | undefined): string {
  if (point === undefined) return '';
  const { f1, spread, gain } = point;
  const gained = gain === undefined ? '' : ` (${gain < 0 ? '−' : '+'}${Math.abs(gain).toFixed(3)})`;
  return `${f1.toFixed(3)} ±${spread.toFixed(3)}${gained}`;
}

await runCommand('learning-curve', async (words) => {
  const line = readCommandLine(words, FLAGS);
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  if (line.operands.length === 0) throw new Problem('give one or more SITES_DIR; see --help');
  const options = await readOptions(line);
  const marks: Mark[] = [];
  const sites = line.operands.flatMap(findSites);
  for (const site of sites) marks.push(...(await measureSite(site, options)));
  const curves = options.methods.map((method) => ({
    ...{ method, meaning: findMethod(method).meaning, points: curveOf(marks, method) },
  }));
  const { pages, seeds } = options;
  if (line.has('json')) printJson({ pages, seeds, sites: sites.map(({ name }) => name), curves, marks });
  else process.stdout.write(`${format(curves)}\n`);
});
