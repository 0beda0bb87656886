/** An item of {@link ByUse}. */
export interface Recent {
  readonly site: string;
  older: this | undefined;
  newer: this | undefined;
}

/**
 * Items by the name of their site, in the order of their last use. A `Map` keeps an order too, but one whose keys are deleted and
 * added again copies itself from time to time: megabytes, where it has a hundred thousand keys.
 */
export class ByUse<T extends Recent> {
  readonly #named = new Map<string, T>();
  #oldest: T | undefined;
  #newest: T | undefined;

  get size(): number {
    return this.#named.size;
  }

  has(site: string): boolean {
    return this.#named.has(site);
  }

  /** Finds an item without marking it as used. */
  get(site: string): T | undefined {
    return this.#named.get(site);
  }

  /** Adds an item as the one used last; it replaces an item of the same site. */
  add(item: T): void {
    this.delete(item.site);
    this.#named.set(item.site, item);
    this.#append(item);
  }

  use(item: T): void {
    if (item === this.#newest) return;
    this.#unlink(item);
    this.#append(item);
  }

  delete(site: string): void {
    const item = this.#named.get(site);
    if (item === undefined) return;
    this.#named.delete(site);
    this.#unlink(item);
  }

  /** Items from the least recently used one on. An item may be deleted while it is the current one. */
  *[Symbol.iterator](): Generator<T> {
    for (let item = this.#oldest; item !== undefined; ) {
      const { newer }: { newer: T | undefined } = item;
      yield item;
      item = newer;
    }
  }

  #append(item: T): void {
    item.older = this.#newest;
    item.newer = undefined;
    if (this.#newest === undefined) this.#oldest = item;
    else this.#newest.newer = item;
    this.#newest = item;
  }

  #unlink(item: T): void {
    const { older, newer }: { older: T | undefined; newer: T | undefined } = item;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }
}
