/** Holds the first pages of each site until there are enough to judge all of them. */

/**
 * Number of first pages of a site that are judged together. From about the fifth page on, verdicts are as good as later
 * ones.
 */
export const SETTLE = { default: 8, min: 0, max: 256 } as const;

/** Maximum bytes of all held pages. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Maximum number of settled sites, whose pages are no longer held. At this number, all are removed, and their pages are
 * held again.
 */
const SETTLED_MAX = 2 ** 20;

/** A 32-bit hash of the name of a site (FNV-1a), signed. */
export function hashOfSite(site: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < site.length; at += 1) hash = Math.imul(hash ^ site.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** Pages of a site in order, with other items between and after them. */
type Group<T> = readonly T[];

interface Waiting<T> {
  readonly site: string;
  readonly items: T[];
  pages: number;
  bytes: number;
}

/**
 * Holds the first pages of each site until there are `settle` pages, or the capacity is exceeded. Methods return groups
 * that are no longer held: the first pages of a site together, each later item by itself.
 */
export class FirstPages<T> {
  readonly #settle: number;
  readonly #maxBytes: number;
  /** Held groups, in the order of the first pages of the sites. */
  readonly #waiting = new Map<string, Waiting<T>>();
  /** Hashes of settled sites. If two sites collide, the pages of one are not held. */
  readonly #settled = new Set<number>();
  /** The group of the last added page, if it is held. */
  #last: Waiting<T> | undefined;
  #bytes = 0;

  constructor(settle: number, maxBytes = MAX_BYTES) {
    this.#settle = settle;
    this.#maxBytes = maxBytes;
  }

  /** Bytes of all held items. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The held items of a site. */
  of(site: string): Group<T> {
    return this.#waiting.get(site)?.items ?? [];
  }

  /** True if the pages of a site are no longer held. */
  isSettled(site: string): boolean {
    return this.#settled.has(hashOfSite(site));
  }

  /** Adds a page. `bytes`: its memory while it is held. */
  add(site: string, page: T, bytes: number): readonly Group<T>[] {
    this.#last = undefined;
    if (this.#settle <= 1 || this.#settled.has(hashOfSite(site))) return [[page]];
    const waiting = this.#waiting.get(site) ?? { site, items: [], pages: 0, bytes: 0 };
    this.#waiting.set(site, waiting);
    this.#last = waiting;
    waiting.pages += 1;
    this.#put(waiting, page, bytes);
    return waiting.pages === this.#settle ? [this.#release(waiting)] : this.#releaseOldest();
  }

  /** Adds an item that is not a page. It follows the last added page. */
  addAfter(item: T, bytes: number): readonly Group<T>[] {
    const last = this.#last;
    if (last === undefined) return [[item]];
    this.#put(last, item, bytes);
    return this.#releaseOldest();
  }

  /** Releases all held groups. */
  end(): readonly Group<T>[] {
    return [...this.#waiting.values()].map((waiting) => this.#release(waiting));
  }

  #put(waiting: Waiting<T>, item: T, bytes: number): void {
    waiting.items.push(item);
    waiting.bytes += bytes;
    this.#bytes += bytes;
  }

  /** Releases the oldest groups until the rest fits. */
  #releaseOldest(): readonly Group<T>[] {
    const released: Group<T>[] = [];
    for (const waiting of this.#waiting.values()) {
      if (this.#bytes <= this.#maxBytes) break;
      released.push(this.#release(waiting));
    }
    return released;
  }

  #release(waiting: Waiting<T>): Group<T> {
    this.#waiting.delete(waiting.site);
    if (this.#settled.size === SETTLED_MAX) this.#settled.clear();
    this.#settled.add(hashOfSite(waiting.site));
    this.#bytes -= waiting.bytes;
    if (this.#last === waiting) this.#last = undefined;
    return waiting.items;
  }
}
