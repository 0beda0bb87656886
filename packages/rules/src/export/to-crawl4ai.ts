import { readRules } from '../apply/read-rules.ts';
import type { LayoutRules, Rule, SiteRules } from '../apply/rules.ts';
import { toXPath, valuePaths, xpathOf } from './xpath.ts';

/** Arguments of `CrawlerRunConfig`, and the schema of a `JsonXPathExtractionStrategy`. */
export interface Crawl4aiConfig {
  /** Elements for Markdown. Only one selector, because an element that two selectors match would be repeated. */
  readonly target_elements: readonly string[];
  /** Elements to be removed first. */
  readonly excluded_selector: string;
  /** Title, date, author and items. If several fields have the same name, the last one that is found is used. */
  readonly schema: {
    readonly name: string;
    readonly baseSelector: string;
    readonly fields: readonly {
      readonly name: string;
      /** XPath, below the page. */
      readonly selector: string;
      readonly type: 'text' | 'attribute' | 'list';
      readonly attribute?: string;
      /** The fields of each element of a list. */
      readonly fields?: readonly { readonly name: string; readonly type: 'text' }[];
    }[];
  };
}

type Crawl4aiField = Crawl4aiConfig['schema']['fields'][number];

const NAME_MAX = 200;
/** Minimum share of pages with a match for a target. A page without a match would be empty. */
const FOUND_MIN = 0.95;

/**
 * The rules of a site for crawl4ai. crawl4ai does not distinguish layouts, so the rules of all pages are used.
 * Otherwise those of each layout are used, except template rules that match content in another layout.
 *
 * @throws {RulesError} `SELECTOR_INVALID` for a handwritten selector that has no XPath and cannot be converted;
 * `RULES_INVALID`, `RULES_VERSION`
 */
export function toCrawl4ai(rules: SiteRules): Crawl4aiConfig {
  const { site, layouts } = readRules(rules);
  const general = layouts.find(({ has, hasNot }) => has.length + hasNot.length === 0);
  const used = general === undefined ? layouts : [general];
  const targets = once(used.flatMap(targetsOf));
  const contents = new Set(used.flatMap(({ main, content, items }) => once([...main, ...content, ...items])));
  const excluded = once(used.flatMap(({ template }) => template)).filter((selector) => !contents.has(selector));
  return {
    target_elements: targets.length === 0 ? [] : [targets.join(', ')],
    excluded_selector: excluded.join(', '),
    schema: {
      name: site.slice(0, NAME_MAX),
      baseSelector: '//html',
      fields: [
        ...(['title', 'date', 'author'] as const).flatMap((part) => valuesOf(layouts, part)),
        ...itemsOf(layouts),
      ],
    },
  };
}

/**
 * Only the first rule of a part, which has most of its text: elements of two rules may be nested. Handwritten rules
 * have no figures.
 */
function targetsOf({ main, content }: LayoutRules): readonly Rule[] {
  const isFound = ([first]: readonly Rule[]): boolean =>
    first !== undefined && (first.support === 0 || first.recall >= FOUND_MIN);
  const parts = [main, content].filter((rules) => isFound(rules) && !rules.some(mayNest));
  return parts.find(({ length }) => length === 1) ?? parts[0] ?? [];
}

/** True if an element of a generated rule may be nested in another one: crawl4ai would repeat its text. */
const mayNest = ({ selector, support }: Rule): boolean =>
  support > 0 &&
  /(?:^|[^>\s]\s+)(?:div|section|[uo]l|li|table|tbody|t[rdh]|span|blockquote|dl|dd)$/i.test(selector.trim());

/** Throws if a selector is invalid. crawl4ai would silently return an empty list. */
const once = (rules: readonly Rule[]): string[] => {
  const selectors = [...new Set(rules.map(({ selector }) => selector.trim()))];
  for (const selector of selectors) toXPath(selector);
  return selectors;
};

/** In reverse order: crawl4ai uses the last field that matches, this package the first rule. */
function valuesOf(layouts: readonly LayoutRules[], part: 'title' | 'date' | 'author'): Crawl4aiField[] {
  const fields = layouts
    .flatMap((layout) => layout[part])
    .flatMap((rule) => valuePaths(rule, part))
    .map(({ path, attribute }): Crawl4aiField => {
      const field = { name: part, selector: path };
      return attribute === undefined ? { ...field, type: 'text' } : { ...field, type: 'attribute', attribute };
    });
  const known = new Map(fields.map((field) => [JSON.stringify(field), field]));
  return [...known.values()].reverse();
}

function itemsOf(layouts: readonly LayoutRules[]): Crawl4aiField[] {
  const paths = new Set(layouts.flatMap(({ items }) => items.map(xpathOf)));
  if (paths.size === 0) return [];
  const fields = [{ name: 'text', type: 'text' }] as const;
  return [{ name: 'items', selector: [...paths].join(' | '), type: 'list', fields }];
}
