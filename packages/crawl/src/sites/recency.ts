/** A thing that is kept in the order of its last use. */
export interface Recent {
  readonly site: string;
  older: this | undefined;
  newer: this | undefined;
}

/**
 * Things by the name of their site, in the order of their last use. A `Map` has an order too, but one in which keys are
 * taken out and put in again copies itself every so often: megabytes, where there are a hundred thousand.
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

  /** Finds without using. */
  get(site: string): T | undefined {
    return this.#named.get(site);
  }

  /** Adds one, in the place of what had its name, as the one used last. */
  add(thing: T): void {
    this.delete(thing.site);
    this.#named.set(thing.site, thing);
    this.#append(thing);
  }

  use(thing: T): void {
    if (thing === this.#newest) return;
    this.#unlink(thing);
    this.#append(thing);
  }

  delete(site: string): void {
    const thing = this.#named.get(site);
    if (thing === undefined) return;
    this.#named.delete(site);
    this.#unlink(thing);
  }

  /** From the one that was not used for longest on; each may be deleted when it has been seen. */
  *[Symbol.iterator](): Generator<T> {
    for (let thing = this.#oldest; thing !== undefined; ) {
      const { newer }: { newer: T | undefined } = thing;
      yield thing;
      thing = newer;
    }
  }

  #append(thing: T): void {
    thing.older = this.#newest;
    thing.newer = undefined;
    if (this.#newest === undefined) this.#oldest = thing;
    else this.#newest.newer = thing;
    this.#newest = thing;
  }

  #unlink(thing: T): void {
    const { older, newer }: { older: T | undefined; newer: T | undefined } = thing;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }
}
