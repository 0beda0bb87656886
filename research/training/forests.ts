/** Trains the forests of a model: selects and weights the blocks. */
import { mulberry32, shuffle } from '../../bench/random.ts';
import type { Forest, Forests } from '../../bench/reference/model.ts';
import { cohortOf } from '../corpus/selection.ts';
import { boost, type Examples } from './boost.ts';
import type { Rows } from './rows.ts';

export interface Growth {
  readonly priorTrees: number;
  readonly jointTrees: number;
  readonly mainTrees: number;
  readonly wholeTrees: number;
  readonly depth: number;
  /**
   * Features are in the order site, block, context. Number of features of the site; number of those of site and block.
   */
  readonly siteFeatures: number;
  readonly templateFeatures: number;
  readonly names: readonly number[];
  readonly seed: number;
}

/** What trees predict: template; main content; main content by features of the whole page. */
type Question = 'template' | 'main' | 'whole';

/** Maximum blocks of a site, and of a short run of first pages (`start`); weight of a `start` relative to a `run`. */
const ROWS_OF_SITE = 4000;
const ROWS_OF_START = 250;
const START_WEIGHT = 0.06;
const NEUTRAL = 128;
const MIN_WEIGHT = 20;
const LAMBDA = 20;

interface Method {
  readonly rate: number;
  /** Shares of blocks and features that are sampled for each tree. */
  readonly rows: number;
  readonly columns: number;
  /** Maximum blocks of all pages with a text. */
  readonly textRows: number;
  /** Share of blocks whose names are hidden in training, because another site may have new names. */
  readonly nameless: number;
  /** The weight of a block is its text length to this power. Below 1, so that short blocks are not ignored. */
  readonly power: number;
}

const METHODS: Readonly<Record<Question, Method>> = {
  template: { rate: 0.18, rows: 0.35, columns: 0.35, textRows: 60_000, nameless: 0.2, power: 0.6 },
  // Few names are hidden, because names indicate main content on all kinds of sites. Long texts have more weight,
  // because word F1 counts words.
  main: { rate: 0.1, rows: 0.3, columns: 0.3, textRows: 600_000, nameless: 0.05, power: 0.7 },
  whole: { rate: 0.2, rows: 0.4, columns: 0.5, textRows: 600_000, nameless: 0, power: 0.7 },
};

/**
 * Weight of a group of labelled sites for main content, in pages with a text. It is low, because the pages of a site
 * are correlated.
 */
const GROUP_IN_PAGES = 10;
/** Weight of an article and of a mixed page; low, because most pages are of these kinds. */
const FREQUENT_WEIGHT = 0.4;

/** Weight of all pages with a text for the template target, in sites. */
const TEXT_WEIGHT = 10;

const maxRowsOf = ({ part }: Rows): number => (part === 'run' ? ROWS_OF_SITE : ROWS_OF_START);

/** Characters of the target in each block; NaN without a label. */
const answersOf = (rows: Rows, question: Question): Float32Array =>
  question === 'template' ? rows.template : rows.main;

/** Returns the weight of all blocks of a site or host. */
function weigh(sites: readonly Rows[], question: Question): (rows: Rows) => number {
  const inGroup = new Map<string, number>();
  for (const { group, part } of sites) if (part === 'run') inGroup.set(group, (inGroup.get(group) ?? 0) + 1);
  const texts = sites.filter(({ from }) => from === 'text').length;
  return ({ from, part, group, kind }) => {
    if (from === 'text' && question === 'template') return TEXT_WEIGHT / texts;
    if (from === 'text') return part === 'mixed' || kind === 'article' ? FREQUENT_WEIGHT : 1;
    const share = (part === 'start' ? START_WEIGHT : 1) / (inGroup.get(group) ?? 1);
    return question === 'template' ? share : share * GROUP_IN_PAGES;
  };
}

