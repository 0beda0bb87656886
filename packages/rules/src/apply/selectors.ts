/**
 * Selectors of rules on one document. Most are made of names, ids and classes alone: these are looked up, after one walk over the document.
 * Libraries without an index walk it for each selector, and take time by the depth of the document.
 */
import type { RulesAdapter } from './adapter.ts';
import { RulesError } from './rules.ts';

/** One element of a selector, in the element of the step before. */
export interface Step {
  /** Whether it is a child of that. */
  readonly isChild: boolean;
  /** What the index has of it, without escapes: its name as `<name`, its id as `#id`, its classes as `.class`. */
  readonly names: readonly string[];
}

const PLAIN = /^(?=.)(?:[a-z][\w-]*)?(?:[.#]-?[a-z_][\w-]*)*$/i;

/** The steps of a selector that has names, ids and classes alone, of elements in each other; undefined for another one. */
function plainSteps(selector: string): Step[] | undefined {
  const words = selector.trim().split(/\s*(>)\s*|\s+/);
  const steps: Step[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const word = words[at] ?? '';
    if (!PLAIN.test(word)) return undefined;
    const named = `<${word}`.replace(/^<[^.#]+/, (name) => name.toLowerCase());
    steps.push({ isChild: words[at - 1] === '>', names: named.match(/[<.#][^.#]+/g) ?? [] });
  }
  return steps;
}

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
  /**
   * Elements by their names and all as `*`; and by their ids and classes, which take longer to read. Those around the root are among them.
   */
  readonly #indexes: (ReadonlyMap<string, readonly N[]> | undefined)[] = [];

  constructor(adapter: Read<N>, root: N) {
    this.#adapter = adapter;
    this.#root = root;
  }

  /** Elements that a selector matches, in document order. `path` is its member of the rules. */
  all(selector: string, path: string): readonly N[] {
    try {
      const steps = this.#adapter.isIndexed ? undefined : plainSteps(selector);
      return steps === undefined ? this.#select(selector) : this.find(steps);
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

  /**
   * Elements that the last of some steps finds, in document order: in time by the number of elements for each step.
   *
   * @param has whether an element has what a step asks for beside names
   */
  find<S extends Step>(steps: readonly S[], has?: (element: N, step: S) => boolean): readonly N[] {
    const { parent } = this.#adapter;
    let found: readonly N[] = [];
    for (const [at, step] of steps.entries()) {
      const before = new Set(found);
      const isIn = step.isChild ? (node: N) => before.has(node) : insideOf(this.#adapter, before);
      found = this.#named(step.names).filter((element) => {
        const above = at > 0 ? parent(element) : undefined;
        return (at === 0 || (above != null && isIn(above))) && has?.(element, step) !== false;
      });
    }
    const around = new Set(this.#around());
    return found.filter((element) => !around.has(element));
  }

  #named([first = '*', ...others]: readonly string[]): readonly N[] {
    const lists = others.map((name) => new Set(this.#keyed(name)));
    return this.#keyed(first).filter((element) => lists.every((list) => list.has(element)));
  }

  #keyed(key: string): readonly N[] {
    const which = Number(/^[.#]/.test(key));
    this.#indexes[which] ??= this.#indexed(which > 0);
    return this.#indexes[which]?.get(key) ?? [];
  }

  #indexed(isByAttributes: boolean): Map<string, N[]> {
    const { attribute, name } = this.#adapter;
    const index = new Map<string, N[]>();
    for (const element of [...this.#around(), ...this.#all()]) {
      const own = name(element)?.toLowerCase();
      if (own === undefined) continue;
      const classes = isByAttributes ? (attribute(element, 'class')?.match(/[^ \t\n\f\r]+/g) ?? []) : [];
      const keys = isByAttributes ? [`#${attribute(element, 'id') ?? ''}`] : ['*', `<${own}`];
      for (const key of [...keys, ...classes.map((each) => `.${each}`)]) {
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
