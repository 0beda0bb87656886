/** The site of a running step: its table is in memory, and ids and content hashes of all counted pages are known. */
import type { Page } from 'refrain';
import type { OpenSite, Reader } from 'refrain/engine';
import type { CheckedPage } from '../crawl-page.ts';
import { PageIdError } from '../errors.ts';
import { withMemory } from '../sites/core-for-sites.ts';
import type { PageIds } from './page-ids.ts';

export class StepSite implements OpenSite<CheckedPage> {
  readonly name: string;
  /** Content hashes of the pages that this step counted, by id. */
  readonly added = new Map<bigint, number>();
  readonly #reader: Reader;
  readonly #table: number;
  readonly #known: readonly PageIds[];

  constructor(name: string, reader: Reader, table: number, known: readonly PageIds[]) {
    this.name = name;
    this.#reader = reader;
    this.#table = table;
    this.#known = known;
  }

  get pages(): number {
    return this.#reader.core.tableState(this.#table).pages;
  }

  /** @throws {PageIdError} if a page with this id was counted with other bytes */
  read(page: CheckedPage, learns: boolean): Page {
    const { core } = this.#reader;
    const { id: name } = page;
    const id = this.#hashOf(name);
    const counted = this.#contentHashOf(id);
    // Computed first, because hashing overwrites the current page.
    const contentHash = learns ? this.#hashOfBytes(page) : undefined;
    if (learns && counted !== undefined && counted !== contentHash) throw new PageIdError(name);
    const how = { id, name, isCounted: counted !== undefined, learn: learns };
    const read = withMemory(core, () => page.read(this.#reader, this.#table, how));
    if (read.counted) this.added.set(id, contentHash ?? 0);
    return read;
  }

  isKnown(name: string): boolean {
    return this.#contentHashOf(this.#hashOf(name)) !== undefined;
  }

  /** @throws {PageIdError} if two pages have different bytes */
  checkSame(one: CheckedPage, other: CheckedPage): void {
    if (this.#hashOfBytes(one) !== this.#hashOfBytes(other)) throw new PageIdError(one.id);
  }

  #hashOf(name: string): bigint {
    return this.#reader.core.pageId(this.#table, name) ?? 0n;
  }

  #contentHashOf(id: bigint): number | undefined {
    const added = this.added.get(id);
    if (added !== undefined) return added;
    for (const ids of this.#known) {
      const contentHash = ids.contentHash(id);
      if (contentHash !== undefined) return contentHash;
    }
    return undefined;
  }

  /** Hash of the bytes of a page; undefined if it is too large to be read. */
  #hashOfBytes({ html }: CheckedPage): number | undefined {
    const { core, options } = this.#reader;
    return html.length > options.maxPageBytes ? undefined : Number(core.checksum(html) & 0xffffffffn);
  }
}
