/** The report of all experiments, as one HTML page. */
import { cpus } from 'node:os';
import { mean } from '../../evaluation/evaluate.ts';
import { TEMPLATES } from '../../search/indexes.ts';
import { type SearchFigures, TOGETHER } from '../../search/measure.ts';
import { BATCH_CONTENDERS, tableName } from '../contenders.ts';
import { PAPER_RECALL, type Results } from '../results.ts';
import { meanFound } from '../table2.ts';
import { meanSite, timesOf } from '../table3.ts';
import { duplicatesSection } from './duplicates.ts';
import { document, escapeHtml, type Section } from './html.ts';
import { foundSection, searchSection, timeSection } from './indexing.ts';
import { hardSection, methodSection, warmUpSection } from './methods.ts';
import { percent, percentSpread, range, share } from './numbers.ts';
import { curveSection, lifetimeSection, storageSection } from './storage.ts';
import { fingerprintSection, growthSection } from './tables.ts';

const list = (lines: readonly string[]): string =>
  `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;

/** The main results as sentences with figures. */
function summary({ shares, methods, falseMatches, leftOut, found, times, searches }: Results): Section {
  const storage = BATCH_CONTENDERS.map((batch) => {
    const found = shares.find(
      (one) =>
        one.recall === PAPER_RECALL && one.protocol === 'tuned' && one.table === tableName(39) && one.batch === batch,
    );
    return found === undefined || found.ofBatch === null
      ? `Storage beside ${batch} at recall ${PAPER_RECALL}: unreachable, since both reach the recall on no site.`
      : `Storage beside ${batch} at recall ${PAPER_RECALL}: ${percentSpread(found.ofBatch)} of a full batch, mean over ${range(found.sites)} sites where both reach the recall.`;
  });
  const f1 = (method: string): number =>
    mean(methods.filter((one) => one.method === method).map(({ figures }) => figures.f1));
  const losses = methods.flatMap(({ method, site, figures }) => {
    const paper = methods.find((one) => one.method === 'paper' && one.site === site)?.figures;
    return method === 'repetition' && paper !== undefined
      ? [{ site, points: 100 * (paper.precision - figures.precision) }]
      : [];
  });
  const worst = losses.reduce((most, one) => (one.points > most.points ? one : most), { site: '', points: 0 });
  const short = falseMatches.filter(({ lifetimes }) => lifetimes === 'default');
  return {
    id: 'summary',
    title: 'Summary',
    body: [
      list([
        ...storage,
        `Macro F1 of template by characters: default ${share(f1('default'))} (its model may have been trained on these sites), repetition alone ${share(f1('repetition'))}, paper ${share(f1('paper'))}; ${worst.site === '' ? 'repetition loses precision on no site' : `repetition loses at most ${worst.points.toFixed(1)} points of precision (${worst.site})`}.`,
        `Recall of template blocks: two-stage ${share(meanFound(found, 'two-stage').recall)} with a precision of ${share(meanFound(found, 'two-stage').precision)}, shingle ${share(meanFound(found, 'shingle').recall)} with ${share(meanFound(found, 'shingle').precision)}.`,
        `Two-stage detection adds ${percent(timesOf(meanSite(times)).share, 1)} to the time of an index.`,
        `Search by title, mean reciprocal rank with BM25, mean over the sites: ${TEMPLATES.map((template) => `${template} ${share(meanRank(searches, template))}`).join(', ')}.`,
        ...short.map(
          ({ fingerprintBits, lookups, measured, expected, blocksChanged }) =>
            `Fingerprints of ${fingerprintBits} bits: ${measured} false matches in ${lookups} new segments (${expected.toPrecision(2)} expected), ${blocksChanged} blocks with another verdict.`,
        ),
        ...leftOut.map(({ site, why }) => `Left out: ${site}: ${why}.`),
      ]),
    ],
  };
}

/** Mean over the indexes of single sites. */
const meanRank = (searches: readonly SearchFigures[], kind: string): number =>
  mean(
    searches
      .filter(({ scope, template, ranking }) => scope !== TOGETHER && template === kind && ranking === 'bm25')
      .map(({ mrr }) => mrr),
  );

export function writeReport(results: Results, command: string, seconds: number): string {
  const { sites, seeds } = results;
  const machine = cpus();
  return document(
    'refrain: experiments of the papers',
    [
      `${sites.map(({ name, pages }) => `${name} (${pages} pages)`).join(', ')}; page orders with the seeds ${seeds.join(', ')}.`,
      `${command} · Node ${process.version}, ${machine.length} × ${machine[0]?.model ?? 'unknown processor'} · ${Math.round(seconds / 60)} minutes.`,
    ],
    [
      summary(results),
      storageSection(results, command),
      curveSection(results, command),
      methodSection(results, command),
      foundSection(results, command),
      timeSection(results, command),
      searchSection(results, command),
      duplicatesSection(results, command),
      warmUpSection(results, command),
      hardSection(results, command),
      growthSection(results, command),
      lifetimeSection(results, command),
      fingerprintSection(results, command),
    ],
  );
}
