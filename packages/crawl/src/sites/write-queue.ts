import type { SiteStore } from '../store/store.ts';

/** Waiting bytes at which a write starts. */
const WRITTEN_AT = 1024 * 1024;
/** Waiting bytes at which those that add to the queue wait for it. */
const FULL_AT = 2 * WRITTEN_AT;
/** Estimated memory of a page id in the queue. */
const PAGE_ID_BYTES = 64;

/** A change of a site that waits for the store. */
interface Queued {
  readonly site: string;
  readonly record: Uint8Array;
  /** Undefined: that of the store stays. */
  readonly template: Uint8Array | undefined;
  readonly pages: ReadonlySet<string>;
  /** Whether the store has no record of the site. */
  isNew: boolean;
}

const bytesOf = ({ record, template, pages }: Queued): number =>
  record.length + (template?.length ?? 0) + pages.size * PAGE_ID_BYTES;

/**
 * Changes on their way to the store, of each site the latest. They are written in batches while pages are read. A change stays here
 * until the store has it: until then it is read from here, and a full disk costs memory and nothing else.
 */
export class WriteQueue {
  readonly #store: SiteStore;
  readonly #changes = new Map<string, Queued>();
  #bytes = 0;
  #writing: Promise<void> | undefined;

  constructor(store: SiteStore) {
    this.#store = store;
  }

  /** Bytes that the store does not have yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Sites in the queue of which the store has no record. */
  get newSites(): number {
    let count = 0;
    for (const { isNew } of this.#changes.values()) if (isNew) count += 1;
    return count;
  }

  /** Whether a caller should wait for `written` before it adds more. */
  get isFull(): boolean {
    return this.#bytes >= FULL_AT;
  }

  /** What the store does not have yet of a site. */
  change(site: string): Readonly<Queued> | undefined {
    return this.#changes.get(site);
  }

  add(change: Queued): void {
    const earlier = this.#changes.get(change.site);
    const merged =
      earlier === undefined
        ? change
        : {
            ...change,
            template: change.template ?? earlier.template,
            pages: new Set([...earlier.pages, ...change.pages]),
            isNew: earlier.isNew || change.isNew,
          };
    this.#changes.set(change.site, merged);
    this.#bytes += bytesOf(merged) - (earlier === undefined ? 0 : bytesOf(earlier));
    // The failure is thrown by the next call of `written`, which every flush awaits.
    if (this.#bytes >= WRITTEN_AT) this.written().catch(() => undefined);
  }

  /** Writes everything that waits; resolves when the store has it. Throws what the store throws, and keeps what it refused. */
  async written(): Promise<void> {
    // A write that is ending does not see what is added meanwhile.
    while (this.#changes.size > 0) {
      this.#writing ??= this.#writeAll().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  async #writeAll(): Promise<void> {
    while (this.#changes.size > 0) {
      const batch = [...this.#changes.values()];
      await this.#store.write(batch.map((change) => ({ ...change, pages: [...change.pages] })));
      for (const change of batch) {
        const latest = this.#changes.get(change.site);
        if (latest === change) {
          this.#changes.delete(change.site);
          this.#bytes -= bytesOf(change);
        } else if (latest !== undefined) latest.isNew = false;
      }
    }
  }
}
