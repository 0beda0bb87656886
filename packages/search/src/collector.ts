/** Pages and texts → word positions → postings in memory and runs on disk. */
import { contextOf, type Reader, selection } from 'refrain/engine';
import { withFiles } from './errors.ts';
import { type Spool, writeAll } from './files.ts';
import { encodeName, type PageName } from './format.ts';
import { layout } from './module/exports.ts';
import type { IndexingMemory } from './module/memory.ts';
import { PageWords } from './module/page-words.ts';
import type { IndexedText, ResolvedIndexOptions } from './options.ts';
import { Runs } from './runs.ts';

interface Site {
  readonly number: number;
  /** The table of the detector with `incremental`; 0 otherwise. */
  readonly table: number;
}

/** Postings are written as a run at this share of `maxMemory`: their memory grows in steps, and must stay below it. */
const RUN_SHARE = 0.75;

/** The pages of a build. A page number is the order of adding, from 0. */
export class Collector {
  readonly runs: Runs;
  /** The number of the site of each page. */
  readonly sites: number[] = [];
  /** The number of the first block of each page, and the number of all blocks at the end. */
  readonly firstBlocks = [0];
  /** The offset of the name of each page in the file of names, and the length of all names at the end. */
  readonly nameOffsets = [0];
  readonly nameHashes: bigint[] = [];
  readonly #spool: Spool;
  readonly #memory: IndexingMemory;
  readonly #options: ResolvedIndexOptions;
  readonly #words: PageWords;
  readonly #reader: Reader;
  readonly #sites = new Map<string, Site>();
  #failure: unknown;

  constructor(spool: Spool, memory: IndexingMemory, reader: Reader, options: ResolvedIndexOptions) {
    this.#spool = spool;
    this.#memory = memory;
    this.#options = options;
    this.#words = new PageWords(memory);
    this.#reader = reader;
    this.runs = new Runs(spool.runs, memory);
  }

  /** The error that ended the adding of a page in the middle: the postings are incomplete, and cannot become an index. */
  get failure(): unknown {
    return this.#failure;
  }

  get count(): number {
    return this.sites.length;
  }

  get siteCount(): number {
    return this.#sites.size;
  }

  /** Adds a page; returns its number. The limits and types of pages are checked by the reader. */
  addHtml(siteName: string, url: string, html: string | Uint8Array): number {
    const { template, part, titles, styles } = this.#options;
    const { core } = this.#reader;
    const site = this.#site(siteName);
    const isJudged = template === 'incremental';
    const page = isJudged ? this.#reader.html(site.table, html, { learn: true, id: undefined }) : undefined;
    if (page === undefined) this.#reader.divide(html);
    const title = page?.title ?? core.text((exports) => exports.renderTitle());
    const skipped = page === undefined ? 0 : selection.removal(core, contextOf(page).shown(part).part);
    this.#words.copyPage(core);
    this.#words.readPage(skipped, template === 'two-stage' ? styles : undefined);
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
    if (this.runs.gathered.terms > 0) this.runs.spill(this.count);
    this.runs.release();
  }

  #site(name: string): Site {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const table = this.#options.template === 'incremental' ? this.#reader.core.createTable() : 0;
    const site = { number: this.#sites.size, table };
    this.#sites.set(name, site);
    return site;
  }

  /** Adds the words of the current page or text as those of the next page. */
  #addWords(site: number, pageName: PageName): number {
    const page = this.count;
    const name = encodeName(pageName);
    const { terms, bytesWithPage } = this.runs.gathered;
    const isFull = terms > 0 && bytesWithPage > this.#options.maxMemory * RUN_SHARE;
    if (isFull) withFiles('cannot write a run', () => this.runs.spill(page));
    const isTwoStage = this.#options.template === 'two-stage';
    const { count, records } = isTwoStage ? this.#words.blocks() : { count: 0, records: new Uint8Array() };
    const [block, offset] = [this.firstBlocks.at(-1) ?? 0, this.nameOffsets.at(-1) ?? 0];
    // Where one of these fails, the next page overwrites them.
    withFiles('cannot write the page to disk', () => {
      writeAll(this.#spool.blocks, records, block * layout.IndexedBlock.BYTES);
      writeAll(this.#spool.names, name, offset);
    });
    try {
      this.runs.add(page);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    this.firstBlocks.push(block + count);
    this.nameOffsets.push(offset + name.length);
    this.nameHashes.push(this.#memory.checksum(name));
    this.sites.push(site);
    return page;
  }
}
