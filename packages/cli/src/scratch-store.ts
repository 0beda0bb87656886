import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageKey, SiteChange, SiteStore, Soon } from '@refrain/crawl/unstable';
import { LevelStore } from '@refrain/crawl/unstable';
import type { ResolvedOptions } from 'refrain';

/**
 * The store of a run that keeps nothing: a temporary folder, made when the first table has to make room, which in most
 * runs never happens.
 */
export class ScratchStore implements SiteStore {
  readonly #options: ResolvedOptions;
  #opened: { readonly folder: string; readonly store: LevelStore } | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#opened?.store.count ?? 0;
  }

  records(sites: readonly string[]): Soon<readonly (Uint8Array | undefined)[]> {
    return this.#opened?.store.records(sites) ?? sites.map(() => undefined);
  }

  counted(pages: readonly PageKey[]): Soon<readonly boolean[]> {
    return this.#opened?.store.counted(pages) ?? pages.map(() => false);
  }

  async write(changes: readonly SiteChange[]): Promise<void> {
    if (this.#opened === undefined) {
      const folder = await mkdtemp(join(tmpdir(), 'refrain-'));
      const { store } = await LevelStore.open(folder, { create: true, settle: () => this.#options });
      this.#opened ??= { folder, store };
    }
    return this.#opened.store.write(changes);
  }

  async close(): Promise<void> {
    if (this.#opened === undefined) return;
    await this.#opened.store.close();
    await rm(this.#opened.folder, { recursive: true, force: true });
  }
}
