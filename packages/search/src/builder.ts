import type { CreateOptions } from 'refrain';
import { InputError, LimitError, OptionError, UsageError } from 'refrain';
import { Reader } from 'refrain/unstable';
import { type Collected, detectTemplate } from './detect.ts';
import { fileError, withFiles } from './files.ts';
import { NAME_HEAD_BYTES } from './format.ts';
import { Index } from './index-file.ts';
import { IndexingMemory } from './memory.ts';
import { Numbers } from './numbers.ts';
import { type IndexOptions, type ResolvedIndexOptions, resolveIndexOptions } from './options.ts';
import { Runs } from './runs.ts';
import { checkedSiteOf } from './site.ts';
import { Spool, type SpoolFile } from './spool.ts';
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
  #isJudged = false;
  /** A page of which only a part was taken: no index can be made then. */
  #broken: unknown;
  #state: 'open' | 'building' | 'complete' | 'ended' = 'open';

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
  static async create(location: string, options: IndexOptions = {}, create: CreateOptions = {}): Promise<IndexBuilder> {
    const resolved = resolveIndexOptions(options);
    if (typeof location !== 'string' || location === '') throw new InputError('an index needs the path of its file');
    const siteOf = checkedSiteOf(resolved.siteOf);
    return new IndexBuilder(location, resolved, await IndexingMemory.create(resolved.detector, create), siteOf);
  }

  /**
   * Adds a page, of which the title and the words outside its template are indexed; its number, from 0. A page that is
   * given twice is in the index twice.
   *
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `OUT_OF_MEMORY`
   * @throws {IndexError} `INDEX_FAILED`; in all cases the index is as if the page had not been given
   * @throws {UsageError} `DISPOSED` after `build` or `discard`; `CORE_FAILED` when the host had no memory left for postings
   */
  add(url: string, html: string | Uint8Array): number {
    const site = this.#site(this.#open().#siteOf(url));
    const memory = this.#memory;
    const { template, titles } = this.options;
    if (template === 'incremental') this.#reader.html(site.table, html, { learn: true, id: undefined });
    else this.#reader.divide(html);
    const title = memory.core.title();
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
   * Tells template from content on all pages, when they are in: none can be added then. For those who want to know what
   * the index will leave out; `build` does it otherwise.
   *
   * @throws {OptionError} `OPTION_INVALID` unless `template` is `two-stage`
   * @throws what `build` throws
   */
  async detect(): Promise<IndexVerdicts> {
    if (this.options.template !== 'two-stage') throw new OptionError('pages are judged in the end by two-stage only');
    await this.#alone(() => this.#complete(undefined));
    const firstBlocks = this.#firstBlocks.toArray();
    return new IndexVerdicts(firstBlocks, this.#memory.templateBits(firstBlocks[firstBlocks.length - 1] ?? 0));
  }

  /**
   * Writes the index, which is at its place when this has succeeded, and opens it. What was there before is replaced then.
   *
   * @throws {IndexError} `INDEX_FAILED`; the builder can be asked again
   * @throws {LimitError} `OUT_OF_MEMORY`
   * @throws the signal's reason, within a range of words after it was given; the builder can be asked again then too
   */
  async build({ signal }: { signal?: AbortSignal } = {}): Promise<Index> {
    await this.#alone(async () => {
      await this.#complete(signal);
      await this.#write(signal);
    });
    this.discard();
    return Index.open(this.#location);
  }

  /** Runs what nothing may come between; where it fails, the builder is as it was but for what was done. */
  async #alone(run: () => Promise<void>): Promise<void> {
    const before = this.#use().#state;
    this.#state = 'building';
    try {
      await run();
      this.#state = 'complete';
    } catch (error) {
      this.#state = before;
      throw fileError('writing the index', error);
    }
  }

  /** All pages are in: what is gathered becomes the last run, and template is found. */
  async #complete(signal: AbortSignal | undefined): Promise<void> {
    if (this.#isJudged) return;
    const memory = this.#memory;
    const { template, maxMemory, shortcut } = this.options;
    if (memory.gathered().words > 0) this.#runs.spill(memory, this.#siteOfPage.length);
    this.#blocks.flush();
    memory.releaseGathered();
    memory.beginCollection(this.#firstBlocks.toArray());
    if (template === 'two-stage') await detectTemplate(memory, this.#collected(), { maxMemory, shortcut, signal });
    this.#isJudged = true;
  }

  async #write(signal: AbortSignal | undefined): Promise<void> {
    const { template, titles, maxMemory } = this.options;
    try {
      await writeIndex(this.#memory, this.#spool, this.#location, {
        ...{ pages: this.#siteOfPage.length, runs: this.#runs, names: this.#names, maxMemory, signal },
        filters: template === 'two-stage',
        options: JSON.stringify({ template, titles }),
      });
    } catch (error) {
      // What is left of it would be in the way of another try.
      for (const name of ['index', 'terms']) this.#spool.forget(name);
      throw error;
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
    this.#memory.releaseBuilding();
  }

  /** For `using`: {@link discard}, unless the index is being written. */
  [Symbol.dispose](): void {
    if (this.#state !== 'building') this.discard();
  }

  /** What the builder holds so far. */
  get stats(): IndexBuilderStats {
    return {
      ...{ pages: this.#siteOfPage.length, sites: this.#sites.size, runs: this.#runs.count },
      gatheredBytes: this.#memory.gathered().bytes,
    };
  }

  #use(): this {
    if (this.#state === 'ended') throw new UsageError('DISPOSED', 'the index was built, or given up');
    if (this.#state === 'building') throw new UsageError('DISPOSED', 'the index is being written');
    if (this.#broken !== undefined) {
      throw new UsageError('CORE_FAILED', 'memory ran out in the middle of a page', { cause: this.#broken });
    }
    return this;
  }

  /** Pages can be added. */
  #open(): this {
    if (this.#isJudged) throw new UsageError('DISPOSED', 'the pages were judged: none can be added');
    return this.#use();
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
    const { words, wanted } = memory.gathered();
    const most = this.options.maxMemory * RUN_SHARE;
    if (words > 0 && wanted > most) withFiles('writing a run', () => this.#runs.spill(memory, this.#siteOfPage.length));
    const page = this.#siteOfPage.length;
    const { count, records } = memory.blocks();
    const [blocksBefore, namesBefore] = [this.#blocks.length, this.#names.length];
    try {
      withFiles('writing what blocks are', () => {
        if (this.options.template === 'two-stage') this.#blocks.append(records);
        this.#names.append(nameOf(url, title));
      });
    } catch (error) {
      this.#blocks.truncate(blocksBefore);
      this.#names.truncate(namesBefore);
      throw error;
    }
    try {
      memory.gather(page);
    } catch (error) {
      this.#broken = error;
      throw error;
    }
    this.#siteOfPage.push(site);
    this.#firstBlocks.push(this.#firstBlocks.at(page) + (this.options.template === 'two-stage' ? count : 0));
    return page;
  }
}

/** What two-stage detection found. */
export class IndexVerdicts {
  readonly #firstBlocks: Uint32Array;
  readonly #template: Uint8Array;

  constructor(firstBlocks: Uint32Array, template: Uint8Array) {
    this.#firstBlocks = firstBlocks;
    this.#template = template;
  }

  /** Whether a block of a page is template; blocks are counted as in `Page.blocks`. */
  isTemplate(page: number, block: number): boolean {
    const at = (this.#firstBlocks[page] ?? 0) + block;
    return at < (this.#firstBlocks[page + 1] ?? 0) && (((this.#template[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  }
}

/** A page's URL and title, behind their lengths. */
function nameOf(url: string, title: string): Uint8Array {
  const [first, second] = [encoder.encode(url), encoder.encode(title)];
  const bytes = new Uint8Array(NAME_HEAD_BYTES + first.length + second.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, first.length, true);
  view.setUint32(4, second.length, true);
  bytes.set(first, NAME_HEAD_BYTES);
  bytes.set(second, NAME_HEAD_BYTES + first.length);
  return bytes;
}
