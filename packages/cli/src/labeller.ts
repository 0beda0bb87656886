/** The work on pages that is the same on the main thread and on others: read, decode, learn or label, render. */

import { KeepOne, limitRemoved } from '@refrain/crawl';
import type { SiteStore } from '@refrain/crawl/unstable';
import { coreForSites, decodeHtml, SiteTables, type TablesStats } from '@refrain/crawl/unstable';
import type { Page, ResolvedOptions } from 'refrain';
import type { Core } from 'refrain/unstable';
import { Reader } from 'refrain/unstable';
import type { Format } from './arguments.ts';
import { codeOf, describe } from './errors.ts';
import { readTask } from './read-task.ts';
import { type ObserverOptions, PageObserver } from './report/observe.ts';
import { type BatchResult, emptyTally, type Tally, type Task } from './task.ts';
import { type PageWriter, pageWriter } from './writers.ts';

/**
 * `learn` counts pages; `label` tells by what is known. `silent` counts pages and writes nothing; `report` labels them for the
 * report alone.
 */
export type Mode = 'learn' | 'label' | 'silent' | 'report';

/** One reading of the input. */
export interface Pass {
  readonly mode: Mode;
  /** Of sites with more pages than a report can open, how many there are to one that it can. */
  readonly steps: ReadonlyMap<string, number>;
}

/** How pages are worked on: plain data, for any thread. */
export interface WorkOptions {
  readonly detector: ResolvedOptions;
  readonly mode: Mode;
  readonly format: Format;
  readonly out: string | undefined;
  readonly bulkIndex: string | undefined;
  readonly keepOne: boolean;
  readonly maxRemoved: number | undefined;
  /** In place of the model that ships with the package. */
  readonly model: Uint8Array | undefined;
  /** Where a report of the pages is made. */
  readonly report: ObserverOptions | undefined;
  /** What was learned goes to the store after so many pages or seconds. */
  readonly flushPages: number;
  readonly flushSeconds: number;
}

/** Failures after which nothing can go on: not those of a page. */
const FATAL: ReadonlySet<string> = new Set(['CORE_FAILED', 'STORE_FAILED']);

export class Labeller {
  readonly #tables: SiteTables;
  readonly #options: WorkOptions;
  readonly #writer: PageWriter;
  readonly #keepOne: KeepOne | undefined;
  readonly #observer: PageObserver | undefined;
  #mode: Mode;
  #unflushed = 0;
  #flushedAt = performance.now();
  /** Batches come while others wait for the store; a table must not be loaded twice. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(core: Core, options: WorkOptions, store: SiteStore) {
    this.#tables = new SiteTables(new Reader(core, options.detector), store);
    this.#options = options;
    this.#mode = options.mode;
    this.#writer = pageWriter(options);
    this.#keepOne = options.keepOne ? new KeepOne() : undefined;
    this.#observer = options.report === undefined ? undefined : new PageObserver(core, options.report);
  }

  static async create(store: SiteStore, options: WorkOptions): Promise<Labeller> {
    const core = await coreForSites(options.detector, options.model === undefined ? {} : { model: options.model });
    return new Labeller(core, options, store);
  }

  get stats(): TablesStats & { readonly newSites: number } {
    return { ...this.#tables.stats, newSites: this.#tables.newSites };
  }

  /** The second of two passes labels by what the first has learned. */
  setMode({ mode, steps }: Pass): void {
    this.#mode = mode;
    this.#observer?.setSteps(steps);
  }

