/** How good the main content is after how many pages of a site. */
import { type CommandLine, Problem, type Program } from '../bench/command.ts';
import { formatTable } from '../bench/format-table.ts';
import { findSites } from '../bench/pages/sites.ts';
import { curveOf, type Point } from './learning/curve.ts';
import { nameOf } from './learning/ranges.ts';
import { type Mark, measureSite } from './learning/site.ts';
import { findMethod } from './methods/all.ts';
import { takesBatches } from './methods/method.ts';
import { readModelFile } from './model-file.ts';

const METHODS = 'main,default,readability,defuddle,default-readability,default-defuddle';

const HELP = `usage: npm run research -- learning-curve SITES_DIR… [options]

Each SITES_DIR is one site or a folder of sites with data-main labels (npm run research -- label-sites writes them). Every method
reads the pages of a site in random orders. The curve is the word F1 of the text that it keeps against the main content, by the
number of the page in the order: mean over pages, sites and orders, ± the standard deviation between the orders. In brackets, for
methods with verdicts: the gain over the same pages, each read as the first page of its site. A method that knows one page at a
time has a curve as well, since pages differ.

Options
  --methods NAME,…               methods that read pages one by one (npm run evaluate -- --help lists them). Default:
                                 ${METHODS}
  --pages N                      pages of a site in each order (default 100)
  --seeds N                      orders (default 3)
  --model FILE                   a model for the methods of refrain, instead of the shipped one
  --json                         one JSON object, with the figures of every site and order
`;

interface Curve {
  readonly method: string;
  readonly meaning: string;
  readonly points: readonly Point[];
}

function cell(point: Point | undefined): string {
  if (point === undefined) return '';
  const { f1, spread, gain } = point;
  const gained = gain === undefined ? '' : ` (${gain < 0 ? '−' : '+'}${Math.abs(gain).toFixed(3)})`;
  return `${f1.toFixed(3)} ±${spread.toFixed(3)}${gained}`;
}

/** A row for each range of pages, a column for each method. */
function format({ curves }: { readonly curves: readonly Curve[] }): string {
  const rows = (curves[0]?.points ?? []).map((point, at) => [
    ...[nameOf(point), String(point.sites)],
    ...curves.map((curve) => cell(curve.points[at])),
  ]);
  const worst = curves.map(({ points }) => {
    const last = points.at(-1);
    return last === undefined ? '' : `${last.worst.f1.toFixed(3)} ${last.worst.site}`;
  });
  const head = ['pages', 'sites', ...curves.map(({ method }) => method)];
  return formatTable(head, [...rows, ['worst site in the last row', '', ...worst]]);
}

async function draw(line: CommandLine): Promise<void> {
  if (line.operands.length === 0) throw new Problem('give one or more SITES_DIR; see --help');
  const methods = (line.text('methods') ?? METHODS).split(',');
  const batch = methods.find((name) => takesBatches(findMethod(name)));
  if (batch !== undefined) throw new Problem(`${batch} needs a batch of pages: it has no learning curve`);
  const [pages, seeds] = [line.count('pages', 100), line.count('seeds', 3)];
  const options = { methods, pages, seeds, ...(await readModelFile(line)) };
  const sites = line.operands.flatMap(findSites);
  const marks: Mark[] = [];
  for (const site of sites) marks.push(...(await measureSite(site, options)));
  const curves = methods.map((method) => ({
    ...{ method, meaning: findMethod(method).meaning, points: curveOf(marks, method) },
  }));
  line.print({ pages, seeds, sites: sites.map(({ name }) => name), curves, marks }, format);
}

export const program: Program = {
  help: HELP,
  values: ['methods', 'pages', 'seeds', 'model'],
  hasOperands: true,
  run: draw,
};
