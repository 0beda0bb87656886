import { type BytesOptions, WELL_FORMED } from './bytes/decode.ts';
import { statedEncoding } from './bytes/encoding.ts';
import { checkHtml } from './bytes/html-rule.ts';
import type { PageChunks } from './chunks.ts';
import type { Core, How } from './core.ts';
import { InputError, RefrainError } from './errors.ts';
import { htmlOf, type ReadInput, readInput, readResponse, tooLarge } from './input.ts';
import type { ResolvedOptions } from './options.ts';
import { Page } from './page/page.ts';
import { sourceOfInput } from './source.ts';
import type { TreeAdapter } from './trees/adapter.ts';
import { adapterFor } from './trees/adapters.ts';
import { TapeWriter } from './trees/tape.ts';

/** Reads pages of every form by a table of one instance: shared by a detector and by many sites. */
export class Reader {
  readonly core: Core;
  readonly options: ResolvedOptions;
  readonly #writer: TapeWriter;

  constructor(core: Core, options: ResolvedOptions) {
    this.core = core;
    this.options = options;
    this.#writer = new TapeWriter(core, options.evidence !== 'repetition');
  }

  /** As `readResponse`: reads a `Response` before its page is read. */
  static readonly readResponse = readResponse;

  /** A page of any form but a tree: see `PageInput`. */
  html(table: number, input: unknown, how: How, options?: BytesOptions): Page<never> {
    const html = htmlOf(input);
    // First, as for a page that arrives in chunks.
    if (html.length > this.options.maxPageBytes) throw tooLarge(this.options.maxPageBytes);
    checkHtml(html, options?.contentType);
    const read = (page: string | Uint8Array): number | undefined => this.core.readHtml(table, page, how);
    return this.#page(readInput(html, this.options.maxPageBytes, read, options));
  }

  /** A page that arrived in chunks: in text alone, whose character set is known, or in bytes. */
  chunks(
    table: number,
    arrived: PageChunks,
    how: How,
    { isText, ...options }: BytesOptions & { readonly isText: boolean },
  ): Page<never> {
    const { core } = this;
    const start = arrived.bytes();
    checkHtml(start, options.contentType);
    const stated = isText ? WELL_FORMED : statedEncoding(start, options.contentType);
    if (stated !== undefined && stated.name !== 'UTF-8') return this.html(table, start.slice(), how, options);
    const { bytes, mark, isUtf8 } = core.readChunks(table, arrived, how);
    if (!isUtf8) return this.html(table, core.inputBytes(bytes, mark), how, options);
    const source = sourceOfInput(core, bytes, mark);
    return this.#page(isText ? { source } : { source, encoding: stated ?? WELL_FORMED });
  }

  tree<N, E = N>(table: number, root: unknown, given: TreeAdapter<N> | undefined, how: How): Page<N, E> {
    // An adapter throws what it wants. A tree of a known kind that cannot be walked is invalid.
    const read = (adapter: TreeAdapter<N>) => ({ ...this.#writer.write(root as N, adapter), adapter, root: root as N });
    const tree = given ? read(given) : readable(() => read(adapterFor<N>(root)));
    this.core.readTape(table, tree, how);
    return new Page<N, E>(this.core, this.options, { tree });
  }

  #page(input: ReadInput): Page<never> {
    return new Page<never>(this.core, this.options, input);
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof RefrainError) throw cause;
    throw new InputError('the tree cannot be read', 'INPUT_INVALID', { cause });
  }
}
