/** Selectors of rules on one document. */
import type { RulesAdapter } from './adapter.ts';
import { RulesError } from './errors.ts';
import { Places } from './places.ts';

type Selecting = readonly { readonly selector: string }[];

/** Asks a document for selectors, and names the rule of one that cannot be read. */
export class Selectors<N> {
  readonly #adapter: RulesAdapter<N>;
  readonly #root: N;
  #places: Places<N> | undefined;

  constructor(adapter: RulesAdapter<N>, root: N) {
    this.#adapter = adapter;
    this.#root = root;
  }

  /** Elements that a selector matches, in document order. `path` is its member of the rules. */
  all(selector: string, path: string): readonly N[] {
    try {
      return this.#index()?.find(selector) ?? Array.from(this.#adapter.select(selector, this.#root));
    } catch (cause) {
      throw new RulesError('SELECTOR_INVALID', `${path}: this document cannot read the selector ${selector}`, {
        cause,
      });
    }
  }

  /** Elements that one of the rules matches, in document order, each once. */
  allOf(rules: Selecting, path: string): readonly N[] {
    const lists = rules.map(({ selector }, index) => this.all(selector, `${path}[${index}].selector`));
    if (lists.length < 2) return lists[0] ?? [];
    const places = this.#index();
    return places === undefined
      ? this.all(rules.map(({ selector }) => selector).join(), path)
      : places.inOrder(new Set(lists.flat()));
  }

  /** Browsers have an index of their own. */
  #index(): Places<N> | undefined {
    if (this.#adapter.isIndexed) return undefined;
    this.#places ??= new Places(this.#adapter, this.#root);
    return this.#places;
  }
}
