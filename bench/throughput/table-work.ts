/**
 * Table work alone: from the keys of a page's segments, which stand in memory, to the verdicts on its blocks. Each page
 * is timed by itself, on both sides alike, since the module holds one page at a time: what puts it there is not timed.
 */
import { parse } from 'parse5';
import type { ResolvedOptions } from 'refrain';
import { type CoreInstance, loadCore } from '../../bindings/load.ts';
import { Core } from '../../bindings/memory.ts';
import { type Parse5Like, parse5Adapter, TapeWriter, type TreeAdapter } from '../../bindings/tree.ts';
import { segmentPage } from '../../test/reference/segment.ts';
import { parseTree } from '../../test/reference/tree.ts';
import { compileCore } from '../core.ts';
import { twinSettings } from '../methods/twin.ts';
import { type Contender, forEachSite, of } from './contender.ts';
import type { BenchPage } from './pages.ts';
import { createTwins } from './whole.ts';

/** A page as the module takes it. */
export interface TapedPage {
  readonly tape: Uint32Array;
  readonly text: string;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** An instance of the module below its public API, where one step of a page can be repeated by itself. */
export class TableBench {
  readonly #exports: CoreInstance;
  readonly #core: Core;
  readonly #writer: TapeWriter;
  /** Always empty: labelling by it segments a page and touches no line of the table that is timed. */
  readonly #empty: number;

  private constructor(exports: CoreInstance, options: ResolvedOptions) {
    this.#exports = exports;
    this.#core = new Core(exports, options);
    this.#writer = new TapeWriter(this.#core, options.path === 'classes' ? 'classes' : 'none');
    this.#empty = this.#core.createTable();
  }

  static async create(options: ResolvedOptions): Promise<TableBench> {
    compiled ??= compileCore();
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

  /** Puts a page's segments and keys into the module's memory. */
  hold(page: TapedPage): void {
    this.#core.readTape(this.#empty, page, { learn: false, id: undefined });
  }

  /** Learns the page in hand; only the table's work. Milliseconds. */
  timeTable(table: number): number {
    const start = performance.now();
    const status = this.#exports.learnAgain(table);
    const milliseconds = performance.now() - start;
    if (status !== this.#core.layout.STATUS_OK) throw new Error(`learnAgain gave status ${status}`);
    return milliseconds;
  }

  /** Whether each block with text of the page in hand is template. */
  verdicts(): boolean[] {
    const { layout } = this.#core;
    // A call past the core may have moved the memory; one through it renews the core's views.
    this.#core.memoryState();
    const kinds = Array.from({ length: this.#core.result(layout.PAGE_BLOCK_COUNT) }, (_, index) =>
      this.#core.block(index * layout.BLOCK_BYTES, layout.BLOCK_KIND),
    );
    return kinds.filter((kind) => kind !== layout.BLOCK_KIND_NONE).map((kind) => kind === layout.BLOCK_KIND_TEMPLATE);
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
    meaning: 'refrain, table work alone: segments in memory to verdicts',
    prepare: async () => {
      const bench = await TableBench.create(options);
      const tables = forEachSite(pages, () => bench.createTable());
      return () => {
        let milliseconds = 0;
        for (const { site, page } of taped) {
          bench.hold(page);
          milliseconds += bench.timeTable(of(tables, site));
        }
        return { found: taped.length, milliseconds };
      };
    },
  };
  const twin: Contender = {
    name: 'twin table',
    meaning: 'the reference, table work alone: segments with their key strings in memory to verdicts',
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
