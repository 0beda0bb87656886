/** Accuracy of log odds of blocks: by characters on labelled sites, by main content on pages with a text. */
import { formatTable, mean } from '../../bench/report.ts';
import type { Rows } from './rows.ts';
import { type MainFigures, type Spread, spreadOf } from './word-figures.ts';

interface SiteTrial {
  readonly site: string;
  readonly precision: number;
  readonly recall: number;
  readonly contentLost: number;
  /** F1 of template on the first page of the site, and on the fifth. */
  readonly firstPage: number;
  readonly fifthPage: number;
}

export interface TrialFigures {
  readonly precision: number;
  readonly recall: number;
  readonly contentLost: number;
  readonly worstLost: number;
  readonly firstPage: number;
  readonly fifthPage: number;
  /** F1 of the main content by characters, mean over pages with a text; 0 without such pages. */
  readonly textF1: number;
  readonly sites: readonly SiteTrial[];
}

/** Rows with the log odds of a model that was not trained on their group. */
export interface Judgement {
  readonly rows: Rows;
  readonly scores: Float64Array;
}

/**
 * Judgements of main content as judgements of the rest, so that figures of template are those of the rest. Sites without an
 * answer are left out.
 */
export function asRest(judgements: readonly Judgement[]): Judgement[] {
  return judgements
    .filter(({ rows }) => !rows.main.some(Number.isNaN))
    .map(({ rows, scores }) => ({
      rows: {
        ...rows,
        template: rows.template.map((length, row) => length + (rows.content[row] ?? 0) - (rows.main[row] ?? 0)),
        content: rows.main,
      },
      scores: scores.map((odds) => -odds),
    }));
}

interface Sums {
  found: number;
  wrong: number;
  missed: number;
  content: number;
}

function sumsOf({ rows, scores }: Judgement, threshold: number, isPage: (page: number) => boolean): Sums {
  const sums = { found: 0, wrong: 0, missed: 0, content: 0 };
  for (let row = 0; row < rows.count; row += 1) {
    if (!isPage(rows.page[row] ?? 0)) continue;
    const template = rows.template[row] ?? 0;
    const content = rows.content[row] ?? 0;
    sums.content += content;
    if ((scores[row] ?? 0) > threshold) {
      sums.found += template;
      sums.wrong += content;
    } else {
      sums.missed += template;
    }
  }
  return sums;
}

const share = (part: number, rest: number, none: number): number => (part + rest === 0 ? none : part / (part + rest));

const f1 = ({ found, wrong, missed }: Sums): number =>
  found + wrong + missed === 0 ? 1 : (2 * found) / (2 * found + wrong + missed);

function siteTrial(judgement: Judgement, threshold: number): SiteTrial {
  const all = sumsOf(judgement, threshold, () => true);
  return {
    site: judgement.rows.site,
    precision: share(all.found, all.wrong, 1),
    recall: share(all.found, all.missed, 1),
    contentLost: share(all.wrong, all.content - all.wrong, 0),
    firstPage: f1(sumsOf(judgement, threshold, (page) => page === 0)),
    fifthPage: f1(sumsOf(judgement, threshold, (page) => page === 4)),
  };
}

/** F1 of the content of each page. */
function contentScores(judgement: Judgement, threshold: number): number[] {
  return [...new Set(judgement.rows.page)].map((number) => {
    const { found, wrong, missed, content } = sumsOf(judgement, threshold, (page) => page === number);
    const kept = content - wrong;
    return kept + missed + wrong + found === 0 ? 1 : (2 * kept) / Math.max(1, 2 * kept + missed + wrong);
  });
}

export function figuresOf(judgements: readonly Judgement[], threshold: number): TrialFigures {
  const sites = judgements
    .filter(({ rows }) => rows.from === 'labels' && rows.part === 'run')
    .map((judgement) => siteTrial(judgement, threshold));
  const texts = judgements.filter(({ rows }) => rows.from === 'text').flatMap((each) => contentScores(each, threshold));
  return {
    precision: mean(sites.map(({ precision }) => precision)),
    recall: mean(sites.map(({ recall }) => recall)),
    contentLost: mean(sites.map(({ contentLost }) => contentLost)),
    worstLost: Math.max(0, ...sites.map(({ contentLost }) => contentLost)),
    firstPage: mean(sites.map(({ firstPage }) => firstPage)),
    fifthPage: mean(sites.map(({ fifthPage }) => fifthPage)),
    textF1: mean(texts),
    sites,
  };
}

