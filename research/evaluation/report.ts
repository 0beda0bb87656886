import { formatTable } from '../../bench/format-table.ts';
import type { Figures, SiteFigures } from './labels.ts';

/** Figures of one method. */
interface Results {
  readonly method: string;
  readonly macro: Figures;
  readonly sites: readonly SiteFigures[];
}

const HEAD = [
  ...['pages', 'precision', 'recall', 'F1', 'lost', 'word F1', 'block P', 'block R', 'block F1'],
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

/** Of one method a line for each site, and their mean. Of several methods the means. */
export function formatFigures(results: readonly Results[]): string {
  const [only, ...others] = results;
  if (only === undefined || others.length > 0)
    return formatTable(
      ['method', ...HEAD],
      results.map(({ method, macro }) => row(method, '', macro)),
    );
  const sites = only.sites.map((site) => row(site.name, String(site.pages), site));
  return formatTable(['site', ...HEAD], [...sites, row('macro', '', only.macro)]);
}
