/** Sections of a site, read from the ids of its pages, and what pages of each have in common with other pages. */
import { type Checked, list, number, row, whole } from '../apply/schema.ts';
import {
  addTo,
  newSample,
  reached,
  SAMPLE,
  SITE_KNOWN,
  SITE_SAMPLE,
  SITE_SAVED,
  type Signals,
  thinned,
} from './signals.ts';

/** Keys are below this. The sections of a site are far fewer, so that hardly two of them have one key. */
export const KEY_END = 2 ** 24;
export const SAVED_KEY = number(0, KEY_END - 1);

/** The section of a page, and its folder, as keys; a page that stands for its folder has the same key twice. */
export interface UrlSection {
  readonly key: number;
  readonly folder: number;
}

/**
 * The folder of an id, and the first word of the file's name behind it, which is the kind of page on many sites: `class.Button.html`.
 * A page with a query stands in its script: all threads of a forum do.
 */
export function sectionOf(id: string): UrlSection {
  const { path, isScript } = addressOf(id);
  const name = path.lastIndexOf('/') + 1;
  const folder = hashed(BASIS, path, 0, name);
  const end = isScript ? path.length : wordEnd(path, name);
  return { key: mixed(hashed(folder, path, name, end)), folder: mixed(folder) };
}

/** Folders that are read of an id: one with thousands is made to have many. */
const FOLDERS_MAX = 64;

/** Keys of the folders around the section of an id, the outermost first. */
function foldersOf(id: string): readonly number[] {
  const { path } = addressOf(id);
  const folders: number[] = [];
  for (let at = path.indexOf('/'); at >= 0 && folders.length < FOLDERS_MAX; at = path.indexOf('/', at + 1)) {
    folders.push(mixed(hashed(BASIS, path, 0, at + 1)));
  }
  return folders;
}

const WORD = /[\p{L}_]*/uy;

/** Where the word from `start` on ends. Expressions take longer than the rest: only other letters than those of ASCII need one. */
function wordEnd(path: string, start: number): number {
  let end = start;
  while (isLetter(path.charCodeAt(end))) end += 1;
  if (end === path.length || path.charCodeAt(end) < 0x80) return end;
  WORD.lastIndex = start;
  WORD.test(path);
  return WORD.lastIndex;
}

const isLetter = (code: number): boolean => ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x5f;

/** A file that stands for its folder. */
const INDEX = /^index\.[a-z]*$/;

function addressOf(id: string): { readonly path: string; readonly isScript: boolean } {
  const [query, fragment] = [id.indexOf('?'), id.indexOf('#')];
  const isScript = query >= 0 && (fragment < 0 || query < fragment);
  const end = isScript ? query : fragment;
  const address = end < 0 ? id : id.slice(0, end);
  const slash = address.indexOf('/');
  const isUrl = slash > 0 && address.startsWith('://', slash - 1);
  const start = isUrl ? address.indexOf('/', slash + 2) : 0;
  let path = start < 0 ? '' : address.slice(start);
  if (isScript) return { path, isScript };
  const name = path.lastIndexOf('/') + 1;
  if (path.startsWith('index.', name) && INDEX.test(path.slice(name))) path = path.slice(0, name);
  while (path.endsWith('/')) path = path.slice(0, -1);
  return { path, isScript };
}

const BASIS = 0x811c9dc5;

/** The key of a text. No key is 0. */
export function keyOf(text: string): number {
  let hash = BASIS;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** FNV-1a, where digits are one, so that the days of a blog are one folder. */
function hashed(before: number, text: string, from: number, to: number): number {
  let hash = before;
  let isNumber = false;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isDigit || !isNumber) hash = Math.imul(hash ^ (isDigit ? 0x30 : code), 0x01000193);
    isNumber = isDigit;
  }
  return hash;
}

/** The key of a hash, with the last bits mixed. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 13)) & (KEY_END - 1) || 1;
}

// ── What is known of sections ──

/** Sections that are remembered; the one that was used least recently is forgotten first. */
const SECTIONS_MAX = 256;
/** Pages that are remembered of each. */
const SECTION_SAMPLE = 16;
/** Sections that are saved, the last ones; names that are saved as seen; pages that are saved of each. */
const SAVED_MAX = 32;
const SEEN_SAVED_MAX = 128;
const SAMPLE_SAVED = 4;
/** Pages after which a section is known. */
const PAGES_KNOWN = 4;
/** New sections of a folder, and new folders of a site, in a row, after which the next new one is expected to be like them. */
const NEW_IN_FOLDER = 3;
const NEW_ON_SITE = 6;
/** New sections of a folder in a row after which another one is no news. */
const ALIKE_IN_FOLDER = 8;
/** Share of what its section has in common that a bare page may have. */
const BARE_SHARE = 0.4;
/** Segments in common below which nothing is said of a section. */
const FLOOR_MIN = 4;
/** Names of sections and folders that are remembered as seen. */
const SEEN_MAX = 4096;

/** What a page is expected to have. */
export interface Expected {
  readonly floor: Signals;
  /** The outermost folder of a section that is new, or the section; 0 where it is known. */
  readonly root: number;
}

