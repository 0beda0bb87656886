/** Reads, decodes, labels and renders pages, on the main thread and on workers alike. */

import { KeepOne, limitRemoved, Sites } from '@refrain/crawl';
import type { SiteStore, SiteTables } from '@refrain/crawl/internal';
import { decodeHtml, readHtml } from '@refrain/crawl/internal';
import type { Choice, Page, ResolvedOptions, Shortfall } from 'refrain';
import { contextOf, shownOf } from 'refrain/internal';
import { StructuredReader } from 'refrain/structured';
import { choiceOf } from '../arguments/common-flags.ts';
import type { Flush, RunOptions, WORK_OPTIONS } from '../commands/pages/flags.ts';
import { describe, endsRun } from '../errors.ts';
import { LinkReader } from '../read/crawl/links.ts';
import {
  type Batch,
  type BatchResult,
  bytesOf,
  isPage,
  type PageTask,
  readTask,
  type Tally,
  type Task,
  tallyOf,
  urlOf,
  type WorkerStats,
} from '../read/task.ts';
import type { PageWriter } from '../write/formats/format.ts';
import { formatNamed } from '../write/formats/index.ts';
import { type LanguageReader, languageReader } from '../write/language.ts';
import { PageFolder } from '../write/page-folder.ts';
import { type ObserverOptions, PageObserver } from '../write/report/observe.ts';
import { type SiteTemplateText, TemplateCollector } from '../write/template-texts.ts';
import { SiteDecisions } from './decisions.ts';
import { OutputBuffer } from './output-buffer.ts';
import { RulesFolder, type RulesReport } from './rules-folder.ts';

/**
 * `learn` counts pages and writes their results; `label` writes results and counts nothing. `silent` counts pages and writes
 * nothing; `report` labels pages for the report and writes nothing.
 */
export type Mode = 'learn' | 'label' | 'silent' | 'report';

/** One reading of the input. */
export interface Pass {
  readonly mode: Mode;
  /** The sites that a report lists: of how many pages of each one can be opened. */
  readonly steps: ReadonlyMap<string, number>;
}

/** How pages are processed: plain data, for any thread. */
export interface WorkOptions extends Pick<RunOptions, (typeof WORK_OPTIONS)[number]> {
  readonly detector: ResolvedOptions;
  readonly mode: Mode;
  /** Whether templates of sites are kept, and their events reported. */
  readonly hasEvents: boolean;
  /** In place of the model that is part of the package. */
  readonly model: Uint8Array | undefined;
  /** Whether the template texts of sites are collected. */
  readonly hasTemplates: boolean;
  /** Undefined where there is no report. */
  readonly observer: ObserverOptions | undefined;
  /** Whether the state is saved between batches only, when their results are written. */
  readonly savesDelivered: boolean;
  /** Counted pages are written to the store after this many pages or seconds. */
  readonly flush: Flush;
}

/** What a page lacks, in words. */
const SHORT: Readonly<Record<Shortfall, string>> = {
  'no-main': 'hardly any main content: everything that is not template is written',
  'no-content': 'all of its text is template: nothing is written',
  'no-text': 'no text: scripts may write it',
};

/** What a batch gives. */
interface Given {
  readonly tables: SiteTables;
  readonly tally: Tally;
  readonly output: OutputBuffer;
}

/** What a labeller is made of. */
interface Parts {
  readonly events: string[];
  readonly structured: StructuredReader | undefined;
  readonly languageOf: LanguageReader | undefined;
  readonly templates: TemplateCollector | undefined;
}

export class Labeller {
  readonly #sites: Sites;
  readonly #options: WorkOptions;
  readonly #writer: PageWriter;
  readonly #part: Choice;
  readonly #separator: string;
  /** Where pages become files. */
  readonly #folder: PageFolder | undefined;
  readonly #keepOne: KeepOne | undefined;
  readonly #observer: PageObserver | undefined;
  readonly #templates: TemplateCollector | undefined;
  readonly #rules: RulesFolder;
  readonly #decisions: SiteDecisions;
  readonly #events: string[];
  #mode: Mode;

  private constructor(sites: Sites, options: WorkOptions, { events, structured, languageOf, templates }: Parts) {
    this.#sites = sites;
    this.#options = options;
    this.#events = events;
    this.#mode = options.mode;
    const format = formatNamed(options.format);
    this.#part = choiceOf(options.keep);
    const parts = { ...options, part: this.#part, structured, languageOf };
    this.#writer = format.writer(parts, options.formatValues);
    this.#separator = format.separator ?? '';
    if (options.out !== undefined && format.extension !== undefined)
      this.#folder = new PageFolder(options.out, format.extension);
    this.#keepOne = options.keepOne ? new KeepOne() : undefined;
    this.#templates = templates;
    this.#rules = new RulesFolder(options.rules);
    this.#decisions = new SiteDecisions(options.config);
    this.#observer = options.observer === undefined ? undefined : new PageObserver(options.observer);
  }

  static async create(store: SiteStore, options: WorkOptions): Promise<Labeller> {
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
    const structured = options.structured ? await StructuredReader.create() : undefined;
    const languageOf = options.detectLanguage ? await languageReader() : undefined;
    const templates = options.hasTemplates ? new TemplateCollector(await LinkReader.create()) : undefined;
    return new Labeller(sites, options, { events, structured, languageOf, templates });
  }

  get #stats(): WorkerStats {
    const { newSites, memoryBytes } = this.#sites.stats();
    return { newSites, memoryBytes };
  }

  /** Begins the next pass. The second of two passes labels by what the first has learned. */
  async setMode({ mode, steps }: Pass): Promise<void> {
    this.#mode = mode;
    this.#observer?.setSteps(steps);
  }

