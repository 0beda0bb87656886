/**
 * The template of a site as a value: layouts, rules, changes.
 *
 * @module @refrain/rules
 */

export type { ItemRecord } from './apply/item-records.ts';
export { readRules } from './apply/read-rules.ts';
export type {
  FieldRule,
  ItemRule,
  LayoutRules,
  Region,
  RegionRule,
  Rule,
  RulesCode,
  SiteRules,
} from './apply/rules.ts';
export { RULES_VERSION, RulesError } from './apply/rules.ts';
export type {
  DriftEvent,
  NewLayoutEvent,
  RedesignEvent,
  TemplateEvent,
} from './changes/events.ts';
export { toFilterList } from './export/filter-list.ts';
export { type Expressions, type ScraperConfig, type ScraperLayout, toScraperConfig } from './export/scraper-config.ts';
export { toSiteConfig } from './export/to-site-config.ts';
export { toXPath } from './export/xpath.ts';
export { PageRules, type RuleMiss } from './hand/page-rules.ts';
export { readSiteConfig } from './hand/read-site-config.ts';
export { type PageRow, rowsOf, SiteRows } from './site-rows.ts';
export { type LayoutRecord, SiteTemplate, type SiteTemplateOptions } from './site-template.ts';
export type { TemplateLink, TemplateTextBlock, TemplateTextRecord } from './template-texts.ts';
export { TemplateTexts } from './template-texts.ts';
