/** Where a page stands on its site, read from its id: pages of one section mostly have one template. */
import { number } from '../apply/schema.ts';

/** Keys are below this. The sections of a site are far fewer, so that hardly two of them have one key. */
export const KEY_END = 2 ** 24;
export const SAVED_KEY = number(0, KEY_END - 1);

/** Pages of the sample of a whole site, those after which something is said of it, and those that are saved. */
export const SITE_SAMPLE = 64;
export const SITE_KNOWN = 12;
export const SITE_SAVED = 16;

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
  const folder = addTo(BASIS, path, 0, name);
  const end = isScript ? path.length : wordEnd(path, name);
  return { key: mixed(addTo(folder, path, name, end)), folder: mixed(folder) };
}

/** Folders that are read of an id: one with thousands is made to have many. */
const FOLDERS_MAX = 64;

/** Keys of the folders around the section of an id, the outermost first. */
export function foldersOf(id: string): readonly number[] {
  const { path } = addressOf(id);
  const folders: number[] = [];
  for (let at = path.indexOf('/'); at >= 0 && folders.length < FOLDERS_MAX; at = path.indexOf('/', at + 1)) {
    folders.push(mixed(addTo(BASIS, path, 0, at + 1)));
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
function addTo(before: number, text: string, from: number, to: number): number {
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
