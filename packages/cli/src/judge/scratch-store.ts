import { LevelStore, type SiteStore } from '@refrain/crawl/engine';
import type { ResolvedOptions } from 'refrain';
import { makeScratchFolder, removeScratchFolder } from '../files/scratch-folder.ts';

interface Opened {
  readonly folder: string;
  readonly store: LevelStore;
}

/**
 * The store of a run without `--state`: a temporary folder, which is made at the first write. Short runs whose tables fit into memory
 * write nothing.
 */
export class ScratchStore implements SiteStore {
  readonly #options: ResolvedOptions;
  /** A promise, because several workers may write first at the same time. */
  #opening: Promise<Opened> | undefined;
  #store: LevelStore | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#store?.count ?? 0;
  }

  records(sites: readonly string[]): ReturnType<SiteStore['records']> {
    return this.#store?.records(sites) ?? sites.map(() => undefined);
  }

  templates(sites: readonly string[]): ReturnType<SiteStore['templates']> {
    return this.#store?.templates(sites) ?? sites.map(() => undefined);
  }

  counted(...[pages]: Parameters<SiteStore['counted']>): ReturnType<SiteStore['counted']> {
    return this.#store?.counted(pages) ?? pages.map(() => false);
  }

  async write(...[changes]: Parameters<SiteStore['write']>): Promise<void> {
    this.#opening ??= this.#open();
    const { store } = await this.#opening;
    return store.write(changes);
  }

  async #open(): Promise<Opened> {
    const folder = await makeScratchFolder();
    try {
      const { store } = await LevelStore.open(folder, { create: true, settle: () => this.#options });
      this.#store = store;
      return { folder, store };
    } catch (error) {
      await removeScratchFolder(folder);
      throw error;
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    try {
      await opened?.store.close();
    } finally {
      if (opened !== undefined) await removeScratchFolder(opened.folder);
    }
  }
}
