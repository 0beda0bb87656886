/** What a run tells a person on standard error: failures, progress, and the sum of it. */
import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import { describe } from './errors.ts';
import type { Failure, Tally } from './task.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const grouped = (count: number): string => Math.round(count).toLocaleString('en-US');
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const plural = (count: number, name: string): string => `${grouped(count)} ${name}${count === 1 ? '' : 's'}`;

export interface ReportOptions {
  readonly stream: Writable;
  readonly bar: boolean;
  readonly quiet: boolean;
  /** Pages that there will be, as far as that can be told now. */
  readonly total: () => number | undefined;
  /** Whether the input is read twice: what is told of it is then told once. */
  readonly isTwice: boolean;
  /** What the sites cost at this moment; nothing where template is not counted as pages come. */
  readonly holds?: () => { readonly sites: number; readonly memoryBytes: number };
}

/** What became of pages that were indexed. */
export interface Indexed {
  readonly sites: number;
  readonly words: number;
  readonly terms: number;
  readonly bytes: number;
}

/** Keeps count of a run. */
export class Report {
  readonly #options: ReportOptions;
  readonly #bar: SingleBar | undefined;
  readonly #begun = performance.now();
  readonly #sum = { pages: 0, counted: 0, bytes: 0, template: 0, content: 0 };
  readonly #told = new Set<string>();
  #failed = 0;
  #passed = 0;

  constructor(options: ReportOptions) {
    this.#options = options;
    if (!options.bar) return;
    const line = options.holds === undefined ? LINE : `${LINE}, ${HOLDS_LINE}`;
    const format = options.total() === undefined ? line : `{bar} of {total}, ${line}, {eta_formatted} left`;
    // Signals are the run's own.
    const settings = { stream: options.stream, format, barsize: 20, gracefulExit: false, linewrap: true };
    this.#bar = new SingleBar({ ...settings, clearOnComplete: true, etaBuffer: 1000 }, Presets.shades_classic);
    this.#startBar();
  }

  get failed(): number {
    return this.#failed;
  }

  /** What came of a batch of pages; `isFirst`: the input will be read again. */
  batch(tally: Tally, isFirst: boolean): void {
    for (const failure of tally.failures) this.#tell(failure);
    for (const passed of tally.passed) this.#notice(passed);
    this.#sum.counted += tally.counted;
    if (!isFirst) {
      for (const name of ['pages', 'bytes', 'template', 'content'] as const) this.#sum[name] += tally[name];
    }
    this.#advance();
  }

  failure(source: string, error: unknown): void {
    this.#tell({ source, message: describe(error) });
  }

  #tell({ source, message }: Failure): void {
    const line = `${source}: ${message}`;
    if (this.#told.has(line)) return;
    if (this.#options.isTwice) this.#told.add(line);
    this.#failed += 1;
    this.#interrupt(line);
  }

  #notice({ source, message }: Failure): void {
    this.#passed += 1;
    if (!this.#options.quiet) this.#interrupt(`${source}: ${message}`);
  }

  /** The bar puts the cursor back to where it was when it began, so it has to begin again below the line. */
  #interrupt(line: string): void {
    this.#bar?.stop();
    this.#print(line);
    this.#startBar();
  }

  /** Takes the bar away; to be called whatever comes. */
  stopBar(): void {
    this.#bar?.stop();
  }

  /** Says in one line what was done, unless that is not wanted. */
  summarise({ interrupted, state }: { readonly interrupted: boolean; readonly state: string | undefined }): void {
    if (this.#options.quiet) return;
    const { pages, counted } = this.#sum;
    const { sites = 0, memoryBytes = 0 } = this.#options.holds?.() ?? {};
    const parts = [
      `${plural(pages, 'page')}${counted === pages ? '' : ` (${grouped(counted)} counted)`}, ${grouped(this.#failed)} failed`,
      ...(pages === 0 ? [] : [`${percent(this.#share)} of the text is template`]),
      ...(this.#passed === 0 ? [] : [`${plural(this.#passed, 'page')} passed through whole`]),
      `${plural(sites, 'site')} known, ${megabytes(memoryBytes)} of memory`,
      this.#speed,
    ];
    this.#print(parts.join('; '));
    if (!interrupted) return;
    this.#print(
      state === undefined
        ? 'interrupted; nothing of what was learned was kept, since there is no --state'
        : `interrupted; what was learned is in ${state}: the same command goes on from there, and counts no page twice`,
    );
  }

  /** The same of pages that were indexed; `indexed` is nothing where there is no index, because of an interruption. */
  summariseIndex(indexed: Indexed | undefined): void {
    if (this.#options.quiet) return;
    const pages = `${plural(this.#sum.pages, 'page')}, ${grouped(this.#failed)} failed`;
    if (indexed === undefined) {
      this.#print(`${pages}; interrupted, and no index was written`);
      return;
    }
    const { sites, words, terms, bytes } = indexed;
    const held = `${plural(words, 'word')}, ${grouped(terms)} of them different, in ${megabytes(bytes)}`;
    this.#print([pages, plural(sites, 'site'), held, this.#speed].join('; '));
  }

  get #speed(): string {
    const megabytesPerSecond = this.#sum.bytes / 1e6 / this.#seconds;
    return `${this.#seconds.toFixed(1)} s, ${grouped(this.#rate)} pages/s, ${megabytesPerSecond.toFixed(1)} MB/s`;
  }

  get #share(): number {
    const { template, content } = this.#sum;
    return template / Math.max(1, template + content);
  }

  get #seconds(): number {
    return Math.max((performance.now() - this.#begun) / 1000, 0.001);
  }

  get #rate(): number {
    return this.#sum.pages / this.#seconds;
  }

  #payload(): object {
    const { sites = 0, memoryBytes = 0 } = this.#options.holds?.() ?? {};
    return {
      done: grouped(this.#sum.pages),
      rate: grouped(this.#rate),
      speed: megabytes(this.#sum.bytes / this.#seconds),
      template: percent(this.#share),
      sites: grouped(sites),
      memory: megabytes(memoryBytes),
    };
  }

  #startBar(): void {
    this.#bar?.start(this.#options.total() ?? 0, this.#sum.pages + this.#failed, this.#payload());
  }

  #advance(): void {
    if (this.#bar === undefined) return;
    const total = this.#options.total();
    if (total !== undefined) this.#bar.setTotal(Math.max(total, this.#sum.pages));
    this.#bar.update(this.#sum.pages + this.#failed, this.#payload());
  }

  #print(line: string): void {
    this.#options.stream.write(`refrain: ${line}\n`);
  }
}

const LINE = '{done} pages, {rate} pages/s, {speed}/s';
const HOLDS_LINE = '{sites} sites, {template} template, {memory}';
