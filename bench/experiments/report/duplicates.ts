/** Near-duplicate detection, by the part of the pages that is removed before the comparison. */
import { DEFAULT_THRESHOLD } from '../../duplicates/experiment.ts';
import type { Results } from '../results.ts';
import { chart } from './charts.ts';
import { legend, paragraph, type Row, type Section, source, strong, table } from './html.ts';
import { share } from './numbers.ts';

export function duplicatesSection({ duplicates }: Results, command: string): Section {
  const rows = duplicates.flatMap((result) =>
    result.removals.map((removal): Row => {
      const cells = [share(removal.duplicates), share(removal.others)];
      const mean = share((removal.duplicates + removal.others) / 2);
      return [result.source, removal.removal, ...cells, removal.removal === 'incremental' ? strong(mean) : mean];
    }),
  );
  const [first] = duplicates;
  const marks = duplicates.flatMap((result) =>
    result.removals.flatMap(({ removal, curve }) =>
      curve.map(({ threshold, duplicates: same, others }) => ({
        series: removal,
        panel: result.source,
        x: threshold,
        y: (same + others) / 2,
      })),
    ),
  );
  const series = first?.removals.map(({ removal }) => removal) ?? [];
  const pairs = duplicates.map(
    ({ source: name, duplicatePairs, otherPairs }) => `${name}: ${duplicatePairs} and ${otherPairs}`,
  );
  const body =
    first === undefined
      ? [
          paragraph(
            'Not measured: the experiment needs three labelled sites with at least 100 pages, and one more site.',
          ),
        ]
      : [
          paragraph(
            `Contents of 50 to 200 words replace the contents of pages of ${first.hosts.join(', ')}. The same content on two sites is a pair of duplicates; two contents on one site are another pair (numbers of pairs: ${pairs.join('; ')}). Chakrabarti et al. had 1,711 and 2,058 pairs of lyrics. The table has the share of pairs that are judged correctly at a resemblance of ${DEFAULT_THRESHOLD}, by runs of six words and 84 minima. repetition is refrain without its model; content compares the contents alone.`,
          ),
          table(['contents of', 'removed', 'duplicates', 'others', 'mean'], rows),
          '<h3>Mean of both, by the threshold of resemblance</h3>',
          legend(series),
          chart('Correct pairs by resemblance', marks, { series, x: 'resemblance', y: 'correct pairs' }),
          source('duplicates.json', command),
        ];
  return { id: 'duplicates', title: 'Duplicates (Chakrabarti et al., section 5.4)', body };
}
