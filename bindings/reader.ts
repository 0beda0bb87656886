import type { PageChunks } from './chunks.ts';
import { readInput } from './input.ts';
import type { Core, How } from './memory.ts';
import type { ResolvedOptions } from './options.ts';
import { Page } from './page.ts';
import { type Source, sourceOfBytes, sourceOfInput } from './source.ts';
import { adapterFor, TapeWriter, type TreeAdapter } from './tree.ts';

/** Reads pages of every form by a table of one instance of the module; what a detector, and many sites, share. */
export class Reader {
  readonly core: Core;
  readonly options: ResolvedOptions;
  readonly #writer: TapeWriter;

  constructor(core: Core, options: ResolvedOptions) {
    this.core = core;
    this.options = options;
    this.#writer = new TapeWriter(
      core,
      options.evidence !== 'repetition' ? 'all' : options.path === 'classes' ? 'classes' : 'none',
    );
  }

  html(table: number, html: unknown, how: How): Page<never> {
    const { core } = this;
    return this.#page(readInput(html, this.options.maxPageBytes, (page) => core.readHtml(table, page, how)));
  }

  /** Divides a page into blocks, which is in hand then, and judges nothing. */
  divide(html: unknown): void {
    readInput(html, this.options.maxPageBytes, (page) => this.core.divideHtml(page));
  }

  chunks(table: number, arriving: PageChunks, how: How): Page<never> {
    const { core } = this;
    const { bytes, mark, isUtf8 } = core.readChunks(table, arriving, how);
    if (isUtf8) return this.#page(sourceOfInput(core, bytes, mark));
    const repaired = new TextEncoder().encode(core.inputText(0, bytes));
    core.readHtml(table, repaired, how);
    return this.#page(sourceOfBytes(repaired, mark));
  }

  tree<N>(table: number, root: N, adapter: TreeAdapter<N> | undefined, how: How): Page<N> {
    const known = adapter ?? adapterFor(root);
    const tape = this.#writer.write(root, known);
    this.core.readTape(table, tape, how);
    const { path, templateDf } = this.options;
    return new Page(this.core, { source: undefined, nodes: tape.nodes, adapter: known, path }, templateDf);
  }

  #page(source: Source): Page<never> {
    const { path, templateDf } = this.options;
    return new Page<never>(this.core, { source, nodes: undefined, adapter: undefined, path }, templateDf);
  }
}
