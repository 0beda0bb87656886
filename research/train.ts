/** Trains the model on labelled sites and on pages with texts of their main content. */
import { resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { type CommandLine, Problem, type Program } from '../bench/command-line.ts';
import { findSites, type SiteSource } from '../bench/pages/sites.ts';
import { FEATURE_NAMES } from '../bench/reference/feature-names.ts';
import { type Forest, type Model, readModel } from '../bench/reference/model.ts';
import { layout } from '../bindings/core-exports.ts';
import { readFold } from './corpus/selection.ts';
import { readModelBytes, writeModelBytes } from './options.ts';
import { asWhole, foldsOf, type Growth, growMain, growTemplate, growWhole } from './training/forests.ts';
import { kindsOf, withKinds } from './training/kinds.ts';
import { countWords, LexiconMaker, TRANSLATIONS } from './training/lexicon.ts';
import { writeModel } from './training/model.ts';
import { compileBench } from './training/module.ts';
import { type ReadOptions, type Rows, readMixed, readRows, rowsOfMixed } from './training/rows.ts';

/** Log odds above which a block is template. Above 0, because lost content is worse than kept template. */
const THRESHOLD = 0.5;

const PRIOR_TREES = 100;
const JOINT_TREES = 256;
const MAIN_TREES = 256;
const WHOLE_TREES = 64;
/** Number of cross-validated models of main content. Their out-of-fold scores train the trees of the whole page. */
const WHOLE_FOLDS = 5;
/** Log odds above which a block is main content, with nearly equal precision and recall. */
const MAIN_THRESHOLD = 0;

const HELP = `usage: npm run research -- train SITES_DIR… [options]

Trains the model that \`evidence: 'joint'\` and \`'page'\` use. Each SITES_DIR is a folder of sites with data-gold labels, or
of pages with .txt files of their main content (see npm run evaluate -- --help). Sites whose names have the same part before
the first hyphen are one group. The same folders and seed give the same model.

Options
  --out FILE                     file to write the model to
  --base MODEL                   takes trees of template, their words and kinds of pages of this model
  --main-of MODEL                takes all but the trees of template of this model
  --fold K/N                     without the groups of this part, which evaluate --fold K/N judges
  --pages N                      pages of each site, in a fixed shuffle (default 400)
  --prior-trees N                trees of the model for the page alone (default ${PRIOR_TREES})
  --joint-trees N                trees of the model for page and site (default ${JOINT_TREES})
  --main-trees N                 trees of the model for main content, block by block (default ${MAIN_TREES})
  --whole-trees N                trees of the model for main content by the page as a whole (default ${WHOLE_TREES})
  --threshold ODDS               log odds above which a block is template (default ${THRESHOLD})
  --main-threshold ODDS          log odds above which a block is main content (default ${MAIN_THRESHOLD})
  --seed N                       default 1
  --json                         one JSON object
`;

/** After the first twelve pages of a site, every fifth page is used. */
const EVERY = 5;

const EMPTY_FOREST = { base: 0, trees: [] };

interface Plan {
  readonly folders: readonly string[];
  readonly out: string;
  /** A model from which lexicon, template trees and kinds are copied. Default: all are trained. */
  readonly base: string | undefined;
  /** A model from which all but the template trees is copied. */
  readonly mainOf: string | undefined;
  readonly isLeftOut: (group: string) => boolean;
  readonly pages: number;
  readonly threshold: number;
  readonly mainThreshold: number;
  readonly growth: Growth;
}

function readPlan(line: CommandLine): Plan {
  const folders = line.someOperands;
  const out = line.text('out');
  if (out === undefined) throw new Problem('give --out FILE');
  return {
    ...{ folders, out, base: line.text('base'), mainOf: line.text('main-of') },
    threshold: readOdds(line, 'threshold', THRESHOLD),
    mainThreshold: readOdds(line, 'main-threshold', MAIN_THRESHOLD),
    isLeftOut: readFold(line) ?? (() => false),
    pages: line.count('pages', 400),
    growth: {
      priorTrees: readTrees(line, 'prior-trees', PRIOR_TREES, layout.Tree.MAX),
      jointTrees: readTrees(line, 'joint-trees', JOINT_TREES, layout.Tree.MAX),
      mainTrees: readTrees(line, 'main-trees', MAIN_TREES, layout.Tree.MAX),
      wholeTrees: readTrees(line, 'whole-trees', WHOLE_TREES, layout.Tree.MAX),
      siteFeatures: layout.Features.SITE,
      templateFeatures: layout.Features.TEMPLATE,
      names: featuresLike(/^(names|bestName|main(Names|Best|Worst|Most|Least|All))/),
      depth: layout.Tree.DEPTH,
      seed: line.count('seed', 1),
    },
  };
}

export const program: Program = {
  help: HELP,
  values: [
    'out',
    'base',
    'main-of',
    'fold',
    'pages',
    'prior-trees',
    'joint-trees',
    'main-trees',
    'whole-trees',
    'threshold',
    'main-threshold',
    'seed',
  ],
  hasOperands: true,
  async run(line) {
    const module = await compileBench();
    const options = resolveOptions();
    const core = await Core.open(options, { wasm: module });
    const plan = readPlan(line);
    const how = { options, module, pages: plan.pages, every: EVERY };
    const { model, sites } = await (plan.mainOf === undefined ? trainMain : trainTemplate)(plan, core, how);
    core.loadModel(model);
    await writeModelBytes(plan.out, model);
    const blocks = sites.reduce((sum, { count }) => sum + count, 0);
    line.print({ sites: sites.length, blocks, bytes: model.length }, ({ bytes }) => `${plan.out}: ${bytes} bytes`);
  },
};

type Trained = Promise<{ readonly model: Uint8Array<ArrayBuffer>; readonly sites: readonly Rows[] }>;

/** Trains all of a model, or all but what `base` has. */
async function trainMain(plan: Plan, core: Core, how: Omit<ReadOptions, 'model'>): Trained {
  const { growth, threshold, mainThreshold } = plan;
  const base = plan.base === undefined ? undefined : await readModelBytes(plan.base);
  const { sites, whole, maker } = await readSites(plan, core, how);
  const lexicon = maker.without(undefined);
  const grown = { lexicon, main: growMain(sites, growth), whole: growWhole(whole, growth), mainThreshold };
  const model =
    base === undefined
      ? writeModel(core, { ...grown, ...growTemplate(sites, growth), threshold })
      : withMain(core, base, grown);
  return { model, sites };
}

/** Trains only the trees of template. */
async function trainTemplate(plan: Plan, core: Core, how: Omit<ReadOptions, 'model'>): Trained {
  const base = await readModelBytes(plan.mainOf ?? '');
  const sites = await readAll(plan.folders.flatMap(findSites), plan, { ...how, model: () => base });
  const { growth, threshold } = plan;
  const model = writeModel(core, { ...readModel(base), ...growTemplate(sites, growth), threshold });
  return { model: withKinds(core, model, kindsOf(base)), sites };
}

async function readAll(found: readonly SiteSource[], { isLeftOut }: Plan, how: ReadOptions): Promise<Rows[]> {
  const all: Rows[] = [];
  for (const site of found) for await (const rows of readRows(site, how)) all.push(rows);
  return all.filter(({ count, group }) => count > 0 && !isLeftOut(group));
}

/**
 * A model with new trees of main content and their words. The template trees are kept, and know only their words. So
 * new words have template odds of 0, and translations have the odds of the English word.
 */
function withMain(
  core: Core,
  base: Uint8Array,
  { lexicon, ...grown }: Pick<Model, 'lexicon' | 'main' | 'whole' | 'mainThreshold'>,
): Uint8Array<ArrayBuffer> {
  const old = readModel(base);
  const words = new Map(
    [...old.lexicon].map(([word, { template }]) => [word, { template, main: lexicon.get(word)?.main ?? 0 }]),
  );
  for (const [word, { main }] of lexicon) {
    if (words.has(word)) continue;
    const template = old.lexicon.get(TRANSLATIONS.get(word) ?? word)?.template ?? 0;
    if (template !== 0 || main !== 0) words.set(word, { template, main });
  }
  const model = writeModel(core, { ...old, ...grown, lexicon: words });
  return withKinds(core, model, kindsOf(base));
}

/**
 * Reads sites in three passes. The first counts words. The second computes features, with a lexicon that excludes the
 * group of the site. The third computes features of the whole page, by trees of main content that were not trained on
 * the group.
 */
async function readSites(
  plan: Plan,
  core: Core,
  how: Omit<ReadOptions, 'model'>,
): Promise<{ sites: Rows[]; whole: Rows[]; maker: LexiconMaker }> {
  const { growth, isLeftOut } = plan;
  const found = plan.folders.flatMap(findSites);
  const mixed = await readMixed(found, growth.seed, isLeftOut);
  const readPages = async (model: ReadOptions['model']): Promise<Rows[]> => {
    const all = await readAll(found, plan, { ...how, model });
    for (const page of mixed) all.push(await rowsOfMixed(page, { ...how, model }));
    return all.filter(({ count }) => count > 0);
  };
  const maker = new LexiconMaker(countWords(await readPages(() => undefined)));
  const modelOf = (group: string, main: Forest): Uint8Array =>
    writeModel(core, {
      lexicon: maker.without(group),
      ...{ prior: EMPTY_FOREST, joint: EMPTY_FOREST, main, whole: EMPTY_FOREST, threshold: 0, mainThreshold: 0 },
    });
  const sites = await readPages(remembered((group) => modelOf(group, EMPTY_FOREST)));
  const foldOf = foldsOf(sites, WHOLE_FOLDS, growth.seed);
  const forests = Array.from({ length: WHOLE_FOLDS }, (_, fold) =>
    growMain(
      sites.filter(({ group }) => foldOf(group) !== fold),
      growth,
    ),
  );
  const again = await readPages(remembered((group) => modelOf(group, forests[foldOf(group)] ?? EMPTY_FOREST)));
  const whole = asWhole(sites.map((rows, at) => ({ ...rows, whole: again[at]?.whole ?? rows.whole })));
  return { sites, whole, maker };
}

function remembered(compute: (group: string) => Uint8Array): (group: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (group) => {
    const found = known.get(group) ?? compute(group);
    known.set(group, found);
    return found;
  };
}

function readTrees(line: CommandLine, flag: string, defaultCount: number, maximum: number): number {
  const count = line.count(flag, defaultCount);
  if (count > maximum) throw new Problem(`--${flag} must be at most ${maximum}, not ${count}`);
  return count;
}

function readOdds(line: CommandLine, flag: string, defaultOdds: number): number {
  const odds = Number(line.text(flag) ?? defaultOdds);
  if (!Number.isFinite(odds)) throw new Problem(`--${flag} must be a number, not ${line.text(flag)}`);
  return odds;
}

function featuresLike(pattern: RegExp): number[] {
  return FEATURE_NAMES.flatMap((name, feature) => (pattern.test(name) ? [feature] : []));
}
