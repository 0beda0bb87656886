/**
 * Finds elements of a document by selectors of rules. Most selectors consist of names, ids and classes. These are
 * looked up in an index, which needs one walk over the document; libraries would need one for each selector.
 */
import type { RulesAdapter } from './adapter.ts';
import { RulesError } from './rules.ts';

/** One element of a selector, which must be below the element of the previous step. */
export interface Step {
  readonly isChild: boolean;
  /** Keys in the index, without escapes: the name as `<name`, the id as `#id`, classes as `.class`. */
  readonly names: readonly string[];
}

const PLAIN = /^(?=.)(?:[a-z][\w-]*)?(?:[.#]-?[a-z_][\w-]*)*$/i;

/** Undefined for a selector with parts other than names, ids, classes, descendants and children. */
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

type Read<N> = Pick<RulesAdapter<N>, 'select' | 'name' | 'attribute' | 'parent'>;

interface Tree<N> extends Pick<RulesAdapter<N>, 'parent'> {
  elements(): readonly N[];
  /**
   * The index keys of an element: `*` and its name, or (if `isByAttributes`) those of its attributes, which are slower
   * to read.
   */
  names(element: N, isByAttributes: boolean): readonly string[];
}

/**
 * Returns a function that finds the value of a node or its nearest ancestor among `elements`, and visits each node
 * once.
 */
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

/** Returns a function that tests if a node is one of `elements`, or inside one. */
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

/** Finds elements by steps. Reads the names of all elements once. */
export class StepIndex<N> {
  readonly #tree: Tree<N>;
  readonly #indexes: (ReadonlyMap<string, readonly N[]> | undefined)[] = [];

  constructor(tree: Tree<N>) {
    this.#tree = tree;
  }

  /**
   * Elements that match all steps, in document order. The time for a step is linear in the number of elements.
   *
   * @param has returns true if an element meets the other conditions of a step
   */
  find<S extends Step>(steps: readonly S[], has?: (element: N, step: S) => boolean): readonly N[] {
    const { parent } = this.#tree;
    let found: readonly N[] = [];
    for (const [at, step] of steps.entries()) {
      const before = new Set(found);
      const isIn = step.isChild ? (node: N) => before.has(node) : insideOf(this.#tree, before);
      found = this.#named(step.names).filter((element) => {
        const above = at > 0 ? parent(element) : undefined;
        return (at === 0 || (above != null && isIn(above))) && has?.(element, step) !== false;
      });
    }
    return found;
  }

  #named([first = '*', ...others]: readonly string[]): readonly N[] {
    const lists = others.map((name) => new Set(this.#keyed(name)));
    return this.#keyed(first).filter((element) => lists.every((list) => list.has(element)));
  }

  #keyed(key: string): readonly N[] {
    const isByAttributes = /^[.#[]/.test(key);
    const which = Number(isByAttributes);
    this.#indexes[which] ??= this.#indexed(isByAttributes);
    return this.#indexes[which]?.get(key) ?? [];
  }

  #indexed(isByAttributes: boolean): Map<string, N[]> {
    const index = new Map<string, N[]>();
    for (const element of this.#tree.elements()) {
      for (const key of this.#tree.names(element, isByAttributes)) {
        const list = index.get(key);
        if (list === undefined) index.set(key, [element]);
        // A class attribute may contain a class twice.
        else if (list.at(-1) !== element) list.push(element);
      }
    }
    return index;
  }
}

/** Queries a document. Errors name the rule of an invalid selector. */
export class Selectors<N> {
  readonly #adapter: Read<N>;
  readonly #root: N;
  readonly #index: StepIndex<N>;
  #elements: readonly N[] | undefined;

  constructor(adapter: Read<N>, root: N) {
    this.#adapter = adapter;
    this.#root = root;
    this.#index = new StepIndex({
      parent: adapter.parent,
      elements: () => [...this.#around(), ...this.#all()],
      names: (element, isByAttributes) => namesOf(adapter, element, isByAttributes),
    });
  }

  /** Elements in document order. `path`: the member of the rules, for errors. */
  all(selector: string, path: string): readonly N[] {
    try {
      const steps = plainSteps(selector);
      return steps === undefined ? this.#select(selector) : this.find(steps);
    } catch (cause) {
      const message = `${path}: this document cannot read the selector ${selector}`;
      throw new RulesError('SELECTOR_INVALID', message, { cause });
    }
  }

  /** Elements that match any of the rules, in document order, each once. */
  allOf(rules: readonly { readonly selector: string }[], path: string): readonly N[] {
    const lists = rules.map(({ selector }, index) => this.all(selector, `${path}[${index}].selector`));
    if (lists.length < 2) return lists[0] ?? [];
    const found = new Set(lists.flat());
    return this.#all().filter((element) => found.has(element));
  }

  find<S extends Step>(steps: readonly S[], has?: (element: N, step: S) => boolean): readonly N[] {
    const around = new Set(this.#around());
    return this.#index.find(steps, has).filter((element) => !around.has(element));
  }

  #select(selector: string): readonly N[] {
    return Array.from(this.#adapter.select(selector, this.#root));
  }

  #all(): readonly N[] {
    this.#elements ??= this.#select('*');
    return this.#elements;
  }

  /** The root and its ancestors: steps may match them, but they are not returned. */
  #around(): N[] {
    const around: N[] = [];
    for (let at: N | null | undefined = this.#root; at != null; at = this.#adapter.parent(at)) around.push(at);
    return around;
  }
}

export const wordsIn = (value: string | null | undefined): readonly string[] => value?.match(/[^ \t\n\f\r]+/g) ?? [];

function namesOf<N>({ attribute, name }: Read<N>, element: N, isByAttributes: boolean): readonly string[] {
  const own = name(element)?.toLowerCase();
  if (own === undefined) return [];
  if (!isByAttributes) return ['*', `<${own}`];
  return [`#${attribute(element, 'id') ?? ''}`, ...wordsIn(attribute(element, 'class')).map((each) => `.${each}`)];
}
