/** Sections of a site, derived from the ids of its pages. */
import { list, number, row, type ValueOf, whole } from '../apply/schema.ts';
import {
  addTo,
  floorOf,
  newSample,
  SAMPLE,
  SITE_KNOWN,
  SITE_SAMPLE,
  SITE_SAVED,
  type Signals,
  thin,
} from './signals.ts';

/** Exclusive maximum of keys. A site has far fewer sections, so collisions are rare. */
export const KEY_END = 2 ** 24;
export const SAVED_KEY = number(0, KEY_END - 1);

/** Keys of the section and the folder of a page. Both are equal for an index page. */
export interface UrlSection {
  readonly key: number;
  readonly folder: number;
}

/**
 * The section of an id: its folder and the first word of its file name (`class` of `class.Button.html`). If the id has
 * a query, the section is its path.
 */
export function sectionOf(id: string): UrlSection {
  const { path, isScript } = addressOf(id);
  const name = path.lastIndexOf('/') + 1;
  const folder = hashed(BASIS, path, 0, name);
  const end = isScript ? path.length : wordEnd(path, name);
  return { key: mixed(hashed(folder, path, name, end)), folder: mixed(folder) };
}

/** Maximum number of folders that are read; ids with more are malicious. */
const FOLDERS_MAX = 64;

/** Outermost first. */
function foldersOf(id: string): readonly number[] {
  const { path } = addressOf(id);
  const folders: number[] = [];
  for (let at = path.indexOf('/'); at >= 0 && folders.length < FOLDERS_MAX; at = path.indexOf('/', at + 1)) {
    folders.push(mixed(hashed(BASIS, path, 0, at + 1)));
  }
  return folders;
}

const WORD = /[\p{L}_]*/uy;

/** The end of the word at `start`. A regular expression, which is slower, is used only for letters outside ASCII. */
function wordEnd(path: string, start: number): number {
  let end = start;
  while (isLetter(path.charCodeAt(end))) end += 1;
  if (end === path.length || path.charCodeAt(end) < 0x80) return end;
  WORD.lastIndex = start;
  WORD.test(path);
  return WORD.lastIndex;
}

const isLetter = (code: number): boolean => ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x5f;

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

export function keyOf(text: string): number {
  let hash = BASIS;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** FNV-1a that treats all numbers as equal, so that folders of dates are one folder. */
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

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 13)) & (KEY_END - 1) || 1;
}

const SECTIONS_MAX = 256;
const SECTION_SAMPLE = 16;
/** Maximum number of saved sections (the last ones), of saved keys of `seen`, and of saved pages of each section. */
const SAVED_MAX = 32;
const SEEN_SAVED_MAX = 128;
const SAMPLE_SAVED = 4;
/** Number of pages after which a section is known. */
const PAGES_KNOWN = 4;
/**
 * After this number of consecutive new sections of a folder, or new folders of a site, the next one is expected to be
 * similar.
 */
const NEW_IN_FOLDER = 3;
const NEW_ON_SITE = 6;
/** After this number of consecutive new sections in a folder, another section does not count as new. */
const ALIKE_IN_FOLDER = 8;
/** A bare page has at most this share of the common segments of its section. */
const BARE_SHARE = 0.4;
/** Minimum number of common segments of a section for a verdict. */
const FLOOR_MIN = 4;
const SEEN_MAX = 4096;

export interface Expectation {
  readonly floor: Signals;
  /** Key of the outermost new folder of a section, or of the section; 0 if it is known. */
  readonly root: number;
}

/**
 * Data of a section, a folder or the site. `news`: number of consecutive new sections that have the common segments of
 * the others.
 */
const SECTION_DATA = { news: whole, sample: SAMPLE };
const SECTION_ROW = row(SECTION_DATA);
type SectionData = ValueOf<typeof SECTION_ROW>;

const newSection = (): SectionData => ({ news: 0, sample: newSample() });

export const SAVED_SECTIONS = row({
  site: SECTION_ROW,
  /** The most recently used sections, and keys of known sections and folders. */
  sections: list(row({ key: SAVED_KEY, ...SECTION_DATA })),
  seen: list(SAVED_KEY),
});

export class UrlSections {
  readonly #sections = new Map<number, SectionData>();
  #site = newSection();
  readonly #seen = new Set<number>();

  /**
   * What is expected of a page; undefined if neither its section nor similar sections are known. `isAgain`: the page
   * was counted before.
   */
  expected(section: UrlSection, id: string, isAgain: boolean): Expectation | undefined {
    const own = this.#sections.get(section.key)?.sample;
    const seen = own && floorOf(own, 1);
    // Few pages of the section suffice if other sections agree.
    if (own && seen) return { floor: seen, root: own.pages >= PAGES_KNOWN ? 0 : section.key };
    const folder = this.#sections.get(section.folder);
    if (folder !== undefined && folder.news >= NEW_IN_FOLDER) {
      const floor = floorOf(folder.sample, PAGES_KNOWN);
      if (floor !== undefined) return { floor, root: folder.news >= ALIKE_IN_FOLDER ? 0 : this.#rootOf(section, id) };
    }
    const floor = isAgain || this.#site.news >= NEW_ON_SITE ? this.floor : undefined;
    return floor && { floor, root: isAgain ? section.key : this.#rootOf(section, id) };
  }

  /** The floor of the whole site; undefined if there are too few pages. */
  get floor(): Signals | undefined {
    return floorOf(this.#site.sample, SITE_KNOWN);
  }

  isBare({ common, everywhere }: Signals, floor: Signals): boolean {
    if (floor.everywhere >= FLOOR_MIN) return everywhere <= floor.everywhere * BARE_SHARE;
    // Common segments depend on which section was read last. So a bare page must also lack those of the whole site.
    const site = this.floor?.common ?? 0;
    const least = site >= FLOOR_MIN ? Math.min(site, floor.common) : floor.common;
    return least >= FLOOR_MIN && common <= least * BARE_SHARE;
  }

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

  #count(above: SectionData, signals: Signals, leastPages: number): void {
    const floor = floorOf(above.sample, leastPages);
    if (floor === undefined) return;
    above.news =
      Math.max(floor.common, floor.everywhere) >= FLOOR_MIN && !this.isBare(signals, floor) ? above.news + 1 : 0;
  }

  know({ key }: UrlSection, id: string): void {
    if (this.#seen.has(key)) return;
    if (this.#seen.size > SEEN_MAX) this.#seen.clear();
    for (const folder of foldersOf(id)) this.#seen.add(folder);
    this.#seen.add(key);
  }

  clear(): void {
    this.#sections.clear();
    this.#site = newSection();
  }

  save(): ValueOf<typeof SAVED_SECTIONS> {
    const sections = [...this.#sections].slice(-SAVED_MAX);
    return {
      site: { ...this.#site, sample: thin(this.#site.sample, SITE_SAVED) },
      sections: sections.map(([key, { news, sample }]) => ({ key, news, sample: thin(sample, SAMPLE_SAVED) })),
      seen: [...this.#seen].slice(-SEEN_SAVED_MAX),
    };
  }

  load({ site, sections, seen }: ValueOf<typeof SAVED_SECTIONS>): void {
    this.#site = site;
    for (const { key, ...known } of sections) this.#sections.set(key, known);
    for (const key of seen) this.#seen.add(key);
  }

  #at(key: number): SectionData {
    const known = this.#sections.get(key) ?? newSection();
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
