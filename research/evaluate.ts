/** Accuracy of a method on labelled sites. */
import { type DetectorOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import { type CommandLine, Problem, type Program } from '../bench/command.ts';
import { findSites, type SiteSource } from '../bench/pages/sites.ts';
import { readSelection, SELECTION_FLAGS, SELECTION_HELP } from './corpus/selection.ts';
import { DETECTOR_FLAGS, readDetectorOptions } from './detector-options.ts';
import { evaluateSite, macroOf } from './evaluation/labels.ts';
import { formatEvaluation, formatMain, formatTexts } from './evaluation/report.ts';
import { evaluateMain, evaluateTexts, type How, macroMain, meanOf, poolGroups } from './evaluation/texts.ts';
import { findMethod, methods } from './methods/all.ts';
import { type MethodKind, presetOf, takesBatches } from './methods/method.ts';
import { readModelFile } from './model-file.ts';

const INDENT = ' '.repeat(33);

const HELP = `usage: npm run evaluate -- SITES_DIR [options]

SITES_DIR is one site or a folder of sites. A site is a folder of .html pages, or a .tar.gz archive of such a folder.
Elements have the attribute data-gold="content" or data-gold="template". A text node has the label of its nearest labelled
ancestor; without one it is template. The method never sees the labels.

  precision, recall, F1          of template, by characters: the label of every text node against its verdict
  lost                           share of the characters of content that were judged template
  word F1                        bag-of-words F1 of the text judged content, mean over pages
  block P, R, F1                 of template, by blocks of table, div and body. A block is template, in labels and in
                                 verdicts, where more than 0.7 of its characters are template
  entries, final, bytes          table of the site: entries before eviction (AverageSize), mean over pages; entries
                                 after the last page; bytes, mean over pages
  pages kB                       pages that a batch method keeps until the batch is full

Options
  --method NAME                  the method (default: default):
${Object.entries(methods)
  .map(([name, { meaning }]) => `${INDENT}  ${name.padEnd(20)} ${meaning}`)
  .join('\n')}
  --batch N                      pages of a batch, for batch methods (default: all)
${SELECTION_HELP}
  --gold labels|text|main        the reference (default: labels). With text it is the main content in NAME.txt beside
                                 NAME.html; precision, recall, F1 and lost are then of words of content, mean over pages.
                                 A file index.tsv with name, kind and URL divides the pages into sites by host. With main
                                 it is the text below elements with data-main="main" (npm run research -- label-sites);
                                 "first page" is the F1 of 40 pages, each read as the first page of its site. --method
                                 main gives the main content that refrain finds
  --alone                        with --gold text: each page is read as the first one of its site
  --model FILE                   a model for the methods of refrain, instead of the shipped one
  --json                         one JSON object (with npm run --silent evaluate: nothing else)

Options of the detector, as docs/api.md describes them:
  ${DETECTOR_FLAGS.map((flag) => `--${flag}`).join(' ')}
`;

function readBatch(text = 'all'): number | 'all' {
  if (text === 'all') return 'all';
  if (!/^[1-9]\d*$/.test(text)) throw new Problem(`--batch must be all or a whole number above 0, not ${text}`);
  return Number(text);
}

interface Chosen {
  readonly name: string;
  readonly kind: MethodKind;
  readonly options: ResolvedOptions;
}

/** Without `--method`, `--preset` names the method. With a method that has no preset of its own, it gives the options to start from. */
function readMethod(name: string | undefined, given: DetectorOptions): Chosen {
  const method = name ?? given.preset ?? 'default';
  const kind = findMethod(method);
  const preset = presetOf(kind);
  if (preset === method && given.preset !== undefined && given.preset !== method)
    throw new Problem(`--method ${method} and --preset ${given.preset} contradict each other; give one of them`);
  return { name: method, kind, options: resolveOptions({ preset, ...given }) };
}

async function evaluate(line: CommandLine): Promise<void> {
  const selection = readSelection(line);
  const { name, kind, options } = readMethod(line.text('method'), readDetectorOptions(line));
  const batch = readBatch(line.text('batch'));
  if (!takesBatches(kind) && batch !== 'all')
    throw new Problem(`${name} takes pages one by one: --batch is for batch methods`);
  const gold = line.text('gold') ?? 'labels';
  if (line.has('alone') && gold !== 'text') throw new Problem('--alone is for --gold text');
  const how = { options, selection, batch, alone: line.has('alone'), ...(await readModelFile(line)) };
  const given = { method: name, options, gold, ...selection, ...(takesBatches(kind) && { batch }) };
  const sites = findSites(line.operand);
  const each = async <F>(of: (site: SiteSource, kind: MethodKind, how: How) => Promise<F>): Promise<F[]> => {
    const all: F[] = [];
    for (const site of sites) all.push(await of(site, kind, how));
    return all;
  };
  if (gold === 'labels') {
    const figures = await each(evaluateSite);
    const report = { ...given, macro: macroOf(figures), sites: figures };
    line.print(report, ({ macro }) => formatEvaluation(figures, macro));
  } else if (gold === 'text') {
    const figures = await each(evaluateTexts);
    const macro = {
      ...meanOf(figures),
      kinds: poolGroups(figures.map(({ kinds }) => kinds)),
      scripts: poolGroups(figures.map(({ scripts }) => scripts)),
    };
    const report = { ...given, macro, sites: figures };
    line.print(report, () => formatTexts(figures, macro));
  } else if (gold === 'main') {
    const figures = await each(evaluateMain);
    const report = { ...given, macro: macroMain(figures), sites: figures };
    line.print(report, ({ macro }) => formatMain(figures, macro));
  } else throw new Problem(`--gold must be labels, text or main, not ${gold}`);
}

export const program: Program = {
  help: HELP,
  values: ['method', 'batch', 'gold', 'model', ...SELECTION_FLAGS, ...DETECTOR_FLAGS],
  switches: ['alone'],
  hasOperands: true,
  run: evaluate,
};
