/** Figures of trials as tables. */
import { formatTable } from '../../bench/format-table.ts';
import type { TrialFigures } from './figures.ts';
import { type MainFigures, type Spread, spreadOf } from './word-figures.ts';

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
