import type { SiteStore } from '../store/store.ts';

/** Bytes at which a write starts. */
const WRITTEN_AT = 1024 * 1024;
/** Bytes at which callers wait for the write. */
const FULL_AT = 2 * WRITTEN_AT;
/** Estimated. */
const PAGE_ID_BYTES = 64;

interface QueuedChange {
  readonly site: string;
  readonly record: Uint8Array;
  /** If undefined, the template in the store is kept. */
  readonly template: Uint8Array | undefined;
  readonly pages: ReadonlySet<string>;
  isNew: boolean;
}

const bytesOf = ({ record, template, pages }: QueuedChange): number =>
  record.length + (template?.length ?? 0) + pages.size * PAGE_ID_BYTES;

/**
 * The latest change of each site that is not in the store yet. Changes are written in batches while pages are read.
 * Each is kept here until the store has it, so a full disk loses nothing.
 */
export class WriteQueue {
  readonly #store: SiteStore;
  readonly #changes = new Map<string, QueuedChange>();
  #bytes = 0;
  #writing: Promise<void> | undefined;

  constructor(store: SiteStore) {
    this.#store = store;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get newSites(): number {
    let count = 0;
    for (const { isNew } of this.#changes.values()) if (isNew) count += 1;
    return count;
  }

  /** True if callers should wait for `written` before they add more. */
  get isFull(): boolean {
    return this.#bytes >= FULL_AT;
  }

  change(site: string): Readonly<QueuedChange> | undefined {
    return this.#changes.get(site);
  }

  add(change: QueuedChange): void {
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
    // Errors are ignored here: the next call of `written` throws them, and every flush awaits it.
    if (this.#bytes >= WRITTEN_AT) this.written().catch(() => undefined);
  }

  /** Resolves when the store has all changes. Throws the store's errors, and keeps the changes that it refused. */
  async written(): Promise<void> {
    // Repeated, because changes may be added during a write.
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
