/**
 * The template of a site as a thing: layouts, rules, changes.
 *
 * @module @refrain/rules
 */

export type { LayoutRules, Region, RegionRule, Rule, RulesCode, SiteRules } from './apply/index.ts';
export { RULES_VERSION, RulesError, readRules } from './apply/index.ts';
export { diffRules, formatDiff, type RulesChange, type RulesDiff } from './diff.ts';
export { type FilterOptions, toFilterList } from './export/filters.ts';
export { type Expressions, type ScraperConfig, type ScraperLayout, toScraperConfig } from './export/scraper.ts';
export { type LayoutRecord, SiteTemplate } from './site-template.ts';
export { toXPath } from './xpath.ts';
