/**
 * Selectors of rules on one document. Most are made of names, ids and classes alone: these are looked up in a list of the elements, from
 * one walk over the document. Libraries without an index walk it for each selector.
 */
import type { RulesAdapter } from './adapter.ts';
import { RulesError } from './rules.ts';
import { parseSelector, type Selector, type Step } from './selector.ts';

/** An id or a class. */
const PLAIN = /^[.#]-?[a-z_][\w-]*$/i;
const isPlain = ({ parts, position }: Step): boolean =>
  position === undefined && parts.every((part) => PLAIN.test(part));

/** A selector with more steps is left to the library. */
const STEPS_MAX = 32;

/** For each step, whether it and those before it match a node or one around it: what one element asks, others ask again. */
type Around<N> = readonly Map<N, boolean>[];

/** Asks a document for selectors, and names the rule of one that cannot be read. */
export class Selectors<N> {
  readonly #adapter: RulesAdapter<N>;
  readonly #root: N;
  #elements: readonly N[] | undefined;
  /** Of each element the name, and what a selector of ids or classes looks for. */
  #marks: readonly { readonly name: string; readonly marks: string }[] | undefined;

  constructor(adapter: RulesAdapter<N>, root: N) {
    this.#adapter = adapter;
    this.#root = root;
  }

  /** Elements that a selector matches, in document order. `path` is its member of the rules. */
  all(selector: string, path: string): readonly N[] {
    try {
      return this.#find(selector) ?? this.#select(selector);
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

  /** The same from the list of elements; undefined for a selector that says more than names, ids and classes. */
  #find(selector: string): readonly N[] | undefined {
    const steps = this.#adapter.isIndexed ? undefined : parseSelector(selector);
    const last = steps?.at(-1);
    if (steps === undefined || last === undefined || steps.length > STEPS_MAX || !steps.every(isPlain))
      return undefined;
    const { attribute } = this.#adapter;
    this.#marks ??= this.#all().map((element) => ({
      name: this.#nameOf(element) ?? '',
      marks: `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`,
    }));
    const known = this.#marks;
    const mark = last.parts[0]?.slice(1) ?? '';
    const around = steps.map(() => new Map<N, boolean>());
    return this.#all().filter((element, index) => {
      const { name = '', marks = '' } = known[index] ?? {};
      const isLast = (last.tag === undefined || last.tag === name) && marks.includes(mark);
      return isLast && this.#fits(element, steps, steps.length - 1, around);
    });
  }

  #nameOf(element: N): string | undefined {
    return this.#adapter.name(element)?.toLowerCase();
  }

  /** Whether the steps up to `at` match an element and those around it. */
  #fits(element: N, steps: Selector, at: number, around: Around<N>): boolean {
    const step = steps[at] as Step;
    if (!this.#has(element, step)) return false;
    if (at === 0) return true;
    const above = this.#adapter.parent(element);
    if (above == null) return false;
    return step.isChild ? this.#fits(above, steps, at - 1, around) : this.#fitsAround(above, steps, at - 1, around);
  }

  /** The same for an element or one around it. Each is asked once, so that deep documents take no longer than flat ones. */
  #fitsAround(element: N, steps: Selector, at: number, around: Around<N>): boolean {
    const known = around[at] as Map<N, boolean>;
    const asked: N[] = [];
    let fits = false;
    for (let above: N | null | undefined = element; above != null && !fits; above = this.#adapter.parent(above)) {
      const before = known.get(above);
      if (before === false) break;
      fits = before ?? this.#fits(above, steps, at, around);
      asked.push(above);
    }
    for (const one of asked) known.set(one, fits);
    return fits;
  }

  #has(element: N, { tag, parts }: Step): boolean {
    const { attribute } = this.#adapter;
    const own = this.#nameOf(element);
    if (own === undefined || (tag !== undefined && tag !== own)) return false;
    return parts.every((mark) =>
      mark[0] === '#'
        ? `#${attribute(element, 'id')}` === mark
        : attribute(element, 'class')
            ?.match(/[^ \t\n\f\r]+/g)
            ?.includes(mark.slice(1)),
    );
  }
}
