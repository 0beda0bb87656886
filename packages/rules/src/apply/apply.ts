import { type DomNode, domAdapter, type RulesAdapter } from './adapter.ts';
import { lengthOf, textOf } from './element-text.ts';
import { type ItemRecord, recordsOf } from './item-records.ts';
import { rulesOf } from './read-rules.ts';
import {
  type LayoutRules,
  PARTS,
  type Part,
  type Region,
  type RegionRule,
  RulesError,
  type SiteRules,
  valueAttribute,
} from './rules.ts';
import { insideOf, Selectors } from './selectors.ts';

/**
 * Minimum share of the text outside the template that content rules must find. If they find less, they were made from
 * other pages.
 */
const FOUND_MIN = 0.02;

/** Options of `applyRules`. */
export interface ApplyOptions<N = never> {
  /** Id of the layout; default: the first one whose conditions the document meets. */
  readonly layout?: number | undefined;
  /** Reads trees that are not DOM: see `domhandlerAdapter`. */
  readonly adapter?: RulesAdapter<N> | undefined;
  /** URL of the document, to resolve the links of records. Default: links are unchanged. */
  readonly url?: string | undefined;
}

/** The type of the elements of a document. */
export type ElementOf<Root> = Root extends { querySelector(selector: string): infer Found } ? NonNullable<Found> : Root;

/** An element of the template. */
export interface TemplateElement<E> {
  readonly element: E;
  readonly region: Region;
  readonly rule: RegionRule;
}

/**
 * Applies rules to a document, without changing it.
 *
 * @param document a document, fragment or element. Its descendants are searched
 * @throws {RulesError} `NO_LAYOUT` if no layout of the rules matches; `SELECTOR_INVALID`, `RULES_INVALID`,
 * `DOCUMENT_INVALID`, `OPTION_INVALID`
 */
export function applyRules<Root extends object, N = ElementOf<Root>>(
  document: Root,
  rules: SiteRules,
  options: ApplyOptions<N> = {},
): AppliedRules<ElementOf<Root>> {
  const adapter = adapterOf(document, options);
  const selectors = new Selectors<object>(adapter, document);
  const read = rulesOf(rules);
  const { layout, url } = options;
  if (layout !== undefined && typeof layout !== 'number')
    throw new RulesError('OPTION_INVALID', 'layout must be a number');
  if (url !== undefined && typeof url !== 'string') throw new RulesError('OPTION_INVALID', 'url must be a string');
  const index = layoutIndex(selectors, read, layout);
  return new AppliedRules<object>({ adapter, root: document, selectors }, read, index, url) as never;
}

function adapterOf<N>(document: unknown, options: ApplyOptions<N>): RulesAdapter<object> {
  try {
    const { adapter } = options;
    if (typeof adapter?.select === 'function') return adapter as unknown as RulesAdapter<object>;
    const node = document as DomNode;
    if (adapter === undefined && node.nodeType > 0) return domAdapter as unknown as RulesAdapter<object>;
  } catch {
    // Errors of getters: the value is not a document.
  }
  throw new RulesError('DOCUMENT_INVALID', 'rules need a node of a DOM, or an adapter');
}

/**
 * The layout of a document; undefined if none of the rules matches.
 *
 * @throws {RulesError} `SELECTOR_INVALID`, `RULES_INVALID`, `DOCUMENT_INVALID`, `OPTION_INVALID`
 */
export function layoutOf<Root extends object, N = ElementOf<Root>>(
  document: Root,
  rules: SiteRules,
  options: ApplyOptions<N> = {},
): LayoutRules | undefined {
  const adapter = adapterOf(document, options);
  const { layouts } = rulesOf(rules);
  return layouts[fittingIndex(new Selectors(adapter, document as object), layouts)];
}

function layoutIndex<N>(selectors: Selectors<N>, { layouts, site }: SiteRules, id: number | undefined): number {
  const index = id === undefined ? fittingIndex(selectors, layouts) : layouts.findIndex((layout) => layout.id === id);
  if (index >= 0) return index;
  const ids = layouts.map((layout) => layout.id).join(', ') || 'none';
  const message =
    id === undefined
      ? `the document has none of the layouts of ${site} (${ids})`
      : `the rules of ${site} have no layout ${id}, but ${ids}`;
  throw new RulesError('NO_LAYOUT', message);
}

function fittingIndex<N>(selectors: Selectors<N>, layouts: readonly LayoutRules[]): number {
  return layouts.findIndex(
    ({ has, hasNot }, layout) =>
      has.every((selector, at) => selectors.all(selector, `layouts[${layout}].has[${at}]`).length > 0) &&
      hasNot.every((selector, at) => selectors.all(selector, `layouts[${layout}].hasNot[${at}]`).length === 0),
  );
}

interface RuledDocument<E> {
  readonly adapter: RulesAdapter<E>;
  readonly root: E;
  readonly selectors: Selectors<E>;
}

/** Result of applying rules to a document. `E` is the type of its elements. */
export class AppliedRules<E> {
  readonly layout: LayoutRules;
  /** Outermost elements of the content and of the main content outside the template. */
  readonly content: readonly E[];
  readonly main: readonly E[];
  readonly #adapter: RulesAdapter<E>;
  readonly #selectors: Selectors<E>;
  readonly #path: string;
  readonly #url: string | undefined;
  readonly #removed: Set<E>;
  #template: readonly TemplateElement<E>[] | undefined;
  #isWithoutTemplate = false;

