/** Where the newest values of all sites are, in memory. */
import { type Entry, entryBytes, KIND, type Place } from './blocks.ts';

/** The values of a site. */
export interface SitePlaces {
  record: Place | undefined;
  template: Place | undefined;
  /** Since when the site is new. */
  forgotten: Place | undefined;
  /** Ids of pages, by the number of their bucket. */
  ids: (Place | undefined)[];
}

export class Places {
  readonly #sites = new Map<string, SitePlaces>();
  /** Bytes of living values, by file. */
  readonly #living = new Map<number, number>();
  /** Sites that have a record. */
  count = 0;

  get(site: string): SitePlaces | undefined {
    return this.#sites.get(site);
  }

  /** Living bytes of a file. */
  living(file: number): number {
    return this.#living.get(file) ?? 0;
  }

  /** Names of the sites that have a record. */
  names(): string[] {
    return [...this.#sites].flatMap(([site, { record }]) => (record === undefined ? [] : [site]));
  }

  /** All living values. */
  *entries(): Generator<Entry> {
    for (const [site, { record, template, forgotten, ids }] of this.#sites) {
      if (forgotten !== undefined) yield { kind: KIND.forgotten, site, bucket: 0, place: forgotten };
      if (record !== undefined) yield { kind: KIND.record, site, bucket: 0, place: record };
      if (template !== undefined) yield { kind: KIND.template, site, bucket: 0, place: template };
      for (const [bucket, place] of ids.entries())
        if (place !== undefined) yield { kind: KIND.ids, site, bucket, place };
    }
  }

  /** Applies a change, unless a later one is known. */
  apply({ kind, site, bucket, place }: Entry): void {
    const known = this.#sites.get(site);
    if (place.written < (known?.forgotten?.written ?? 0)) return;
    const places = known ?? { record: undefined, template: undefined, forgotten: undefined, ids: [] };
    if (known === undefined) this.#sites.set(site, places);
    const newest = (one: Place | undefined): Place => this.#newest(site, one, place);
    if (kind === KIND.record) {
      if (places.record === undefined) this.count += 1;
      places.record = newest(places.record);
    } else if (kind === KIND.template) places.template = newest(places.template);
    else if (kind === KIND.ids) {
      while (places.ids.length < bucket) places.ids.push(undefined);
      places.ids[bucket] = newest(places.ids[bucket]);
    } else this.#forget(site, places, newest(places.forgotten));
  }

  #newest(site: string, known: Place | undefined, place: Place): Place {
    // Of two copies of a value the later one is where it was moved to.
    if (known !== undefined && known.written > place.written) return known;
    this.#count(site, known, -1);
    this.#count(site, place, 1);
    return place;
  }

  #forget(site: string, places: SitePlaces, forgotten: Place): void {
    const kept = (place: Place | undefined): Place | undefined => {
      if (place === undefined || place.written > forgotten.written) return place;
      this.#count(site, place, -1);
      return undefined;
    };
    places.forgotten = forgotten;
    if (places.record !== undefined && kept(places.record) === undefined) {
      places.record = undefined;
      this.count -= 1;
    }
    places.template = kept(places.template);
    places.ids = places.ids.map(kept);
    if (places.ids.every((place) => place === undefined)) places.ids = [];
  }

  #count(site: string, place: Place | undefined, sign: 1 | -1): void {
    if (place === undefined) return;
    this.#living.set(place.file, this.living(place.file) + sign * (place.length + entryBytes(site)));
  }
}
