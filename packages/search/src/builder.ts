import { InputError, OptionError, UsageError } from 'refrain';
import { Core, check, Reader } from 'refrain/engine';
import { checkLocation, checkPageText, checkSignal, checkText } from './arguments.ts';
import { Collector } from './collector.ts';
import { detectTemplate } from './detect.ts';
import { fileError, withFiles } from './errors.ts';
import { Spool } from './files.ts';
import { Index } from './index-file.ts';
import { checkCreate, type IndexCreateOptions, IndexingMemory } from './module/memory.ts';
import {
  type IndexBuilderStats,
  type IndexedText,
  type IndexOptions,
  type ResolvedIndexOptions,
  resolveIndexOptions,
} from './options.ts';
import { writeIndex } from './write.ts';

/**
 * Builds an inverted index of pages without their template. Word positions are gathered in memory, written to disk as
 * sorted runs when memory is full, and merged at the end. Template is detected at the end by the positions themselves (Chen,
 * Ye and Li, *Template Detection for Large Scale Search Engines*, SAC 2006), or page by page.
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
  readonly #spool: Spool;
  readonly #collector: Collector;
  #state: 'open' | 'building' | 'ended' = 'open';
  #isJudged = false;

  private constructor(location: string, options: ResolvedIndexOptions, memory: IndexingMemory, reader: Reader) {
    this.options = options;
    this.#location = location;
    this.#memory = memory;
    this.#spool = withFiles('cannot begin an index', () => new Spool(location));
    this.#collector = new Collector(this.#spool, memory, reader, options);
  }

  /**
   * A builder of the index in the file `location`. An existing file stays until the new index is complete.
   *
   * @throws {InputError} `INPUT_INVALID` where the location is not a path
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {IndexError} `INDEX_FAILED` where no folder can be made beside the location
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(
    location: string,
    options: IndexOptions = {},
    create: IndexCreateOptions = {},
  ): Promise<IndexBuilder> {
    const path = checkLocation(location);
    const resolved = resolveIndexOptions(options);
    const { core, indexing } = checkCreate(create);
    const memory = await IndexingMemory.create(resolved.detector, indexing);
    const reader = new Reader(await Core.open(resolved.detector, core), resolved.detector);
    return new IndexBuilder(path, resolved, memory, reader);
  }

  /**
   * Adds a page: its title and its words outside the template are indexed. Returns the page number, from 0. A page that is
   * added twice is in the index twice.
   *
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
   * @throws {IndexError} `INDEX_FAILED`; in all cases so far the index does not change
   * @throws {UsageError} `DISPOSED` after `build` or `discard`; `CORE_FAILED` where the host had no memory left for postings
   */
  add(url: string | URL, html: string | Uint8Array): number {
    this.#checkOpen();
    const address = check.urlText(url);
    return this.#collector.addHtml(this.options.siteOf(address), address, html);
  }

  /**
   * Adds a text without template: of a `Page` of a detector, for example. Returns and throws as `add` does. The limit of a
   * text is `maxPageBytes` UTF-16 code units.
   */
  addText(url: string | URL, text: IndexedText): number {
    this.#checkOpen();
    const address = check.urlText(url);
    if (typeof text !== 'object' || text === null) {
      throw new InputError(`addText needs an object { text, title }, not ${check.shown(text)}`);
    }
    const words = checkPageText(text.text, this.options.detector.maxPageBytes);
    const title = checkText('title', text.title ?? '');
    return this.#collector.addText(this.options.siteOf(address), address, { text: words, title });
  }

  /**
   * Detects template on all pages, which `build` does otherwise; no page can be added afterwards.
   *
   * @throws {OptionError} `OPTION_INVALID` unless `template` is `two-stage`
   * @throws what `build` throws
   */
  async detect(): Promise<IndexVerdicts> {
    const { template } = this.options;
    if (template !== 'two-stage')
      throw new OptionError(`detect needs template: 'two-stage', not ${check.shown(template)}`);
    this.#checkUsable();
    await this.#exclusively(() => this.#judge(undefined));
    const { firstBlocks } = this.#collector;
    const address = this.#memory.call((indexing) => indexing.templateBits());
    return verdictsOf(firstBlocks, this.#memory.copyAt(address, Math.ceil((firstBlocks.at(-1) ?? 0) / 8)));
  }

  /**
   * Writes the index to its location, which replaces an earlier file, and opens it. After an error the builder can build
   * again.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {IndexError} `INDEX_FAILED`
   * @throws {LimitError} `OUT_OF_MEMORY`
   * @throws {UsageError} `DISPOSED` after `build` or `discard`, and during another build
   * @throws the reason of the signal, once the current range of words is done
   */
  async build(options: { signal?: AbortSignal | undefined } = {}): Promise<Index> {
    const signal = checkSignal(check.object('build', options, ['signal']).signal);
    this.#checkUsable();
    await this.#exclusively(async () => {
      await this.#judge(signal);
      const { options } = this;
      const [memory, collector, spool] = [this.#memory, this.#collector, this.#spool];
      await writeIndex({ memory, collector, spool, options }, this.#location, signal);
    });
    this.discard();
    return Index.open(this.#location);
  }

  /** Detects template on all pages, unless an earlier call did. */
  async #judge(signal: AbortSignal | undefined): Promise<void> {
    if (this.#isJudged) return;
    const { template, maxMemory } = this.options;
    this.#collector.close();
    const { count, firstBlocks } = this.#collector;
    this.#memory.reserve((indexing) => indexing.reserveCollection(count, firstBlocks[count] ?? 0));
    const address = this.#memory.call((indexing) => indexing.firstBlocks());
    this.#memory.writeAt(address, Uint32Array.from(firstBlocks));
    if (template === 'two-stage') {
      await detectTemplate(this.#memory, this.#collector, this.#spool.blocks, maxMemory, signal);
    }
    this.#isJudged = true;
  }

  /**
   * Ends the builder without an index; a file at the location stays.
   *
   * @throws {UsageError} `DISPOSED` while the index is being written
   */
  discard(): void {
    this.#checkIdle();
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#spool.remove();
    this.#collector.runs.release();
    this.#memory.call((indexing) => indexing.releaseBuilding());
  }

  /** For `using`: {@link discard}, unless the index is being written. */
  [Symbol.dispose](): void {
    if (this.#state !== 'building') this.discard();
  }

  /** What the builder holds so far. */
  get stats(): IndexBuilderStats {
    const { count, runs, siteCount } = this.#collector;
    return { pages: count, sites: siteCount, runs: runs.count, gatheredBytes: runs.gathered.bytes };
  }

  /** Runs a step during which other calls are refused. The builder is open afterwards, also after an error. */
  async #exclusively(run: () => Promise<void>): Promise<void> {
    this.#state = 'building';
    try {
      await run();
    } catch (error) {
      throw fileError('cannot write the index', error);
    } finally {
      this.#state = 'open';
    }
  }

  #checkIdle(): void {
    if (this.#state === 'building') {
      throw new UsageError('DISPOSED', 'the index is being written; wait for the build');
    }
  }

  #checkUsable(): void {
    if (this.#state === 'ended') throw new UsageError('DISPOSED', 'the index was built or discarded');
    this.#checkIdle();
    const cause = this.#collector.failure;
    if (cause !== undefined) throw new UsageError('CORE_FAILED', 'memory ran out in the middle of a page', { cause });
  }

  #checkOpen(): void {
    if (this.#isJudged) throw new UsageError('DISPOSED', 'the pages were judged; no page can be added');
    this.#checkUsable();
  }
}

/** The verdicts of two-stage detection. */
export interface IndexVerdicts {
  /**
   * Whether a block of a page is template. Pages have the numbers that `add` returned; blocks are counted from 0 as in
   * `Page.blocks`.
   *
   * @throws {InputError} `INPUT_INVALID` where the page or the block does not exist
   */
  isTemplate(page: number, block: number): boolean;
}

/** `firstBlocks`: number of the first block of each page, and of all blocks at the end; `template`: one bit for each block. */
const verdictsOf = (firstBlocks: readonly number[], template: Uint8Array): IndexVerdicts => ({
  isTemplate(page, block) {
    const [first, end] = [firstBlocks[page], firstBlocks[page + 1]];
    if (first === undefined || end === undefined) {
      throw new InputError(`page must be a page number below ${firstBlocks.length - 1}, not ${check.shown(page)}`);
    }
    if (!Number.isInteger(block) || block < 0 || block >= end - first) {
      throw new InputError(
        `block must be a block number below ${end - first} for page ${page}, not ${check.shown(block)}`,
      );
    }
    const at = first + block;
    return (((template[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  },
});
