/** Reads, decodes and judges pages for the writers, on the main thread and on workers alike. */

import { KeepOne, limitRemoved, Sites } from '@refrain/crawl';
import { type SiteStore, siteTables } from '@refrain/crawl/engine';
import { decodeHtml, type Page, type Part, type ResolvedOptions, type Shortfall } from 'refrain';
import { contextOf } from 'refrain/engine';
import { describe, endsRun } from '../errors.ts';
import type { Absence } from '../read/absence/absence.ts';
import {
  bytesOf,
  bytesOptions,
  type EncodingGuess,
  encodingGuess,
  isPage,
  type PageMemory,
  type PageRef,
  type PageTask,
  readBytes,
  type Task,
} from '../read/task.ts';
import { type Batch, type BatchResult, type Flush, type Tally, type TaskGroup, tallyOf } from './batch.ts';
import { OutputBuffer } from './output-buffer.ts';
import {
  type Arrived,
  isLabelling,
  isWriting,
  type Learned,
  type Mode,
  type OpenWriters,
  type Pass,
  type ShownPage,
  type Writer,
} from './page.ts';
import { type RulesFile, RulesFolder, type RulesReport } from './rules-folder.ts';
import { writtenKey } from './written.ts';

/** How pages are processed: plain data, for any thread. */
export interface WorkOptions<W> {
  readonly detector: ResolvedOptions;
  readonly mode: Mode;
  /** The part of a page that is written; undefined for the default. */
  readonly keep: Part | undefined;
  /** Stands between two pages. */
  readonly separator: string;
  readonly skipKnown: boolean;
  /** Whether the character set of a page that names none is guessed. */
  readonly guessEncoding: boolean;
  readonly keepOne: boolean;
  readonly maxRemoved: number | undefined;
  readonly rules: readonly RulesFile[];
  /** Whether templates of sites are kept, and their events reported. */
  readonly hasEvents: boolean;
  /** In place of the model that is part of the package. */
  readonly model: Uint8Array | undefined;
  /** Whether the state is saved between batches only, when their results are written. */
  readonly savesDelivered: boolean;
  /** The first pages of a site are labelled when this many are counted. */
  readonly settle: number;
  /** Counted pages are written to the store after this many pages or seconds. */
  readonly flush: Flush;
  /** Shared by all threads: not 0 where a run ends at the current page, as nothing is kept of what was learned. */
  readonly stop: Int32Array<SharedArrayBuffer>;
  readonly writing: W;
}

const arrivedOf = (tables: siteTables.SiteTables, { site }: Task, { lengths }: Page): Arrived => ({
  ...tables.tableState(site),
  lengths,
});

/** What a page lacks, in words. */
const SHORT: Readonly<Record<Shortfall, string>> = {
  'no-main': 'hardly any main content: everything that is not template is written',
  'no-content': 'all of its text is template: nothing is written',
  'no-text': 'no text: scripts may write it',
};

/** What stands in the place of a page, in words. */
const ABSENT: Readonly<Record<Absence, string>> = {
  blocked: 'blocked: the server refuses it',
  challenge: 'challenge: the server wants to see a browser, or a person',
  login: 'login: a form for a name and a password',
  consent: 'consent: a question for consent',
  'script-only': 'script-only: scripts write it',
  'soft-404': 'soft-404: it says that there is no such page',
};

/** What a batch gives. */
interface Given {
  readonly tables: siteTables.SiteTables;
  readonly tally: Tally;
  readonly output: OutputBuffer;
}

/** A page that was learned, and waits until others of its site are. */
interface Waiting {
  readonly bytes: Uint8Array;
  readonly learned: Learned;
  readonly arrived: Arrived;
}

/** Pages are read and judged synchronously. Without a pause the event loop would not run, and no signal would be handled. */
export const PAUSE_MS = 20;

/** What is known of the pages of a group before they are labelled: of each that was learned, or could not be. */
type Known = ReadonlyMap<PageTask, Waiting | { readonly error: unknown }>;

const NOTHING: Known = new Map();

export class Judge {
  readonly #sites: Sites;
  readonly #options: WorkOptions<unknown>;
  readonly #writers: readonly Writer[];
  readonly #keepOne: KeepOne | undefined;
  readonly #rules: RulesFolder;
  readonly #events: string[];
  readonly #guess: EncodingGuess | undefined;
  #mode: Mode;
  /** Of the current page, where that is a file. */
  #room = new Uint8Array();
  readonly #memory: PageMemory = (bytes) => {
    if (bytes > this.#room.length) this.#room = new Uint8Array(2 * bytes);
    return this.#room.subarray(0, bytes);
  };
  #pausedAt = performance.now();

