import { InputError, LimitError, UsageError } from '../errors.ts';
import { readInput } from '../input.ts';
import type { CreateOptions } from '../open.ts';
import { Reader } from '../reader.ts';
import { siteFinder } from '../sites/site-of.ts';
import { type Collected, detectTemplate } from './detect.ts';
import { Index } from './index-file.ts';
import { IndexingMemory } from './memory.ts';
import { Numbers } from './numbers.ts';
import { type IndexOptions, type ResolvedIndexOptions, resolveIndexOptions } from './options.ts';
import { Runs } from './runs.ts';
import { fileError, Spool, type SpoolFile, withFiles } from './spool.ts';
import { writeIndex } from './write.ts';

/** What a builder holds. */
export interface IndexBuilderStats {
  readonly pages: number;
  readonly sites: number;
  /** Runs that were written to disk, and the bytes of postings in memory. */
  readonly runs: number;
  readonly gatheredBytes: number;
}

/** A text that was cleaned elsewhere. */
export interface IndexedText {
  readonly text: string;
  readonly title?: string;
}

const encoder = new TextEncoder();

/** Bytes of postings at which a run is written, of all that may be in memory: words and chunks grow by leaps. */
const RUN_SHARE = 0.75;

/**
 * Builds an inverted index of pages without their template: word positions as they are found, runs sorted on disk when
 * memory is full, and one merge in the end, in which template is told by the positions themselves (Chen, Ye and Li,
 * *Template Detection for Large Scale Search Engines*, SAC 2006) or was told page by page before.
 *
 * ```ts
 * const builder = await IndexBuilder.create('site.index', { template: 'two-stage' });
 * for (const { url, html } of pages) builder.add(url, html);
 * const index = await builder.build();
 * console.log(index.search('template detection'));
 * ```
 */
export class IndexBuilder {
  readonly options: ResolvedIndexOptions;
  readonly #location: string;
  readonly #memory: IndexingMemory;
  readonly #reader: Reader;
  readonly #siteOf: (url: string) => string;
  readonly #spool: Spool;
  readonly #runs: Runs;
  readonly #blocks: SpoolFile;
  readonly #names: SpoolFile;
  /** Numbers of sites, and their tables where pages are judged one by one. */
  readonly #sites = new Map<string, { readonly number: number; readonly table: number }>();
  readonly #siteOfPage = new Numbers();
  readonly #firstBlocks = new Numbers();
  #state: 'open' | 'building' | 'ended' = 'open';

  private constructor(
    location: string,
    options: ResolvedIndexOptions,
    memory: IndexingMemory,
    siteOf: (url: string) => string,
  ) {
    this.options = options;
    this.#location = location;
    this.#memory = memory;
    this.#reader = new Reader(memory.core, options.detector);
    this.#siteOf = siteOf;
    memory.seesClasses = options.styles === 'classes';
    this.#spool = withFiles('beginning an index', () => new Spool(location));
    this.#runs = new Runs(this.#spool);
    this.#blocks = this.#spool.file('blocks');
    this.#names = this.#spool.file('names');
    this.#firstBlocks.push(0);
  }

  /**
   * A builder of the index that will be the file `location`. What is there already stays until the new index is whole.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {IndexError} `INDEX_FAILED` where no folder can be made beside it
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(
    location: string,
    options: IndexOptions = {},
    create: CreateOptions = {},
  ): Promise<IndexBuilder> {
    const resolved = resolveIndexOptions(options);
    if (typeof location !== 'string' || location === '') throw new InputError('an index needs the path of its file');
    const siteOf = await siteFinder(resolved.siteOf);
    return new IndexBuilder(location, resolved, await IndexingMemory.create(resolved.detector, create), siteOf);
  }

  /**
   * Adds a page, of which the title and the words outside its template are indexed; its number, from 0. A page that is
   * given twice is in the index twice.
   *
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `OUT_OF_MEMORY`
   * @throws {IndexError} `INDEX_FAILED`; in all cases the index is as if the page had not been given
   * @throws {UsageError} `DISPOSED` after `build` or `discard`
   */
  add(url: string, html: string | Uint8Array): number {
    const site = this.#site(this.#open().#siteOf(url));
    const memory = this.#memory;
    const { template, titles } = this.options;
    if (template === 'incremental') {
      this.#reader.html(site.table, html, { learn: true, id: undefined });
    } else {
      readInput(html, this.options.detector.maxPageBytes, (page) => memory.core.divideHtml(page));
    }
    const title = memory.title();
    memory.readPage({ keepsVerdicts: template === 'incremental', findsStyles: template === 'two-stage' });
    if (titles && title !== '') memory.readText(title);
    return this.#take(site.number, url, title);
  }

