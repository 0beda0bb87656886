/**
 * What a report records of every page, on the thread whose module holds the page: at the first reading, when it is learned,
 * and at the second, when it is labelled by the final table.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { pageView } from '@refrain/viewer/page';
import type { Page } from 'refrain';
import { writing } from '../../errors.ts';
import { isLabelling, type JudgedPage, type Pass, type Writer } from '../../judge/page.ts';
import type { Task } from '../../read/task.ts';
import { hashDigits, siteFolder } from '../file-name.ts';
import { type SiteTemplateText, TemplateCollector } from '../template-texts.ts';
import type { PageData } from './page-data.ts';

/** Sites that can be opened; the others are counted. These bounds are what a person can use and a browser opens at once. */
export const SITES_MAX = 2000;
/** Pages of all sites that can be opened, unless `--pages` asks for more of one site. */
const PAGES_MAX = 100_000;
/** UTF-16 code units of an id. */
const ID_MAX = 500;

/** Pages that can be opened of each of this many sites. */
export const pagesOfEach = (max: number, sites: number): number =>
  Math.min(max, Math.max(1, Math.floor(Math.max(PAGES_MAX, max) / Math.max(1, sites))));

/** A page at the first reading. */
export interface Arrival {
  readonly site: string;
  /** Share of its text that is template. */
  readonly share: number;
  /** The site's table after the page was counted. */
  readonly entries: number;
  readonly tableBytes: number;
}

/** A page by the final table. */
export interface Judgement {
  readonly site: string;
  readonly id: string;
  readonly title: string;
  /** Pages of the site that were counted. */
  readonly number: number;
  /** Unicode code points of its text. */
  readonly template: number;
  readonly content: number;
  /** Path of its data file in the folder of the site, where the page can be opened; and how sure its verdicts are, where that is known. */
  readonly file: string | undefined;
  readonly confidence: number | undefined;
}

export interface ObserverOptions {
  /** Folder of the report while it is made. */
  readonly folder: string;
  /** Maximum of pages of a site that can be opened. */
  readonly pages: number;
  readonly templateDf: number;
}

const TITLE_MAX = 200;

/** The pages of a batch. */
export interface ReportNotes {
  readonly came: Arrival[];
  readonly judged: Judgement[];
}

export class PageObserver implements Writer {
  readonly name = 'report';
  readonly takesKnown = true;
  /** The texts of the template of each site that is listed. */
  readonly #texts = new TemplateCollector();
  #notes: ReportNotes = { came: [], judged: [] };
  readonly #options: ObserverOptions;
  /** The sites to list, and every how many of its pages one can be opened; undefined where no reading has counted them. */
  #steps: ReadonlyMap<string, number> | undefined;
  /** For each site that is listed: pages that were labelled by the final table. */
  readonly #judged = new Map<string, number>();
  readonly #made = new Set<string>();

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  begin({ steps }: Pass): void {
    this.#steps = steps;
  }

  page({ task, page, mode, arrived }: JudgedPage): undefined {
    if (isLabelling(mode)) this.#notes.judged.push(this.#judgement(task, page));
    else {
      const { entries, tableBytes, lengths } = arrived();
      const { template, content } = lengths;
      const share = template / Math.max(1, template + content);
      this.#notes.came.push({ site: task.site, share, entries, tableBytes });
    }
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
    const file = isListed && this.#isShown(site) ? this.#write(site, id, page) : undefined;
    const { template, content } = page.lengths;
    const { number } = page;
    const confidence = file === undefined ? undefined : page.confidence;
    return { site, id: id.slice(0, ID_MAX), title: titleOf(page), number, template, content, file, confidence };
  }

  /** The largest sites; where their sizes are unknown, the first ones. */
  #isListed(site: string): boolean {
    return this.#steps?.has(site) ?? (this.#judged.has(site) || this.#judged.size < SITES_MAX);
  }

  /** Pages at equal distances; where the number of pages is unknown, the first ones. */
  #isShown(site: string): boolean {
    const before = this.#judged.get(site) ?? 0;
    this.#judged.set(site, before + 1);
    const step = this.#steps?.get(site);
    if (step !== undefined) return before % step === 0;
    return before < pagesOfEach(this.#options.pages, this.#judged.size);
  }

  #write(site: string, id: string, page: Page): string {
    const view = pageView(page, this.#options.templateDf);
    const data: PageData = { id: id.slice(0, ID_MAX), title: titleOf(page), ...view };
    const file = `pages/${hashDigits(id)}.js`;
    const home = join(this.#options.folder, 'sites', siteFolder(site));
    // A document that is opened from disk may load scripts, and nothing else.
    const packed = deflateRawSync(JSON.stringify(data), { level: 3 }).toString('base64');
    writing(`cannot write to ${home}`, () => {
      if (!this.#made.has(site)) mkdirSync(join(home, 'pages'), { recursive: true });
      writeFileSync(join(home, file), `refrainPage(${JSON.stringify(file)},"${packed}")\n`);
    });
    this.#made.add(site);
    return file;
  }
}

const titleOf = (page: Page): string => page.title.slice(0, TITLE_MAX).toWellFormed();