  private constructor(
    sites: Sites,
    options: WorkOptions<unknown>,
    writers: readonly Writer[],
    events: string[],
    guess: EncodingGuess | undefined,
  ) {
    this.#guess = guess;
    this.#sites = sites;
    this.#options = options;
    this.#writers = writers;
    this.#events = events;
    this.#mode = options.mode;
    this.#keepOne = options.keepOne ? new KeepOne() : undefined;
    this.#rules = new RulesFolder(options.rules);
  }

  static async create<W>(store: SiteStore, options: WorkOptions<W>, open: OpenWriters<W>): Promise<Judge> {
    const events: string[] = [];
    const sitesOptions = {
      detector: options.detector,
      flushEvery: options.flush,
      flushesWhenIdle: false,
      template: options.hasEvents,
      // A page that is skipped was observed when it was counted.
      observesKnown: !options.skipKnown,
      onEvent: (event: object): void => void events.push(`${JSON.stringify(event)}\n`),
    };
    const sites = await Sites.over(store, sitesOptions, options.model === undefined ? {} : { model: options.model });
    const guess = options.guessEncoding ? await encodingGuess() : undefined;
    return new Judge(sites, options, await open(options.writing), events, guess);
  }

  /** Begins the next pass. The second of two passes labels by what the first has learned. */
  async begin(pass: Pass): Promise<void> {
    this.#mode = pass.mode;
    for (const writer of this.#writers) writer.begin?.(pass);
  }

  /** Processes tasks in order. A page that fails is a failure of the tally, and the next one is processed. */
  run(batch: Batch): Promise<BatchResult> {
    const output = new OutputBuffer(this.#options.separator, batch.memory);
    return this.#sites.run((tables) => this.#run(batch, { tables, tally: tallyOf(), output }));
  }

  /** Whether each page was counted by an earlier run; false where that is not sure. */
  known(pages: readonly PageRef[]): Promise<boolean[]> {
    return this.#sites.run((tables) => tables.known(pages));
  }

  /** What a writer has found so far; undefined where the run has no such writer. */
  async end(name: string): Promise<unknown> {
    return this.#writers.find((writer) => writer.name === name)?.end?.();
  }

  /** What manual rules have missed so far. */
  async rules(): Promise<RulesReport> {
    return this.#rules.report();
  }

  /** Writes everything that was learned to the store. */
  async flush(): Promise<number> {
    await this.#sites.flush();
    return this.#sites.stats().newSites;
  }

  async #run({ groups, endsEarly }: Batch, given: Given): Promise<BatchResult> {
    const { tables, tally, output: buffer } = given;
    if (this.#options.savesDelivered) await tables.flushIfDue();
    const pages = groups.flat().filter(isPage);
    // One question for all, since the store may be on another thread.
    const answers = await tables.prepare(pages);
    const counted = new Map(pages.map((page, at) => [page, answers[at]]));
    const end = performance.now() + PAUSE_MS;
    let left = groups.length;
    for (const group of groups) {
      await this.#group(group, counted, given);
      left -= 1;
      if (endsEarly && (buffer.isFull || performance.now() >= end)) break;
    }
    tally.events = this.#events.splice(0);
    const output = buffer.end();
    const notes = this.#writers.flatMap((writer) => writer.notes?.() ?? []);
    const { newSites } = this.#sites.stats();
    return { left, output, tally, notes, newSites, transfer: output === undefined ? [] : [output.buffer] };
  }

  async #group(group: TaskGroup, counted: Map<PageTask, boolean | undefined>, given: Given): Promise<void> {
    const { tally } = given;
    const known = await this.#learn(group, given.tables);
    for (const task of group) {
      if (this.#isPauseDue) await this.#pause();
      if (this.#isStopped) break;
      try {
        if (isPage(task)) await this.#page(task, counted.get(task), known.get(task), given);
        else this.#give(task, (writer) => writer.record?.(bytesOf(task) as Uint8Array), given);
      } catch (error) {
        if (endsRun(error)) throw error;
        const message = describe(error);
        tally.failures.push({ source: task.source, message });
        this.#give(task, (writer) => writer.failed?.(task, message), given);
      }
    }
  }

  /** Learns the first pages of a site, so that each is labelled by all of them. Of another group nothing is learned here. */
  async #learn(group: TaskGroup, tables: siteTables.SiteTables): Promise<Known> {
    const [first, ...rest] = group.filter(isPage);
    if (first === undefined || rest.length === 0) return NOTHING;
    const known = new Map<PageTask, Waiting | { readonly error: unknown }>();
    for (const task of [first, ...rest]) {
      if (this.#isPauseDue) await this.#pause();
      if (this.#isStopped) break;
      try {
        if (task === first && (await tables.pagesOf(task.site)) >= this.#options.settle) return NOTHING;
        const bytes = readBytes(task, this.#options.detector.maxPageBytes);
        const page = await tables.learn(task, siteTables.readHtml(bytes, bytesOptions(task, this.#guess)));
        const { number, counted } = page;
        known.set(task, { bytes, learned: { page: number, counted }, arrived: arrivedOf(tables, task, page) });
      } catch (error) {
        if (endsRun(error)) throw error;
        known.set(task, { error });
      }
    }
    return known;
  }

  get #isPauseDue(): boolean {
    return performance.now() - this.#pausedAt >= PAUSE_MS;
  }

  async #pause(): Promise<void> {
    await new Promise(setImmediate);
    this.#pausedAt = performance.now();
  }

  /** Whether the run ends before the next page. */
  get #isStopped(): boolean {
    return Atomics.load(this.#options.stop, 0) !== 0;
  }

  /** What writers give beside pages, in a pass that writes. */
  #give(task: Task, act: (writer: Writer) => Uint8Array | undefined, given: Given): void {
    if (isWriting(this.#mode) && task.isWritten !== true) this.#add(task, this.#writers.map(act), given);
  }

  #add(task: Task, parts: readonly (string | Uint8Array | undefined)[], { tally, output }: Given): void {
    output.add(parts);
    if (this.#options.skipKnown && parts.some((part) => part !== undefined)) tally.written.push(writtenKey(task));
  }

  /** Judges a page, and has it written. */
  async #page(
    task: PageTask,
    isCounted: boolean | undefined,
    known: Waiting | { readonly error: unknown } | undefined,
    given: Given,
  ): Promise<void> {
    const { tables, tally } = given;
    const { skipKnown, savesDelivered, detector } = this.#options;
    if (skipKnown && isCounted === true && !this.#writers.some(({ takesKnown }) => takesKnown)) {
      tally.known += 1;
      return;
    }
    const mode = this.#mode;
    if (known !== undefined && 'error' in known) throw known.error;
    const bytes = known?.bytes ?? readBytes(task, detector.maxPageBytes, this.#memory);
    const options = bytesOptions(task, this.#guess);
    const method = known !== undefined || isLabelling(mode) ? 'label' : 'learn';
    const page = await tables[method](task, siteTables.readHtml(bytes, options), isCounted);
    const learned = known?.learned ?? { page: page.number, counted: page.counted };
    const isKnown = task.isWritten === true || (skipKnown && mode === 'learn' && !learned.counted);
    let shown: ShownPage | undefined;
    // No spread before other members: with one, each page would have a hidden class of its own.
    const judged = {
      task,
      page,
      mode,
      isKnown,
      html: () => decodeHtml(bytes, options).html,
      arrived: () => known?.arrived ?? arrivedOf(tables, task, page),
      // Once: rules change the page.
      shown: () => {
        shown ??= this.#shown(task, page, tally, learned);
        return shown;
      },
    };
    const parts = this.#writers.map((writer) => writer.page(judged));
    tally.bytes += bytes.length;
    if (isKnown) tally.known += 1;
    else {
      const { template, content } = page.lengths;
      tally.pages += 1;
      tally.template += template;
      tally.content += content;
    }
    if (learned.counted) tally.counted += 1;
    this.#add(task, parts, given);
    if (!savesDelivered) await tables.flushIfDue();
  }

  #shown({ site, source, absence }: Task, page: Page, tally: Tally, learned: Learned): ShownPage {
    const { maxRemoved, keep } = this.#options;
    this.#rules.apply(site, page);
    this.#keepOne?.apply(site, page);
    const isPassed = maxRemoved !== undefined && limitRemoved(page, maxRemoved);
    if (isPassed) {
      const { template, content } = page.lengths;
      const share = Math.round((100 * template) / (template + content));
      tally.passed.push({ source, message: `passed through whole: ${share} % of its text is template` });
    }
    const { part, reason } = contextOf(page).shown(keep);
    const lack = absence === undefined ? reason && SHORT[reason] : ABSENT[absence];
    if (lack !== undefined) tally.short.push({ source, message: lack });
    return { part, isPassed, learned, ...(reason && { reason }) };
  }
}
