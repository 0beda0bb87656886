/**
 * Selectors of rules on one document. Most are made of names, ids and classes alone: these are looked up, after one walk over the document.
 * Libraries without an index walk it for each selector, and take time by the depth of the document.
 */
import type { RulesAdapter } from './adapter.ts';
import { RulesError } from './rules.ts';

/** One element of a selector: its name, ids and classes, without escapes. */
const PLAIN = /^(?=.)(?:[a-z][\w-]*)?(?:[.#]-?[a-z_][\w-]*)*$/i;

/** The parts of a selector, every second a combinator. */
const wordsOf = (selector: string): string[] => selector.trim().split(/\s*(>)\s*|\s+/);

/** Whether a selector has names, ids and classes alone, of elements in each other. */
const isPlainSelector = (selector: string): boolean =>
  wordsOf(selector).every((word, at) => at % 2 > 0 || PLAIN.test(word));

/** What selectors read of a tree. */
type Read<N> = Pick<RulesAdapter<N>, 'select' | 'isIndexed' | 'name' | 'attribute' | 'parent'>;

/** Gives the value of the first of some elements that a node is or is in. No node is visited twice. */
export function nearestOf<N, V>(
  { parent }: Pick<RulesAdapter<N>, 'parent'>,
  elements: Iterable<readonly [N, V]>,
): (node: N | null | undefined) => V | undefined {
  const known = new Map<N, V | undefined>(elements);
  if (known.size === 0) return () => undefined;
  return (node) => {
    const visited: N[] = [];
    let at = node;
    for (; at != null && !known.has(at); at = parent(at)) visited.push(at);
    const found = at == null ? undefined : known.get(at);
    for (const one of visited) known.set(one, found);
    return found;
  };
}

/** Says whether a node is one of some elements, or in one. */
export function insideOf<N>(
  adapter: Pick<RulesAdapter<N>, 'parent'>,
  elements: Iterable<N>,
): (node: N | null | undefined) => boolean {
  const nearest = nearestOf(
    adapter,
    Array.from(elements, (element) => [element, true] as const),
  );
  return (node) => nearest(node) === true;
}

/** Asks a document for selectors, and names the rule of one that cannot be read. */
export class Selectors<N> {
  readonly #adapter: Read<N>;
  readonly #root: N;
  #elements: readonly N[] | undefined;
  /** Elements by their names, ids and classes as selectors have them, those around the root among them. */
  #index: Map<string, N[]> | undefined;

  constructor(adapter: Read<N>, root: N) {
    this.#adapter = adapter;
    this.#root = root;
  }

  /** Elements that a selector matches, in document order. `path` is its member of the rules. */
  all(selector: string, path: string): readonly N[] {
    const isPlain = !this.#adapter.isIndexed && isPlainSelector(selector);
    try {
      return isPlain ? this.#find(wordsOf(selector)) : this.#select(selector);
    } catch (cause) {
      const message = `${path}: this document cannot read the selector ${selector}`;
      throw new RulesError('SELECTOR_INVALID', message, { cause });
    }
  }

  /** Elements that one of the rules matches, in document order, each once. */
  allOf(rules: readonly { readonly selector: string }[], path: string): readonly N[] {
    const lists = rules.map(({ selector }, index) => this.all(selector, `${path}[${index}].selector`));
    if (lists.length < 2) return lists[0] ?? [];
    const found = new Set(lists.flat());
    return this.#all().filter((element) => found.has(element));
  }

  #select(selector: string): readonly N[] {
    return Array.from(this.#adapter.select(selector, this.#root));
  }

  #all(): readonly N[] {
    this.#elements ??= this.#select('*');
    return this.#elements;
  }

  #find(words: readonly string[]): readonly N[] {
    const { parent } = this.#adapter;
    let found = this.#named(words[0] ?? '');
    for (let at = 2; at < words.length; at += 2) {
      const before = new Set(found);
      const isIn = words[at - 1] === '>' ? (node: N) => before.has(node) : insideOf(this.#adapter, before);
      found = this.#named(words[at] ?? '').filter((element) => {
        const above = parent(element);
        return above != null && isIn(above);
      });
    }
    const around = new Set(this.#around());
    return found.filter((element) => !around.has(element));
  }

  /** Elements with each of the names of one element of a selector. */
  #named(names: string): readonly N[] {
    this.#index ??= this.#indexed();
    const [first = '', ...others] = names.match(/[.#]?[^.#]+/g) ?? [];
    const named = this.#index.get(/^[.#]/.test(first) ? first : first.toLowerCase()) ?? [];
    const lists = others.map((name) => new Set(this.#index?.get(name)));
    return named.filter((element) => lists.every((list) => list.has(element)));
  }

  #indexed(): Map<string, N[]> {
    const { attribute, name } = this.#adapter;
    const index = new Map<string, N[]>();
    for (const element of [...this.#around(), ...this.#all()]) {
      const own = name(element)?.toLowerCase();
      if (own === undefined) continue;
      const classes = attribute(element, 'class')?.match(/[^ \t\n\f\r]+/g) ?? [];
      for (const key of [own, `#${attribute(element, 'id')}`, ...classes.map((each) => `.${each}`)]) {
        const list = index.get(key);
        if (list === undefined) index.set(key, [element]);
        // A class may stand twice in its attribute.
        else if (list.at(-1) !== element) list.push(element);
      }
    }
    return index;
  }

  /** The root and what is around it. */
  #around(): N[] {
    const around: N[] = [];
    for (let at: N | null | undefined = this.#root; at != null; at = this.#adapter.parent(at)) around.push(at);
    return around;
  }
}
