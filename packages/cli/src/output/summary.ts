/** The lines at the end of a run. */
import { grouped, megabytes, percent, plural } from './progress-line.ts';

/** Sums of a run. */
export interface Totals {
  readonly pages: number;
  /** Pages that their sites counted. */
  readonly counted: number;
  readonly failed: number;
  /** Pages that `--skip-known` left out. */
  readonly known: number;
  /** Pages that `--max-removed` left unchanged. */
  readonly unchanged: number;
  /** Bytes of the pages as they were read. */
  readonly bytes: number;
  /** Unicode code points of text. */
  readonly template: number;
  readonly content: number;
  readonly seconds: number;
}

/** How a run ended, and where its results are. */
export interface RunEnd {
  readonly interrupted: boolean;
  readonly out: string | undefined;
  readonly state: string | undefined;
  /** Whether the state was not changed. */
  readonly isReadOnly: boolean;
  readonly report: string | undefined;
}

/** What a finished index contains. */
export interface Indexed {
  readonly file: string;
  readonly sites: number;
  readonly words: number;
  readonly terms: number;
  readonly bytes: number;
}

interface Usage {
  readonly sites?: number;
  readonly memoryBytes?: number;
}

const speed = ({ pages, bytes, seconds }: Totals): string =>
  `${seconds.toFixed(1)} s, ${grouped(pages / seconds)} pages/s, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s`;

export function runSummary(totals: Totals, end: RunEnd & Usage): string[] {
  const { pages, counted, failed, known, unchanged, template, content } = totals;
  const { interrupted, out, state, report, sites = 0, memoryBytes = 0 } = end;
  // A store also has sites of earlier runs, so its number of sites says nothing about these pages.
  const ofSites = state === undefined ? ` of ${plural(sites, 'site')}` : '';
  const notes = [
    `${plural(pages, 'page')}${ofSites}${counted === pages ? '' : ` (${grouped(counted)} counted)`}, ${grouped(failed)} failed`,
    ...(template + content === 0 ? [] : [`${percent(template / (template + content))} of the text is template`]),
    ...(known === 0 ? [] : [`${plural(known, 'page')} known and not written`]),
    ...(unchanged === 0 ? [] : [`${plural(unchanged, 'page')} left unchanged`]),
  ];
  const places = [
    ...(out === undefined ? [] : [`results in ${out}`]),
    ...(state === undefined ? [] : [`state in ${state} (${plural(sites, 'site')})`]),
    ...(report === undefined || interrupted ? [] : [`report in ${report}/index.html`.replace('//index', '/index')]),
  ];
  return [
    notes.join('; '),
    ...(places.length === 0 ? [] : [places.join(', ')]),
    ...(pages === 0 ? [] : [`${speed(totals)}, ${megabytes(memoryBytes)} of memory`]),
    ...(interrupted ? [interruption(end)] : []),
  ];
}

function interruption({ state, isReadOnly }: RunEnd): string {
  if (state === undefined) return 'interrupted; nothing that was learned was kept, because there is no --state';
  if (isReadOnly) return `interrupted; ${state} was not changed`;
  return `interrupted; what was learned is in ${state}: the same command continues from there and counts no page twice`;
}

export function indexSummary(totals: Totals, indexed: Indexed | undefined): string[] {
  const failed = `${grouped(totals.failed)} failed`;
  if (indexed === undefined) return [`${plural(totals.pages, 'page')}, ${failed}; interrupted: no index was written`];
  const { file, sites, words, terms, bytes } = indexed;
  return [
    `${plural(totals.pages, 'page')} of ${plural(sites, 'site')}, ${failed}`,
    `index in ${file}: ${plural(words, 'word')}, ${grouped(terms)} different, ${megabytes(bytes)}`,
    speed(totals),
  ];
}
