/** `npm run bench train`: trains the model on labelled sites and on pages with texts of their main content. */
import { writeFile } from 'node:fs/promises';
import { resolveOptions } from 'refrain';
import type { Core } from '../bindings/core.ts';
import { FEATURE_NAMES } from '../bindings/evidence/features.ts';
import { type CommandLine, printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { createCore } from './core.ts';
import { findSites } from './corpus/sites.ts';
import { compileBench } from './module.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';
import { figuresOf, type TrialFigures } from './training/figures.ts';
import { countWords, LexiconMaker } from './training/lexicon.ts';
import { writeModel } from './training/model.ts';
import { type ReadOptions, type Rows, readRows } from './training/rows.ts';
import { type Growth, grow, judgeByFolds } from './training/trial.ts';

/** Log odds above which a block is template. Above 0, since lost content is worse than kept template. */
const THRESHOLD = 0.25;

const PRIOR_TREES = 100;
const JOINT_TREES = 256;

const HELP = `usage: npm run bench train -- SITES_DIR… [options]

Trains the model that \`evidence: 'joint'\` and \`'page'\` use. Each SITES_DIR is a folder of sites with data-gold labels, or
of pages with .txt files of their main content (see npm run evaluate -- --help). Sites whose names have the same part before
the first hyphen are one group. The same folders and seed give the same model.

Options
  --out FILE                     file to write the model to
  --trial FOLDS                  cross-validation by groups: trains FOLDS models, each judges the groups it was not trained on
  --without PATTERN              regular expression: ignores the features whose names match
  --except GROUP,…               ignores these groups of sites
  --pages N                      pages of each site, in a fixed shuffle (default 400)
  --prior-trees N                trees of the model for the page alone (default ${PRIOR_TREES})
  --joint-trees N                trees of the model for page and site (default ${JOINT_TREES})
  --threshold ODDS               log odds above which a block is template (default ${THRESHOLD})
  --seed N                       default 1
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

/** After the first twelve pages of a site, every fifth page is used for training. */
const EVERY = 5;

const EMPTY_FOREST = { base: 0, trees: [] };

/** The settings of a run. All of them are checked before any file is read. */
interface Plan {
  readonly folders: readonly string[];
  readonly out: string | undefined;
  /** Folds of the cross-validation; 0 for none. */
  readonly folds: number;
  readonly except: ReadonlySet<string>;
  readonly pages: number;
  readonly threshold: number;
  readonly growth: Growth;
}

function readPlan(line: CommandLine, { layout }: Core): Plan {
  if (line.operands.length === 0) throw new Problem('give one or more SITES_DIR; see --help');
  const out = line.text('out');
  const folds = line.text('trial') === undefined ? 0 : readCount(line, 'trial', 0);
  if (out === undefined && folds === 0) throw new Problem('give --out FILE or --trial FOLDS');
  const threshold = Number(line.text('threshold') ?? THRESHOLD);
  if (!Number.isFinite(threshold)) throw new Problem(`--threshold must be a number, not ${line.text('threshold')}`);
  const pattern = line.text('without');
  return {
    ...{ folders: line.operands, out, folds, threshold },
    except: new Set((line.text('except') ?? '').split(',')),
    pages: readCount(line, 'pages', 400),
    growth: {
      priorTrees: readTrees(line, 'prior-trees', PRIOR_TREES, layout.TREES_MAX),
      jointTrees: readTrees(line, 'joint-trees', JOINT_TREES, layout.TREES_MAX),
      siteFeatures: layout.SITE_FEATURES,
      names: featuresLike(/^(names|bestName)/),
      depth: layout.TREE_DEPTH,
      without: new Set(pattern === undefined ? [] : featuresLike(readPattern(pattern))),
      seed: readCount(line, 'seed', 1),
    },
  };
}

await runCommand('train', async (words) => {
  const line = readCommandLine(words, FLAGS);
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const module = await compileBench();
  const options = resolveOptions();
  const core = await createCore(module, options);
  const plan = readPlan(line, core);
  const { growth, out, threshold } = plan;
  const { sites, maker } = await readSites(plan, core, { options, module, pages: plan.pages, every: EVERY });
  const trial = plan.folds === 0 ? undefined : judgeByFolds(sites, growth, plan.folds);
  const figures = trial && { page: figuresOf(trial.page, threshold), joint: figuresOf(trial.joint, threshold) };
  let bytes = 0;
  if (out !== undefined) {
    const model = writeModel(core, { lexicon: maker.without(undefined), ...grow(sites, growth), threshold });
    core.loadModel(model);
    await writeFile(out, model).catch((error: unknown) => {
      throw new Problem(`${out}: cannot be written (${String(error)})`);
    });
    bytes = model.length;
  }
  if (line.has('json')) {
    printJson({ sites: sites.length, blocks: sites.reduce((sum, { count }) => sum + count, 0), bytes, ...figures });
    return;
  }
  if (figures !== undefined) process.stdout.write(`${formatTrial(figures)}\n`);
  if (out !== undefined) process.stdout.write(`${out}: ${bytes} bytes\n`);
});

/** Counts words first. Then computes features, with a lexicon that excludes the group of the site. */
async function readSites(
  { folders, except }: Plan,
  core: Core,
  how: Omit<ReadOptions, 'lexicon'>,
): Promise<{ sites: Rows[]; maker: LexiconMaker }> {
  const readAll = async (lexicon: ReadOptions['lexicon']): Promise<Rows[]> => {
    const all: Rows[] = [];
    for (const site of folders.flatMap(findSites)) {
      for await (const rows of readRows(site, { ...how, lexicon })) {
        if (rows.count > 0 && !except.has(rows.group)) all.push(rows);
      }
    }
    return all;
  };
  const maker = new LexiconMaker(countWords(await readAll(() => undefined)));
  const lexicons = new Map<string, Uint8Array>();
  const sites = await readAll((group) => {
    const known = lexicons.get(group);
    if (known !== undefined) return known;
    const made = writeModel(core, {
      lexicon: maker.without(group),
      prior: EMPTY_FOREST,
      joint: EMPTY_FOREST,
      threshold: 0,
    });
    lexicons.set(group, made);
    return made;
  });
  return { sites, maker };
}

function readTrees(line: CommandLine, flag: string, defaultCount: number, maximum: number): number {
  const count = readCount(line, flag, defaultCount);
  if (count > maximum) throw new Problem(`--${flag} must be at most ${maximum}, not ${count}`);
  return count;
}

function readPattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new Problem(`--without must be a regular expression, not ${text}`);
  }
}

function featuresLike(pattern: RegExp): number[] {
  return FEATURE_NAMES.flatMap((name, feature) => (pattern.test(name) ? [feature] : []));
}

function formatTrial(figures: Readonly<Record<string, TrialFigures>>): string {
  const head = ['', 'precision', 'recall', 'lost', 'worst lost', 'F1 page 1', 'F1 page 5', 'text F1'];
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
