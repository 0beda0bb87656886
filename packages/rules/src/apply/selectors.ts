/** Selectors of rules on one document. */
import type { RulesAdapter } from './adapter.ts';
import { RulesError } from './errors.ts';

/** Asks a document for selectors, and names the rule of one that cannot be read. */
export class Selectors<N> {
  readonly #adapter: RulesAdapter<N>;
  readonly #root: N;
  /** Layouts share conditions. */
  readonly #matched = new Map<string, boolean>();

  constructor(adapter: RulesAdapter<N>, root: N) {
    this.#adapter = adapter;
    this.#root = root;
  }

  /** Whether a selector matches. `path` is its member of the rules. */
  matches(selector: string, path: string): boolean {
    const known = this.#matched.get(selector);
    if (known !== undefined) return known;
    const { first } = this.#adapter;
    const matched = named(path, selector, () =>
      first ? first(selector, this.#root) != null : this.#adapter.select(selector, this.#root).length > 0,
    );
    this.#matched.set(selector, matched);
    return matched;
  }

  all(selector: string, path: string): readonly N[] {
    return named(path, selector, () => Array.from(this.#adapter.select(selector, this.#root)));
  }

  /** Elements that one of the rules matches, in document order: one walk over the document. */
  allOf(rules: readonly { readonly selector: string }[], path: string): readonly N[] {
    if (rules.length === 0) return [];
    try {
      return this.all(rules.map(({ selector }) => selector).join(),  path);
    } catch (error) {
      for (const [index, { selector }] of rules.entries()) this.all(selector, `${path}[${index}].selector`);
      throw error;
    }
  }
}

function named<T>(path: string, selector: string, ask: () => T): T {
  try {
    return ask();
  } catch (cause) {
    throw new RulesError('SELECTOR_INVALID', `${path}: this document cannot read the selector ${selector}`, { cause });
  }
}
