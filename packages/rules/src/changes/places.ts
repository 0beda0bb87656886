/** What pages of each place of a site have in common with other pages. */
import { folderOf } from './place.ts';
import type { SavedChanges, SavedSample } from './saved.ts';
import type { Signals } from './signals.ts';

/** Places that are remembered; the one that was used least recently is forgotten first. */
const PLACES_MAX = 256;
/** Pages that are remembered of each. */
const SAMPLE = 16;
/** Places that are saved, the last ones. */
const SAVED_MAX = 64;
const SEEN_SAVED_MAX = 512;
/** Pages after which a place is known. */
const PAGES_KNOWN = 4;
/** The same for the whole site, and for its sample. */
const SITE_KNOWN = 12;
const SITE_SAMPLE = 64;
/** New places of a folder, and new folders of a site, in a row, after which the next new one is expected to be like them. */
const NEW_IN_FOLDER = 3;
const NEW_ON_SITE = 6;
/** New places of a folder in a row after which another one is no section of its own. */
const ALIKE_IN_FOLDER = 8;
/** Shares of pages that may have less than nearly all of them, and than most. */
const FLOOR_SHARE = 1 / 16;
const USUAL_SHARE = 1 / 4;
/** Share of what its place has in common that a bare page may have. */
const BARE_SHARE = 0.4;
/** Segments in common below which nothing is said of a place. */
const FLOOR_MIN = 4;
/** Names of places and folders that are remembered as seen. */
const SEEN_MAX = 4096;

/** Signals of pages: a sample over all pages, of bounded size, that ends with late ones. */
export class Sample {
  readonly #common: number[] = [];
  readonly #everywhere: number[] = [];
  readonly #size: number;
  #pages = 0;
  /** What shares of the sample reach, until it changes: every page asks for it. */
  readonly #reached = new Map<number, Signals>();

  constructor(size: number) {
    this.#size = size;
  }