/** What is known of a section, a folder or the site; `news`: new sections in a row that had what the others have. */
const KNOWN = { news: whole, sample: SAMPLE };
const KNOWN_ROW = row(KNOWN);
type Known = Checked<typeof KNOWN_ROW>;

const newKnown = (): Known => ({ news: 0, sample: newSample() });

export const SAVED_SECTIONS = row({
  site: KNOWN_ROW,
  /** The sections that were used last, and keys of those that only exist. */
  sections: list(row({ key: SAVED_KEY, ...KNOWN })),
  seen: list(SAVED_KEY),
});

export class UrlSections {
  /** By their keys, folders among them. */
  readonly #sections = new Map<number, Known>();
  #site = newKnown();
  readonly #seen = new Set<number>();

  /**
   * What a page of the section, with this id, is expected to have; undefined where nothing is known of the section, nor of others like
   * it. `isAgain` says that the page was counted before.
   */
  expected(section: UrlSection, id: string, isAgain: boolean): Expected | undefined {
    const own = this.#sections.get(section.key)?.sample;
    const seen = own && reached(own, 1);
    // A few pages are enough if other sections agree.
    if (own && seen) return { floor: seen, root: own.pages >= PAGES_KNOWN ? 0 : section.key };
    const folder = this.#sections.get(section.folder);
    if (folder !== undefined && folder.news >= NEW_IN_FOLDER) {
      const floor = reached(folder.sample, PAGES_KNOWN);
      if (floor !== undefined) return { floor, root: folder.news >= ALIKE_IN_FOLDER ? 0 : this.#rootOf(section, id) };
    }
    const floor = isAgain || this.#site.news >= NEW_ON_SITE ? this.floor : undefined;
    return floor && { floor, root: isAgain ? section.key : this.#rootOf(section, id) };
  }

  /** What nearly all pages of the site had; undefined where too few were seen. */
  get floor(): Signals | undefined {
    return reached(this.#site.sample, SITE_KNOWN);
  }

  isBare({ common, everywhere }: Signals, floor: Signals): boolean {
    if (floor.everywhere >= FLOOR_MIN) return everywhere <= floor.everywhere * BARE_SHARE;
    // What is common depends on the section that is read. So a page must lack what the whole site has, too.
    const site = this.floor?.common ?? 0;
    const least = site >= FLOOR_MIN ? Math.min(site, floor.common) : floor.common;
    return least >= FLOOR_MIN && common <= least * BARE_SHARE;
  }

  /** Adds a page. */
  add(section: UrlSection, id: string, signals: Signals): void {
    const folder = this.#at(section.folder);
    if (!this.#seen.has(section.key)) {
      this.#count(folder, signals, PAGES_KNOWN);
      this.#count(this.#site, signals, SITE_KNOWN);
    }
    addTo(folder.sample, SECTION_SAMPLE, signals);
    addTo(this.#site.sample, SITE_SAMPLE, signals);
    if (section.key !== section.folder) addTo(this.#at(section.key).sample, SECTION_SAMPLE, signals);
    this.know(section, id);
  }

  /** Counts a new section of a folder, or a new folder of the site, that has what the others have. */
  #count(above: Known, signals: Signals, leastPages: number): void {
    const floor = reached(above.sample, leastPages);
    if (floor === undefined) return;
    above.news =
      Math.max(floor.common, floor.everywhere) >= FLOOR_MIN && !this.isBare(signals, floor) ? above.news + 1 : 0;
  }

  /** Remembers that the section of an id exists. */
  know({ key }: UrlSection, id: string): void {
    if (this.#seen.has(key)) return;
    if (this.#seen.size > SEEN_MAX) this.#seen.clear();
    for (const folder of foldersOf(id)) this.#seen.add(folder);
    this.#seen.add(key);
  }

  /** Forgets what pages had in common. */
  clear(): void {
    this.#sections.clear();
    this.#site = newKnown();
  }

  save(): Checked<typeof SAVED_SECTIONS> {
    const sections = [...this.#sections].slice(-SAVED_MAX);
    return {
      site: { ...this.#site, sample: thinned(this.#site.sample, SITE_SAVED) },
      sections: sections.map(([key, { news, sample }]) => ({ key, news, sample: thinned(sample, SAMPLE_SAVED) })),
      seen: [...this.#seen].slice(-SEEN_SAVED_MAX),
    };
  }

  load({ site, sections, seen }: Checked<typeof SAVED_SECTIONS>): void {
    this.#site = site;
    for (const { key, ...known } of sections) this.#sections.set(key, known);
    for (const key of seen) this.#seen.add(key);
  }

  #at(key: number): Known {
    const known = this.#sections.get(key) ?? newKnown();
    this.#sections.delete(key);
    this.#sections.set(key, known);
    if (this.#sections.size > SECTIONS_MAX) {
      const [oldest] = this.#sections.keys();
      if (oldest !== undefined) this.#sections.delete(oldest);
    }
    return known;
  }

  #rootOf({ key }: UrlSection, id: string): number {
    return foldersOf(id).find((folder) => !this.#seen.has(folder)) ?? key;
  }
}