  /** Whether pages are labelled only. */
  get #isLabelling(): boolean {
    return this.#mode === 'label' || this.#mode === 'report';
  }

  get #isWriting(): boolean {
    return this.#mode === 'learn' || this.#mode === 'label';
  }

  /** Processes tasks in order. A page that fails is a failure of the tally, and the next one is processed. */
  run({ tasks, memory }: Batch): Promise<BatchResult> {
    return this.#sites.run((tables) =>
      this.#run(tasks, { tables, tally: tallyOf(), output: new OutputBuffer(this.#separator, memory) }),
    );
  }

  /** The template texts of all sites so far, or of those that the report lists. */
  async templates(of: 'run' | 'report'): Promise<readonly SiteTemplateText[]> {
    return (of === 'run' ? this.#templates : this.#observer?.texts)?.records() ?? [];
  }

  /** What rules by hand, and selectors of the configuration, have missed so far. */
  async rules(): Promise<RulesReport> {
    return this.#rules.report(this.#decisions.misses());
  }

  /** Writes everything that was learned to the store. */
  async flush(): Promise<WorkerStats> {
    await this.#sites.flush();
    return this.#stats;
  }

  async #run(tasks: readonly Task[], given: Given): Promise<BatchResult> {
    const { tables, tally, output: buffer } = given;
    if (this.#options.savesDelivered) await tables.flushIfDue();
    // One question for all, since the store may be on another thread.
    const counted = await tables.prepare(tasks.filter(isPage));
    let index = 0;
    for (const task of tasks) {
      try {
        if (isPage(task)) await this.#page(task, counted[index++], given);
        else this.#record(task, buffer);
      } catch (error) {
        if (endsRun(error)) throw error;
        const message = describe(error);
        tally.failures.push({ source: task.source, message });
        const kept = this.#failed(task, message);
        if (kept !== undefined) buffer.add(kept);
      }
    }
    tally.events = this.#events.splice(0);
    const output = buffer.end();
    return { output, tally, stats: this.#stats, transfer: output === undefined ? [] : [output.buffer] };
  }

  #record(task: Task, output: OutputBuffer): void {
    const bytes = bytesOf(task);
    const copied = this.#isWriting && bytes !== undefined ? this.#writer.record?.(bytes) : undefined;
    if (copied !== undefined) output.add(copied);
  }

  /** Judges and writes a page. */
  async #page(task: PageTask, isCounted: boolean | undefined, batch: Given): Promise<void> {
    const { skipKnown, savesDelivered, detector } = this.#options;
    if (skipKnown && isCounted === true && this.#observer === undefined) {
      batch.tally.known += 1;
      return;
    }
    const { html, length } = readTask(task, detector.maxPageBytes);
    const { tables } = batch;
    const page = await tables[this.#isLabelling ? 'label' : 'learn'](task, readHtml(html), isCounted);
    if (this.#isWriting) this.#templates?.observe(task.site, page, { html, url: urlOf(task) });
    this.#write(task, page, length, batch);
    if (!savesDelivered) await tables.flushIfDue();
  }

  /** Adds the current page, which has `length` bytes, to the output and to the tally. */
  #write(task: PageTask, page: Page, length: number, { tables, tally, output }: Given): void {
    const isKnown = task.isWritten === true || (this.#options.skipKnown && this.#mode === 'learn' && !page.counted);
    const rendered = this.#isWriting && !isKnown ? this.#render(task, page, tally, output.room) : undefined;
    this.#observe(task, page, { tables, tally });
    tally.bytes += length;
    if (isKnown) tally.known += 1;
    else {
      const { template, content } = page.lengths;
      tally.pages += 1;
      tally.template += template;
      tally.content += content;
    }
    if (page.counted) tally.counted += 1;
    if (rendered !== undefined) output.add(rendered);
  }

  #observe(task: Task, page: Page, { tables, tally }: Pick<Given, 'tables' | 'tally'>): void {
    if (this.#observer === undefined) return;
    if (this.#isLabelling) tally.judged.push(this.#observer.judged(task, page));
    else tally.came.push(this.#observer.came(task, page, tables.tableState(task.site)));
  }

  #render(task: Task, page: Page, tally: Tally, room: Uint8Array<ArrayBuffer>): string | Uint8Array | undefined {
    const { maxRemoved } = this.#options;
    const values = this.#rules.apply(task.site, page);
    const own = { ...values, ...this.#decisions.apply(task.site, page) };
    this.#keepOne?.apply(task.site, page);
    const isPassed = maxRemoved !== undefined && limitRemoved(page, maxRemoved);
    if (isPassed) {
      const { template, content } = page.lengths;
      const share = Math.round((100 * template) / (template + content));
      tally.passed.push({ source: task.source, message: `passed through whole: ${share} % of its text is template` });
    }
    const shown = shownOf(contextOf(page).core, this.#part);
    const { reason } = shown;
    if (reason !== undefined) tally.short.push({ source: task.source, message: SHORT[reason] });
    const way = { ...shown, isPassed, room, own };
    if (this.#folder === undefined) return this.#writer.page(task, page, way);
    this.#folder.write(task, this.#writer.page({ ...task, isOnly: true }, page, way) ?? '');
    return undefined;
  }

  /** The output for a page that failed: a WARC keeps such pages unchanged. */
  #failed(task: Task, message: string): Uint8Array | undefined {
    const { from } = task;
    if (from.kind !== 'bytes' || !this.#isWriting) return undefined;
    return this.#writer.failed?.(task, decodeHtml(from.bytes, from.contentType).html, message);
  }
}
