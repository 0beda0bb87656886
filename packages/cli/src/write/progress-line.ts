/** The line that shows the progress of a run on a terminal. */
import { count, finePercent, plural } from '@refrain/viewer';

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Figures of a progress line. */
export interface ProgressState {
  /** Pages done in this pass, failed ones included. */
  readonly done: number;
  /** Pages of the input; undefined for standard input. */
  readonly total: number | undefined;
  /** Whether the total is an estimate. */
  readonly isEstimate: boolean;
  /** Of an input that is read more than once: the number of this pass, and of all. */
  readonly pass: { readonly number: number; readonly of: number };
  readonly failed: number;
  /** Duration of this pass. */
  readonly seconds: number;
  /** Share of the text that is template; undefined if unknown. */
  readonly template: number | undefined;
  readonly memoryBytes: number | undefined;
}

const BAR_CELLS = 20;
/** A forecast from less than this is too uncertain. */
const FORECAST_SECONDS = 2;
const MAX_WIDTH = 100;
const GAP = '  ';

const bar = (share: number): string => {
  const full = Math.round(BAR_CELLS * share);
  return '█'.repeat(full) + '░'.repeat(BAR_CELLS - full);
};

function duration(seconds: number): string {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Parts of the line, the most important ones first. */
function partsOf({ done, total, isEstimate, pass, failed, seconds, template, memoryBytes }: ProgressState): string[] {
  // An estimate may be too small.
  const all = total === undefined ? undefined : Math.max(total, done);
  const share = all === undefined ? 0 : done / Math.max(1, all);
  const pages =
    all === undefined ? plural(done, 'page') : `${count(done)} of ${isEstimate ? 'about ' : ''}${plural(all, 'page')}`;
  const left = share > 0 && seconds >= FORECAST_SECONDS ? (seconds * (1 - share)) / share : undefined;
  return [
    pass.of > 1 ? `pass ${pass.number} of ${pass.of}: ${pages}` : pages,
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(all === undefined ? [] : [bar(share)]),
    ...(left === undefined ? [] : [`${duration(left)} left`]),
    `${count(done / Math.max(seconds, 0.001))} pages/s`,
    ...(template === undefined ? [] : [`${finePercent(template)} template`]),
    ...(memoryBytes === undefined ? [] : [megabytes(memoryBytes)]),
  ];
}

/** As many parts as fit into a terminal of `columns` columns; the last column stays free, so that no terminal wraps. */
export function progressLine(state: ProgressState, columns: number): string {
  const width = Math.max(1, Math.min(columns - 1, MAX_WIDTH));
  const [first = '', ...parts] = partsOf(state);
  let line = first.slice(0, width);
  for (const part of parts) {
    if (line.length + GAP.length + part.length > width) break;
    line += GAP + part;
  }
  return line;
}
