/** Reads pages by tables in linear memory, for `SiteTables` and for callers that keep their tables elsewhere. */

import type { Page, TreeAdapter } from 'refrain';
import type { Core, How, Reader } from 'refrain/internal';
import { withRoom } from './room.ts';

/** A page that is a tree already. */
export class TreeInput<N> {
  readonly root: N;
  readonly adapter: TreeAdapter<N> | undefined;

  constructor(root: N, adapter: TreeAdapter<N> | undefined) {
    this.root = root;
    this.adapter = adapter;
  }
}

/** A page as HTML (a string, or bytes of UTF-8), or as a tree. */
export type PageInput<N> = string | Uint8Array | TreeInput<N>;

/** What is known of a page: the hash of its id, and whether a page of this id was counted before. */
export interface Counting {
  readonly id: bigint | undefined;
  readonly isCounted: boolean;
  /** The id as it was given. */
  readonly name?: string;
}

export class TableReader {
  readonly core: Core;
  readonly #reader: Reader;
  readonly #makeRoom: (kept: number | undefined) => boolean;

  /** `makeRoom` releases other tables than `kept`; false where there are none. */
  constructor(reader: Reader, makeRoom: (kept: number | undefined) => boolean = () => false) {
    this.core = reader.core;
    this.#reader = reader;
    this.#makeRoom = makeRoom;
  }

  /** Labels a page by what is known of other pages, and changes nothing. */
  label<N = never>(table: number, page: PageInput<N>, counting: Counting): Page<N> {
    return this.withRoom(() => this.#read(table, page, { ...counting, learn: false }), table);
  }

  /** Labels a page, and counts it unless it was counted before. */
  learn<N = never>(table: number, page: PageInput<N>, counting: Counting): Page<N> {
    return this.withRoom(() => this.#read(table, page, { ...counting, learn: true }), table);
  }

  #read<N>(table: number, page: PageInput<N>, how: How): Page<N> {
    if (page instanceof TreeInput) return this.#reader.tree(table, page.root, page.adapter, how);
    return this.#reader.html(table, page, how);
  }

  withRoom<T>(run: () => T, kept?: number): T {
    return withRoom(this.core, run, () => this.#makeRoom(kept));
  }
}
