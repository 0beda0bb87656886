/**
 * Records pages for a report, on the thread whose module contains them: when a page is learned, and when it is labelled
 * with the final table.
 */
import { type Judgement, judgementOf, pageView } from '@refrain/viewer';
import type { Page, ResolvedOptions } from 'refrain';
import { type BatchJudgement, isLabelling, type Mode, type Pass, type Writer } from '../../judge/page-writer.ts';
import type { Task } from '../../read/task.ts';
import { hashDigits } from '../file-name.ts';
import { type SiteTemplateText, TemplateCollector } from '../template-texts.ts';
import { homeOf, writeData } from './report-folder.ts';

/** Maximum number of sites that a report lists, because of the memory of browsers. Others are only counted. */
export const SITES_MAX = 2000;
/** Maximum number of pages that can be opened, of all sites together; more if `--max-pages` is larger. */
const PAGES_MAX = 100_000;
/** Number of pages per site that can be opened if the report has this number of sites. */
export const pagesOfEach = (max: number, sites: number): number =>
  Math.min(max, Math.max(1, Math.floor(Math.max(PAGES_MAX, max) / Math.max(1, sites))));

export interface ObserverOptions {
  /** Temporary folder of the report. */
  readonly folder: string;
  /** Maximum number of pages of a site that can be opened. */
  readonly pages: number;
  readonly options: ResolvedOptions;
}

export interface ReportNotes {
  /** The site of each learned page, in order. */
  readonly came: string[];
  readonly judged: Judgement[];
}

export class PageObserver implements Writer {
  readonly name = 'report';
  readonly takesKnown = true;
  readonly #texts = new TemplateCollector();
  #notes: ReportNotes = { came: [], judged: [] };
  readonly #options: ObserverOptions;
  /**
   * The listed sites. The value n of a site: every n-th page can be opened. Undefined if no earlier pass has counted
   * pages.
   */
  #steps: ReadonlyMap<string, number> | undefined;
  /** Number of labelled pages by listed site. */
  readonly #judged = new Map<string, number>();

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  begin({ steps }: Pass): void {
    this.#steps = steps;
  }

  learned({ site }: Task): void {
    this.#notes.came.push(site);
  }

  page({ page, source }: BatchJudgement, mode: Mode): undefined {
    if (isLabelling(mode)) this.#notes.judged.push(this.#judgement(source.task, page));
  }

  notes(): [ReportNotes] {
    const notes = this.#notes;
    this.#notes = { came: [], judged: [] };
    return [notes];
  }

  end(): SiteTemplateText[] {
    return this.#texts.records();
  }

  #judgement({ site, id }: Task, page: Page): Judgement {
    const isListed = this.#isListed(site);
    if (isListed) this.#texts.observe(site, page);
    const isShown = isListed && this.#isShown(site);
    return judgementOf(page, site, isShown ? { id, file: this.#write(site, id, page) } : undefined);
  }

  /** True for the largest sites; if sizes are unknown, for the first ones. */
  #isListed(site: string): boolean {
    return this.#steps?.has(site) ?? (this.#judged.has(site) || this.#judged.size < SITES_MAX);
  }

  /** True for pages at equal distances; if the number of pages is unknown, for the first ones. */
  #isShown(site: string): boolean {
    const before = this.#judged.get(site) ?? 0;
    this.#judged.set(site, before + 1);
    const step = this.#steps?.get(site);
    if (step !== undefined) return before % step === 0;
    return before < pagesOfEach(this.#options.pages, this.#judged.size);
  }

  #write(site: string, id: string, page: Page): string {
    const file = `${homeOf(site)}/pages/${hashDigits(id)}.js`;
    writeData(this.#options.folder, file, pageView(page, this.#options.options));
    return file;
  }
}
