/** Names of elements as parts of selectors: `#id`, `.class`, `[role="main"]`, `[itemprop="author"]`. */
import type { Places } from 'refrain/engine';

/** Maximum names of an element that are read; more are malicious. */
const PARTS_MAX = 12;
/** Maximum length of a name; longer names are generated. */
const LENGTH_MAX = 48;

/** A name that needs no escapes in selectors and XPath expressions. */
const PLAIN = /^-?[A-Za-z_\u00a1-\uffff][\w\u00a1-\uffff-]*$/;

/** Names of an element's state instead of its kind. */
const STATES = new Set(
  (
    'active current selected open opened closed collapsed expanded hidden visible show shown in even odd first last ' +
    'disabled enabled hover focus sticky is-active no-js js loaded lazyloaded new external'
  ).split(' '),
);

/** The element name of a group, and its other names as parts of selectors. */
export interface GroupNames {
  readonly tag: string;
  readonly parts: readonly string[];
}

/** Returns the names of a group of the current page. `key`: a key of the names. */
export type NamesOf = (group: number, key: number) => GroupNames;

const KNOWN_MAX = 512;

/** Caches names of groups by key, because a site repeats a few names. */
export class NameCache {
  readonly #known = new Map<number, GroupNames>();

  of(groups: Places): NamesOf {
    return (group, key) => this.#known.get(key) ?? this.#read(groups, group, key);
  }

  #read(groups: Places, group: number, key: number): GroupNames {
    const names = groups.namesOf(group);
    const named = { tag: names.tag, parts: partsOf(names) };
    // Not cached, because the key does not contain these names.
    if (isOfPage(names.tag)) return named;
    if (this.#known.size === KNOWN_MAX) this.#known.clear();
    this.#known.set(key, named);
    return named;
  }
}

/** True if names of this kind of element identify the kind of page: a page has one of each. */
export const isOfPage = (tag: string): boolean => tag === 'html' || tag === 'body';

export function partsOf({ id, classes, role, itemprop }: ReturnType<Places['namesOf']>): string[] {
  const found: string[] = [];
  add(found, id, '#');
  for (const name of classes) if (!STATES.has(name)) add(found, name, '.');
  add(found, role, '[role="', '"]');
  add(found, itemprop, '[itemprop="', '"]');
  return found;
}

function add(found: string[], name: string, before: string, after = ''): void {
  if (found.length === PARTS_MAX || name.length > LENGTH_MAX || !PLAIN.test(name)) return;
  const part = before + name + after;
  if (!found.includes(part)) found.push(part);
}

export const hasNumbers = (parts: readonly string[]): boolean => parts.some((part) => /\d/.test(part));

/** A key that is equal for names that differ only in numbers. */
export const foldNumbers = (part: string): string => part.replace(/\d+/g, '0');

/**
 * True if a name looks generated: a number of an item (`post-1234`), or a hash (`css-1x2y3z`, `sc-bdVaJa`). Generated
 * names that look like words are detected elsewhere, by their frequency in a group.
 */
export function isGenerated(part: string): boolean {
  if (/\d{3}/.test(part) || /^#.*\d$/.test(part)) return true;
  return part
    .replace(/^[.#]/, '')
    .split(/[-_]+/)
    .some((word, index) => isHash(word, index));
}

/** Mixed letters and digits, or capitals inside a word that is not in camel case. */
function isHash(word: string, index: number): boolean {
  if (word.length < 5) return false;
  const turns = word.match(/[a-z]\d|\d[a-z]/gi)?.length ?? 0;
  if (turns > 1) return true;
  const capitals = word.match(/[a-z][A-Z]/g)?.length ?? 0;
  const vowels = word.match(/[aeiouy]/gi)?.length ?? 0;
  return index > 0 && word.length <= 8 && capitals > 0 && vowels * 4 <= word.length;
}