// Figures of trials as tables.

/** Figures of one cross-validation: template by the page alone and by all features, main content by characters and by words. */
export interface Trial {
  readonly page: TrialFigures;
  readonly joint: TrialFigures;
  readonly main: TrialFigures;
  readonly words: MainFigures;
}

const cells = (values: readonly (number | undefined)[]): string[] => values.map((value) => value?.toFixed(3) ?? '');

export function formatTrials(trials: readonly Trial[]): string {
  const [first] = trials;
  if (first === undefined) return '';
  const tables = [formatCharacters(first), formatPages(first.words), formatSites(first.words)];
  if (trials.length > 1) tables.push(formatSpreads(spreadsOf(trials)));
  return tables.join('\n\n');
}

function formatCharacters({ page, joint, main }: Trial): string {
  const head = ['', 'precision', 'recall', 'lost', 'worst lost', 'F1 page 1', 'F1 page 5', 'text F1'];
  const macro = Object.entries({ page, joint, main }).map(([name, each]) => [
    name,
    ...cells([each.precision, each.recall, each.contentLost, each.worstLost]),
    ...cells([each.firstPage, each.fifthPage, each.textF1]),
  ]);
  const sites = joint.sites.map((site) => [
    site.site,
    ...cells([site.precision, site.recall, site.contentLost]),
    '',
    ...cells([site.firstPage, site.fifthPage]),
    '',
  ]);
  return formatTable(head, [...sites, ...macro]);
}

function formatPages({ texts, kinds }: MainFigures): string {
  const rows = [...Object.entries(kinds), ['all', texts] as const];
  return formatTable(
    ['main content by words', 'pages', 'precision', 'recall', 'F1'],
    rows.map(([name, { pages, precision, recall, f1 }]) => [name, String(pages), ...cells([precision, recall, f1])]),
  );
}

function formatSites({ sites, labelled }: MainFigures): string {
  const rowOf = (name: string, of: Omit<MainFigures['labelled'], 'worst'>): string[] => [
    name,
    ...cells([of.precision, of.recall, of.f1, of.first, of.later]),
  ];
  const rows = sites.map((site) => rowOf(site.site, site));
  const worst = ['worst', '', '', ...cells([labelled.worst]), '', ''];
  return formatTable(
    ['main content by words', 'precision', 'recall', 'F1', 'F1 page 1', 'F1 pages 10+'],
    [...rows, rowOf('mean', labelled), worst],
  );
}

/** The spread of the main figures over the foldings. */
export function spreadsOf(trials: readonly Trial[]): Readonly<Record<string, Spread>> {
  const spread = (of: (trial: Trial) => number): Spread => spreadOf(trials.map(of));
  const kinds = Object.keys(trials[0]?.words.kinds ?? {});
  return {
    'joint precision': spread(({ joint }) => joint.precision),
    'joint recall': spread(({ joint }) => joint.recall),
    'joint lost': spread(({ joint }) => joint.contentLost),
    'page precision': spread(({ page }) => page.precision),
    'page recall': spread(({ page }) => page.recall),
    'page lost': spread(({ page }) => page.contentLost),
    'word F1 of pages': spread(({ words }) => words.texts.f1),
    'word precision of pages': spread(({ words }) => words.texts.precision),
    'word recall of pages': spread(({ words }) => words.texts.recall),
    ...Object.fromEntries(
      kinds.map((kind) => [`word F1 of ${kind}`, spread(({ words }) => words.kinds[kind]?.f1 ?? 0)]),
    ),
    'word F1 of sites': spread(({ words }) => words.labelled.f1),
    'word F1 of the worst site': spread(({ words }) => words.labelled.worst),
    'word F1 of first pages': spread(({ words }) => words.labelled.first ?? 0),
    'word F1 of later pages': spread(({ words }) => words.labelled.later ?? 0),
  };
}

const formatSpreads = (spreads: Readonly<Record<string, Spread>>): string =>
  formatTable(
    ['over all foldings', 'mean', 'least', 'most'],
    Object.entries(spreads).map(([name, { mean, least, most }]) => [name, ...cells([mean, least, most])]),
  );
