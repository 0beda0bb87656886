/** Judges the pages of the sites of one thread, and passes them to the writers. */

import { KeepOne, limitRemoved, Sites } from '@refrain/crawl';
import { readHtml, type SiteHost, type SiteStore } from '@refrain/crawl/engine';
import { decodeHtml, type Page, type Part, type ResolvedOptions } from 'refrain';
import { contextOf, type Outcome, type Policy, SHORTFALLS, type Want } from 'refrain/engine';
import { describe, endsRun } from '../errors.ts';
import type { MissingReason } from '../read/missing-page/missing-reason.ts';
import {
  bytesOf,
  bytesOptions,
  isPage,
  type PageMemory,
  type PageRef,
  type PageTask,
  readBytes,
  type Task,
} from '../read/task.ts';
import { type Batch, type BatchResult, type Flush, type Tally, type TaskGroup, tallyOf } from './batch.ts';
import { OutputBuffer } from './output-buffer.ts';
import { outputKey } from './output-log.ts';
import {
  type BatchJudgement,
  type BatchPage,
  isLabelling,
  isWriting,
  type Mode,
  type OpenWriters,
  type Pass,
  type Writer,
} from './page-writer.ts';
import { type RulesFile, RulesFolder, type RulesReport } from './rules-folder.ts';

/** Options of the work, as plain data for any thread. */
export interface WorkOptions<W> {
  readonly detector: ResolvedOptions;
  readonly mode: Mode;
  /** The part of a page that is written; undefined for the default. */
  readonly keep: Part | undefined;
  readonly separator: string;
  readonly skipKnown: boolean;
  readonly keepOne: boolean;
  readonly maxRemoved: number | undefined;
  readonly rules: readonly RulesFile[];
  /** True to keep templates of sites and report their events. */
  readonly hasEvents: boolean;
  /** A model that replaces the shipped one. */
  readonly model: Uint8Array | undefined;
  /** True if the state is saved only between batches, after their results were written. */
  readonly savesDelivered: boolean;
  /** Number of a site's first pages that are labelled after all are learned. */
  readonly settle: number;
  /** Counted pages are written to the store after this many pages or seconds. */
  readonly flush: Flush;
  /** Shared by all threads. If not 0, the run ends after the current page. */
  readonly stop: Int32Array<SharedArrayBuffer>;
  readonly writing: W;
}

/** Messages about missing pages. */
const ABSENT: Readonly<Record<MissingReason, string>> = {
  blocked: 'blocked: the server refuses it',
  challenge: 'challenge: the server requires a browser or a human',
  login: 'login: a log-in form',
  consent: 'consent: a request for consent',
  'script-only': 'script-only: scripts write the page; refrain crawl --browser runs them',
  'soft-404': 'soft-404: the page does not exist, with the status 200',
};

interface BatchContext {
  readonly host: SiteHost;
  readonly tally: Tally;
  readonly output: OutputBuffer;
}

/** Pages are judged synchronously. During pauses, signals are handled. */
export const PAUSE_MS = 20;

export class Judge {
  readonly #sites: Sites;
  readonly #options: WorkOptions<unknown>;
  readonly #writers: readonly Writer[];
  readonly #policies: readonly Policy[];
  readonly #rules: RulesFolder;
  readonly #events: string[];
  #mode: Mode;
  /** Memory for the current page if it is a file. */
  #fileBytes = new Uint8Array();
  readonly #memory: PageMemory = (bytes) => {
    if (bytes > this.#fileBytes.length) this.#fileBytes = new Uint8Array(2 * bytes);
    return this.#fileBytes.subarray(0, bytes);
  };
  #pausedAt = performance.now();

