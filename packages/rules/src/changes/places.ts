/** What pages of each place of a site have in common with other pages. */

/** Places that are remembered; the one that was used least recently is forgotten first. */
const PLACES_MAX = 256;
/** Pages that are remembered of each: a sample of all, with more of the first. */
const SAMPLE = 16;
/** Pages after which a place is known. */
const PAGES_KNOWN = 4;

/** Numbers of common segments: a sample over all pages, of bounded size, that ends with late ones. */
export class Sample {
  readonly #values: number[] = [];
  readonly #size: number;
  #pages = 0;

  constructor(size: number) {
    this.#size = size;
  }

  add(value: number): void {
    this.#pages += 1;
    // The more pages, the fewer of them replace others: so the sample is of the whole crawl, not of its last section.
    if (this.#pages > this.#size && this.#pages % (1 + Math.floor(this.#pages / (4 * this.#size))) > 0) return;
    this.#values.push(value);
    if (this.#values.length > this.#size) this.#values.shift();
  }

  /** What nearly all pages reach, all but a sixteenth; undefined where too few were seen. */
  floor(leastPages: number): number | undefined {
    if (this.#pages < leastPages) return undefined;
    const sorted = [...this.#values].sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 16)];
  }

  clear(): void {
    this.#values.length = 0;
    this.#pages = 0;
  }
}

export class Places {
  readonly #places = new Map<string, Sample>();

  /** Adds a page with so many common segments. */
  add(place: string, common: number): void {
    const sample = this.#places.get(place) ?? new Sample(SAMPLE);
    sample.add(common);
    this.#places.delete(place);
    this.#places.set(place, sample);
    if (this.#places.size <= PLACES_MAX) return;
    const [oldest] = this.#places.keys();
    if (oldest !== undefined) this.#places.delete(oldest);
  }

  /** Common segments that nearly all pages of the place had; undefined where too few were seen. */
  floor(place: string): number | undefined {
    return this.#places.get(place)?.floor(PAGES_KNOWN);
  }

  /** Forgets all pages. */
  clear(): void {
    this.#places.clear();
  }
}
