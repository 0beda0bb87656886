/** Names of elements as parts of selectors: `#id`, `.class`, `[role="main"]`, `[itemprop="author"]`. */
import type { PlaceNames } from 'refrain/internal';

/** Names beyond these are not read: an element with more is made to have many. */
const NAMES_MAX = 12;
/** A longer name is no name that a person gave. */
const LENGTH_MAX = 48;

/** A name that needs no escapes in a selector or an expression of XPath. */
const PLAIN = /^-?[A-Za-z_\u00a1-\uffff][\w\u00a1-\uffff-]*$/;

/** Names that say what state an element is in, not what it is. */
const STATES = new Set(
  (
    'active current selected open opened closed collapsed expanded hidden visible show shown in even odd first last ' +
    'disabled enabled hover focus sticky is-active no-js js loaded lazyloaded new external'
  ).split(' '),
);

/** Parts of selectors by kind and name: sites use few of them again and again. Empty for a name that makes none, as one of a state. */
const known = {
  '#': new Map<string, string>(),
  '.': new Map<string, string>(),
  role: new Map<string, string>(),
  itemprop: new Map<string, string>(),
};
const KNOWN_MAX = 2048;

/** The names of a place as parts of selectors; those that need escapes are left out. */
export function partsOf({ id, classes, role, itemprop }: PlaceNames): string[] {
  const found: string[] = [];
  if (id !== '') add(found, '#', id);
  for (const name of classes) add(found, '.', name);
  if (role !== '') add(found, 'role', role);
  if (itemprop !== '') add(found, 'itemprop', itemprop);
  return found;
}

function add(found: string[], kind: keyof typeof known, name: string): void {
  if (found.length === NAMES_MAX || name.length > LENGTH_MAX) return;
  const parts = known[kind];
  let part = parts.get(name);
  if (part === undefined) {
    part = partOf(kind, name);
    if (parts.size === KNOWN_MAX) parts.clear();
    parts.set(name, part);
  }
  if (part !== '' && !found.includes(part)) found.push(part);
}

function partOf(kind: keyof typeof known, name: string): string {
  if (!PLAIN.test(name) || (kind === '.' && STATES.has(name))) return '';
  return kind === '#' || kind === '.' ? kind + name : `[${kind}="${name}"]`;
}

/** Whether names with other numbers could be the same. */
export const hasNumbers = (parts: readonly string[]): boolean => parts.some((part) => /\d/.test(part));

/** The same for all names that differ in their numbers only. */
export const folded = (part: string): string => part.replace(/\d+/g, '0');

/**
 * Whether a name, by its form, was made by a program: a number of a thing (`post-1234`), or a hash (`css-1x2y3z`, `sc-bdVaJa`). Names
 * that look like words but vary from page to page are known by how often a place has them.
 */
export function isGenerated(part: string): boolean {
  if (/\d{3}/.test(part) || /^#.*\d$/.test(part)) return true;
  return part
    .replace(/^[.#]/, '')
    .split(/[-_]+/)
    .some((word, index) => isHash(word, index));
}

/** Letters and digits mixed, or capitals inside of a word that is not in camel case. */
function isHash(word: string, index: number): boolean {
  if (word.length < 5) return false;
  const turns = word.match(/[a-z]\d|\d[a-z]/gi)?.length ?? 0;
  if (turns > 1) return true;
  const capitals = word.match(/[a-z][A-Z]/g)?.length ?? 0;
  const vowels = word.match(/[aeiouy]/gi)?.length ?? 0;
  return index > 0 && word.length <= 8 && capitals > 0 && vowels * 4 <= word.length;
}
