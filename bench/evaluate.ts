/** `npm run evaluate`: how well a method tells template from content on labelled sites. */
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
import { evaluateSite, macroOf, type SiteFigures } from './evaluation/evaluate.ts';
import { formatEvaluation, formatTexts } from './evaluation/report.ts';
import { evaluateTexts, macroTexts, type TextSiteFigures } from './evaluation/texts.ts';
import { type MethodKind, takesBatches } from './methods/method.ts';
import { findMethod, methods } from './methods/registry.ts';
import { Problem } from './problem.ts';

const HELP = `usage: npm run evaluate -- SITES_DIR [options]

SITES_DIR is a folder of sites, each a folder of .html pages or a .tar.gz archive of one; or one such site. Elements
carry data-gold="content" or data-gold="template"; a text node has the label of its nearest labelled ancestor, and is
template where none is labelled. The method never sees the labels.

  precision, recall, F1          of template, by characters: every text node's label against its verdict
  lost                           share of the content's characters that was called template
  word F1                        bag-of-words F1 of what was left as content, mean over pages
  block P, R, F1                 of template, by blocks of table, div and body; a block is template, by labels and by
                                 verdicts alike, where more than 0.7 of its characters are
  entries, final, bytes          table of the site: entries before forgetting (AverageSize), mean over pages; entries
                                 after the last page; bytes, mean over pages
  pages kB                       pages that a method keeps until it has a batch of them

Options
  --method NAME                  what to evaluate (default default):
${Object.entries(methods)
  .map(([name, { meaning }]) => `                                   ${name.padEnd(20)} ${meaning}`)
  .join('\n')}
  --batch N                      pages that a method looks at together, if it is one of those (default all)
${selectionHelp}
  --gold labels|text             what the pages are measured by (default labels); text: main content by hand, NAME.txt beside
                                 NAME.html. Then precision, recall, F1 and lost are of words of content, mean over pages;
                                 an index.tsv of name, kind and URL tells pages by host, each host a site of its own
  --model FILE                   a model for refrain's methods, in place of the one that ships with it
  --json                         one JSON object (npm run --silent keeps npm's own lines out)

Options of the detector
${detectorHelp}
`;

const OWN_FLAGS = {
  method: { type: 'string' },
  batch: { type: 'string' },
  gold: { type: 'string' },
  model: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function readBatch(text: string | undefined): number | 'all' {
  if (text === undefined || text === 'all') return 'all';
  if (!/^[1-9]\d*$/.test(text)) throw new Problem(`--batch must be all or a whole number from 1, not ${text}`);
  return Number(text);
}

async function readModelFile(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Problem(`${path}: ${String(error)}`);
  }
}

/** `--preset` names the method, or where the options of a method that has no preset of its own name start from. */
function readMethod(
  name: string | undefined,
  given: DetectorOptions,
): { name: string; kind: MethodKind; options: ResolvedOptions } {
  const method = name ?? given.preset ?? 'default';
  const kind = findMethod(method);
  const named = kind.preset === method;
  if (named && given.preset !== undefined && given.preset !== method) {
    throw new Problem(`--method ${method} and --preset ${given.preset} are not of one mind`);
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
    throw new Problem(`${name} takes pages one by one: --batch is not for it`);
  const gold = line.text('gold') ?? 'labels';
  if (gold !== 'labels' && gold !== 'text') throw new Problem(`--gold must be labels or text, not ${gold}`);
  const modelFile = line.text('model');
  const model = modelFile === undefined ? {} : { model: await readModelFile(modelFile) };
  const given = { method: name, options: kind.preset === undefined ? {} : options, gold, ...selection };
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
