import type { SiteChange, SiteStore } from './store.ts';

/** Changes are written when so many bytes of them wait, */
const WRITTEN_AT = 1024 * 1024;
/** and waited for when so many do. */
const FULL_AT = 2 * WRITTEN_AT;
/** What a page id in the queue is taken to need. */
const PAGE_ID_BYTES = 64;

/** What is to be written of a site. */
interface Queued {
  readonly site: string;
  readonly record: Uint8Array;
  readonly pages: ReadonlySet<string>;
  readonly isNew: boolean;
}

const bytesOf = ({ record, pages }: Queued): number => record.length + pages.size * PAGE_ID_BYTES;

/**
 * Changes on their way to the store. They go in batches, apart from the pages; until the store has one it is read from
 * here, and one that the store refused stays here for the next try. So a full disk costs memory and nothing else.
 */
export class ChangeQueue {
  readonly #store: SiteStore;
  readonly #waiting = new Map<string, Queued>();
  #underWay: ReadonlyMap<string, Queued> = new Map();
  #bytes = 0;
  #writing: Promise<void> | undefined;

  constructor(store: SiteStore) {
    this.#store = store;
  }

  /** Bytes that the store does not have yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Sites in it of which the store has no record. */
  get newSites(): number {
    const sites = new Set<string>();
    for (const changes of [this.#waiting, this.#underWay]) {
      for (const { site, isNew } of changes.values()) if (isNew) sites.add(site);
    }
    return sites.size;
  }

  /** Whether who adds to it should wait for `written` first. */
  get isFull(): boolean {
    return this.#bytes >= FULL_AT;
  }

  /** The latest record of a site, if the store does not have it. */
  record(site: string): Uint8Array | undefined {
    return (this.#waiting.get(site) ?? this.#underWay.get(site))?.record;
  }

  /** Whether a page's id is among those that the store is to remember. */
  hasPage(site: string, id: string): boolean {
    return (this.#waiting.get(site)?.pages.has(id) ?? false) || (this.#underWay.get(site)?.pages.has(id) ?? false);
  }

  add(change: Queued): void {
    this.#put(merge(this.#waiting.get(change.site), change));
    // A failure is told by `written`, which everybody comes to who needs the store to go on.
    if (this.#bytes >= WRITTEN_AT) this.written().catch(() => undefined);
  }

  /** Writes all that waits; resolves when the store has it. Throws what the store does, and keeps what it refused. */
  written(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = new Map(this.#waiting);
      this.#underWay = batch;
      this.#waiting.clear();
      try {
        await this.#store.write(
          [...batch.values()].map((change): SiteChange => ({ ...change, pages: [...change.pages] })),
        );
        for (const change of batch.values()) this.#bytes -= bytesOf(change);
      } catch (error) {
        for (const change of batch.values()) {
          this.#bytes -= bytesOf(change);
          this.#put(merge(change, this.#waiting.get(change.site)));
        }
        throw error;
      } finally {
        this.#underWay = new Map();
      }
    }
  }

  #put(change: Queued): void {
    const before = this.#waiting.get(change.site);
    if (before !== undefined) this.#bytes -= bytesOf(before);
    this.#waiting.set(change.site, change);
    this.#bytes += bytesOf(change);
  }
}

/** Two changes of one site as one. */
function merge(earlier: Queued | undefined, later: Queued | undefined): Queued {
  const change = later ?? earlier;
  if (change === undefined) throw new TypeError('there is no change to merge');
  if (earlier === undefined || later === undefined) return change;
  return {
    site: change.site,
    record: change.record,
    pages: new Set([...earlier.pages, ...later.pages]),
    isNew: earlier.isNew || later.isNew,
  };
}
