/** Where a page stands on its site, read from its id: pages of one place mostly have one template. */
import { number } from '../template/row.ts';

/** Keys are below this. So many places are not known that two of them have one key. */
export const KEY_END = 2 ** 24;
export const SAVED_KEY = number(0, KEY_END - 1);

/** Pages of the sample of a whole site, those after which something is said of it, and those that are saved. */
export const SITE_SAMPLE = 64;
export const SITE_KNOWN = 12;
export const SITE_SAVED = 16;

/** The place of a page, and its folder, as keys; a page that stands for its folder has the same key twice. */
export interface Place {
  readonly key: number;
  readonly folder: number;
}

/**
 * The folder of an id, and the first word of the file's name behind it, which is the kind of page on many sites: `class.Button.html`.
 * A page with a query stands in its script: all threads of a forum do.
 */
export function placeOf(id: string): Place {
  const { path, isScript } = addressOf(id);
  const end = path.lastIndexOf('/') + 1;
  const word = isScript ? path.slice(end) : (WORD.exec(path.slice(end))?.[0] ?? '');
  const folder = path.slice(0, end);
  return { key: keyOf(folder + word), folder: keyOf(folder) };
}

/** Folders that are read of an id: one with thousands is made to have many. */
const FOLDERS_MAX = 64;

/** Keys of the folders around the place of an id, the outermost first. */
export function foldersOf(id: string): readonly number[] {
  const { path } = addressOf(id);
  const folders: number[] = [];
  for (let at = path.indexOf('/'); at >= 0 && folders.length < FOLDERS_MAX; at = path.indexOf('/', at + 1)) {
    folders.push(keyOf(path.slice(0, at + 1)));
  }
  return folders;
}

const ADDRESS = /^(?:[^/?#]*:\/\/[^/?#]*)?([^?#]*)(\??)/;
/** A file that stands for its folder. */
const INDEX = /(^|\/)index\.[a-z]*$/;
const WORD = /^[\p{L}_]+/u;

function addressOf(id: string): { readonly path: string; readonly isScript: boolean } {
  const [, path = '', query] = ADDRESS.exec(id) ?? [];
  const isScript = query === '?';
  // Digits are one, so that the days of a blog are one folder.
  let place = path.replace(/\d+/g, '0');
  if (!isScript) place = place.replace(INDEX, '$1');
  while (!isScript && place.endsWith('/')) place = place.slice(0, -1);
  return { path: place, isScript };
}

/** The key of a text: FNV-1a, with the last bits mixed. No key is 0. */
export function keyOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 13)) & (KEY_END - 1) || 1;
}
