/** `npm run evaluate`: accuracy of a method on labelled sites. */
import { readFile } from 'node:fs/promises';
import { type DetectorOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import {
  detectorFlags,
  detectorHelp,
  oneSitesFolder,
  printJson,
  readCommandLine,
  readDetectorOptions,
  runCommand,
} from './command.ts';
import { readSelection, selectionFlags, selectionHelp } from './corpus/selection.ts';
import { findSites } from './corpus/sites.ts';
import { calibrationOf, formatCalibration, judgeBlocks } from './evaluation/calibration.ts';
import { evaluateSite, macroOf, type SiteFigures } from './evaluation/evaluate.ts';
import { evaluateMain, type MainSiteFigures, macroMain } from './evaluation/main.ts';
import { formatEvaluation, formatMain, formatTexts } from './evaluation/report.ts';
import { evaluateTexts, macroTexts, type TextSiteFigures } from './evaluation/texts.ts';
import { type MethodKind, takesBatches } from './methods/method.ts';
import { findMethod, methods } from './methods/registry.ts';
import { Problem } from './problem.ts';

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
  .map(([name, { meaning }]) => `                                   ${name.padEnd(20)} ${meaning}`)
  .join('\n')}
  --batch N                      pages of a batch, for batch methods (default: all)
${selectionHelp}
  --gold labels|text|main        the reference (default: labels). With text it is the main content in NAME.txt beside
                                 NAME.html; precision, recall, F1 and lost are then of words of content, mean over pages.
                                 A file index.tsv with name, kind and URL divides the pages into sites by host. With main
                                 it is the text below elements with data-main="main" (npm run bench label-sites); "first
                                 page" is the F1 of 40 pages, each read as the first page of its site. --method main
                                 gives the main content that refrain finds
  --calibration                  whether scores are log odds: blocks by the probability of their verdict, and the share of
                                 them that is right; the default method only
  --model FILE                   a model for the methods of refrain, instead of the shipped one
  --json                         one JSON object (with npm run --silent evaluate: nothing else)

Options of the detector
${detectorHelp}
`;

const OWN_FLAGS = {
  method: { type: 'string' },
  batch: { type: 'string' },
  gold: { type: 'string' },
  model: { type: 'string' },
  calibration: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function readBatch(text: string | undefined): number | 'all' {
  if (text === undefined || text === 'all') return 'all';
  if (!/^[1-9]\d*$/.test(text)) throw new Problem(`--batch must be all or a whole number above 0, not ${text}`);
  return Number(text);
}

async function readModelFile(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Problem(`${path}: cannot be read (${String(error)})`);
  }
}

/** Without `--method`, `--preset` names the method. With a method that has no preset of its own, it gives the options to start from. */
function readMethod(
  name: string | undefined,
  given: DetectorOptions,
): { name: string; kind: MethodKind; options: ResolvedOptions } {
  const method = name ?? given.preset ?? 'default';
  const kind = findMethod(method);
  const named = kind.preset === method;
  if (named && given.preset !== undefined && given.preset !== method) {
    throw new Problem(`--method ${method} and --preset ${given.preset} contradict each other; give one of them`);
  }
  return { name: method, kind, options: resolveOptions({ preset: kind.preset ?? 'default', ...given }) };
}

await runCommand('evaluate', async (words) => {
  const line = readCommandLine(words, { ...detectorFlags, ...selectionFlags, ...OWN_FLAGS });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const folder = oneSitesFolder(line);
  const selection = readSelection(line);
  const { name, kind, options } = readMethod(line.text('method'), readDetectorOptions(line));
  const batch = readBatch(line.text('batch'));
  if (!takesBatches(kind) && batch !== 'all')
    throw new Problem(`${name} takes pages one by one: --batch is for batch methods`);
  const gold = line.text('gold') ?? 'labels';
  if (gold !== 'labels' && gold !== 'text' && gold !== 'main')
    throw new Problem(`--gold must be labels, text or main, not ${gold}`);
  const modelFile = line.text('model');
  const model = modelFile === undefined ? {} : { model: await readModelFile(modelFile) };
  if (line.has('calibration')) {
    const judged = [];
    for (const site of findSites(folder)) judged.push(await judgeBlocks(site, options, selection, model));
    const calibration = calibrationOf(judged);
    if (line.has('json')) printJson(calibration);
    else process.stdout.write(`${formatCalibration(calibration)}\n`);
    return;
  }
  const given = { method: name, options: kind.preset === undefined ? {} : options, gold, ...selection };
  if (gold === 'main') {
    const mains: MainSiteFigures[] = [];
    for (const site of findSites(folder))
      mains.push(await evaluateMain(site, kind, { options, selection, batch, ...model }));
    const macro = macroMain(mains);
    if (line.has('json')) printJson({ ...given, macro, sites: mains });
    else process.stdout.write(`${formatMain(mains, macro)}\n`);
    return;
  }
  if (gold === 'text') {
    const texts: TextSiteFigures[] = [];
    for (const site of findSites(folder))
      texts.push(await evaluateTexts(site, kind, { options, selection, batch, ...model }));
    const mean = macroTexts(texts);
    if (line.has('json')) printJson({ ...given, macro: mean, sites: texts });
    else process.stdout.write(`${formatTexts(texts, mean)}\n`);
    return;
  }
  const sites: SiteFigures[] = [];
  for (const site of findSites(folder))
    sites.push(await evaluateSite(site, kind, { options, selection, batch, ...model }));
  const macro = macroOf(sites);
  if (line.has('json')) {
    printJson({ ...given, ...(takesBatches(kind) && { batch }), macro, sites });
  } else {
    process.stdout.write(`${formatEvaluation(sites, macro)}\n`);
  }
});
