/** Pages and texts → word positions → postings in memory and runs on disk. */
import { Reader } from 'refrain/internal';
import { CollectedPages } from './collected-pages.ts';
import { withFiles } from './files.ts';
import type { PageName } from './format.ts';
import type { IndexingMemory } from './module/memory.ts';
import { PageWords } from './module/page-words.ts';
import type { IndexedText, ResolvedIndexOptions } from './options.ts';
import { Runs } from './runs.ts';
import type { Spool } from './spool.ts';

interface Site {
  readonly number: number;
  /** The table of the detector with `incremental`; 0 otherwise. */
  readonly table: number;
}

/** Postings are written as a run at this share of `maxMemory`: their memory grows in steps, and must stay below it. */
const RUN_SHARE = 0.75;

/** Adds pages to the postings of a build. */
export class Collector {
  readonly runs: Runs;
  readonly pages: CollectedPages;
  readonly #memory: IndexingMemory;
  readonly #options: ResolvedIndexOptions;
  readonly #words: PageWords;
  readonly #reader: Reader;
  readonly #sites = new Map<string, Site>();
  #failure: unknown;

  constructor(spool: Spool, memory: IndexingMemory, options: ResolvedIndexOptions) {
    this.#memory = memory;
    this.#options = options;
    this.#words = new PageWords(memory);
    this.#words.seesClasses = options.styles === 'classes';
    this.#reader = new Reader(memory.core, options.detector);
    this.runs = new Runs(spool, memory);
    this.pages = new CollectedPages(spool, memory);
  }

  /** The error that ended the adding of a page in the middle: the postings are incomplete, and cannot become an index. */
  get failure(): unknown {
    return this.#failure;
  }

  get siteCount(): number {
    return this.#sites.size;
  }

  /** Adds a page; returns its number. The limits and types of pages are checked by the reader. */
  addHtml(siteName: string, url: string, html: string | Uint8Array): number {
    const { template, part, titles } = this.#options;
    const site = this.#site(siteName);
    if (template === 'incremental') this.#reader.html(site.table, html, { learn: true, id: undefined });
    else this.#reader.divide(html);
    const title = this.#memory.core.text((exports) => exports.renderTitle());
    const findsStyles = template === 'two-stage';
    this.#words.readPage(template === 'incremental' ? { part, findsStyles } : { findsStyles });
    if (titles && title !== '') this.#words.readText(title);
    return this.#addWords(site.number, { url, title });
  }

  /** Adds a text; returns its page number. */
  addText(siteName: string, url: string, { text, title = '' }: IndexedText): number {
    const site = this.#site(siteName);
    this.#words.begin();
    this.#words.readText(text);
    if (this.#options.titles && title !== '') this.#words.readText(title);
    return this.#addWords(site.number, { url, title });
  }

  /** Writes the last run and releases the memory of the postings. After an error it can be called again. */
  close(): void {
    if (this.runs.gathered.terms > 0) this.runs.spill(this.pages.count);
    this.pages.blocks.flush();
    this.runs.release();
  }

  #site(name: string): Site {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const table = this.#options.template === 'incremental' ? this.#memory.core.createTable() : 0;
    const site = { number: this.#sites.size, table };
    this.#sites.set(name, site);
    return site;
  }

  /** Adds the words of the current page or text as those of the next page. */
  #addWords(site: number, name: PageName): number {
    const { terms, bytesWithPage } = this.runs.gathered;
    if (terms > 0 && bytesWithPage > this.#options.maxMemory * RUN_SHARE) {
      withFiles('cannot write a run', () => this.runs.spill(this.pages.count));
    }
    const { count, records } = this.#words.blocks();
    const isTwoStage = this.#options.template === 'two-stage';
    this.pages.write(name, isTwoStage ? records : new Uint8Array());
    try {
      this.runs.add(this.pages.count);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    return this.pages.push(site, isTwoStage ? count : 0);
  }
}
