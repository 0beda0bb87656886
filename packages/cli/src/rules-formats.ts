/** How rules are written, by `--format`. */
import type { SiteRules } from '@refrain/rules';
import type { RulesFormat } from './rules-arguments.ts';

export const WRITERS: Readonly<Record<RulesFormat, (rules: SiteRules) => string>> = {
  json: (rules) => `${JSON.stringify(rules, null, 2)}\n`,
};
