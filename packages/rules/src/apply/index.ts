/**
 * Rules of a site for a document, without WebAssembly and without other packages.
 *
 * @module @refrain/rules/apply
 */

export type { RulesCode } from './errors.ts';
export { RulesError } from './errors.ts';
export type { LayoutRules, Region, RegionRule, Rule, SiteRules } from './rules.ts';
export { RULES_VERSION } from './rules.ts';
