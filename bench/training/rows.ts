/**
 * Training data: for each block with text on the pages of a site its features as bytes, and the characters of template and of
 * content in it, by labels or by the text of the main content.
 */
import type { ResolvedOptions } from 'refrain';
import { Core } from '../../bindings/core.ts';
import { loadCore } from '../../bindings/load.ts';
import { selectPages } from '../corpus/selection.ts';
import type { SourcePage } from '../corpus/site-files.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { type GoldSegment, goldBlocks, readGold, withoutGold } from '../evaluation/gold.ts';
import { byHost } from '../evaluation/texts.ts';
import { wordsOf } from '../module.ts';
import { Problem } from '../problem.ts';
import { shareOf } from './main-content.ts';

/** The blocks of one site. */
export interface Rows {
  readonly site: string;
  /** Sites of one group (one generator, one publisher) are never in training and test of a trial together. */
  readonly group: string;
  readonly from: 'labels' | 'text';
  /** `run`: all selected pages. `start`: a short run of other first pages, for training only. */
  readonly part: 'run' | 'start';
  readonly count: number;
  readonly features: number;
  /** A row of bytes for each block. */
  readonly bytes: Uint8Array;
  /** Characters of template and of content in each block, and the index of its page. */
  readonly template: Float32Array;
  readonly content: Float32Array;
  readonly page: Uint32Array;
  /** Hashes of the words of all blocks, and for each block the end of its words. */
  readonly words: Uint32Array;
  readonly wordsEnd: Uint32Array;
}

export interface ReadOptions {
  readonly options: ResolvedOptions;
  /** Pages of a site, in a fixed shuffle. */
  readonly pages: number;
  /** After the first twelve pages, one page in `every` is used. */
  readonly every: number;
  /** What `compileBench` gives. */
  readonly module: WebAssembly.Module;
  /** A model whose lexicon is for sites of this group; undefined for none. */
  readonly lexicon: (group: string) => Uint8Array | undefined;
}

const FIRST_PAGES = 12;

/** Short runs with other first pages: the first pages of a site are the hardest, and one run has them only once. */
const STARTS = 6;
const START_PAGES = 6;

/** Sites of one group have the same name up to the first hyphen. */
export const groupOf = (site: string): string => site.split('-')[0] ?? site;

const decoder = new TextDecoder();

export async function* readRows(site: SiteSource, how: ReadOptions): AsyncGenerator<Rows> {
  const pages = await site.read();
  const withText = pages.filter(({ text }) => text !== undefined);
  if (withText.length === 0) {
    const selected = selectPages(pages, { pages: how.pages, shuffle: 1 });
    const of = { site: site.name, group: groupOf(site.name) };
    yield await rowsOf({ ...of, part: 'run' }, selected, how);
    for (let start = 0; start < STARTS; start += 1) {
      yield await rowsOf(
        { ...of, part: 'start' },
        selectPages(pages, { pages: START_PAGES, shuffle: 100 + start }),
        how,
      );
    }
    return;
  }
  for (const [host, own] of byHost(site.name, withText)) {
    yield await rowsOf({ site: host, group: host, part: 'run' }, own, how);
  }
}

type Of = Pick<Rows, 'site' | 'group' | 'part'>;

async function rowsOf(of: Of, pages: readonly SourcePage[], how: ReadOptions): Promise<Rows> {
  const { group } = of;
  const core = new Core(await loadCore(how.module), how.options);
  const model = how.lexicon(group);
  if (model !== undefined) core.loadModel(model);
  const table = core.createTable();
  const separators = new Set(how.options.separators);
  const rows = new RowCollector(core.layout.FEATURES);
  for (const [index, page] of pages.entries()) {
    const source = decoder.decode(page.bytes);
    core.readHtml(table, withoutGold(source), { learn: true, id: undefined });
    if (index >= FIRST_PAGES && index % how.every !== 0) continue;
    const gold = page.text === undefined ? goldBlocks(readGold(source, page.name), separators) : undefined;
    rows.addPage(core, index, gold, page.text);
  }
  return { ...of, from: pages[0]?.text === undefined ? 'labels' : 'text', ...rows.done() };
}

class RowCollector {
  readonly #features: number;
  readonly #bytes: Uint8Array[] = [];
  readonly #template: number[] = [];
  readonly #content: number[] = [];
  readonly #page: number[] = [];
  readonly #words: number[] = [];
  readonly #wordsEnd: number[] = [];

  constructor(features: number) {
    this.#features = features;
  }

  addPage(core: Core, page: number, gold: GoldSegment[][] | undefined, text: string | undefined): void {
    const { layout } = core;
    const share = text === undefined ? undefined : shareOf(text);
    const found = textBlocks(core);
    if (gold !== undefined && gold.length !== found.length)
      throw new Problem(`page ${page}: labels and module have different blocks`);
    const indexes = new Map(found.map((block, index) => [block, index]));
    let tile: Uint8Array = new Uint8Array();
    for (let order = 0; order < found.length; order += 1) {
      if (order % layout.TILE_BLOCKS === 0) tile = core.tile(order);
      const spoken = wordsOf(core, order);
      if (spoken === undefined) throw new RangeError('a block has no words to be asked for');
      const lane = order % layout.TILE_BLOCKS;
      this.#bytes.push(
        Uint8Array.from({ length: this.#features }, (_, at) => tile[at * layout.TILE_BLOCKS + lane] ?? 0),
      );
      const length = core.block(spoken.block, layout.BLOCK_LENGTH);
      const segments = gold?.[indexes.get(spoken.block) ?? -1];
      const content =
        segments === undefined
          ? length * (share?.(core.renderBlock(spoken.block)) ?? 0)
          : segments.filter(({ label }) => label === 'content').reduce((sum, segment) => sum + segment.length, 0);
      this.#template.push(length - content);
      this.#content.push(content);
      this.#page.push(page);
      for (const word of spoken.words) this.#words.push(word);
      this.#wordsEnd.push(this.#words.length);
    }
  }

  done(): Omit<Rows, 'from' | keyof Of> {
    const bytes = new Uint8Array(this.#bytes.length * this.#features);
    for (const [index, row] of this.#bytes.entries()) bytes.set(row, index * this.#features);
    return {
      count: this.#bytes.length,
      features: this.#features,
      bytes,
      template: Float32Array.from(this.#template),
      content: Float32Array.from(this.#content),
      page: Uint32Array.from(this.#page),
      words: Uint32Array.from(this.#words),
      wordsEnd: Uint32Array.from(this.#wordsEnd),
    };
  }
}

/** The blocks with text of the current page, in document order. */
function textBlocks(core: Core): number[] {
  const { layout } = core;
  return Array.from({ length: core.result(layout.PAGE_BLOCK_COUNT) }, (_, index) => index * layout.BLOCK_BYTES).filter(
    (at) => core.block(at, layout.BLOCK_LENGTH) > 0,
  );
}
