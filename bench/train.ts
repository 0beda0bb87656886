/** `npm run train`: the model of the evidence, from sites with labels and pages with texts of their main content. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolveOptions } from 'refrain';
import { FEATURE_NAMES } from '../bindings/evidence/features.ts';
import { loadCore } from '../bindings/load.ts';
import { Core } from '../bindings/memory.ts';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { findSites } from './corpus/sites.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';
import { figuresOf, type TrialFigures } from './training/figures.ts';
import { countWords, LexiconMaker } from './training/lexicon.ts';
import { writeModel } from './training/model.ts';
import { type Rows, readRows } from './training/rows.ts';
import { type Growth, grow, judgeByFolds } from './training/trial.ts';

const HELP = `usage: npm run train -- SITES_DIR… [options]

Grows the model by which \`evidence: 'joint'\` and \`'page'\` decide. Each SITES_DIR is a folder of sites with data-gold labels,
or of pages with .txt files of their main content (see npm run evaluate -- --help). Sites whose names begin alike, up to
the first hyphen, are one group. The same folders and seed give the same model.

Options
  --out FILE                     where the model goes
  --trial FOLDS                  grow so many models, each without some of the groups, and judge these by it
  --without PATTERN              leave features out whose names match, for a trial
  --except GROUP,…               leave groups of sites out
  --pages N                      pages of a site that are learned (default 400, in a fixed shuffle)
  --prior-trees N, --joint-trees N
  --threshold ODDS               log odds above which a block is template
  --seed N                       (default 1)
  --json                         one JSON object
`;

const FLAGS = {
  out: { type: 'string' },
  trial: { type: 'string' },
  without: { type: 'string' },
  except: { type: 'string' },
  pages: { type: 'string' },
  'prior-trees': { type: 'string' },
  'joint-trees': { type: 'string' },
  threshold: { type: 'string' },
  seed: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Of the pages after the first dozen, one in so many is trained on. */
const EVERY = 5;

const NOTHING = { base: 0, trees: [] };

await runCommand('train', async (words) => {
  const line = readCommandLine(words, FLAGS);
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  if (line.operands.length === 0) throw new Problem('give folders of sites; --help tells more');
  const out = line.text('out');
  if (out === undefined && line.text('trial') === undefined) throw new Problem('give --out FILE or --trial FOLDS');
  const module = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));
  const options = resolveOptions();
  const core = new Core(await loadCore(module), options);
  const except = new Set((line.text('except') ?? '').split(','));
  const threshold = Number(line.text('threshold') ?? 0);
  const how = { options, module, pages: readCount(line, 'pages', 400), every: EVERY };

  const readAll = async (lexicon: (group: string) => Uint8Array | undefined): Promise<Rows[]> => {
    const all: Rows[] = [];
    for (const folder of line.operands) {
      for (const site of findSites(folder)) {
        for await (const rows of readRows(site, { ...how, lexicon })) {
          if (rows.count > 0 && !except.has(rows.group)) all.push(rows);
        }
      }
    }
    return all;
  };
  // Words first; then features, in which words of a site are what they are worth on all other sites.
  const maker = new LexiconMaker(countWords(await readAll(() => undefined)));
  const lexicons = new Map<string, Uint8Array>();
  const sites = await readAll((group) => {
    const known = lexicons.get(group);
    if (known !== undefined) return known;
    const made = writeModel(core, { lexicon: maker.without(group), prior: NOTHING, joint: NOTHING, threshold: 0 });
    lexicons.set(group, made);
    return made;
  });
  const pattern = line.text('without');
  const growth: Growth = {
    priorTrees: readCount(line, 'prior-trees', 100),
    jointTrees: readCount(line, 'joint-trees', 256),
    siteFeatures: core.layout.SITE_FEATURES,
    names: featuresLike(/^(names|bestName)/),
    depth: core.layout.TREE_DEPTH,
    without: new Set(pattern === undefined ? [] : featuresLike(new RegExp(pattern))),
    seed: readCount(line, 'seed', 1),
  };

  const folds = line.text('trial') === undefined ? 0 : readCount(line, 'trial', 0);
  const trial = folds === 0 ? undefined : judgeByFolds(sites, growth, folds);
  const figures = trial && { page: figuresOf(trial.page, threshold), joint: figuresOf(trial.joint, threshold) };
  let bytes = 0;
  if (out !== undefined) {
    const model = writeModel(core, { lexicon: maker.without(undefined), ...grow(sites, growth), threshold });
    core.loadModel(model);
    await writeFile(out, model);
    bytes = model.length;
  }
  if (line.has('json')) {
    printJson({ sites: sites.length, blocks: sites.reduce((sum, { count }) => sum + count, 0), bytes, ...figures });
    return;
  }
  if (figures !== undefined) process.stdout.write(`${formatTrial(figures)}\n`);
  if (out !== undefined) process.stdout.write(`${out}: ${bytes} bytes\n`);
});

function featuresLike(pattern: RegExp): number[] {
  return FEATURE_NAMES.flatMap((name, feature) => (pattern.test(name) ? [feature] : []));
}

function formatTrial(figures: Readonly<Record<string, TrialFigures>>): string {
  const head = ['', 'precision', 'recall', 'lost', 'worst', 'page 1', 'page 5', 'text F1'];
  const cells = (values: readonly number[]): string[] => values.map((value) => value.toFixed(3));
  const macro = Object.entries(figures).map(([name, each]) => [
    name,
    ...cells([each.precision, each.recall, each.contentLost, each.worstLost]),
    ...cells([each.firstPage, each.fifthPage, each.textF1]),
  ]);
  const sites = (figures['joint']?.sites ?? []).map((site) => [
    site.site,
    ...cells([site.precision, site.recall, site.contentLost]),
    '',
    ...cells([site.firstPage, site.fifthPage]),
    '',
  ]);
  return formatTable(head, [...sites, ...macro]);
}
