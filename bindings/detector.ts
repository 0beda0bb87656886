/// <reference lib="esnext.disposable" preserve="true" />
import { BYTES_OPTIONS, type BytesOptions, checkBytesOptions } from './bytes/decode.ts';
import * as check from './check.ts';
import { Core, type CreateOptions, checkCreateOptions, type LayoutSummary, type ReadRequest } from './core.ts';
import { OptionError, UsageError } from './errors.ts';
import { joinChunks, type PageChunks, type PageInput, readResponse } from './input.ts';
import { Memory } from './memory.ts';
import { type DetectorOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import type { Page } from './page/page.ts';
import { Reader } from './reader.ts';
import type { PageDocument, PageField, PageFields } from './record/fields.ts';
import { judgeOne, type OpenSite, type PageReader, type SitePage } from './record/judge.ts';
import { checkFields, type DocumentOptions } from './record/options.ts';
import * as Snapshot from './snapshot.ts';
import type { ElementOf, NodeOf, TreeAdapter } from './trees/adapter.ts';
import { attempt } from './values.ts';
import { loadCore } from './wasm.ts';

/** Options of `learn` and `label`. */
export interface LearnOptions extends BytesOptions {
  /**
   * Identity of the page, for example its URL. A page with one of the last 256 counted ids is not counted again. It is
   * labelled as if it had not been counted, because a page is not evidence about itself.
   */
  id?: string | undefined;
}

const LEARN_OPTIONS = ['id', ...BYTES_OPTIONS];

/** Names of the options of `extract`, and with `id` of `Detector.document`. */
export const DOCUMENT_OPTIONS = ['url', 'fields', ...BYTES_OPTIONS];

/** Options of `learnTree` and `labelTree`: `adapter` for trees other than those of browsers, linkedom, parse5 and domhandler. */
type TreeOptions = Pick<LearnOptions, 'id'> & { adapter?: TreeAdapter<unknown> };

/** Sizes of a detector. */
export interface DetectorStats {
  /** Pages counted. */
  readonly pages: number;
  /** Live entries of the table: segments and, if a model decides, DOM positions and texts with masked digits. */
  readonly entries: number;
  /** Bytes of the table: entries, free slots, header and page ids. */
  readonly tableBytes: number;
  /** Bytes that are reserved for the current page, and reused for the next. */
  readonly workspaceBytes: number;
  /** Bytes of linear memory in total. WebAssembly memory never shrinks. */
  readonly memoryBytes: number;
}

/**
 * Finds, page by page, which blocks of a site's pages are template: Wang et al., *Incremental Web Page Template
 * Detection*, WWW 2008. One detector is one site: one table of segment fingerprints and one page counter.
 *
 * ```ts
 * const detector = await Detector.create();
 * for (const html of pages) console.log(detector.learn(html).text());
 * ```
 */
export class Detector {
  readonly options: ResolvedOptions;
  readonly #reader: Reader;
  readonly #table: number;
  #disposed = false;

  // Explains a call on the class instead of a detector, for programs without types.
  static {
    for (const name of ['learn', 'label', 'document']) {
      const value = (): never => {
        throw new OptionError(`${name} is a method of a detector, which \`await Detector.create(options)\` makes`);
      };
      Object.defineProperty(Detector, name, { value });
    }
  }

  private constructor(reader: Reader, table: number) {
    if (!(reader instanceof Reader)) throw new OptionError('a detector is made by `await Detector.create(options)`');
    this.#reader = reader;
    this.options = reader.options;
    this.#table = table;
  }

  /**
   * A detector for a new site.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(options: DetectorOptions = {}, create: CreateOptions = {}): Promise<Detector> {
    const resolved = resolveOptions(options);
    const core = await Core.open(resolved, create);
    return new Detector(new Reader(core, resolved), core.createTable());
  }

  /**
   * Restores a detector, with its options, from a snapshot.
   *
   * @throws {InputError} `INPUT_INVALID` if the snapshot is not bytes
   * @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`
   * @throws {LimitError} `TABLE_FULL`, `OUT_OF_MEMORY` if the table exceeds the limits in the snapshot
   */
  static async restore(snapshot: Uint8Array, create: CreateOptions = {}): Promise<Detector> {
    const instance = await loadCore(checkCreateOptions(create).wasm);
    const { options, pages: clock, entries: count, ids, saved } = Snapshot.open(new Memory(instance), snapshot);
    const core = await Core.open(options, create, instance);
    return new Detector(new Reader(core, options), core.loadTable(saved, { clock, count, ids }));
  }

  /**
   * Labels the blocks of a page and counts the page. The page is text, bytes in any character set, or a live document
   * or element.
   *
   * @throws {InputError} `INPUT_INVALID` for other values; `NOT_HTML`
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `TABLE_FULL`, `OUT_OF_MEMORY`; the
   * table does not change
   * @throws {UsageError} `DISPOSED`
   */
  learn(html: PageInput, options: LearnOptions = {}): Page<never> {
    return this.#html('learn', html, options);
  }

  /** Labels the blocks of a page by the current table without changing it. Throws as `learn` does. */
  label(html: PageInput, options: LearnOptions = {}): Page<never> {
    return this.#html('label', html, options);
  }

  #html(call: 'learn' | 'label', html: PageInput, options: LearnOptions): Page<never> {
    const { id, ...bytes } = check.object(call, options, LEARN_OPTIONS);
    return this.#use().html(this.#table, html, this.#request(call === 'learn', id), checkBytesOptions(bytes));
  }

  /**
   * Learns a page and returns a document: plain data, which remains valid. From a `Response`, URL and content type are
   * read too.
   *
   * ```ts
   * const documents = await Promise.all(urls.map(async (url) => detector.document(await fetch(url))));
   * ```
   *
   * @throws as `learn` and `Page.document` do
   */
  async document<F extends PageField = keyof PageDocument>(
    html: PageInput | Response,
    options: LearnOptions & DocumentOptions<F> = {},
  ): Promise<Pick<PageFields, F>> {
    return this.documentOf(html, check.object('document', options, ['id', ...DOCUMENT_OPTIONS]), true);
  }

  /** @internal The document of a page, which is learned or only labelled. */
  async documentOf<F extends PageField>(
    html: PageInput | Response,
    { id, url: address, fields: names, ...bytes }: LearnOptions & DocumentOptions<F>,
    learns: boolean,
  ): Promise<Pick<PageFields, F>> {
    const fields = checkFields<F>(names);
    const stated = check.address('url', address);
    if (stated) check.url(stated);
    const given = { html, ...checkBytesOptions(bytes), url: stated };
    const { html: arrived, url, ...rest } = await readResponse(given, this.options.maxPageBytes);
    const read: PageReader = (reader, table, request) => reader.html(table, arrived, request, rest);
    const page = { id: id ?? url ?? '', url, read };
    return judgeOne(this.#site, page, { learns, write: (judged) => judged.record(fields) });
  }

  /**
   * `learn` for a page that arrives in chunks of bytes or text. Other pages may be learned in the meantime. The page is
   * read and counted after its last chunk.
   *
   * @throws errors of `learn` and of the stream; then the table does not change
   */
  async learnStream(chunks: PageChunks, options: LearnOptions = {}): Promise<Page<never>> {
    const { id, ...bytes } = check.object('learnStream', options, LEARN_OPTIONS);
    checkBytesOptions(bytes);
    check.pageId(id ?? '');
    this.#use();
    const html = await joinChunks(chunks, this.options.maxPageBytes);
    return this.#use().html(this.#table, html, this.#request(true, id), bytes);
  }

  /**
   * `learn` for an existing tree, or an element of one: of a browser, linkedom, parse5, domhandler (htmlparser2,
   * cheerio), or any other with an adapter. Blocks and segments refer to its nodes.
   *
   * @throws as `learn` does
   */
  learnTree<N>(root: N, options: Pick<LearnOptions, 'id'> & { adapter: TreeAdapter<N> }): Page<N>;
  learnTree<Root>(root: Root, options?: Pick<LearnOptions, 'id'>): Page<NodeOf<Root>, ElementOf<Root>>;
  learnTree(root: unknown, options: TreeOptions = {}): Page {
    return this.#tree('learnTree', root, options);
  }

  /** `label` for an existing tree. */
  labelTree<N>(root: N, options: Pick<LearnOptions, 'id'> & { adapter: TreeAdapter<N> }): Page<N>;
  labelTree<Root>(root: Root, options?: Pick<LearnOptions, 'id'>): Page<NodeOf<Root>, ElementOf<Root>>;
  labelTree(root: unknown, options: TreeOptions = {}): Page {
    return this.#tree('labelTree', root, options);
  }

  #tree(call: 'learnTree' | 'labelTree', root: unknown, options: TreeOptions): Page {
    const { adapter, id } = check.object(call, options, ['id', 'adapter']);
    const request = this.#request(call === 'learnTree', id);
    return this.#use().tree(this.#table, root, checkAdapter(adapter), request);
  }

  /** The state of the detector as bytes, with its options. Equal states have equal bytes. */
  snapshot(): Uint8Array<ArrayBuffer> {
    const { core } = this.#use();
    const { pages, entries } = core.tableState(this.#table);
    const saved = core.saveTable(this.#table);
    return Snapshot.seal(core, this.options, { pages, entries, saved });
  }

  /**
   * The layouts of the site: groups of pages with the same structure, by id. At most 32 are kept; a new layout replaces
   * the one that was seen least recently. Empty if only repetition decides.
   */
  layouts(): LayoutSummary[] {
    return this.#use().core.layouts(this.#table);
  }

  /** Sizes of the table and of memory. */
  get stats(): DetectorStats {
    const { core } = this.#use();
    const workspaceBytes = core.call((exports) => exports.workspaceBytes());
    return { ...core.tableState(this.#table), workspaceBytes, memoryBytes: core.size };
  }

  /** Frees the memory of the table and the page. Later calls throw `DISPOSED`. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const { core } = this.#reader;
    try {
      core.releaseTable(this.#table);
      core.releaseWorkspace();
    } catch {
      // A module that has failed is not called again. Its memory is freed with the instance.
    }
    core.invalidate('dispose()');
  }

  /** For `using`: {@link dispose}. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  get #site(): OpenSite {
    const { core } = this.#use();
    const { pages } = core.tableState(this.#table);
    const read = ({ id, read: page }: SitePage, learns: boolean): Page =>
      page(this.#reader, this.#table, this.#request(learns, id));
    return { pages, read };
  }

  #use(): Reader {
    if (this.#disposed) throw new UsageError('DISPOSED', 'the detector is disposed of');
    return this.#reader;
  }

  #request(learn: boolean, id = ''): ReadRequest {
    return { learn, id: this.#use().core.pageId(this.#table, check.pageId(id)), name: id };
  }
}

function checkAdapter<N>(adapter: TreeAdapter<N> | undefined): TreeAdapter<N> | undefined {
  if (adapter === undefined || attempt(() => typeof adapter.children === 'function')) return adapter;
  throw new OptionError(
    `adapter must be an object with the functions of a TreeAdapter, not ${check.describe(adapter)}`,
  );
}
