import { formatTable } from '../../bench/format-table.ts';
import type { Figures, SiteFigures } from './labels.ts';
import {
  type GroupFigures,
  type MainMacro,
  type MainSiteFigures,
  poolGroups,
  type TextFigures,
  type TextSiteFigures,
} from './texts.ts';

const HEAD = [
  ...['site', 'pages', 'precision', 'recall', 'F1', 'lost', 'word F1', 'block P', 'block R', 'block F1'],
  ...['entries', 'final', 'bytes', 'B/entry', 'pages kB', 'ms/page'],
];

const shareOf = (share: number): string => (Number.isNaN(share) ? '–' : share.toFixed(3));

function row(name: string, pages: string, figures: Figures): string[] {
  const { precision, recall, f1, contentLost, contentF1, blocks } = figures;
  const shares = [precision, recall, f1, contentLost, contentF1, blocks.precision, blocks.recall, blocks.f1];
  return [
    ...[name, pages, ...shares.map(shareOf)],
    ...[figures.entries.toFixed(0), figures.finalEntries.toFixed(0), figures.tableBytes.toFixed(0)],
    ...[
      figures.bytesPerEntry.toFixed(1),
      (figures.keptBytes / 1000).toFixed(0),
      figures.millisecondsPerPage.toFixed(2),
    ],
  ];
}

export function formatEvaluation(sites: readonly SiteFigures[], macro: Figures): string {
  const rows = sites.map((site) => row(site.name, String(site.pages), site));
  return formatTable(HEAD, [...rows, row('macro', '', macro)]);
}

/** Column 4 has the F1, with half the width of its interval of 95 %. */
const groupRows = (groups: Readonly<Record<string, GroupFigures>>): string[][] =>
  Object.entries(groups).map(([name, { pages, f1, interval }]) => {
    const spread = interval === undefined ? '' : ` ± ${interval.toFixed(3)}`;
    return [`  ${name}`, String(pages), '', '', `${shareOf(f1)}${spread}`];
  });

/** A line for each site, and below it a line for each kind of page where the pages have kinds; at last one for each of all kinds and scripts. */
function formatSites<F extends TextFigures>(
  head: readonly string[],
  sites: readonly (F & TextSiteFigures)[],
  macro: F,
  figures: (one: F) => readonly number[],
): string {
  const cells = (one: F): string[] => figures(one).map(shareOf);
  const rows = sites.flatMap((site) => [
    [site.name, String(site.pages), ...cells(site), site.millisecondsPerPage.toFixed(2)],
    ...groupRows(site.kinds),
  ]);
  const groups = ['kinds', 'scripts'] as const;
  return formatTable(
    ['site', 'pages', ...head, 'ms/page'],
    [
      ...rows,
      ['macro', '', ...cells(macro), ''],
      ...groups.flatMap((name) => groupRows(poolGroups(sites.map((site) => site[name])))),
    ],
  );
}

export const formatTexts = (sites: readonly TextSiteFigures[], macro: TextFigures): string =>
  formatSites(['precision', 'recall', 'word F1', 'lost'], sites, macro, ({ precision, recall, f1, contentLost }) => [
    ...[precision, recall, f1, contentLost],
  ]);

/** With the F1 of first pages, and the worst site. */
export function formatMain(sites: readonly MainSiteFigures[], macro: MainMacro): string {
  const head = ['precision', 'recall', 'main F1', 'first page'];
  const table = formatSites(head, sites, { ...macro }, ({ precision, recall, mainF1, firstF1 }) => [
    ...[precision, recall, mainF1, firstF1],
  ]);
  return `${table}\nworst site: ${macro.worst.name}, ${shareOf(macro.worst.mainF1)}`;
}
