/**
 * Finds redesigns: pages that lack nearly all of what the pages before them had in common, and that have something else in common.
 *
 * A page is *bare* if it has few common segments where the last pages of its folder had many. Bare pages wait as witnesses. A page
 * of the same folder that is not bare removes them: the folder has its old template. Enough witnesses that share segments are a
 * redesign. Not so: a new section, whose folder is unknown; login pages and messages, which are the same for each address.
 */
import type { Page } from 'refrain';
import { placeOf } from './place.ts';
import { Places, Sample } from './places.ts';
import { commonOf, keysOf, sharedKeys } from './signals.ts';

/** Pages before the first that is judged, at the beginning and after a redesign: only then can segments be common. */
const SETTLING = 12;
/** Share of a folder's common segments that a bare page may have. */
const BARE_SHARE = 0.3;
/** Common segments of a folder below which nothing is said of its pages. */
const FLOOR_MIN = 4;
/** Witnesses that make a redesign. */
const WITNESSES = 4;
/** Witnesses that are kept. If so many share nothing, the site has changed in another way, and its pages are normal from now on. */
const WITNESSES_MAX = 12;
/** Share of the segments of a witness that must be its own. */
const STALE = 12;
const OWN_SHARE = 0.05;
/** Last pages of the site that say what all folders have in common. */
const RECENT = 64;
/** New folders with the template after which others are expected to have it too. */
const NEW_FOLDERS = 12;

interface Witness {
  readonly page: number;
  readonly seen: number;
  readonly id: string;
  readonly folder: string;
  /** The highest folder above it that was new; empty where its folder was known. */
  readonly root: string;
  readonly common: number;
  readonly keys: ReadonlySet<number>;
}

export interface Redesign {
  /** Number and id of the first page with the new template. */
  readonly first: number;
  readonly firstId: string;
  /** Segments that its pages share with each other, the median. */
  readonly shared: number;
  /** Common segments that pages had before. */
  readonly before: number;
}

export class Redesigns {
  readonly #folders = new Places();
  readonly #site = new Sample(RECENT);
  readonly #prefixes = new Set<string>();
  #witnesses: Witness[] = [];
  #seen = 0;
  /** New folders in a row whose pages had the template. */
  #newWith = 0;

  observe(page: Page, id: string): Redesign | undefined {
    this.#seen += 1;
    const folder = placeOf(id);
    const root = this.#rootOf(folder);
    if (this.#seen <= SETTLING) {
      this.#know(folder);
      return undefined;
    }
    const common = commonOf(page);
    const floor = this.#folders.floor(folder);
    const site = this.#site.floor(SETTLING) ?? 0;
    const usual = floor ?? (this.#newWith >= NEW_FOLDERS ? site : 0);
    const expected = site >= FLOOR_MIN ? Math.min(usual, site) : usual;
    const isBare = expected >= FLOOR_MIN && common <= expected * BARE_SHARE;
    if (!isBare) {
      this.#normal(folder, root, common, site);
      return undefined;
    }
    const keys = keysOf(page);
    this.#dropStale();
    this.#witnesses.push({ page: page.number, seen: this.#seen, id, folder, root: floor === undefined ? root : '', common, keys });
    const found = this.#judge(expected);
    if (found !== undefined) this.#restart();
    else if (this.#witnesses.length > WITNESSES_MAX) this.#giveUp();
    return found;
  }

  #normal(folder: string, root: string, common: number, site: number): void {
    this.#folders.add(folder, common);
    this.#site.add(common);
    if (root !== '') this.#newWith = site >= FLOOR_MIN && common > site * BARE_SHARE ? this.#newWith + 1 : 0;
    this.#know(folder);
    if (this.#witnesses.length === 0) return;
    this.#release((one) => one.folder === folder || one.root !== '');
  }

  #dropStale(): void {
    this.#release(({ seen }) => this.#seen - seen > STALE);
  }

  #release(isReleased: (one: Witness) => boolean): void {
    const removed = this.#witnesses.filter(isReleased);
    this.#witnesses = this.#witnesses.filter((one) => !removed.includes(one));
    for (const one of removed) {
      this.#folders.add(one.folder, one.common);
      this.#know(one.folder);
    }
  }

  #judge(before: number): Redesign | undefined {
    // New folders below one other are one witness: a new section has many.
    const roots = new Set<string>();
    const counted = this.#witnesses.filter(({ root }) => root === '' || (!roots.has(root) && roots.add(root)));
    if (counted.length < WITNESSES) return undefined;
    const least = Math.max(4, before * 0.3);
    const agreeing = counted.filter((one) => {
      const shared = counted
        .filter((other) => other !== one)
        .map((other) => sharedKeys(one.keys, other.keys))
        .sort((a, b) => b - a);
      const usual = shared[WITNESSES - 2] ?? 0;
      return usual >= least && usual <= one.keys.size * (1 - OWN_SHARE);
    });
    const [first] = agreeing;
    if (first === undefined || agreeing.length < WITNESSES) return undefined;
    const shared = agreeing.slice(1).map(({ keys }) => sharedKeys(keys, first.keys)).sort((a, b) => a - b);
    return { first: first.page, firstId: first.id, shared: shared[shared.length >> 1] ?? 0, before };
  }

  #giveUp(): void {
    for (const { folder, common } of this.#witnesses) {
      this.#folders.add(folder, common);
      this.#site.add(common);
      this.#know(folder);
    }
    this.#witnesses = [];
  }

  #restart(): void {
    this.#folders.clear();
    this.#site.clear();
    this.#witnesses = [];
    this.#seen = 0;
  }

  /** The highest folder above a folder, or itself, that has not been seen; empty for a known folder. */
  #rootOf(folder: string): string {
    for (let end = folder.indexOf('/'); end >= 0; end = folder.indexOf('/', end + 1)) {
      const prefix = folder.slice(0, end + 1);
      if (!this.#prefixes.has(prefix)) return prefix;
    }
    return this.#prefixes.has(folder) ? '' : folder;
  }

  #know(folder: string): void {
    if (this.#prefixes.size > 4096) this.#prefixes.clear();
    for (let end = folder.indexOf('/'); end >= 0; end = folder.indexOf('/', end + 1)) {
      this.#prefixes.add(folder.slice(0, end + 1));
    }
    this.#prefixes.add(folder);
  }
}
