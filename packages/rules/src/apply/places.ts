/**
 * Elements of a document by name, id and class, from one walk over it. Most selectors of rules are made of these three, and libraries
 * without an index walk the whole document for each selector.
 */
import type { RulesAdapter } from './adapter.ts';

/** Names, ids and classes that one element must have. */
interface Compound {
  readonly name: string | undefined;
  /** `#id` and `.class`. */
  readonly marks: readonly string[];
  /** Whether the compound before it must match the parent, not only some element around. */
  readonly isChild: boolean;
}

const COMPOUND = /^(\*|[a-z][\w-]*)?((?:[.#]-?[a-z_][\w-]*)*)$/i;

/** The compounds of a selector; undefined for one that says more than names, ids and classes. */
function compoundsOf(selector: string): readonly Compound[] | undefined {
  const words = selector.trim().split(/\s*(>)\s*|\s+/);
  const compounds: Compound[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const word = words[at] ?? '';
    const [, name, rest = ''] = COMPOUND.exec(word) ?? [];
    const marks = rest.match(/[.#][^.#]+/g) ?? [];
    if (name === undefined && marks.length === 0) return undefined;
    compounds.push({ name: name === '*' ? undefined : name?.toLowerCase(), marks, isChild: words[at - 1] === '>' });
  }
  return compounds;
}

/** A selector with more compounds is left to the library. */
const COMPOUNDS_MAX = 32;

/** For each compound, whether it and those before it match a node or one around it: what one element asks, others ask again. */
type Around<N> = readonly Map<N, boolean>[];

export class Places<N> {
  readonly #adapter: RulesAdapter<N>;
  readonly #elements: readonly N[];
  /** Of each element the name, and what a selector of ids or classes looks for; read once. */
  readonly #names: readonly string[];
  readonly #marks: readonly string[];

  constructor(adapter: RulesAdapter<N>, root: N) {
    this.#adapter = adapter;
    this.#elements = Array.from(adapter.select('*', root));
    this.#names = this.#elements.map((element) => this.#nameOf(element) ?? '');
    this.#marks = this.#elements.map(
      (element) => `${adapter.attribute(element, 'class') ?? ''} ${adapter.attribute(element, 'id') ?? ''}`,
    );
  }

  /** Elements that a selector matches, in document order; undefined for a selector that says more. */
  find(selector: string): readonly N[] | undefined {
    const compounds = compoundsOf(selector);
    const last = compounds?.at(-1);
    if (compounds === undefined || last === undefined || compounds.length > COMPOUNDS_MAX) return undefined;
    const around = compounds.map(() => new Map<N, boolean>());
    const mark = last.marks[0]?.slice(1) ?? '';
    const found: N[] = [];
    for (let index = 0; index < this.#elements.length; index += 1) {
      if (last.name !== undefined && last.name !== this.#names[index]) continue;
      if (!this.#marks[index]?.includes(mark)) continue;
      const element = this.#elements[index] as N;
      if (this.#fits(element, compounds, compounds.length - 1, around)) found.push(element);
    }
    return found;
  }

  /** Those elements, in document order. */
  inOrder(elements: ReadonlySet<N>): readonly N[] {
    return this.#elements.filter((element) => elements.has(element));
  }

  #nameOf(element: N): string | undefined {
    return this.#adapter.name(element)?.toLowerCase();
  }

  /** Whether the compounds up to `at` match an element and those around it. */
  #fits(element: N, compounds: readonly Compound[], at: number, around: Around<N>): boolean {
    const compound = compounds[at] as Compound;
    if (!this.#has(element, compound)) return false;
    if (at === 0) return true;
    const above = this.#adapter.parent(element);
    if (above == null) return false;
    return compound.isChild
      ? this.#fits(above, compounds, at - 1, around)
      : this.#fitsAround(above, compounds, at - 1, around);
  }

  /** The same for an element or one around it. Each is asked once, so that deep documents take no longer than flat ones. */
  #fitsAround(element: N, compounds: readonly Compound[], at: number, around: Around<N>): boolean {
    const known = around[at] as Map<N, boolean>;
    const asked: N[] = [];
    let fits = false;
    for (let above: N | null | undefined = element; above != null && !fits; above = this.#adapter.parent(above)) {
      const before = known.get(above);
      if (before === false) break;
      fits = before ?? this.#fits(above, compounds, at, around);
      asked.push(above);
    }
    for (const one of asked) known.set(one, fits);
    return fits;
  }

  #has(element: N, { name, marks }: Compound): boolean {
    const { attribute } = this.#adapter;
    const own = this.#nameOf(element);
    if (own === undefined || (name !== undefined && name !== own)) return false;
    return marks.every((mark) =>
      mark[0] === '#'
        ? `#${attribute(element, 'id')}` === mark
        : attribute(element, 'class')
            ?.match(/[^ \t\n\f\r]+/g)
            ?.includes(mark.slice(1)),
    );
  }
}
