/**
 * Where a page stands on its site, read from its id: pages of one place mostly have one template. This is done for every page, so
 * the id is walked once, and numbers stand for names: texts would have to be made, kept and saved.
 */

const [SLASH, DOT, ZERO, UNDERLINE] = [0x2f, 0x2e, 0x30, 0x5f];

/** Keys are below this. So many places are not known that two of them have one key. */
export const KEY_END = 2 ** 24;

/** The place of a page, and its folder, as keys; a page that stands for its folder has the same key twice. */
export interface Place {
  readonly key: number;
  readonly folder: number;
}

/**
 * The folder of an id, and the first word of the file's name behind it, which is the kind of page on many sites: `class.Button.html`.
 * Digits are one, so that the days of a blog are one folder. A page with a query stands in its script: all threads of a forum do.
 */
export const placeOf = (id: string): Place => walk(id);

/** Keys of the folders around the place of an id, the outermost first. */
export function foldersOf(id: string): readonly number[] {
  const folders: number[] = [];
  walk(id, folders);
  return folders;
}

/** The key of a whole id. */
export function keyOf(id: string): number {
  let hash = BASIS;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), PRIME);
  return mixed(hash);
}

function walk(id: string, folders?: number[]): Place {
  const start = id.indexOf('://');
  const from = start < 0 ? 0 : Math.max(0, id.indexOf('/', start + 3));
  const fragment = id.indexOf('#', from);
  const query = id.indexOf('?', from);
  const hasQuery = query >= 0 && (fragment < 0 || query < fragment);
  const address = fragment < 0 ? id.length : fragment;
  const end = hasQuery ? query : withoutIndex(id, from, address);
  let hash = BASIS;
  let folder = BASIS;
  let word = BASIS;
  let isWord = true;
  let wasDigit = false;
  for (let at = from; at < end; at += 1) {
    const code = id.charCodeAt(at);
    const isDigit = code >= ZERO && code < ZERO + 10;
    if (isDigit && wasDigit) continue;
    wasDigit = isDigit;
    hash = Math.imul(hash ^ (isDigit ? ZERO : code), PRIME);
    if (code === SLASH) {
      folder = hash;
      word = hash;
      isWord = true;
      folders?.push(mixed(hash));
    } else if (isWord && !isDigit && isLetter(code)) word = hash;
    else isWord = false;
  }
  return { key: mixed(hasQuery ? hash : word), folder: mixed(folder) };
}

/** The end of a path without a file that stands for its folder, `index.html`, and without slashes. */
function withoutIndex(id: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSmall(id.charCodeAt(end - 1))) end -= 1;
  const name = end - 'index.'.length;
  const isIndex =
    end < to &&
    name >= from &&
    id.charCodeAt(end - 1) === DOT &&
    id.startsWith('index.', name) &&
    (name === from || id.charCodeAt(name - 1) === SLASH);
  end = isIndex ? name : to;
  while (end > from && id.charCodeAt(end - 1) === SLASH) end -= 1;
  return end;
}

const isSmall = (code: number): boolean => code >= 0x61 && code <= 0x7a;

/** Half of a pair of surrogates counts as a letter. */
const isLetter = (code: number): boolean =>
  code < 0x80
    ? isSmall(code | 0x20) || code === UNDERLINE
    : (code & 0xf800) === 0xd800 || /\p{L}/u.test(String.fromCharCode(code));

// FNV-1a, with the last bits mixed.
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** No key is 0. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 13)) & (KEY_END - 1) || 1;
}
