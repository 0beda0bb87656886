/** What pages of each place of a site have in common with other pages. */
import { folderOf } from './place.ts';
import { Sample, SITE_KNOWN, SITE_SAMPLE } from './sample.ts';
import type { SavedChanges } from './saved.ts';
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
/** New places of a folder, and new folders of a site, in a row, after which the next new one is expected to be like them. */
const NEW_IN_FOLDER = 3;
const NEW_ON_SITE = 6;
/** New places of a folder in a row after which another one is no section of its own. */
const ALIKE_IN_FOLDER = 8;
/** Share of what its place has in common that a bare page may have. */
const BARE_SHARE = 0.4;
/** Segments in common below which nothing is said of a place. */
const FLOOR_MIN = 4;
/** Names of places and folders that are remembered as seen. */
const SEEN_MAX = 4096;

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
