/**
 * Table work alone: from the keys of the segments of a page, which are in memory, to the verdicts on its blocks. Each page is
 * timed by itself, for module and twin alike, since the module has one current page: the time to load it is not measured.
 */
import { parse } from 'parse5';
import type { ResolvedOptions } from 'refrain';
import { Core } from '../../bindings/core.ts';
import { type CoreInstance, loadCore } from '../../bindings/load.ts';
import type { TreeAdapter } from '../../bindings/trees/adapter.ts';
import { type Parse5Like, parse5Adapter } from '../../bindings/trees/adapters.ts';
import { TapeWriter } from '../../bindings/trees/tape.ts';
import { segmentPage } from '../../test/reference/segment.ts';
import { parseTree } from '../../test/reference/tree.ts';
import { twinSettings } from '../methods/twin.ts';
import { type BenchExports, benchExports, compileBench } from '../module.ts';
import { type Contender, forEachSite, of } from './contender.ts';
import type { BenchPage } from './pages.ts';
import { createTwins } from './whole.ts';

/** A page as a tape of events, which is the input of the module. */
export interface TapedPage {
  readonly tape: Uint32Array;
  readonly text: string;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** An instance of the module below its public API, where one step of a page can be repeated by itself. */
export class TableBench {
  readonly #exports: CoreInstance;
  readonly #hooks: BenchExports;
  readonly #core: Core;
  readonly #writer: TapeWriter;
  /** A table that stays empty: labelling by it segments a page and leaves the timed table out of the cache. */
  readonly #empty: number;

  private constructor(exports: CoreInstance, options: ResolvedOptions) {
    this.#exports = exports;
    this.#hooks = benchExports(exports);
    this.#core = new Core(exports, options);
    this.#writer = new TapeWriter(this.#core, options.path === 'classes' ? 'classes' : 'none');
    this.#empty = this.#core.createTable();
  }

  static async create(options: ResolvedOptions): Promise<TableBench> {
    compiled ??= compileBench();
    return new TableBench(await loadCore(await compiled), options);
  }

  createTable(): number {
    return this.#core.createTable();
  }

  releaseTable(table: number): void {
    this.#exports.releaseTable(table);
  }

  entries(table: number): number {
    return this.#core.tableState(table).entries;
  }

  write<N>(root: N, adapter: TreeAdapter<N>): TapedPage {
    const { tape, text } = this.#writer.write(root, adapter);
    return { tape: tape.slice(), text };
  }

  learn(table: number, page: TapedPage): void {
    this.#core.readTape(table, page, { learn: true, id: undefined });
  }

  /** Makes a page the current page of the module: its segments and keys are in memory. */
  load(page: TapedPage): void {
    this.#core.readTape(this.#empty, page, { learn: false, id: undefined });
  }

  /** Repeats the table work of learning the current page. Returns milliseconds. */
  timeTable(table: number): number {
    const start = performance.now();
    const status = this.#hooks.learnAgain(table);
    const milliseconds = performance.now() - start;
    if (status !== this.#core.layout.Status.OK) throw new Error(`learnAgain returned status ${status}`);
    return milliseconds;
  }

  /** Whether each block with text of the current page is template. */
  verdicts(): boolean[] {
    const { layout } = this.#core;
    // `learnAgain` is called on the exports and may have grown the memory. A call through the core renews its views.
    this.#core.memoryState();
    const kinds = Array.from({ length: this.#core.result(layout.Page.BLOCK_COUNT) }, (_, index) =>
      this.#core.block(index * layout.Block.BYTES, layout.Block.KIND),
    );
    return kinds.filter((kind) => kind !== layout.BlockKind.NONE).map((kind) => kind === layout.BlockKind.TEMPLATE);
  }
}

export interface TableWork {
  readonly module: Contender;
  readonly twin: Contender;
}

export async function tableWork(pages: readonly BenchPage[], options: ResolvedOptions): Promise<TableWork> {
  const writer = await TableBench.create(options);
  const taped = pages.map(({ site, html }) => ({
    site,
    page: writer.write<Parse5Like>(parse(html), parse5Adapter),
  }));
  const settings = twinSettings(options);
  const separators = new Set(options.separators);
  const segmented = pages.map(({ site, html }) => ({
    site,
    blocks: segmentPage(parseTree(html), { path: settings.path ?? 'tags', separators }),
  }));
  const module: Contender = {
    name: 'module table',
    meaning: 'table work of refrain: segments in memory to verdicts',
    prepare: async () => {
      const bench = await TableBench.create(options);
      const tables = forEachSite(pages, () => bench.createTable());
      return () => {
        let milliseconds = 0;
        for (const { site, page } of taped) {
          bench.load(page);
          milliseconds += bench.timeTable(of(tables, site));
        }
        return { found: taped.length, milliseconds };
      };
    },
  };
  const twin: Contender = {
    name: 'twin table',
    meaning: 'table work of the twin: segments with key strings in memory to verdicts',
    prepare: async () => {
      const twins = createTwins(pages, options);
      return () => {
        let found = 0;
        let milliseconds = 0;
        for (const { site, blocks } of segmented) {
          const detector = of(twins, site);
          const start = performance.now();
          found += detector.learnSegmented(blocks).blocks.length;
          milliseconds += performance.now() - start;
        }
        return { found, milliseconds };
      };
    },
  };
  return { module, twin };
}
