/** Decides blocks of a page by the selectors of its site in `refrain.config.json`. */
import { PageRules, type RuleMiss, readRules } from '@refrain/rules';
import type { Page } from 'refrain';
import type { SiteConfig, SiteConfigs } from '../arguments/config.ts';

export class SiteDecisions {
  readonly #configs: SiteConfigs;
  /** By the names of sites in the file. */
  readonly #rules = new Map<string, PageRules>();

  constructor(configs: SiteConfigs) {
    this.#configs = configs;
  }

  /** Keeps and drops what the selectors match; gives what is decided for the site. */
  apply(site: string, page: Page): SiteConfig | undefined {
    const name = Object.hasOwn(this.#configs, site) ? site : '*';
    const own = this.#configs[name];
    if (own === undefined || (own.keep ?? own.drop) === undefined) return own;
    const rules = this.#rules.get(name) ?? rulesOf(name, own);
    this.#rules.set(name, rules);
    rules.apply(page);
    return own;
  }

  /** What selectors have missed so far. */
  misses(): RuleMiss[] {
    return [...this.#rules.values()].flatMap((rules) => rules.misses());
  }
}

function rulesOf(site: string, { keep = [], drop = [] }: SiteConfig): PageRules {
  const named = (list: readonly string[], key: string) =>
    list.map((selector, at) => ({ selector, note: `sites.${site}.${key}[${at}]` }));
  const template = named(drop, 'drop').map((rule) => ({ region: 'template', ...rule }));
  return new PageRules(readRules({ version: 1, site, layouts: [{ id: 1, template }] }), named(keep, 'keep'));
}
