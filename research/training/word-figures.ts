/** Word F1 of main content: of pages with a text, of labelled sites, and of several trials. */
import { formatTable, mean, meanOfKnown } from '../../bench/report.ts';
import { mostF } from '../../test/reference/scores.ts';
import type { Judgement, TrialFigures } from './figures.ts';
import { type PageWords, scoreRows, type WordScore } from './page-words.ts';

interface PageFigures extends WordScore {
  readonly pages: number;
}

interface SiteWordFigures {
  readonly site: string;
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  /** Mean F1 of the first page, and of pages from the tenth on; undefined where no such page is known. */
  readonly first: number | undefined;
  readonly later: number | undefined;
}

export interface MainFigures {
  /** Pages with a text: means over pages. */
  readonly texts: PageFigures;
  readonly kinds: Readonly<Record<string, PageFigures>>;
  /** Labelled sites: means over sites, and the lowest F1. */
  readonly labelled: Omit<SiteWordFigures, 'site'> & { readonly worst: number };
  readonly sites: readonly SiteWordFigures[];
}

/** Pages from this one on are later ones. */
const LATER = 9;

interface Scored extends WordScore {
  readonly of: PageWords;
}

const pageFigures = (scores: readonly WordScore[]): PageFigures => ({
  pages: scores.length,
  precision: mean(scores.map(({ precision }) => precision)),
  recall: mean(scores.map(({ recall }) => recall)),
  f1: mean(scores.map(({ f1 }) => f1)),
});

const scoresOf = ({ rows, scores }: Judgement, threshold: number): Scored[] =>
  rows.pageWords.map((of) => {
    const isMain = mostF(
      Array.from(of.sizes, (_, at) => ({
        length: (rows.template[of.first + at] ?? 0) + (rows.content[of.first + at] ?? 0),
        odds: (scores[of.first + at] ?? 0) - threshold,
      })),
    );
    return { ...scoreRows(of, (row) => isMain[row - of.first] ?? false), of };
  });

function siteFigures(judgement: Judgement, threshold: number): SiteWordFigures {
  const scores = scoresOf(judgement, threshold);
  const { f1, precision, recall } = pageFigures(scores);
  const f1Where = (isMeant: (page: number) => boolean): number | undefined =>
    meanOfKnown(scores.filter(({ of }) => isMeant(of.page)).map((score) => score.f1));
  return {
    ...{ site: judgement.rows.site, f1, precision, recall },
    first: f1Where((page) => page === 0),
    later: f1Where((page) => page >= LATER),
  };
}

/** The main content of a page are its blocks with the greatest expected F1, by log odds over the threshold. */
export function mainFiguresOf(judgements: readonly Judgement[], threshold: number): MainFigures {
  const known = judgements.filter(({ rows }) => rows.pageWords.length > 0);
  const texts = known.filter(({ rows }) => rows.from === 'text').flatMap((each) => scoresOf(each, threshold));
  const kinds = [...new Set(texts.flatMap(({ of }) => of.kind ?? []))].sort();
  const sites = known.filter(({ rows }) => rows.from === 'labels').map((each) => siteFigures(each, threshold));
  return {
    texts: pageFigures(texts),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, pageFigures(texts.filter(({ of }) => of.kind === kind))])),
    labelled: {
      f1: mean(sites.map(({ f1 }) => f1)),
      precision: mean(sites.map(({ precision }) => precision)),
      recall: mean(sites.map(({ recall }) => recall)),
      first: meanOfKnown(sites.map(({ first }) => first)),
      later: meanOfKnown(sites.map(({ later }) => later)),
      worst: sites.length === 0 ? 0 : Math.min(...sites.map(({ f1 }) => f1)),
    },
    sites,
  };
}

/** Mean, least and largest value of a figure over several trials. */
export interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

const spreadOf = (values: readonly number[]): Spread => ({
  mean: mean(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

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
