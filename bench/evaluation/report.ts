import { formatTable } from '../table.ts';
import type { Figures, SiteFigures } from './evaluate.ts';
import type { MainFigures, MainMacro, MainSiteFigures } from './main.ts';
import type { TextFigures, TextSiteFigures } from './texts.ts';

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

/** Lines of the kinds of pages of a site, with the F1 in column `f1` of `columns`. */
const kindRows = (kinds: TextSiteFigures['kinds'], columns: number, f1: number): string[][] =>
  Object.entries(kinds).map(([kind, figures]) => {
    const row = Array.from({ length: columns }, () => '');
    row.splice(0, 2, `  ${kind}`, String(figures.pages));
    row[f1] = shareOf(figures.f1);
    return row;
  });

/** A line for each site, and below it a line for each kind of page where the pages have kinds. */
export function formatTexts(sites: readonly TextSiteFigures[], macro: TextFigures): string {
  const cells = ({ precision, recall, f1, contentLost }: TextFigures): string[] =>
    [precision, recall, f1, contentLost].map(shareOf);
  const rows = sites.flatMap((site) => [
    [site.name, String(site.pages), ...cells(site), site.millisecondsPerPage.toFixed(2)],
    ...kindRows(site.kinds, 7, 4),
  ]);
  const head = ['site', 'pages', 'precision', 'recall', 'word F1', 'lost', 'ms/page'];
  return formatTable(head, [...rows, ['macro', '', ...cells(macro), '']]);
}

/** As `formatTexts`, with the F1 of first pages, the macro mean and the worst site. */
export function formatMain(sites: readonly MainSiteFigures[], macro: MainMacro): string {
  const cells = ({ precision, recall, mainF1, firstF1 }: MainFigures): string[] =>
    [precision, recall, mainF1, firstF1].map(shareOf);
  const rows = sites.flatMap((site) => [
    [site.name, String(site.pages), ...cells(site), site.millisecondsPerPage.toFixed(2)],
    ...kindRows(site.kinds, 7, 4),
  ]);
  const head = ['site', 'pages', 'precision', 'recall', 'main F1', 'first page', 'ms/page'];
  const worst = `worst site: ${macro.worst.name}, ${shareOf(macro.worst.mainF1)}`;
  return `${formatTable(head, [...rows, ['macro', '', ...cells(macro), '']])}\n${worst}`;
}
