/** How rules are written, by `--format`. */
import { type SiteRules, toFilterList, toScraperConfig } from '@refrain/rules';
import type { RulesFormat } from './rules-arguments.ts';

const lineOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

export const WRITERS: Readonly<Record<RulesFormat, (rules: SiteRules) => string>> = {
  json: lineOf,
  filters: toFilterList,
  scraper: (rules) => lineOf(toScraperConfig(rules)),
};
