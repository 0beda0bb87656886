import type { PageChunks } from './chunks.ts';
import type { Core, How } from './core.ts';
import { InputError, RefrainError } from './errors.ts';
import { readInput } from './input.ts';
import type { ResolvedOptions } from './options.ts';
import { Page } from './page/page.ts';
import { type Source, sourceOfBytes, sourceOfInput } from './source.ts';
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
    const { evidence, path } = options;
    this.#writer = new TapeWriter(core, evidence !== 'repetition' ? 'all' : path === 'classes' ? 'classes' : 'none');
  }

  html(table: number, html: unknown, how: How): Page<never> {
    const { core } = this;
    return this.#page(readInput(html, this.options.maxPageBytes, (page) => core.readHtml(table, page, how)));
  }

  /** Divides a page, which becomes the current page, into blocks without verdicts. */
  divide(html: unknown): void {
    readInput(html, this.options.maxPageBytes, (page) => this.core.divideHtml(page));
  }

  chunks(table: number, arrived: PageChunks, how: How): Page<never> {
    const { core } = this;
    const { bytes, mark, isUtf8 } = core.readChunks(table, arrived, how);
    if (isUtf8) return this.#page(sourceOfInput(core, bytes, mark));
    const repaired = new TextEncoder().encode(core.inputText(0, bytes));
    core.readHtml(table, repaired, how);
    return this.#page(sourceOfBytes(repaired, mark));
  }

  tree<N, E = N>(table: number, root: unknown, given: TreeAdapter<N> | undefined, how: How): Page<N, E> {
    // An adapter throws what it wants. A tree of a known kind that cannot be walked is invalid.
    const read = (adapter: TreeAdapter<N>) => ({ ...this.#writer.write(root as N, adapter), adapter, root: root as N });
    const tree = given ? read(given) : readable(() => read(adapterFor<N>(root)));
    this.core.readTape(table, tree, how);
    return new Page<N, E>(this.core, this.options, { tree });
  }

  #page(source: Source): Page<never> {
    return new Page<never>(this.core, this.options, { source });
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
