/** How much work the comparison of one page may take; it keeps hostile and huge pages from holding up the crawl. */
export class Effort {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Whether the limit is not reached yet. */
  get isLeft(): boolean {
    return this.#left > 0;
  }

  spend(steps: number): void {
    this.#left -= steps;
  }
}
