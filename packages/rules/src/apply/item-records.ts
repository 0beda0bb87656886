import type { RulesAdapter } from './adapter.ts';
import { textOf } from './element-text.ts';
import { type FieldRule, type ItemRule, valueAttribute } from './rules.ts';
import { insideOf, nearestOf, type Selectors } from './selectors.ts';

/** An item and the values of its fields. */
export interface ItemRecord<E> {
  readonly element: E;
  /** Number of the rule in `items`. */
  readonly rule: number;
  /** Values by field name; a missing value is empty. */
  readonly values: Readonly<Record<string, string>>;
}

/** Maximum number of elements that are read for one value. */
const TRIED_MAX = 3;
const ADDRESS = /(?:^|-)(?:href|src|original)$/;
/** Maximum length of a URL, also of the base of others. */
const URL_MAX = 2000;
/** Maximum number of characters that bases add to all URLs, for each element, and in any document. */
const ADDED_PER_ELEMENT = 16;
const ADDED_MIN = 1 << 16;

interface RecordScope<N> {
  readonly path: string;
  readonly removed: ReadonlySet<N>;
  readonly url: string | undefined;
}

export function recordsOf<N>(
  adapter: RulesAdapter<N>,
  selectors: Selectors<N>,
  rules: readonly ItemRule[],
  { path, removed, url }: RecordScope<N>,
): ItemRecord<N>[] {
  const isRemoved = insideOf(adapter, removed);
  const taken = new Set<N>();
  const resolve = resolver(adapter, selectors, url);
  return rules.flatMap(({ selector, fields = [], withSiblings = false }, rule) => {
    if (fields.length === 0) return [];
    const items = selectors
      .all(selector, `${path}[${rule}].selector`)
      .filter((element) => !taken.has(element) && !isRemoved(element));
    for (const item of items) taken.add(item);
    const nearest = nearestOf(adapter, withSiblings ? groups(adapter, items) : items.map((one) => [one, one] as const));
    // The contents of a nested item belong only to that item.
    const without = new Set([...removed, ...items]);
    const names = [...new Set(fields.map(({ name }) => name))];
    const records = new Map(items.map((item) => [item, Object.fromEntries(names.map((name) => [name, '']))]));
    for (const [at, field] of fields.entries()) {
      const found =
        field.selector === undefined ? items : selectors.all(field.selector, `${path}[${rule}].fields[${at}].selector`);
      const tried = new Map<N, number>();
      for (const element of found) {
        const item = nearest(element);
        const values = item === undefined ? undefined : records.get(item);
        if (item === undefined || values === undefined || values[field.name] !== '') continue;
        const count = tried.get(item) ?? 0;
        if (count === TRIED_MAX) continue;
        tried.set(item, count + 1);
        values[field.name] = readValue(adapter, element, field, without, resolve);
      }
    }
    return items
      .map((element) => ({ element, rule, values: records.get(element) ?? {} }))
      .filter(({ values }) => Object.values(values).some((value) => value !== ''));
  });
}

function groups<N>({ children, parent }: RulesAdapter<N>, items: readonly N[]): Map<N, N> {
  const heads = new Set(items);
  const found = new Map<N, N>();
  for (const around of new Set(items.map(parent))) {
    if (around == null) continue;
    const siblings = children(around);
    let head: N | undefined;
    for (let at = 0; at < siblings.length; at += 1) {
      const node = siblings[at] as N;
      if (heads.has(node)) head = node;
      if (head !== undefined) found.set(node, head);
    }
  }
  return found;
}

/** The resolved URL; the given one if it or its base is invalid or too long. */
function resolved(address: string, base = ''): string {
  if (Math.max(address.length, base.length) > URL_MAX) return address;
  try {
    return new URL(address, base || undefined).href;
  } catch {
    return address;
  }
}

/** Resolves URLs until the base has added too many characters for the document. Then they remain relative. */
function resolver<N>({ attribute }: RulesAdapter<N>, selectors: Selectors<N>, own?: string) {
  const [element] = selectors.all('base', '');
  const href = element === undefined ? undefined : attribute(element, 'href');
  const base = href ? resolved(href, own) : own;
  let left = selectors.all('*', '').length * ADDED_PER_ELEMENT + ADDED_MIN;
  return (address: string): string => {
    const url = left < 0 ? address : resolved(address, base);
    left -= url.length - address.length;
    return url;
  };
}

function readValue<N>(
  adapter: RulesAdapter<N>,
  element: N,
  { name, attribute: given }: FieldRule,
  without: ReadonlySet<N>,
  resolve: (address: string) => string,
): string {
  const attribute = given ?? valueAttribute(adapter.name(element)?.toLowerCase());
  const value = attribute && adapter.attribute(element, attribute)?.trim();
  if (value) return ADDRESS.test(attribute ?? '') ? resolve(value) : value;
  if (given !== undefined) return '';
  const text = textOf(adapter, [element], without);
  // The text of posts keeps its lines.
  return name === 'text' ? text : text.replace(/\s+/g, ' ');
}
