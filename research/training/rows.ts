/**
 * Training data: for each block with text, its features as bytes, and its characters of template, content and main
 * content, from labels or the text of the main content.
 */
import type { ResolvedOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { Problem } from '../../bench/command-line.ts';
import { withoutGold } from '../../bench/pages/read.ts';
import type { SourcePage } from '../../bench/pages/site-files.ts';
import type { SiteSource } from '../../bench/pages/sites.ts';
import { layout } from '../../bindings/core-exports.ts';
import { SEPARATORS } from '../../bindings/options.ts';
import { cohortOf, groupOf, groupOfHost, selectPages } from '../corpus/selection.ts';
import { type GoldSegment, goldBlocks, readGold } from '../evaluation/gold.ts';
import { byHost } from '../evaluation/texts.ts';
import { shareOf } from '../evaluation/words.ts';
import { mixPages, type TextPage } from './mixed-pages.ts';
import { wholeTile, wordsOf } from './module.ts';

export interface Rows {
  readonly site: string;
  /** Sites of one group (one generator, one publisher) are together in training or in test. */
  readonly group: string;
  readonly from: 'labels' | 'text';
  /**
   * `run`: all selected pages of a site. Only for training: `start`, a short run with other first pages; `mixed`, one
   * mixed page.
   */
  readonly part: 'run' | 'start' | 'mixed';
  /** Kind of the first page according to an index. */
  readonly kind: string | undefined;
  readonly count: number;
  readonly features: number;
  readonly bytes: Uint8Array;
  readonly whole: Uint8Array;
  /** For each block: characters of template, characters of content, index of the page. */
  readonly template: Float32Array;
  readonly content: Float32Array;
  /** Characters of main content in each block; NaN without a label. */
  readonly main: Float32Array;
  readonly page: Uint32Array;
  /** Hashes of the words of all blocks; for each block, the end of its words in this list. */
  readonly words: Uint32Array;
  readonly wordsEnd: Uint32Array;
}

export interface ReadOptions {
  readonly options: ResolvedOptions;
  /** Pages of a site, in a fixed shuffle. */
  readonly pages: number;
  /** After the first twelve pages, one in `every` is used. */
  readonly every: number;
  /** The result of `compileBench`. */
  readonly module: WebAssembly.Module;
  /** The model that reads the sites of a group: it contains the lexicon and the trees of main content. */
  readonly model: (group: string) => Uint8Array | undefined;
}

const FIRST_PAGES = 12;

/**
 * Number of short runs with other first pages. These are added because first pages are the hardest, and a run has few.
 */
const STARTS = 6;
const START_PAGES = 6;

function* hostsOf({ name }: SiteSource, pages: readonly SourcePage[]): Generator<[Of, SourcePage[]]> {
  const withText = pages.filter(({ text }) => text !== undefined);
  for (const [host, own] of byHost(name, withText))
    yield [{ site: host, group: groupOfHost(host, name), part: 'run' }, own];
}

const decoder = new TextDecoder();

/** Mixed pages from pages with a text, without excluded groups. */
export async function readMixed(
  sites: readonly SiteSource[],
  seed: number,
  isLeftOut: (group: string) => boolean,
): Promise<TextPage[]> {
  const pages: TextPage[] = [];
  for (const site of sites) {
    for (const [{ group }, own] of hostsOf(site, await site.read()))
      if (!isLeftOut(group)) pages.push(...own.map((page) => ({ page, group, cohort: cohortOf(group) })));
  }
  return [...mixPages(pages, seed)];
}

export const rowsOfMixed = ({ page, group }: TextPage, how: ReadOptions): Promise<Rows> =>
  rowsOf({ site: group, group, part: 'mixed' }, [page], how);

export async function* readRows(site: SiteSource, how: ReadOptions): AsyncGenerator<Rows> {
  const pages = await site.read();
  if (pages.every(({ text }) => text === undefined)) {
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
  for (const [of, own] of hostsOf(site, pages)) yield await rowsOf(of, own, how);
}

type Of = Pick<Rows, 'site' | 'group' | 'part'>;

async function rowsOf(of: Of, pages: readonly SourcePage[], how: ReadOptions): Promise<Rows> {
  const { group } = of;
  const core = await Core.open(how.options, { wasm: how.module });
  const model = how.model(group);
  if (model !== undefined) core.loadModel(model);
  const table = core.createTable();
  const separators = SEPARATORS[how.options.separators];
  const rows = new RowCollector();
  for (const [index, page] of pages.entries()) {
    const source = decoder.decode(page.bytes);
    core.readHtml(table, withoutGold(source), { learn: true, id: undefined });
    if (index >= FIRST_PAGES && index % how.every !== 0) continue;
    const gold = page.text === undefined ? goldBlocks(readGold(source, page.name), separators) : undefined;
    rows.addPage(core, index, gold, page.text && `${page.headline ?? ''}\n${page.text}`);
  }
  return { ...of, from: pages[0]?.text === undefined ? 'labels' : 'text', kind: pages[0]?.kind, ...rows.done() };
}

class RowCollector {
  readonly #bytes: Uint8Array[] = [];
  readonly #whole: Uint8Array[] = [];
  readonly #template: number[] = [];
  readonly #content: number[] = [];
  readonly #main: number[] = [];
  readonly #page: number[] = [];
  readonly #words: number[] = [];
  readonly #wordsEnd: number[] = [];

  addPage(core: Core, page: number, gold: GoldSegment[][] | undefined, text: string | undefined): void {
    const share = text === undefined ? undefined : shareOf(text);
    const found = textBlocks(core);
    if (gold !== undefined && gold.length !== found.length)
      throw new Problem(`page ${page}: labels and module have different blocks`);
    const indexes = new Map(found.map((block, index) => [block, index]));
    // Requests the main content, because tiles have their context only afterwards.
    core.divideParts();
    let tile: Uint8Array = new Uint8Array();
    let whole: Uint8Array = new Uint8Array();
    for (let order = 0; order < found.length; order += 1) {
      const lane = order % layout.Features.TILE_BLOCKS;
      if (lane === 0) {
        tile = core.tile(order);
        whole = wholeTile(core, order);
      }
      const spoken = wordsOf(core, order);
      if (spoken === undefined) throw new RangeError('a block has no words to be asked for');
      const rowOf = (from: Uint8Array, count: number): Uint8Array =>
        Uint8Array.from({ length: count }, (_, at) => from[at * layout.Features.TILE_BLOCKS + lane] ?? 0);
      this.#bytes.push(rowOf(tile, layout.Features.COUNT));
      this.#whole.push(rowOf(whole, layout.Features.WHOLE));
      const length = core.block(spoken.block, layout.Block.LENGTH);
      const segments = gold?.[indexes.get(spoken.block) ?? -1];
      const inText = length * (share?.(core.renderBlock(spoken.block)) ?? 0);
      const isUnknown = segments?.some(({ label }) => label === 'unknown') ?? false;
      const labelled = segments === undefined ? inText : lengthOf(segments, ({ label }) => label === 'content');
      const content = isUnknown ? Number.NaN : labelled;
      this.#template.push(length - content);
      this.#content.push(content);
      this.#main.push(segments === undefined ? inText : mainOf(segments));
      this.#page.push(page);
      for (const word of spoken.words) this.#words.push(word);
      this.#wordsEnd.push(this.#words.length);
    }
  }

  done(): Omit<Rows, 'from' | 'kind' | keyof Of> {
    return {
      count: this.#bytes.length,
      features: this.#bytes[0]?.length ?? 0,
      bytes: joined(this.#bytes),
      whole: joined(this.#whole),
      template: Float32Array.from(this.#template),
      content: Float32Array.from(this.#content),
      main: Float32Array.from(this.#main),
      page: Uint32Array.from(this.#page),
      words: Uint32Array.from(this.#words),
      wordsEnd: Uint32Array.from(this.#wordsEnd),
    };
  }
}

function joined(rows: readonly Uint8Array[]): Uint8Array {
  const length = rows[0]?.length ?? 0;
  const bytes = new Uint8Array(rows.length * length);
  for (const [index, row] of rows.entries()) bytes.set(row, index * length);
  return bytes;
}

const lengthOf = (segments: readonly GoldSegment[], test: (segment: GoldSegment) => boolean): number =>
  segments.filter(test).reduce((sum, { length }) => sum + length, 0);

const mainOf = (segments: readonly GoldSegment[]): number =>
  segments.some(({ part }) => part === undefined) ? Number.NaN : lengthOf(segments, ({ part }) => part === 'main');

function textBlocks(core: Core): number[] {
  return Array.from({ length: core.result(layout.Page.BLOCK_COUNT) }, (_, index) => index * layout.Block.BYTES).filter(
    (at) => core.block(at, layout.Block.LENGTH) > 0,
  );
}