  constructor({ adapter, root, selectors }: RuledDocument<E>, { layouts }: SiteRules, index: number, url?: string) {
    this.layout = layouts[index] as LayoutRules;
    this.#url = url;
    this.#adapter = adapter;
    this.#selectors = selectors;
    this.#path = `layouts[${index}]`;
    this.#removed = new Set(this.#matched('template'));
    const main = this.#outside(this.#matched('main'));
    const content = this.#outside(this.#matched('content'));
    const body = this.#outside([adapterBody(selectors, root)]);
    const least = FOUND_MIN * this.#lengthOf(body);
    this.content = content.length > 0 && this.#lengthOf(content) >= least ? content : body;
    this.main = main.length > 0 && this.#lengthOf(main) >= least ? main : this.content;
  }

  /** Elements of the template with their regions, each once, in document order; they may be nested. */
  get template(): readonly TemplateElement<E>[] {
    this.#template ??= this.#findTemplate();
    return this.#template;
  }

  /** Elements for the title, of the first matching rule. */
  get title(): readonly E[] {
    return this.#first('title');
  }

  /** As `title`, for the date. */
  get date(): readonly E[] {
    return this.#first('date');
  }

  /** As `title`, for the author. */
  get author(): readonly E[] {
    return this.#first('author');
  }

  /** Posts of a thread or entries of a listing; they may be nested. */
  get items(): readonly E[] {
    return this.#matched('items');
  }

  /** Values of items outside the template, by rules that have fields; rule by rule, in document order. */
  get records(): readonly ItemRecord<E>[] {
    return recordsOf(this.#adapter, this.#selectors, this.layout.items, {
      ...{ path: `${this.#path}.items`, removed: this.#removed, url: this.#url },
    });
  }

  /** Parts whose rules match nothing in this document, possibly because the site has changed. */
  get missing(): readonly Part[] {
    return PARTS.filter((part) => this.layout[part].length > 0 && this.#matched(part).length === 0);
  }

  /** Readable text of a part, without the template inside; one line for each line of the page. */
  text(part: Part = 'main'): string {
    if (part === 'template') return textOf(this.#adapter, this.#outermost([...this.#removed]), new Set());
    const elements = this[part];
    if (part === 'items')
      return this.#outermost(elements)
        .map((item) => this.textOf(item))
        .join('\n');
    if (part === 'content' || part === 'main') return textOf(this.#adapter, elements, this.#removed);
    return this.#outermost(elements)
      .map((element) => this.#valueOf(element))
      .join('\n');
  }

  /** Readable text of an element, for example of an item. */
  textOf(element: E): string {
    return textOf(this.#adapter, [element], this.#removed);
  }

  /**
   * Removes the template from the document, and returns the number of removed elements. Afterwards selectors find
   * nothing in the template, so read its values, for example a date, before.
   */
  removeTemplate(): number {
    if (this.#isWithoutTemplate) return 0;
    this.#template ??= this.#findTemplate();
    this.#isWithoutTemplate = true;
    const outermost = this.#outermost([...this.#removed]);
    // In reverse order, because libraries search sibling lists from the end.
    for (const element of [...outermost].reverse()) this.#adapter.remove(element);
    return outermost.length;
  }

  #lengthOf(elements: readonly E[]): number {
    return lengthOf(this.#adapter, elements, this.#removed);
  }

  #findTemplate(): readonly TemplateElement<E>[] {
    const rules = new Map<E, RegionRule>();
    for (const [index, rule] of this.layout.template.entries()) {
      for (const element of this.#selectors.all(rule.selector, `${this.#path}.template[${index}].selector`)) {
        if (!rules.has(element)) rules.set(element, rule);
      }
    }
    return [...this.#removed].map((element) => {
      const rule = rules.get(element) as RegionRule;
      return { element, region: rule.region, rule };
    });
  }

  #matched(part: Part): readonly E[] {
    return this.#selectors.allOf(this.layout[part], `${this.#path}.${part}`);
  }

  #first(part: Part): readonly E[] {
    for (const [index, { selector }] of this.layout[part].entries()) {
      const found = this.#selectors.all(selector, `${this.#path}.${part}[${index}].selector`);
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * The outermost elements that are not in the template. If all of them are in the template, the template around them
   * is ignored.
   */
  #outside(elements: readonly E[]): readonly E[] {
    const outermost = this.#outermost(elements);
    const isRemoved = insideOf(this.#adapter, this.#removed);
    const outside = outermost.filter((element) => !isRemoved(element));
    if (outside.length > 0) return outside;
    const freed = new Set<E>();
    for (const element of outermost) {
      for (let at: E | null | undefined = element; at != null && !freed.has(at); at = this.#adapter.parent(at)) {
        freed.add(at);
        this.#removed.delete(at);
      }
    }
    return outermost;
  }

  #outermost(elements: readonly E[]): readonly E[] {
    const isIn = insideOf(this.#adapter, new Set(elements));
    return elements.filter((element) => !isIn(this.#adapter.parent(element)));
  }

  #valueOf(element: E): string {
    const value = valueAttribute(this.#adapter.name(element)?.toLowerCase());
    const given = value && this.#adapter.attribute(element, value)?.trim();
    return given || textOf(this.#adapter, [element], new Set());
  }
}

const adapterBody = <N>(selectors: Selectors<N>, root: N): N => selectors.all('body', '')[0] ?? root;
