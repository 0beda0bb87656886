/**
 * Applies rules of a site to a document, without WebAssembly and without other packages.
 *
 * @module @refrain/rules/apply
 */

export type { RulesAdapter } from './adapter.ts';
export { domhandlerAdapter } from './adapter.ts';
export type { ApplyOptions, ElementOf, TemplateElement } from './apply.ts';
export { AppliedRules, applyRules, layoutOf } from './apply.ts';
export { readRules } from './read-rules.ts';
export type { Part, SiteRules } from './rules.ts';
export { PARTS, REGIONS, RulesError } from './rules.ts';
