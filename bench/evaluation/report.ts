import { formatTable } from '../table.ts';
import type { Figures, SiteFigures } from './evaluate.ts';

const HEAD = [
  ...['site', 'pages', 'precision', 'recall', 'F1', 'lost', 'word F1', 'block P', 'block R', 'block F1'],
  ...['entries', 'final', 'bytes', 'B/entry', 'pages kB', 'ms/page'],
];

function row(name: string, pages: string, figures: Figures): string[] {
  const { precision, recall, f1, contentLost, contentF1, blocks } = figures;
  const shares = [precision, recall, f1, contentLost, contentF1, blocks.precision, blocks.recall, blocks.f1];
  return [
    ...[name, pages, ...shares.map((share) => share.toFixed(3))],
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
