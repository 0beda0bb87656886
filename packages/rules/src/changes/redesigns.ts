/**
 * Finds redesigns: pages that lack nearly all of what the pages before them had in common, and that have something else in common.
 *
 * A page is *bare* if it lacks what nearly all pages of its place had. Bare pages wait as witnesses. A page of the same place that
 * is not bare removes them: the place has its old template. Enough witnesses that share segments are a redesign. Not so: a new
 * section, whose places are unknown; login pages and messages, which are the same for each address.
 */
import type { Page } from 'refrain';
import { placeOf } from './place.ts';
import { Places } from './places.ts';
import type { SavedChanges } from './saved.ts';
import { keysOf, type Signals, sharedKeys, signalsOf } from './signals.ts';

/** Pages before the first that is judged, at the beginning and after a redesign: only then can segments be common. */
const SETTLING = 12;
/** Witnesses that make a redesign. */
const WITNESSES = 4;
/** Those among them whose places were known, or like others. */
const SURE_WITNESSES = 2;
/** Witnesses that are kept, and pages for which they are. If so many share nothing, the site has changed in another way. */
const WITNESSES_MAX = 12;
const STALE = 12;
/** Share of what pages had in common before that they must share now, and limits of it. */
const SHARED_SHARE = 0.3;
const SHARED_MIN = 4;
const SHARED_ENOUGH = 12;
/** Segments that a page must have for itself: a login page has none. */
const OWN_MIN = 3;

interface Witness {
  readonly page: number;
  readonly id: string;
  /** Number of the page among those that were observed. */
  readonly at: number;
  readonly place: string;
  /** What was new above it; empty where its place was known. */
  readonly root: string;
  readonly isSure: boolean;
  readonly again: boolean;
  readonly signals: Signals;
  readonly keys: ReadonlySet<number>;
}

/** Keys of a witness that are saved: the first and the last, where template mostly is. */
const KEYS_SAVED = 256;

function sampleOf(keys: ReadonlySet<number>): number[] {
  const all = [...keys];
  return all.length <= KEYS_SAVED ? all : [...all.slice(0, KEYS_SAVED / 2), ...all.slice(-KEYS_SAVED / 2)];
}

export interface Redesign {
  /** Number and id of the first page with the new template. */
  readonly first: number;
  readonly firstId: string;
  /** Whether pages with it were counted before. */
  readonly again: boolean;
  /** Segments that its pages share with each other. */
  readonly shared: number;
  /** Segments that pages had in common before. */
  readonly before: number;
}

export class Redesigns {
  readonly #places = new Places();
  #witnesses: Witness[] = [];
  #pages = 0;

  /** Whether there are pages that may have another template. */
  get isDoubted(): boolean {
    return this.#witnesses.length > 0;
  }

  observe(page: Page, id: string): Redesign | undefined {
    this.#pages += 1;
    const place = placeOf(id);
    if (this.#pages <= SETTLING) {
      this.#places.know(place);
      return undefined;
    }
    const signals = signalsOf(page, this.#pages - 1);
    const expected = this.#places.expected(place, !page.counted);
    const floor = expected?.floor ?? this.#places.floor;
    if (floor === undefined || !this.#places.isBare(signals, floor)) {
      this.#places.add(place, signals);
      this.#release((one) => one.place === place || one.root !== '');
      return undefined;
    }
    this.#release(({ at }) => this.#pages - at > STALE);
    // A page of a place that nobody knows may belong to a new section. It says something beside others only.
    const isSure = expected !== undefined;
    if (!isSure) this.#places.add(place, signals);
    const root = expected?.root ?? place;
    this.#witnesses.push({
      page: page.number,
      id,
      at: this.#pages,
      place,
      root,
      isSure,
      again: !page.counted,
      signals,
      keys: keysOf(page),
    });
    const found = this.#judge(floor);
    if (found !== undefined) this.#restart();
    else if (this.#witnesses.length > WITNESSES_MAX) this.#release(() => true);
    return found;
  }

  /** Witnesses that say nothing any more are pages as others. */
  #release(isReleased: (one: Witness) => boolean): void {
    if (this.#witnesses.length === 0) return;
    const released = this.#witnesses.filter(isReleased);
    this.#witnesses = this.#witnesses.filter((one) => !released.includes(one));
    for (const { place, signals, isSure } of released) if (isSure) this.#places.add(place, signals);
  }

  #judge(floor: Signals): Redesign | undefined {
    // Places below the same new one are one witness: a new section has many.
    const roots = new Set<string>();
    const counted = this.#witnesses.filter(({ root }) => root === '' || (!roots.has(root) && roots.add(root)));
    if (counted.length < WITNESSES) return undefined;
    const before = Math.max(floor.everywhere, floor.common);
    const least = Math.min(SHARED_ENOUGH, Math.max(SHARED_MIN, before * SHARED_SHARE));
    const agreeing = counted.filter((one) => {
      const shared = counted.filter((other) => other !== one).map((other) => sharedKeys(one.keys, other.keys));
      const enough = shared.filter((count) => count >= least);
      return enough.length >= WITNESSES - 1 && one.keys.size - Math.max(...shared) >= OWN_MIN;
    });
    const [first, second] = agreeing;
    if (first === undefined || second === undefined || agreeing.length < WITNESSES) return undefined;
    if (agreeing.filter(({ isSure }) => isSure).length < SURE_WITNESSES) return undefined;
    const again = agreeing.every((one) => one.again);
    return { first: first.page, firstId: first.id, again, shared: sharedKeys(first.keys, second.keys), before };
  }

  save(): Omit<SavedChanges, 'layouts' | 'told'> {
    const witnesses = this.#witnesses.slice(-WITNESSES).map(({ keys, ...one }) => ({ ...one, keys: sampleOf(keys) }));
    return { pages: this.#pages, ...this.#places.save(), witnesses };
  }

  load({ pages, witnesses, ...places }: Omit<SavedChanges, 'layouts' | 'told'>): void {
    this.#pages = pages;
    this.#places.load(places);
    this.#witnesses = witnesses.map((one) => ({ ...one, keys: new Set(one.keys) }));
  }

  #restart(): void {
    this.#places.clear();
    this.#witnesses = [];
    this.#pages = 0;
  }
}
