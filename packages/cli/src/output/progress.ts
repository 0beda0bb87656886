/** Messages of a run on standard error: failures, the progress line, and the summary. */
import type { Writable } from 'node:stream';
import { describe } from '../errors.ts';
import type { Failure, Tally } from '../job/task.ts';
import { grouped, megabytes, type ProgressState, percent, plural, progressLine } from './progress-line.ts';

export interface ProgressOptions {
  readonly stream: Writable & { readonly columns?: number };
  /** Whether the stream is a terminal that shows the progress line. */
  readonly isVisible: boolean;
  readonly quiet: boolean;
  /** Expected number of pages, as far as it is known at the moment. */
  readonly total: () => number | undefined;
  /** How often the input is read. A failure is reported once. */
  readonly passes: number;
  /** Sites known and memory used at the moment; missing for an index. */
  readonly usage?: () => { readonly sites: number; readonly memoryBytes: number };
  readonly interrupted: AbortSignal;
}

const REDRAW_MS = 100;
/** Terminals that do not report a width. */
const COLUMNS = 80;
/** To the start of the line, and delete to its end. */
const CLEAR = '\r\u001b[K';

export class Progress {
  readonly #options: ProgressOptions;
  readonly #started = performance.now();
  readonly #totals = { pages: 0, counted: 0, bytes: 0, template: 0, content: 0, failed: 0, known: 0, unchanged: 0 };
  readonly #reported = new Set<string>();
  #pass = { number: 1, done: 0, started: performance.now() };
  #drawnAt = Number.NEGATIVE_INFINITY;
  #isDrawn = false;
  #isStopped: boolean;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#isStopped = !options.isVisible;
    if (options.isVisible) options.interrupted.addEventListener('abort', this.#onInterrupted, { once: true });
  }

  get failed(): number {
    return this.#totals.failed;
  }

  /** `number`: from 1. */
  startPass(number: number): void {
    this.#pass = { number, done: 0, started: performance.now() };
  }

  /** Counts a batch of pages. Only the last pass counts towards the summary, except for pages counted by their sites. */
  batch(tally: Tally): void {
    for (const failure of tally.failures) this.#reportFailure(failure);
    for (const unchanged of tally.passed) this.#reportUnchanged(unchanged);
    this.#totals.counted += tally.counted;
    if (this.#pass.number === this.#options.passes) {
      for (const name of ['pages', 'known', 'bytes', 'template', 'content'] as const) this.#totals[name] += tally[name];
    }
    this.#pass.done += tally.pages + tally.known + tally.failures.length;
    this.#draw();
  }

  failure(source: string, error: unknown): void {
    this.#reportFailure({ source, message: describe(error) });
  }

  /** Removes the progress line for good. */
  stop(): void {
    this.#clear();
    this.#isStopped = true;
    this.#options.interrupted.removeEventListener('abort', this.#onInterrupted);
  }

  /** Prints what was done, unless the run is quiet. */
  summarise(end: RunEnd): void {
    this.#printSummary(runSummary(this.#sum, { ...end, ...this.#options.usage?.() }));
  }

  /** The same for an index; undefined if the build was interrupted. */
  summariseIndex(indexed: Indexed | undefined): void {
    this.#printSummary(indexSummary(this.#sum, indexed));
  }

  get #sum(): Totals {
    return { ...this.#totals, seconds: Math.max((performance.now() - this.#started) / 1000, 0.001) };
  }

  readonly #onInterrupted = (): void => {
    this.stop();
    if (!this.#options.quiet) this.#print('interrupted: the current pages are finished; Ctrl-C again ends at once');
  };

  #reportFailure({ source, message }: Failure): void {
    const line = `${source}: ${message}`;
    if (this.#reported.has(line)) return;
    if (this.#options.passes > 1) this.#reported.add(line);
    this.#totals.failed += 1;
    this.#print(line);
  }

  #reportUnchanged({ source, message }: Failure): void {
    this.#totals.unchanged += 1;
    if (!this.#options.quiet) this.#print(`${source}: ${message}`);
  }

  #printSummary(lines: readonly string[]): void {
    if (this.#options.quiet) return;
    for (const line of lines) this.#print(line);
  }

  #state(now: number): ProgressState {
    const { total, passes, usage } = this.#options;
    const { template, content, failed } = this.#totals;
    return {
      done: this.#pass.done,
      total: total(),
      pass: { number: this.#pass.number, of: passes },
      failed,
      seconds: (now - this.#pass.started) / 1000,
      template: template + content === 0 ? undefined : template / (template + content),
      memoryBytes: usage?.().memoryBytes,
    };
  }

  #draw(): void {
    const now = performance.now();
    if (this.#isStopped || now - this.#drawnAt < REDRAW_MS) return;
    const { stream } = this.#options;
    stream.write(`\r${progressLine(this.#state(now), stream.columns ?? COLUMNS)}\u001b[K`);
    this.#drawnAt = now;
    this.#isDrawn = true;
  }

  #clear(): void {
    if (this.#isDrawn) this.#options.stream.write(CLEAR);
    this.#isDrawn = false;
    this.#drawnAt = Number.NEGATIVE_INFINITY;
  }

  #print(line: string): void {
    this.#clear();
    this.#options.stream.write(`refrain: ${line}\n`);
  }
}

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