  add({ common, everywhere }: Signals): void {
    this.#pages += 1;
    // The more pages, the fewer of them replace others: so the sample is of the whole crawl, not of its last section.
    if (this.#pages > this.#size && this.#pages % (1 + Math.floor(this.#pages / (4 * this.#size))) > 0) return;
    this.#reached.clear();
    this.#common.push(common);
    this.#everywhere.push(everywhere);
    if (this.#common.length <= this.#size) return;
    this.#common.shift();
    this.#everywhere.shift();
  }

  /** What nearly all pages reach; undefined where too few were seen. */
  floor(leastPages: number): Signals | undefined {
    return this.#pages < leastPages ? undefined : this.#reach(FLOOR_SHARE);
  }

  /** What three of four pages reach. */
  usual(leastPages: number): Signals | undefined {
    return this.#pages < leastPages ? undefined : this.#reach(USUAL_SHARE);
  }

  /** What all but the lowest share of pages reach. */
  #reach(share: number): Signals {
    const known = this.#reached.get(share);
    if (known !== undefined) return known;
    const reached = { common: low(this.#common, share), everywhere: low(this.#everywhere, share) };
    this.#reached.set(share, reached);
    return reached;
  }

  save(): SavedSample {
    return { pages: this.#pages, signals: this.#common.flatMap((common, at) => [common, this.#everywhere[at] ?? 0]) };
  }

  load({ pages, signals }: SavedSample): this {
    this.#pages = pages;
    this.#reached.clear();
    this.#common.push(...signals.filter((_, at) => at % 2 === 0));
    this.#everywhere.push(...signals.filter((_, at) => at % 2 === 1));
    return this;
  }

  clear(): void {
    this.#reached.clear();
    this.#common.length = 0;
    this.#everywhere.length = 0;
    this.#pages = 0;
  }
}

/** The value that all but the lowest share of values reach. */
function low(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** What a page is expected to have. */
export interface Expected {
  readonly floor: Signals;
  /** The highest name of a place that is new; empty where the place is known. */
  readonly root: string;
}

interface Place {
  readonly sample: Sample;
  /** For folders: new places in a row that had what the others have. */
  news: number;
}

export class Places {
  /** By name; folders end with a slash. */
  readonly #places = new Map<string, Place>();
  readonly #site: Place = { sample: new Sample(SITE_SAMPLE), news: 0 };
  readonly #seen = new Set<string>();

  /**
   * What a page of the place is expected to have; undefined where nothing is known of the place, nor of others like it. `isAgain`
   * says that the page was counted before.
   */
  expected(place: string, isAgain: boolean): Expected | undefined {
    const own = this.#places.get(place)?.sample;
    const known = own?.floor(PAGES_KNOWN);
    if (known !== undefined) return { floor: known, root: '' };
    // A few pages are enough if other places agree.
    const seen = own?.floor(1);
    if (seen !== undefined) return { floor: seen, root: place };
    const folder = this.#places.get(folderOf(place));
    if (folder !== undefined && folder.news >= NEW_IN_FOLDER) {
      const floor = folder.sample.floor(PAGES_KNOWN);
      if (floor !== undefined) return { floor, root: folder.news >= ALIKE_IN_FOLDER ? '' : this.#rootOf(place) };
    }
    const floor = isAgain || this.#site.news >= NEW_ON_SITE ? this.#site.sample.floor(SITE_KNOWN) : undefined;
    return floor && { floor, root: isAgain ? place : this.#rootOf(place) };
  }

  /** What nearly all pages of the site had; undefined where too few were seen. */
  get floor(): Signals | undefined {
    return this.#site.sample.floor(SITE_KNOWN);
  }

  isBare({ common, everywhere }: Signals, floor: Signals): boolean {
    if (floor.everywhere >= FLOOR_MIN) return everywhere <= floor.everywhere * BARE_SHARE;
    // What is common depends on the section that is read. So a page must lack what the whole site has, too.
    const site = this.#site.sample.floor(SITE_KNOWN)?.common ?? 0;
    const least = site >= FLOOR_MIN ? Math.min(site, floor.common) : floor.common;
    return least >= FLOOR_MIN && common <= least * BARE_SHARE;
  }

  /** Adds a page. */
  add(place: string, signals: Signals): void {
    const name = folderOf(place);
    const folder = this.#at(name);
    if (!this.#seen.has(place)) {
      this.#count(folder, signals, PAGES_KNOWN);
      this.#count(this.#site, signals, SITE_KNOWN);
    }
    folder.sample.add(signals);
    this.#site.sample.add(signals);
    if (place !== name) this.#at(place).sample.add(signals);
    this.know(place);
  }

  /** Counts a new place of a folder, or a new folder of the site, that has what the others have. */
  #count(above: Place, signals: Signals, leastPages: number): void {
    const floor = above.sample.floor(leastPages);
    if (floor === undefined) return;
    above.news =
      Math.max(floor.common, floor.everywhere) >= FLOOR_MIN && !this.isBare(signals, floor) ? above.news + 1 : 0;
  }

  /** Remembers that the place exists. */
  know(place: string): void {
    if (this.#seen.has(place)) return;
    if (this.#seen.size > SEEN_MAX) this.#seen.clear();
    for (let end = place.indexOf('/'); end >= 0; end = place.indexOf('/', end + 1))
      this.#seen.add(place.slice(0, end + 1));
    this.#seen.add(place);
  }

  /** Forgets what pages had in common. */
  clear(): void {
    this.#places.clear();
    this.#site.sample.clear();
    this.#site.news = 0;
  }

  save(): Pick<SavedChanges, 'site' | 'places' | 'seen'> {
    const places = [...this.#places].slice(-SAVED_MAX);
    return {
      site: { news: this.#site.news, ...this.#site.sample.save() },
      places: places.map(([name, { sample, news }]) => ({ name, news, ...sample.save() })),
      seen: [...this.#seen].slice(-SEEN_SAVED_MAX),
    };
  }

  load({ site, places, seen }: Pick<SavedChanges, 'site' | 'places' | 'seen'>): void {
    this.#site.sample.load(site);
    this.#site.news = site.news;
    for (const { name, news, ...sample } of places) {
      this.#places.set(name, { sample: new Sample(SAMPLE).load(sample), news });
    }
    for (const name of seen) this.#seen.add(name);
  }

  #at(name: string): Place {
    const place = this.#places.get(name) ?? { sample: new Sample(SAMPLE), news: 0 };
    this.#places.delete(name);
    this.#places.set(name, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > PLACES_MAX && oldest !== undefined) this.#places.delete(oldest);
    return place;
  }

  #rootOf(place: string): string {
    for (let end = place.indexOf('/'); end >= 0; end = place.indexOf('/', end + 1)) {
      const above = place.slice(0, end + 1);
      if (!this.#seen.has(above)) return above;
    }
    return place;
  }
}
