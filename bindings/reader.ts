import type { BytesOptions } from './bytes/decode.ts';
import { checkHtml } from './bytes/html-rule.ts';
import type { Core, ReadRequest } from './core.ts';
import { InputError, RefrainError } from './errors.ts';
import { htmlOf, readInput, readResponse, tooLarge } from './input.ts';
import type { ResolvedOptions } from './options.ts';
import { Page } from './page/page.ts';
import type { TreeAdapter } from './trees/adapter.ts';
import { adapterFor } from './trees/adapters.ts';
import { sourceOfTree } from './trees/source.ts';

/** Reads pages of every form with a table of an instance. Used by detectors and by `Sites`. */
export class Reader {
  readonly core: Core;
  readonly options: ResolvedOptions;

  constructor(core: Core, options: ResolvedOptions) {
    this.core = core;
    this.options = options;
  }

  /** Must be called before `html` if the page may be a `Response`. */
  static readonly readResponse = readResponse;

  /** Reads a page of any form except a tree: see `PageInput`. */
  html(table: number, input: unknown, request: ReadRequest, options?: BytesOptions): Page<never> {
    const html = htmlOf(input);
    if (html.length > this.options.maxPageBytes) throw tooLarge(this.options.maxPageBytes);
    checkHtml(html, options?.contentType);
    const read = (page: string | Uint8Array): number | undefined => this.core.readHtml(table, page, request);
    const page = readInput(html, this.options.maxPageBytes, read, options);
    return new Page<never>(this.core, this.options, page);
  }

  tree<N, E = N>(table: number, root: unknown, given: TreeAdapter<N> | undefined, request: ReadRequest): Page<N, E> {
    // Errors of an adapter are not changed. With a built-in adapter, an error means that the tree is invalid.
    const { maxPageBytes } = this.options;
    const write = (adapter: TreeAdapter<N>) => sourceOfTree(root as N, adapter, maxPageBytes);
    const tree = given ? write(given) : readable(() => write(adapterFor<N>(root)));
    const { source } = readInput(tree.html, maxPageBytes, (html) => this.core.readHtml(table, html, request));
    return new Page<N, E>(this.core, this.options, { source, tree });
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
