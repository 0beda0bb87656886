/// <reference lib="esnext.disposable" preserve="true" />
import { InputError, LimitError, UsageError } from './errors.ts';
import { encodeChunks } from './input.ts';
import { loadCore } from './load.ts';
import { type How, unconfigured } from './memory.ts';
import { type CreateOptions, openCore } from './open.ts';
import { type DetectorOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import type { Page } from './page.ts';
import { Reader } from './reader.ts';
import { openSnapshot, savedOptions, sealSnapshot } from './snapshot.ts';
import type { TreeAdapter } from './tree.ts';

/** How a page is learned. */
export interface LearnOptions {
  /** Identity of the page (its URL, say): one of the last 256 counted ids is labelled and not counted again. */
  id?: string;
}

/** How a tree is read. */
export interface TreeOptions<N> {
  /** Needed for trees that are not of a browser, linkedom, parse5 or domhandler. */
  adapter?: TreeAdapter<N>;
}

/** What a detector holds. */
export interface DetectorStats {
  /** Pages counted. */
  readonly pages: number;
  /** Entries that are not forgotten: segments and, where a model decides, places and texts whose numbers may be any. */
  readonly entries: number;
  /** Bytes of the table: entries, free slots, header and page ids. */
  readonly tableBytes: number;
  /** Bytes held for pages, from page to page. */
  readonly workspaceBytes: number;
  /** Bytes of linear memory in all. */
  readonly memoryBytes: number;
}

const LABEL: How = { learn: false, id: undefined };

/**
 * Finds, page by page, which blocks of a site's pages are template: Wang et al., *Incremental Web Page Template
 * Detection*, WWW 2008. One detector is one site: one table of segment fingerprints and one page counter.
 *
 * ```ts
 * const detector = await Detector.create();
 * for (const html of pages) console.log(detector.learn(html).text('content'));
 * ```
 */
export class Detector {
  readonly options: ResolvedOptions;
  readonly #reader: Reader;
  readonly #table: number;
  #disposed = false;

  private constructor(reader: Reader, table: number) {
    this.#reader = reader;
    this.options = reader.options;
    this.#table = table;
  }

  /**
   * A detector of a site of which nothing is known yet.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(options: DetectorOptions = {}, create: CreateOptions = {}): Promise<Detector> {
    const resolved = resolveOptions(options);
    const core = await openCore(resolved, create);
    return new Detector(new Reader(core, resolved), core.createTable());
  }

  /**
   * The detector that gave the snapshot, options included.
   *
   * @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`
   * @throws {LimitError} `TABLE_FULL`, `OUT_OF_MEMORY` where the table is over the limits that the snapshot was given
   */
  static async restore(snapshot: Uint8Array, create: CreateOptions = {}): Promise<Detector> {
    const instance = await loadCore(create.wasm);
    const opened = openSnapshot(unconfigured(instance), snapshot);
    const options = savedOptions(opened.options);
    const core = await openCore(options, create, instance);
    const { pages: clock, entries: count, ids } = opened;
    return new Detector(new Reader(core, options), core.loadTable(opened.saved, { clock, count, ids }));
  }

  /**
   * Labels the page's blocks and counts the page. The page is a string, or bytes of UTF-8.
   *
   * @throws {InputError} `INPUT_INVALID` where it is neither
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `TABLE_FULL`, `OUT_OF_MEMORY`; the table is as if the page had not been given
   * @throws {UsageError} `DISPOSED`
   */
  learn(html: string | Uint8Array, { id }: LearnOptions = {}): Page<never> {
    return this.#use().html(this.#table, html, this.#counting(id));
  }

  /** Labels the page's blocks by the table as it stands, and changes nothing. Throws as `learn` does. */
  label(html: string | Uint8Array): Page<never> {
    return this.#use().html(this.#table, html, LABEL);
  }

  /**
   * `learn` for a page that is still arriving: chunks of bytes or of text are copied into the module as they come, once.
   * Other pages may be learned in between; the page is counted when its last chunk is there.
   *
   * @throws what `learn` throws, and what the stream does; the table is then as if the page had not been given
   */
  async learnStream(
    chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
    { id }: LearnOptions = {},
  ): Promise<Page<never>> {
    const { maxPageBytes } = this.options;
    const arriving = this.#use().core.chunks();
    try {
      for await (const bytes of encodeChunks(chunks)) {
        this.#use();
        if (arriving.length + bytes.length > maxPageBytes) {
          throw new LimitError('PAGE_TOO_LARGE', `the page has more than ${maxPageBytes} bytes`);
        }
        arriving.append(bytes);
      }
      return this.#use().chunks(this.#table, arriving, this.#counting(id));
    } finally {
      arriving.release();
    }
  }

  /**
   * `learn` for a tree that exists already: a browser's or linkedom's document, parse5's, domhandler's (htmlparser2,
   * cheerio), or any other by an adapter; also an element of one. Blocks and segments lead back to its nodes.
   */
  learnTree<N>(root: N, { id, adapter }: LearnOptions & TreeOptions<N> = {}): Page<N> {
    return this.#use().tree(this.#table, root, adapter, this.#counting(id));
  }

  /** `label` for a tree that exists already. */
  labelTree<N>(root: N, { adapter }: TreeOptions<N> = {}): Page<N> {
    return this.#use().tree(this.#table, root, adapter, LABEL);
  }

  /** The detector's whole state as bytes, options included; the same state gives the same bytes. */
  snapshot(): Uint8Array<ArrayBuffer> {
    const { core } = this.#use();
    const { pages, entries } = core.tableState(this.#table);
    const saved = core.saveTable(this.#table);
    return sealSnapshot(core, this.options, { pages, entries, saved });
  }

  /** Of the site's table; it can be asked until the detector is disposed of. */
  get stats(): DetectorStats {
    const { core } = this.#use();
    return { ...core.tableState(this.#table), ...core.memoryState() };
  }

  /** Gives the memory back with the last reference to the detector; every later call throws `DISPOSED`. */
  dispose(): void {
    this.#disposed = true;
    this.#reader.core.generation += 1;
  }

  /** For `using`: {@link dispose}. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #use(): Reader {
    if (this.#disposed) throw new UsageError('DISPOSED', 'the detector was disposed of');
    return this.#reader;
  }

  #counting(id: unknown): How {
    if (id !== undefined && typeof id !== 'string') throw new InputError('a page id is a string');
    return { learn: true, id: this.#use().core.pageId(id ?? '') };
  }
}
