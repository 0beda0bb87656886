/** Trains the part of the model for the kind of a page, on pages with known kinds. */
import { resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { Problem, type Program } from '../bench/command-line.ts';
import { findSites } from '../bench/pages/sites.ts';
import { formatTable } from '../bench/report.ts';
import { groupOfHost, readFold } from './corpus/selection.ts';
import { byHost } from './evaluation/texts.ts';
import { readModelBytes, writeModelBytes } from './options.ts';
import { confidencesOf, judgeKindsByFolds, type KindFigures, kindFigures } from './training/kind-trial.ts';
import { KINDS, type KindPage, trainKinds, withKinds, writeKinds } from './training/kinds.ts';
import { compileBench, kindFeaturesOf } from './training/module.ts';

const FEATURES = 1300;
const NAMES: readonly string[] = KINDS;
const FOLDS = 5;

const HELP = `usage: npm run research -- train-kind PAGES_DIR… [options]

Trains the part of the model that knows the kind of a page. Each PAGES_DIR is a folder of pages with an index.tsv, which
has the name of a page without .html, its kind and its URL in each line. Kinds: ${KINDS.join(', ')}.
Other pages are left out. The same folders and seed give the same bytes.

Options
  --model FILE      the model that gets the part, in the place of the one it has
  --out FILE        file to write the model to
  --fold K/N        without the hosts of this part, which evaluate --fold K/N judges
  --trial FOLDS     cross-validation by hosts: F1 of each kind, and how often a confidence is right
  --seed N          default 1
  --json            one JSON object
`;

export const program: Program = {
  help: HELP,
  values: ['model', 'out', 'fold', 'trial', 'seed'],
  hasOperands: true,
  async run(line) {
    const folders = line.someOperands;
    const [model, out] = [line.text('model'), line.text('out')];
    const folds = line.text('trial') === undefined ? 0 : line.count('trial', 0);
    if ((out === undefined) !== (model === undefined)) throw new Problem('--model and --out belong together');
    if (out === undefined && folds === 0) throw new Problem('give --out FILE or --trial FOLDS');
    const seed = line.count('seed', 1);
    const core = await Core.open(resolveOptions(), { wasm: await compileBench() });
    const pages = await readPages(core, folders, readFold(line));
    if (folds > 0) line.print(kindFigures(judgeKindsByFolds(pages, folds, seed, FEATURES)), formatTrial);
    if (out === undefined || model === undefined) return;
    const confidences = confidencesOf(judgeKindsByFolds(pages, FOLDS, seed, FEATURES));
    const part = writeKinds(trainKinds(pages, FEATURES), confidences);
    const made = withKinds(core, await readModelBytes(model), part);
    core.loadModel(made);
    await writeModelBytes(out, made);
  },
};

async function readPages(
  core: Core,
  folders: readonly string[],
  isLeftOut?: (group: string) => boolean,
): Promise<KindPage[]> {
  const pages: KindPage[] = [];
  const decoder = new TextDecoder();
  for (const site of folders.flatMap(findSites)) {
    for (const [host, own] of byHost(site.name, await site.read())) {
      if (isLeftOut?.(groupOfHost(host, site.name))) continue;
      for (const { bytes, kind: name } of own) {
        const kind = NAMES.indexOf(name ?? '');
        if (kind < 0) continue;
        const table = core.createTable();
        core.readHtml(table, decoder.decode(bytes), { learn: false, id: undefined });
        pages.push({ host, kind, features: kindFeaturesOf(core) });
        core.releaseTable(table);
      }
    }
  }
  if (pages.length === 0) throw new Problem('no page has a kind: is there an index.tsv?');
  return pages;
}

function formatTrial({ accuracy, macroF1, kinds, reliability }: KindFigures): string {
  const cell = (value: number): string => value.toFixed(3);
  return `macro F1 ${cell(macroF1)}, accuracy ${cell(accuracy)}

${formatTable(
  ['kind', 'pages', 'F1'],
  kinds.map(({ kind, pages, f1 }) => [kind, String(pages), cell(f1)]),
)}

${formatTable(
  ['confidence', 'pages', 'right'],
  reliability.map(({ from, pages, right }) => [`from ${from}`, String(pages), cell(right)]),
)}`;
}
