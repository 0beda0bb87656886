/** The last lines of a run on standard error. */

import { count, finePercent, plural } from 'refrain/engine';
import type { Shard } from '../arguments/flag-values.ts';
import type { Totals } from './progress.ts';

export interface RunEnd {
  readonly interrupted: boolean;
  readonly out: string | undefined;
  readonly state: string | undefined;
  readonly shard?: Shard | undefined;
  readonly isReadOnly: boolean;
  readonly report: string | undefined;
  readonly sites: number;
  /** Number of sites that the store contained before; infinite if none was named after a folder. */
  readonly known: number;
  readonly memoryBytes: number;
}

/** Bytes in the unit that fits: `0.3 kB`, `12.5 MB`. */
export const inUnit = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** At most two lines. None for one page without remarks, whose result is the message. */
export function runSummary(totals: Totals, end: RunEnd): string[] {
  const { pages, counted, failed, known, unchanged, short, template, content, bytes, seconds } = totals;
  const { interrupted, out, state, shard, report, sites, known: before, memoryBytes } = end;
  const ofFolder =
    sites > before ? `, ${count(sites - before)} new, named after the folder: --site NAME continues another` : '';
  const isNothing = pages + known === 0 && !interrupted;
  // Not with a store, because it also contains sites of earlier runs.
  const ofSites = state === undefined ? ` of ${plural(sites, 'site')}` : '';
  const ofShard = shard === undefined ? '' : ` in shard ${shard.number}/${shard.count}`;
  const notes = [
    `${plural(pages, 'page')}${ofSites}${ofShard}${counted === pages ? '' : ` (${count(counted)} counted)`}, ${count(failed)} failed`,
    ...(isNothing ? ['nothing was written'] : []),
    ...(template + content === 0 ? [] : [`${finePercent(template / (template + content))} of the text is template`]),
    ...(known === 0 ? [] : [`${plural(known, 'page')} known and not written`]),
    ...(short === 0 ? [] : [`${plural(short, 'page')} with next to nothing to write`]),
    ...(unchanged === 0 ? [] : [`${plural(unchanged, 'page')} kept whole (--max-removed)`]),
  ];
  const speed = `${count(pages / seconds)} pages/s, ${inUnit(bytes / seconds)}/s`;
  const places = [
    ...(out === undefined || isNothing ? [] : [`results in ${out}`]),
    ...(state === undefined ? [] : [`state in ${state} (${plural(sites, 'site')}${ofFolder})`]),
    ...(report === undefined || interrupted ? [] : [`report in ${report}/index.html`.replace('//index', '/index')]),
  ];
  const isOneGood = pages === 1 && failed + known + unchanged + short === 0 && state === undefined;
  if (isOneGood && report === undefined && !interrupted) return [];
  const figures = pages === 0 ? '' : `${seconds.toFixed(1)} s, ${speed}, ${inUnit(memoryBytes)} of memory`;
  const last = [places.join(', '), figures].filter((text) => text !== '').join('; ');
  return [notes.join('; '), last, interrupted ? interruption(end) : ''].filter((line) => line !== '');
}

function interruption({ state, isReadOnly }: RunEnd): string {
  if (state === undefined) return 'interrupted; nothing that was learned was kept, because there is no --state';
  if (isReadOnly) return `interrupted; ${state} was not changed`;
  return `interrupted; what was learned is in ${state}: the same command continues from there and counts no page twice`;
}
