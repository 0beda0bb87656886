/** Accuracy of methods on sites whose template or main content is known. */
import { basename } from 'node:path';
import { type DetectorOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import { type CommandLine, Problem, type Program } from '../bench/command-line.ts';
import { findSites } from '../bench/pages/sites.ts';
import { formatTable } from '../bench/report.ts';
import { groupOf, readFold, readSelection, SELECTION_FLAGS, SELECTION_HELP } from './corpus/selection.ts';
import { evaluateSite, type Figures, macroOf, type SiteFigures } from './evaluation/labels.ts';
import { formatRows, type MethodScores, rowsOf } from './evaluation/table.ts';
import {
  figuresOf,
  meanOf,
  type PageScore,
  scoreSite,
  type TextFigures,
  type TextSiteFigures,
} from './evaluation/texts.ts';
import { findMethod, methods } from './methods/all.ts';
import { type MethodKind, presetOf, readsPagesAlone, takesBatches } from './methods/method.ts';
import { DETECTOR_FLAGS, readDetectorOptions, readModelFile } from './options.ts';

const INDENT = ' '.repeat(33);

const HELP = `usage: npm run evaluate -- SET… [options]

A SET is one site or a folder of sites. A site is a folder of .html pages, or a .tar.gz archive of such a folder. A method reads
the pages of a site one by one, and each page is judged by what was known then. No method sees the labels.

--gold labels: the template. A text node has the label (data-gold="content" or "template") of its nearest labelled ancestor, without one it
is template. Precision, recall, F1 and lost content count characters. Word F1 compares bags of words of content, mean over pages. Block
figures count blocks of table, div and body; a block is template if more than 0.7 of it is. The last columns are the size of the site's
table and of the pages that a batch keeps.

--gold text, --gold main: the main content, in NAME.txt next to NAME.html, or below elements with data-main="main". Rows are means of the F1
of bags of words over the pages of a set, a kind, a language, or a range of positions in their site. ± is half of a 95 % confidence interval
over sites. Column "first page": each page is judged as the first one of its site. Column "less first": the difference to that. An index.tsv
in the folder has the columns name, kind, URL (the host is the site), or name, source, licence, kind, language, URL, headline. A SET.tsv next
to SET has the columns SITE/NAME, language.

Options
  --method NAME,…                the methods (default: default):
${Object.entries(methods)
  .map(([name, { meaning }]) => `${INDENT}  ${name.padEnd(20)} ${meaning}`)
  .join('\n')}
  --batch N                      pages of a batch, for batch methods (default: all)
${SELECTION_HELP}
  --gold labels|text|main        the reference (default: labels). With text: all pages in path order, unless said otherwise
  --after N                      the first N pages of each site are read and not counted, with --gold labels
  --first N                      only the first N pages of each site are counted, with --gold labels; all are read
  --settle N                     the first N pages of each site (or all) are learned before any is judged (default: 0)
  --parts N                      each site is cut into N parts, in the order of its pages, and each part read on its own (default: 1)
  --fold K/N                     only the sites that train --fold K/N does not use
  --model FILE                   a model for the methods of refrain, instead of the shipped one
  --json                         one JSON object (with npm run --silent evaluate: nothing else)

Options of the detector, as docs/api.md describes them:
  ${DETECTOR_FLAGS.map((flag) => `--${flag}`).join(' ')}
`;

function readPages(line: CommandLine, flag: string): number | 'all' | undefined {
  const text = line.text(flag);
  if (text === undefined || text === 'all') return text;
  if (!/^[1-9]\d*$/.test(text)) throw new Problem(`--${flag} must be all or a whole number above 0, not ${text}`);
  return Number(text);
}

interface MethodChoice {
  readonly method: string;
  readonly kind: MethodKind;
  readonly options: ResolvedOptions;
}

function readMethod(method: string, given: DetectorOptions): MethodChoice {
  const kind = findMethod(method);
  const preset = presetOf(kind);
  if (preset === method && given.preset !== undefined && given.preset !== method)
    throw new Problem(`--method ${method} and --preset ${given.preset} contradict each other; give one of them`);
  return { method, kind, options: resolveOptions({ preset, ...given }) };
}

async function evaluate(line: CommandLine): Promise<void> {
  const gold = line.text('gold') ?? 'labels';
  const selection = readSelection(line, gold === 'text' ? { pages: 'all', shuffle: 'none' } : undefined);
  const given = readDetectorOptions(line);
  const names = (line.text('method') ?? given.preset ?? 'default').split(',');
  const chosen = names.map((name) => readMethod(name, given));
  const batch = readPages(line, 'batch') ?? 'all';
  const settle = readPages(line, 'settle');
  const alone = chosen.find(({ kind }) => !takesBatches(kind));
  if (alone && batch !== 'all')
    throw new Problem(`${alone.method} takes pages one by one: --batch is for batch methods`);
  const first = readPages(line, 'first');
  const isJudged = readFold(line);
  const after = line.text('after') === undefined ? 0 : line.count('after', 1);
  if ((after > 0 || first) && gold !== 'labels') throw new Problem('--after and --first are for --gold labels');
  const parts = line.text('parts') === undefined ? 1 : line.count('parts', 1);
  const how = { selection, batch, parts, ...(settle && { settle }), isJudged, ...(await readModelFile(line)) };
  const settings = {
    gold,
    ...selection,
    ...(settle && { settle }),
    ...(parts > 1 && { parts }),
    ...(!alone && { batch }),
  };
  const sets = line.someOperands.map((path) => ({ name: basename(path), sites: findSites(path) }));
  if (gold === 'labels') {
    const results: Result<SiteFigures, Figures>[] = [];
    for (const { method, kind, options } of chosen) {
      const sites: SiteFigures[] = [];
      for (const site of sets.flatMap((set) => set.sites)) {
        if (isJudged?.(groupOf(site.name)) === false) continue;
        const figures = await evaluateSite(site, kind, { ...how, options, after, ...(first && { first }) });
        if (figures.pages > 0) sites.push(figures);
      }
      if (after > 0 && sites.length === 0) throw new Problem(`no site has more than ${after} pages`);
      results.push({ method, options, macro: macroOf(sites), sites });
    }
    line.print(reportOf(results, settings), () => formatFigures(results));
  } else if (gold === 'text' || gold === 'main') {
    const results: Result<TextSiteFigures, TextFigures>[] = [];
    const scores = sets.map((): MethodScores[] => []);
    for (const { method, kind, options } of chosen) {
      const sites: TextSiteFigures[] = [];
      for (const [at, set] of sets.entries()) {
        const own: PageScore[] = [];
        for (const site of set.sites) {
          const pages = await scoreSite(site, kind, { ...how, options }, gold);
          if (pages.length > 0) sites.push(figuresOf(site.name, pages));
          own.push(...pages);
        }
        scores[at]?.push({ name: method, learns: !takesBatches(kind) && !readsPagesAlone(kind), scores: own });
      }
      results.push({ method, options, macro: meanOf(sites), sites });
    }
    const rows = sets.flatMap(({ name }, at) => rowsOf(name, scores[at] ?? []));
    line.print(reportOf(results, { ...settings, rows }), () => formatRows(rows, scores[0] ?? []));
  } else throw new Problem(`--gold must be labels, text or main, not ${gold}`);
}

interface Result<F, M> {
  readonly method: string;
  readonly options: ResolvedOptions;
  readonly macro: M;
  readonly sites: readonly F[];
}

function reportOf<F, M>(results: readonly Result<F, M>[], settings: object): object {
  const [only, ...others] = results;
  return others.length === 0 ? { ...only, ...settings } : { ...settings, methods: results };
}

export const program: Program = {
  help: HELP,
  values: [
    'method',
    'batch',
    'gold',
    'after',
    'first',
    'settle',
    'parts',
    'fold',
    'model',
    ...SELECTION_FLAGS,
    ...DETECTOR_FLAGS,
  ],
  hasOperands: true,
  run: evaluate,
};

interface Results {
  readonly method: string;
  readonly macro: Figures;
  readonly sites: readonly SiteFigures[];
}

const HEAD = [
  ...['pages', 'precision', 'recall', 'F1', 'lost', 'word F1', 'block P', 'block R', 'block F1'],
  ...['entries', 'final', 'bytes', 'B/entry', 'pages kB', 'ms/page'],
];

const shareOf = (share: number): string => (Number.isNaN(share) ? '–' : share.toFixed(3));

function row(name: string, pages: string, figures: Figures): string[] {
  const { precision, recall, f1, contentLost, contentF1, blocks } = figures;
  const shares = [precision, recall, f1, contentLost, contentF1, blocks.precision, blocks.recall, blocks.f1];
  return [
    ...[name, pages, ...shares.map(shareOf)],
    ...[figures.entries.toFixed(0), figures.finalEntries.toFixed(0), figures.tableBytes.toFixed(0)],
    ...[
      figures.bytesPerEntry.toFixed(1),
      (figures.keptBytes / 1000).toFixed(0),
      figures.millisecondsPerPage.toFixed(2),
    ],
  ];
}

/** A table: for one method, a row for each site and their mean; for several methods, the means. */
export function formatFigures(results: readonly Results[]): string {
  const [only, ...others] = results;
  if (only === undefined || others.length > 0)
    return formatTable(
      ['method', ...HEAD],
      results.map(({ method, macro }) => row(method, '', macro)),
    );
  const sites = only.sites.map((site) => row(site.name, String(site.pages), site));
  return formatTable(['site', ...HEAD], [...sites, row('macro', '', only.macro)]);
}
