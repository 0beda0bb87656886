import type { SiteChange, SiteStore } from '../store/store.ts';

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
  readonly template: Uint8Array | null | undefined;
  readonly pages: ReadonlySet<string>;
  readonly isNew: boolean;
}

const bytesOf = ({ record, template, pages }: Queued): number =>
  record.length + (template?.length ?? 0) + pages.size * PAGE_ID_BYTES;

/**
 * Changes on their way to the store. They are written in batches while pages are read. Until the store has a change, it is read
 * from here; a change that the store refused stays here for the next attempt. A full disk therefore costs memory and nothing else.
 */
export class WriteQueue {
  readonly #store: SiteStore;
  readonly #waiting = new Map<string, Queued>();
  #inFlight: ReadonlyMap<string, Queued> = new Map();
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
    const sites = new Set<string>();
    for (const changes of [this.#waiting, this.#inFlight]) {
      for (const { site, isNew } of changes.values()) if (isNew) sites.add(site);
    }
    return sites.size;
  }

  /** Whether a caller should wait for `written` before it adds more. */
  get isFull(): boolean {
    return this.#bytes >= FULL_AT;
  }

  /** The latest record of a site; undefined where the store has it. */
  record(site: string): Uint8Array | undefined {
    return (this.#waiting.get(site) ?? this.#inFlight.get(site))?.record;
  }

  /** The latest template of a site; null where it is removed, undefined where the store has it. */
  template(site: string): Uint8Array | null | undefined {
    return (this.#waiting.get(site) ?? this.#inFlight.get(site))?.template;
  }

  /** Whether a page's id waits for the store. */
  hasPage(site: string, id: string): boolean {
    return (this.#waiting.get(site)?.pages.has(id) ?? false) || (this.#inFlight.get(site)?.pages.has(id) ?? false);
  }

  add(change: Queued): void {
    this.#put(merge(this.#waiting.get(change.site), change));
    // The failure is thrown by the next call of `written`, which every flush awaits.
    if (this.#bytes >= WRITTEN_AT) this.written().catch(() => undefined);
  }

  /** Writes everything that waits; resolves when the store has it. Throws what the store throws, and keeps what it refused. */
  written(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = new Map(this.#waiting);
      this.#inFlight = batch;
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
        this.#inFlight = new Map();
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
  if (change === undefined) throw new TypeError('merge needs a change');
  if (earlier === undefined || later === undefined) return change;
  return {
    site: change.site,
    record: change.record,
    template: change.template === undefined ? earlier.template : change.template,
    pages: new Set([...earlier.pages, ...later.pages]),
    isNew: earlier.isNew || later.isNew,
  };
}