  get #isReading(): boolean {
    return this.#mode === 'label' || this.#mode === 'report';
  }

  get #isWriting(): boolean {
    return this.#mode === 'learn' || this.#mode === 'label';
  }

  /** Works on pages in order. A page that fails is told of, and the next one is read all the same. */
  run(tasks: readonly Task[]): Promise<BatchResult> {
    return this.#inTurn(() => this.#run(tasks));
  }

  /** Hands all that was learned to the store. */
  flush(): Promise<void> {
    return this.#inTurn(() => this.#flush());
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #run(tasks: readonly Task[]): Promise<BatchResult> {
    const tally = emptyTally();
    const output: (string | Uint8Array)[] = [];
    const pages = tasks.filter(({ from }) => from.kind !== 'record');
    // At once, so that a store on another thread is asked once for all of them.
    const ready = this.#tables.admitAll(pages.map(({ site }) => site));
    if (ready !== undefined) await ready;
    const known = this.#isReading ? undefined : this.#tables.counted(pages);
    const counted = known instanceof Promise ? await known : known;
    let at = 0;
    for (const task of tasks) {
      const wasCounted = task.from.kind !== 'record' && counted?.[at++] === true;
      try {
        const rendered = await this.#one(task, wasCounted, tally);
        if (rendered !== undefined) output.push(rendered);
      } catch (error) {
        if (FATAL.has(codeOf(error))) throw error;
        const message = describe(error);
        tally.failures.push({ source: task.source, message });
        const kept = this.#failed(task, message);
        if (kept !== undefined) output.push(kept);
      }
    }
    return { output, tally };
  }

  async #one(task: Task, wasCounted: boolean, tally: Tally): Promise<string | Uint8Array | undefined> {
    const { from } = task;
    if (from.kind === 'record') return this.#isWriting ? this.#writer.record(from.raw) : undefined;
    const { html, length } = readTask({ ...task, from }, this.#options.detector.maxPageBytes);
    let isKnown = wasCounted;
    if (!this.#tables.isHot(task.site)) {
      // Others of its batch took its place, or it can not be had.
      await this.#tables.admit(task.site);
      if (!this.#isReading) isKnown = (await this.#tables.counted([task]))[0] === true;
    }
    const page =
      this.#isReading || isKnown ? this.#tables.label(task.site, html) : this.#tables.learn(task.site, html, task.id);
    const rendered = this.#isWriting ? this.#render(task, page, tally) : undefined;
    this.#observe(task, page, tally);
    tally.pages += 1;
    tally.bytes += length;
    tally.template += page.lengths.template;
    tally.content += page.lengths.content;
    if (page.counted) {
      tally.counted += 1;
      this.#unflushed += 1;
    }
    if (this.#isDue()) await this.#flush();
    return rendered;
  }

  #observe(task: Task, page: Page, tally: Tally): void {
    if (this.#observer === undefined) return;
    if (this.#isReading) tally.judged.push(this.#observer.judged(task, page));
    else tally.came.push(this.#observer.came(task, this.#tables.tableState(task.site)));
  }

  #render(task: Task, page: Page, tally: Tally): string | Uint8Array | undefined {
    const { maxRemoved } = this.#options;
    this.#keepOne?.apply(task.site, page);
    const isPassed = maxRemoved !== undefined && limitRemoved(page, maxRemoved);
    if (isPassed) {
      const { template, content } = page.lengths;
      const share = Math.round((100 * template) / (template + content));
      tally.passed.push({ source: task.source, message: `passed through whole: ${share} % of its text is template` });
    }
    return this.#writer.page(task, page, isPassed);
  }

  /** A WARC keeps the pages that could not be read, as they were. */
  #failed(task: Task, message: string): Uint8Array | undefined {
    const { from } = task;
    if (from.kind !== 'bytes' || !this.#isWriting) return undefined;
    return this.#writer.failed(task, decodeHtml(from.bytes, from.contentType).html, message);
  }

  #isDue(): boolean {
    const { flushPages, flushSeconds } = this.#options;
    if (this.#unflushed === 0) return false;
    return this.#unflushed >= flushPages || performance.now() - this.#flushedAt >= flushSeconds * 1000;
  }

  async #flush(): Promise<void> {
    await this.#tables.flush();
    this.#unflushed = 0;
    this.#flushedAt = performance.now();
  }
}
