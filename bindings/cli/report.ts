/** What a run tells a person on standard error: failures, progress, and the sum of it. */
import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { DetectorStats } from '../detector.ts';
import type { Page } from '../page.ts';
import { describe } from './errors.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const grouped = (count: number): string => Math.round(count).toLocaleString('en-US');

export interface ReportOptions {
  readonly stream: Writable;
  readonly bar: boolean;
  readonly quiet: boolean;
  readonly site: string;
  readonly total: number;
}

/** Keeps count of a run. */
export class Report {
  readonly #options: ReportOptions;
  readonly #bar: SingleBar | undefined;
  readonly #begun = performance.now();
  #pages = 0;
  #counted = 0;
  #failed = 0;
  readonly #text = { template: 0, content: 0 };

  constructor(options: ReportOptions) {
    this.#options = options;
    if (!options.bar) return;
    const format = '{bar} {value}/{total} pages, {rate} pages/s, {template} template';
    // Signals are the run's own.
    const settings = { stream: options.stream, format, barsize: 24, gracefulExit: false, linewrap: true };
    this.#bar = new SingleBar({ ...settings, clearOnComplete: true }, Presets.shades_classic);
    this.#startBar();
  }

  get failed(): number {
    return this.#failed;
  }

  page({ counted, lengths }: Page): void {
    this.#pages += 1;
    if (counted) this.#counted += 1;
    this.#text.template += lengths.template;
    this.#text.content += lengths.content;
    this.#advance();
  }

  failure(name: string, error: unknown): void {
    this.#failed += 1;
    // The bar puts the cursor back to where it was when it began, so it has to begin again below the line.
    this.#bar?.stop();
    this.#print(`${name}: ${describe(error)}`);
    this.#startBar();
  }

  /** Takes the bar away; to be called whatever comes. */
  stopBar(): void {
    this.#bar?.stop();
  }

  /** Says in one line what was done, unless that is not wanted. */
  summarise(stats: DetectorStats, { interrupted }: { readonly interrupted: boolean }): void {
    if (this.#options.quiet) return;
    const again = this.#counted === this.#pages ? '' : ` (${grouped(this.#counted)} counted)`;
    const pages = `${grouped(this.#pages)} ${this.#pages === 1 ? 'page' : 'pages'}${again}`;
    const counts = `${this.#options.site}: ${pages}, ${grouped(this.#failed)} failed`;
    const share = `${percent(this.#share)} of the text is template`;
    const table = `table: ${grouped(stats.entries)} entries, ${grouped(stats.tableBytes)} bytes`;
    const time = `${this.#seconds.toFixed(1)} s, ${grouped(this.#rate)} pages/s`;
    const parts = this.#pages === 0 ? [counts] : [counts, share, table, time];
    this.#print(`${interrupted ? 'interrupted; ' : ''}${parts.join('; ')}`);
  }

  get #share(): number {
    const { template, content } = this.#text;
    return template / Math.max(1, template + content);
  }

  get #seconds(): number {
    return (performance.now() - this.#begun) / 1000;
  }

  get #rate(): number {
    return this.#pages / Math.max(this.#seconds, 0.001);
  }

  #payload(): { rate: string; template: string } {
    return { rate: grouped(this.#rate), template: percent(this.#share) };
  }

  #startBar(): void {
    this.#bar?.start(this.#options.total, this.#pages + this.#failed, this.#payload());
  }

  #advance(): void {
    this.#bar?.update(this.#pages + this.#failed, this.#payload());
  }

  #print(line: string): void {
    this.#options.stream.write(`refrain: ${line}\n`);
  }
}
