/** Rules as a configuration of crawl4ai. */
import { readRules } from '../apply/read.ts';
import type { LayoutRules, Rule, SiteRules } from '../apply/rules.ts';
import { toXPath, valuePaths, xpathOf } from './xpath.ts';

/** Arguments of `CrawlerRunConfig`, and the schema of a `JsonXPathExtractionStrategy`. */
export interface Crawl4aiConfig {
  /** Elements that become Markdown: one selector, since an element that two of them find would come twice. */
  readonly target_elements: readonly string[];
  /** Elements that are taken out first. */
  readonly excluded_selector: string;
  /** Title, date, author and items. Of fields with one name, the last that is found counts. */
  readonly schema: {
    readonly name: string;
    readonly baseSelector: string;
    /** Each the text of an element, or an attribute. */
    readonly fields: readonly {
      readonly name: string;
      /** XPath, below the page. */
      readonly selector: string;
      readonly type: 'text' | 'attribute' | 'list';
      readonly attribute?: string;
      /** Of a list: what is read of each element. */
      readonly fields?: readonly { readonly name: string; readonly type: 'text' }[];
    }[];
  };
}

type Crawl4aiField = Crawl4aiConfig['schema']['fields'][number];

const NAME_MAX = 200;
/** What is found on fewer pages is no target: a page without it would be empty. */
const FOUND_MIN = 0.95;

/**
 * The rules of a site for crawl4ai. It knows no layouts, so it gets the rules of all pages. Where there are none, it gets those of each
 * layout, without template that is content in another.
 *
 * @throws {RulesError} `SELECTOR_INVALID` for a selector by hand that has no XPath and cannot be written as such; `RULES_INVALID`,
 * `RULES_VERSION`
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

/** The first rule of a part has most of its text. A rule by hand has no figures. Of two rules, one may find what is in the other's. */
function targetsOf({ main, content }: LayoutRules): readonly Rule[] {
  const isFound = ([first]: readonly Rule[]): boolean =>
    first !== undefined && (first.support === 0 || first.recall >= FOUND_MIN);
  const parts = [main, content].filter((rules) => isFound(rules) && !rules.some(mayNest));
  return parts.find(({ length }) => length === 1) ?? parts[0] ?? [];
}

/** Whether an element that a made rule finds may be in another one: crawl4ai would write its text twice. */
const mayNest = ({ selector, support }: Rule): boolean =>
  support > 0 &&
  /(?:^|[^>\s]\s+)(?:div|section|[uo]l|li|table|tbody|t[rdh]|span|blockquote|dl|dd)$/i.test(selector.trim());

/** Each selector once. Of one that it cannot read, crawl4ai makes a list of none: that is an error here. */
const once = (rules: readonly Rule[]): string[] => {
  const selectors = [...new Set(rules.map(({ selector }) => selector.trim()))];
  for (const selector of selectors) toXPath(selector);
  return selectors;
};

/** The first rule that matches counts, and for crawl4ai the last. */
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