  /** Adds a text that has no template any more: of a `Page` of a detector, say. Throws as `add` does. */
  addText(url: string, { text, title = '' }: IndexedText): number {
    const site = this.#site(this.#open().#siteOf(url));
    if (typeof text !== 'string' || typeof title !== 'string') throw new InputError('text and title are strings');
    if (text.length > this.options.detector.maxPageBytes) {
      throw new LimitError('PAGE_TOO_LARGE', `the text has more than ${this.options.detector.maxPageBytes} characters`);
    }
    const memory = this.#memory;
    memory.beginWords();
    memory.readText(text);
    if (this.options.titles && title !== '') memory.readText(title);
    return this.#take(site.number, url, title);
  }

  /**
   * Writes the index, which is at its place when this has succeeded, and opens it. What was there before is replaced then.
   *
   * @throws {IndexError} `INDEX_FAILED`; the builder can be asked again
   * @throws {LimitError} `OUT_OF_MEMORY`
   */
  async build(): Promise<Index> {
    this.#open();
    this.#state = 'building';
    try {
      await this.#write();
      this.#state = 'ended';
    } finally {
      if (this.#state === 'building') this.#state = 'open';
    }
    this.discard();
    return Index.open(this.#location);
  }

  async #write(): Promise<void> {
    const memory = this.#memory;
    const { template, maxMemory, shortcut } = this.options;
    try {
      if (memory.gathered().bytes > 0) withFiles('writing a run', () => this.#runs.spill(memory));
      withFiles('writing what blocks are', () => this.#blocks.flush());
      memory.releaseGathered();
      memory.beginCollection(this.#firstBlocks.toArray());
      const filters = template === 'two-stage';
      if (filters) await detectTemplate(memory, this.#collected(), { maxMemory, shortcut });
      await writeIndex(memory, this.#spool, this.#location, {
        ...{ pages: this.#siteOfPage.length, runs: this.#runs, names: this.#names, filters, maxMemory },
        options: JSON.stringify({ template, titles: this.options.titles }),
      });
    } catch (error) {
      // What is left of it would be in the way of another try.
      for (const name of ['index', 'terms']) this.#spool.forget(name);
      throw fileError('writing the index', error);
    } finally {
      memory.releaseBuilding();
    }
  }

  #collected(): Collected {
    return {
      ...{ sites: this.#siteOfPage.toArray(), firstBlocks: this.#firstBlocks.toArray() },
      ...{ runs: this.#runs, blocks: this.#blocks },
    };
  }

  /** Gives up: nothing is left but what was at the location before. */
  discard(): void {
    if (this.#state === 'building') throw new UsageError('DISPOSED', 'the index is being written');
    this.#state = 'ended';
    this.#spool.remove();
    this.#memory.releaseGathered();
  }

  [Symbol.dispose](): void {
    if (this.#state === 'open') this.discard();
  }

  get stats(): IndexBuilderStats {
    return {
      ...{ pages: this.#siteOfPage.length, sites: this.#sites.size, runs: this.#runs.count },
      gatheredBytes: this.#memory.gathered().bytes,
    };
  }

  #open(): this {
    if (this.#state === 'ended') throw new UsageError('DISPOSED', 'the index was built, or given up');
    if (this.#state === 'building') throw new UsageError('DISPOSED', 'the index is being written');
    return this;
  }

  #site(name: string): { readonly number: number; readonly table: number } {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const table = this.options.template === 'incremental' ? this.#memory.core.createTable() : 0;
    const site = { number: this.#sites.size, table };
    this.#sites.set(name, site);
    return site;
  }

  /** Takes the words found as those of the next page. */
  #take(site: number, url: string, title: string): number {
    const memory = this.#memory;
    const { bytes, wanted } = memory.gathered();
    const most = this.options.maxMemory * RUN_SHARE;
    if (bytes > 0 && wanted > most) withFiles('writing a run', () => this.#runs.spill(memory));
    const page = this.#siteOfPage.length;
    const { count, records } = memory.blocks();
    const [blocksBefore, namesBefore] = [this.#blocks.length, this.#names.length];
    try {
      withFiles('writing what blocks are', () => {
        if (this.options.template === 'two-stage') this.#blocks.append(records);
        this.#names.append(nameOf(url, title));
      });
      memory.gather(page);
    } catch (error) {
      this.#blocks.truncate(blocksBefore);
      this.#names.truncate(namesBefore);
      throw error;
    }
    this.#siteOfPage.push(site);
    this.#firstBlocks.push(this.#firstBlocks.at(page) + (this.options.template === 'two-stage' ? count : 0));
    return page;
  }
}

/** A page's URL and title, behind their lengths. */
function nameOf(url: string, title: string): Uint8Array {
  const [first, second] = [encoder.encode(url), encoder.encode(title)];
  const bytes = new Uint8Array(8 + first.length + second.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, first.length, true);
  view.setUint32(4, second.length, true);
  bytes.set(first, 8);
  bytes.set(second, 8 + first.length);
  return bytes;
}

