/**
 * The template of a site as a thing: layouts, rules, changes.
 *
 * @module @refrain/rules
 */

export type { LayoutRules, Region, RegionRule, Rule, RulesCode, SiteRules } from './apply/index.ts';
export { RULES_VERSION, RulesError } from './apply/index.ts';
export { type LayoutRecord, SiteTemplate } from './site-template.ts';
export type { TemplateTextBlock, TemplateTextRecord, TextRegion } from './template-texts.ts';
export { TemplateTexts } from './template-texts.ts';
