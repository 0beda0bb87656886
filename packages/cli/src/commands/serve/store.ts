/** The store of a server without `--state`: what the tables in memory have no room for, as far as that is little. */
import { type SiteStore, summaries } from '@refrain/crawl/engine';

/** Bytes of the records of sites. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Sites that were not used for longest are forgotten. */
export class MemoryStore implements SiteStore {
  readonly #records = new Map<string, Uint8Array>();
  #bytes = 0;

  get count(): number {
    return this.#records.size;
  }

  records(sites: readonly string[]): (Uint8Array | undefined)[] {
    return sites.map((site) => this.#records.get(site));
  }

  templates(sites: readonly string[]): undefined[] {
    return sites.map(() => undefined);
  }

  /** Ids that a record has no room for are not kept. */
  counted(pages: readonly object[]): boolean[] {
    return pages.map(() => false);
  }

  list(): ReturnType<typeof summaries> {
    return summaries(this.#records);
  }

  async write(...[changes]: Parameters<SiteStore['write']>): Promise<void> {
    for (const { site, record } of changes) {
      this.#remove(site);
      this.#records.set(site, record);
      this.#bytes += record.length;
    }
    for (const site of this.#records.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#remove(site);
    }
  }

  #remove(site: string): void {
    this.#bytes -= this.#records.get(site)?.length ?? 0;
    this.#records.delete(site);
  }
}