  private constructor(sites: Sites, options: WorkOptions<unknown>, writers: readonly Writer[], events: string[]) {
    const { maxRemoved } = options;
    this.#sites = sites;
    this.#options = options;
    this.#writers = writers;
    this.#events = events;
    this.#mode = options.mode;
    this.#rules = new RulesFolder(options.rules);
    const keepOne = new KeepOne();
    this.#policies = [
      this.#rules.policy,
      ...(options.keepOne ? [(site: string, page: Page) => keepOne.apply(site, page)] : []),
      (_, page) => {
        if (maxRemoved !== undefined && limitRemoved(page, maxRemoved)) contextOf(page).decided['passed'] = true;
      },
    ];
  }

  static async create<W>(store: SiteStore, options: WorkOptions<W>, open: OpenWriters<W>): Promise<Judge> {
    const events: string[] = [];
    const sitesOptions = {
      detector: options.detector,
      flushEvery: options.flush,
      flushesWhenIdle: false,
      template: options.hasEvents,
      // A page that is skipped now was observed by the run that counted it.
      observesKnown: !options.skipKnown,
      onEvent: (event: object): void => void events.push(`${JSON.stringify(event)}\n`),
    };
    const sites = await Sites.over(store, sitesOptions, options.model === undefined ? {} : { model: options.model });
    return new Judge(sites, options, await open(options.writing), events);
  }

  /** Begins the next pass. The second pass labels pages with the evidence of the first. */
  async begin(pass: Pass): Promise<void> {
    this.#mode = pass.mode;
    for (const writer of this.#writers) writer.begin?.(pass);
  }

  /** Processes tasks in order. A failed page is added to the tally. */
  run(batch: Batch): Promise<BatchResult> {
    const output = new OutputBuffer(this.#options.separator, batch.memory);
    return this.#sites.run((host) => this.#run(batch, { host, tally: tallyOf(), output }));
  }

  /** True for each page that certainly was counted by an earlier run. */
  known(pages: readonly PageRef[]): Promise<boolean[]> {
    return this.#sites.run((host) => host.known(pages));
  }

  /** The findings of a writer so far; undefined if the run lacks the writer. */
  async end(name: string): Promise<unknown> {
    return this.#writers.find((writer) => writer.name === name)?.end?.();
  }

  async rules(): Promise<RulesReport> {
    return this.#rules.report();
  }

  async flush(): Promise<number> {
    await this.#sites.flush();
    return this.#sites.stats().newSites;
  }

  async #run({ groups, endsEarly }: Batch, given: BatchContext): Promise<BatchResult> {
    const { host, tally, output: buffer } = given;
    if (this.#options.savesDelivered) await host.flushIfDue();
    // One call for all pages, because the store may be on another thread.
    await host.prepare(groups.flat().filter(isPage));
    const end = performance.now() + PAUSE_MS;
    let left = groups.length;
    for (const group of groups) {
      await this.#group(group, given);
      left -= 1;
      if (endsEarly && (buffer.isFull || performance.now() >= end)) break;
    }
    tally.events = this.#events.splice(0);
    const output = buffer.end();
    const notes = this.#writers.flatMap((writer) => writer.notes?.() ?? []);
    const { newSites } = this.#sites.stats();
    return { left, output, tally, notes, newSites, transfer: output === undefined ? [] : [output.buffer] };
  }

  /** Judges the pages of a group in order, with the other records between them. */
  async #group(group: TaskGroup, given: BatchContext): Promise<void> {
    const { host, tally } = given;
    const isLeftOut = (task: PageTask): boolean =>
      this.#options.skipKnown && !this.#writers.some(({ takesKnown }) => takesKnown) && host.wasCounted(task);
    const pages = group.filter(isPage).filter((task) => !isLeftOut(task));
    const judged: ReadonlySet<Task> = new Set(pages);
    tally.known += group.filter(isPage).length - pages.length;
    const memory = pages.length === 1 ? this.#memory : undefined;
    const outcomes = host.judge(
      pages.map((task) => this.#pageOf(task, memory)),
      this.#want(given),
    );
    for (const task of group) {
      if (isPage(task) && !judged.has(task)) continue;
      await this.#pauseIfDue();
      if (this.#isStopped) break;
      try {
        if (isPage(task)) await this.#judged(outcomes);
        else this.#give(task, (writer) => writer.record?.(bytesOf(task) as Uint8Array), given);
      } catch (error) {
        if (endsRun(error)) throw error;
        const message = describe(error);
        tally.failures.push({ source: task.source, message });
        this.#give(task, (writer) => writer.failed?.(task, message), given);
      }
      if (!this.#options.savesDelivered) await host.flushIfDue();
    }
  }

  /** `memory`: reused for the bytes of a file. Undefined if other pages are read before this page is written. */
  #pageOf(task: PageTask, memory: PageMemory | undefined): BatchPage {
    const options = bytesOptions(task);
    let read: Uint8Array | undefined;
    const bytes = (): Uint8Array => {
      read ??= readBytes(task, this.#options.detector.maxPageBytes, memory);
      return read;
    };
    const { site, id } = task;
    const html = (): string | Uint8Array => decodeHtml(bytes(), options).html;
    return { site, id, task, bytes, html, read: (...given) => readHtml(bytes(), options)(...given) };
  }

  #want(given: BatchContext): Want<BatchPage, void> {
    const { keep, settle } = this.#options;
    return {
      learns: !isLabelling(this.#mode),
      settle: this.#mode === 'learn' ? settle : 0,
      part: keep,
      policies: this.#policies,
      onLearned: ({ task }) => {
        for (const writer of this.#writers) writer.learned?.(task);
      },
      write: (judged) => this.#write(judged, given),
    };
  }

  /** Waits until the next page is judged. @throws an error of writing */
  async #judged(outcomes: AsyncGenerator<Outcome<BatchPage, void> | undefined, void>): Promise<void> {
    while (!this.#isStopped) {
      const { value: outcome, done } = await outcomes.next();
      if (outcome !== undefined && 'error' in outcome) throw outcome.error;
      if (outcome !== undefined || done) return;
      await this.#pauseIfDue();
    }
  }

  async #pauseIfDue(): Promise<void> {
    if (performance.now() - this.#pausedAt < PAUSE_MS) return;
    await new Promise(setImmediate);
    this.#pausedAt = performance.now();
  }

  get #isStopped(): boolean {
    return Atomics.load(this.#options.stop, 0) !== 0;
  }

  /** Adds the output of writers for tasks that are not judged pages. */
  #give(task: Task, act: (writer: Writer) => Uint8Array | undefined, given: BatchContext): void {
    if (isWriting(this.#mode) && task.isWritten !== true) this.#add(task, this.#writers.map(act), given);
  }

  #add(task: Task, parts: readonly (string | Uint8Array | undefined)[], { tally, output }: BatchContext): void {
    output.add(parts);
    if (this.#options.skipKnown && parts.some((part) => part !== undefined)) tally.written.push(outputKey(task));
  }

  #write(judged: BatchJudgement, given: BatchContext): void {
    const { page, learned, source } = judged;
    const { task } = source;
    const { tally } = given;
    const mode = this.#mode;
    const isKnown = task.isWritten === true || (this.#options.skipKnown && mode === 'learn' && !learned.counted);
    const parts = this.#writers.map((writer) => writer.page(judged, mode, isKnown));
    const { template, content } = page.lengths;
    tally.bytes += source.bytes().length;
    if (isKnown) tally.known += 1;
    else {
      tally.pages += 1;
      tally.template += template;
      tally.content += content;
    }
    if (learned.counted) tally.counted += 1;
    if (judged.isShown) remark(judged, tally);
    this.#add(task, parts, given);
  }
}

function remark({ page, shown: { reason }, source: { task } }: BatchJudgement, tally: Tally): void {
  const { source, missing } = task;
  if (contextOf(page).decided['passed'] === true) {
    const { template, content } = page.lengths;
    const share = Math.round((100 * template) / (template + content));
    tally.passed.push({ source, message: `passed through whole: ${share} % of its text is template` });
  }
  const lack = missing === undefined ? reason && SHORTFALLS[reason] : ABSENT[missing];
  if (lack !== undefined) tally.short.push({ source, message: lack });
}
