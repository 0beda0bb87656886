import { type CreateOptions, InputError, LimitError } from 'refrain';
import { check, contextOf } from 'refrain/engine';
import { checkPageText, checkText } from './arguments.ts';
import { Collection, type PageWords } from './collection.ts';
import { hashOf, secretOf } from './hash.ts';
import {
  type IndexBuilderStats,
  type IndexedText,
  type IndexOptions,
  type ResolvedIndexOptions,
  resolveIndexOptions,
} from './options.ts';
import { Index } from './search-index.ts';
import { type PageReader, pageReader } from './site-pages.ts';
import { stylesOf } from './styles.ts';
import { findTemplate } from './two-stage.ts';
import { WordReader } from './word-reader.ts';

/** Maximum number of different words, and of styles of blocks. V8 limits a `Map` to 2²⁴ entries. */
const ENTRIES_MAX = 2 ** 23;

/**
 * Builds an inverted index of pages without their template, in memory. Template is detected page by page, or at the end
 * by the positions of words (Chen, Ye and Li, *Template Detection for Large Scale Search Engines*, SAC 2006).
 *
 * ```ts
 * const builder = await IndexBuilder.create({ template: 'two-stage' });
 * for (const { url, html } of pages) builder.add(url, html);
 * const index = builder.build();
 * console.log(index.search('template detection'));
 * ```
 */
export class IndexBuilder {
  readonly options: ResolvedIndexOptions;
  readonly #read: PageReader;
  readonly #pages: PageWords[] = [];
  readonly #sites = new Set<string>();
  readonly #dictionary = new Map<string, number>();
  readonly #styles = new Map<number, number>();
  readonly #words = new WordReader((word) => numberIn(this.#dictionary, word));
  readonly #secret: number;
  #wordCount = 0;

  private constructor(options: ResolvedIndexOptions, read: PageReader) {
    this.options = options;
    this.#read = read;
    this.#secret = secretOf(options.detector.seed);
  }

  /**
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {UsageError} `CORE_FAILED`
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(options: IndexOptions = {}, create: CreateOptions = {}): Promise<IndexBuilder> {
    const resolved = resolveIndexOptions(options);
    const learns = resolved.template === 'incremental';
    return new IndexBuilder(resolved, await pageReader(resolved.detector, learns, create));
  }

  /**
   * Indexes the title of a page and its words outside the template. Returns the page number, from 0. A page added twice
   * is in the index twice.
   *
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`; the index does not
   * change
   */
  add(url: string | URL, html: string | Uint8Array): number {
    this.#checkSpace();
    const address = check.urlText(url);
    const { template, siteOf, styles } = this.options;
    const site = siteOf(address);
    const page = this.#read(site, html);
    this.#sites.add(site);
    if (template === 'incremental') {
      const { title, text } = page.document({ fields: ['title', 'text'] });
      return this.#addBlocks(address, title ?? '', text.split('\n'));
    }
    const texts = page.blocks.map((block) => block.text);
    if (template === 'none') return this.#addBlocks(address, page.titleElement, texts);
    // The site is part of the hash, so that blocks of two sites never have equal styles.
    const found = stylesOf(contextOf(page), styles, hashOf(site, this.#secret));
    const numbers = found.map((style) => numberIn(this.#styles, style) + 1);
    return this.#addBlocks(address, page.titleElement, texts, numbers);
  }

  /** Adds a text without template, such as a part of a `Page`. Returns and throws as `add` does. */
  addText(url: string | URL, text: IndexedText): number {
    this.#checkSpace();
    const address = check.urlText(url);
    if (typeof text !== 'object' || text === null)
      throw new InputError(`addText needs an object { text, title }, not ${check.describe(text)}`);
    const words = checkPageText(text.text, this.options.detector.maxPageBytes);
    const title = checkText('title', text.title ?? '');
    this.#sites.add(this.options.siteOf(address));
    return this.#addBlocks(address, title, [words]);
  }

  /** Adds the words of blocks, and of the title as one more block. */
  #addBlocks(url: string, title: string, texts: readonly string[], styles: readonly number[] = []): number {
    const words: number[] = [];
    const all = this.options.titles ? [...texts, title] : texts;
    const ends = all.map((text) => {
      for (const word of this.#words.read(text)) words.push(word);
      return words.length;
    });
    this.#wordCount += words.length;
    return this.#pages.push({ url, title, words: Uint32Array.from(words), ends, styles }) - 1;
  }

  /** The index of the pages added so far. The builder accepts further pages. */
  build(): Index {
    const pages = this.#pages.slice();
    const collection = new Collection(pages, this.#dictionary.size);
    const styles = pages.flatMap((page) => page.ends.map((_, block) => page.styles[block] ?? 0));
    const isTwoStage = this.options.template === 'two-stage';
    const template = isTwoStage ? findTemplate(collection, Uint32Array.from(styles)) : undefined;
    return new Index({ pages, dictionary: this.#dictionary, collection, template });
  }

  /** Counts of the builder so far. */
  get stats(): IndexBuilderStats {
    return {
      ...{ pages: this.#pages.length, sites: this.#sites.size },
      ...{ words: this.#wordCount, terms: this.#dictionary.size },
    };
  }

  #checkSpace(): void {
    const { maxWords } = this.options;
    if (this.#wordCount >= maxWords)
      throw new LimitError('OUT_OF_MEMORY', `the index has ${this.#wordCount} words; maxWords allows ${maxWords}`);
    const entries = Math.max(this.#dictionary.size, this.#styles.size);
    if (entries >= ENTRIES_MAX)
      throw new LimitError('OUT_OF_MEMORY', `the index has ${entries} different words or styles of blocks`);
  }
}

function numberIn<K>(numbers: Map<K, number>, key: K): number {
  const number = numbers.get(key) ?? numbers.size;
  if (number === numbers.size) numbers.set(key, number);
  return number;
}
