/**
 * The template of a site as a thing: layouts, rules, changes.
 *
 * @module @refrain/rules
 */

export type { LayoutRules, Region, RegionRule, Rule, RulesCode, SiteRules } from './apply/index.ts';
export { RULES_VERSION, RulesError } from './apply/index.ts';
export type {
  BrokenRule,
  DriftEvent,
  NewLayoutEvent,
  RedesignEvent,
  RegionChange,
  RulesBrokenEvent,
  TemplateEvent,
} from './changes/events.ts';
export { type LayoutRecord, SiteTemplate, type SiteTemplateOptions } from './site-template.ts';
