/**
 * The template of a site as a thing: layouts, rules, changes.
 *
 * @module @refrain/rules
 */

export type {
  FieldRule,
  ItemRecord,
  ItemRule,
  LayoutRules,
  Region,
  RegionRule,
  Rule,
  RulesCode,
  SiteRules,
} from './apply/index.ts';
export { RULES_VERSION, RulesError, readRules } from './apply/index.ts';
export type {
  BrokenRule,
  DriftEvent,
  NewLayoutEvent,
  RedesignEvent,
  RegionChange,
  RulesBrokenEvent,
  TemplateEvent,
} from './changes/events.ts';
export { diffRules, formatDiff, type RulesChange, type RulesDiff } from './diff.ts';
export { type FilterOptions, toFilterList } from './export/filter-list.ts';
export { type Expressions, type ScraperConfig, type ScraperLayout, toScraperConfig } from './export/scraper-config.ts';
export { type Crawl4aiConfig, type Crawl4aiField, toCrawl4ai } from './export/to-crawl4ai.ts';
export { toSiteConfig } from './export/to-site-config.ts';
export { toXPath } from './export/xpath.ts';
export { PageRules, type PageValues, type RuleMiss } from './hand/page-rules.ts';
export { type LineProblem, readSiteConfig } from './hand/read-site-config.ts';
export { type PageRow, rowsOf, SiteRows } from './site-rows.ts';
export { type LayoutRecord, SiteTemplate, type SiteTemplateOptions } from './site-template.ts';
export type { PageLink, TemplateLink, TemplateTextBlock, TemplateTextRecord, TextRegion } from './template-texts.ts';
export { TemplateTexts } from './template-texts.ts';
