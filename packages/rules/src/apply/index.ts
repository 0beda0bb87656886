/**
 * Rules of a site for a document, without WebAssembly and without other packages.
 *
 * @module @refrain/rules/apply
 */

export type { RulesAdapter } from './adapter.ts';
export { domhandlerAdapter } from './adapter.ts';
export type { ApplyOptions, ElementOf, TemplateElement } from './apply.ts';
export { AppliedRules, applyRules, layoutOf } from './apply.ts';
export { readRules } from './read.ts';
export type { ItemRecord } from './records.ts';
export type {
  FieldRule,
  ItemRule,
  LayoutRules,
  Part,
  Region,
  RegionRule,
  Rule,
  RulesCode,
  SiteRules,
} from './rules.ts';
export { PARTS, REGIONS, RULES_VERSION, RulesError } from './rules.ts';