function collectExamples(all: readonly Rows[], question: Question, growth: Growth): Examples {
  const method = METHODS[question];
  // True if the page has labels: then all of its blocks have.
  const isKnown = (rows: Rows, row: number): boolean => !Number.isNaN(answersOf(rows, question)[row]);
  const sites = all
    .filter(({ part }) => part !== 'mixed' || question !== 'template')
    .filter((rows) => rows.page.some((_, row) => isKnown(rows, row)));
  const random = mulberry32(growth.seed);
  const features = sites[0]?.features ?? 0;
  const ofText = sites.filter(({ from }) => from === 'text');
  const textRows = ofText.reduce((sum, { count }) => sum + count, 0);
  const sitesInGroup = (name: string): number =>
    sites.filter(({ group, part }) => group === name && part === 'run').length || 1;
  const weightOf = weigh(sites, question);
  const taken: { readonly rows: Rows; readonly row: number; readonly weight: number }[] = [];
  for (const rows of sites) {
    const share = weightOf(rows);
    if (share === 0) continue;
    const most =
      rows.from === 'text' ? method.textRows / textRows : maxRowsOf(rows) / sitesInGroup(rows.group) / rows.count;
    const own: { rows: Rows; row: number; weight: number }[] = [];
    for (let row = 0; row < rows.count; row += 1) {
      if (random() >= most || !isKnown(rows, row)) continue;
      own.push({ rows, row, weight: ((rows.template[row] ?? 0) + (rows.content[row] ?? 0)) ** method.power });
    }
    const sum = own.reduce((total, { weight }) => total + weight, 0);
    for (const example of own) taken.push({ ...example, weight: (example.weight / sum) * share });
  }
  const total = taken.reduce((sum, { weight }) => sum + weight, 0);
  const bytes = new Uint8Array(taken.length * features);
  for (const [index, { rows, row }] of taken.entries()) {
    bytes.set(rows.bytes.subarray(row * features, (row + 1) * features), index * features);
    if (random() < method.nameless) for (const feature of growth.names) bytes[index * features + feature] = NEUTRAL;
  }
  return {
    count: taken.length,
    features,
    bytes,
    target: Float32Array.from(taken, ({ rows, row }) => {
      return (answersOf(rows, question)[row] ?? 0) / ((rows.template[row] ?? 0) + (rows.content[row] ?? 0));
    }),
    weight: Float32Array.from(taken, ({ weight }) => (weight / total) * taken.length),
  };
}

function growForest(
  examples: Examples,
  question: Question,
  growth: Growth,
  { trees, allowed, seed }: { readonly trees: number; readonly allowed: readonly number[]; readonly seed: number },
): Forest {
  const { rate, rows, columns } = METHODS[question];
  const how = { depth: growth.depth, lambda: LAMBDA, minWeight: MIN_WEIGHT, rate, rows, columns };
  const grown = boost(examples, new Float64Array(examples.count), {
    ...{ ...how, allowed, seed: growth.seed + seed },
    trees: examples.count === 0 ? 0 : trees,
  });
  return { base: 0, trees: grown };
}

const featuresOf = (sites: readonly Rows[]): number[] =>
  Array.from({ length: sites[0]?.features ?? 0 }, (_, feature) => feature);

/** Trains the trees with features of the page, and those that also have features of the site. */
export function growTemplate(sites: readonly Rows[], growth: Growth): Pick<Forests, 'prior' | 'joint'> {
  const allowed = featuresOf(sites).filter((at) => at < growth.templateFeatures);
  const ofPage = allowed.filter((feature) => feature >= growth.siteFeatures);
  const examples = collectExamples(sites, 'template', growth);
  return {
    prior: growForest(examples, 'template', growth, { trees: growth.priorTrees, allowed: ofPage, seed: 1 }),
    joint: growForest(examples, 'template', growth, { trees: growth.jointTrees, allowed, seed: 2 }),
  };
}

/** Trains the trees of main content. Their features are only of the page, because repetition is decided before. */
export function growMain(sites: readonly Rows[], growth: Growth): Forest {
  const allowed = featuresOf(sites).filter((feature) => feature >= growth.siteFeatures);
  return growForest(collectExamples(sites, 'main', growth), 'main', growth, {
    ...{ trees: growth.mainTrees, allowed, seed: 3 },
  });
}

/** Returns a function from a group to its fold. `folding`: seed of the order of cohorts. */
export function foldsOf(sites: readonly Rows[], folds: number, folding: number): (group: string) => number {
  const cohorts = shuffle([...new Set(sites.map(({ group }) => cohortOf(group)))], folding);
  const foldOf = new Map(cohorts.map((cohort, index) => [cohort, index % folds]));
  return (group) => foldOf.get(cohortOf(group)) ?? 0;
}

/** The same sites with features of the whole page instead of the others. */
export const asWhole = (sites: readonly Rows[]): Rows[] =>
  sites.map((rows) => ({
    ...rows,
    bytes: rows.whole,
    features: rows.count === 0 ? 0 : rows.whole.length / rows.count,
  }));

/**
 * Trains trees on features of the whole page, with scores of trees that were not trained on the same sites. `sites` are
 * from `asWhole`.
 */
export function growWhole(sites: readonly Rows[], growth: Growth): Forest {
  const examples = collectExamples(sites, 'whole', growth);
  const allowed = Array.from({ length: examples.features }, (_, feature) => feature);
  return growForest(examples, 'whole', growth, { trees: growth.wholeTrees, allowed, seed: 4 });
}
