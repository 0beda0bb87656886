/** Duplicates told from others, by what is left out before pages are compared. */
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
      ? [paragraph('Not measured: it takes three labelled sites of a hundred pages, and one more.')]
      : [
          paragraph(
            `Contents of 50 to 200 words, each put into pages of ${first.hosts.join(', ')} in place of their own: the same content on two sites is a duplicate, two contents on one site are none (pairs of each, ${pairs.join('; ')}). Chakrabarti et al. had 1,711 and 2,058 pairs of lyrics. Shares of pairs judged right at a resemblance of ${DEFAULT_THRESHOLD}, by runs of six words and 84 minima; repetition is refrain without its model, content what the measure itself gets right of the content alone.`,
          ),
          table(['contents of', 'left out', 'duplicates', 'others', 'mean'], rows),
          '<h3>Mean of both, by the resemblance from which on pages are duplicates</h3>',
          legend(series),
          chart('Pairs judged right by resemblance', marks, { series, x: 'resemblance', y: 'pairs judged right' }),
          source('duplicates.json', command),
        ];
  return { id: 'duplicates', title: 'Duplicates (Chakrabarti et al., section 5.4)', body };
}
