import { readRules } from '../apply/read-rules.ts';
import { type LayoutRules, PARTS, type Part, type Rule, type SiteRules } from '../apply/rules.ts';
import { toXPath, xpathOf } from './xpath.ts';

/** A layout of a site. */
export interface ScraperLayout {
  readonly id: number;
  /** A page has the layout if it matches all of `has` and none of `hasNot`. */
  readonly has: Expressions;
  readonly hasNot: Expressions;
  /** Elements to be removed first. */
  readonly remove: Expressions;
  /**
   * Expressions of each part that has rules. For `title`, `date` and `author`, use the first match; otherwise all
   * matches.
   */
  readonly fields: Readonly<Partial<Record<Exclude<Part, 'template'>, Expressions>>>;
}

/** The same elements, as CSS and as XPath. */
export interface Expressions {
  readonly css: readonly string[];
  readonly xpath: readonly string[];
}

/** Expressions of a site for a scraper. */
export interface ScraperConfig {
  readonly site: string;
  readonly layouts: readonly ScraperLayout[];
}

/**
 * The rules for scrapers, without figures.
 *
 * @throws {RulesError} `SELECTOR_INVALID` for a handwritten selector that has no XPath and cannot be converted;
 * `RULES_INVALID`, `RULES_VERSION`
 */
export function toScraperConfig(rules: SiteRules): ScraperConfig {
  const { site, layouts } = readRules(rules);
  return {
    site,
    layouts: layouts.map((layout) => ({
      id: layout.id,
      has: ofSelectors(layout.has),
      hasNot: ofSelectors(layout.hasNot),
      remove: ofRules(layout.template),
      fields: fieldsOf(layout),
    })),
  };
}

function fieldsOf(layout: LayoutRules): ScraperLayout['fields'] {
  const parts = PARTS.filter((part) => part !== 'template').filter((part) => layout[part].length > 0);
  return Object.fromEntries(parts.map((part) => [part, ofRules(layout[part])]));
}

const ofSelectors = (css: readonly string[]): Expressions => ({ css, xpath: css.map(toXPath) });

const ofRules = (rules: readonly Rule[]): Expressions => ({
  css: rules.map(({ selector }) => selector),
  xpath: rules.map(xpathOf),
});
