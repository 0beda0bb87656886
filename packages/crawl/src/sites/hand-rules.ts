/** Rules that persons have written for sites, on the pages of many sites. */
import { PageRules, type RuleMiss, type SiteRules } from '@refrain/rules';
import type { Page } from 'refrain';

type RulesOf = (site: string) => SiteRules | undefined;

/** What a rule of a site has missed. */
export interface SiteRuleMiss extends RuleMiss {
  readonly site: string;
}

export class HandRules {
  readonly #rulesOf: RulesOf;
  /** Only sites that have rules. */
  readonly #sites = new Map<string, { readonly given: SiteRules; readonly rules: PageRules }>();

  constructor(rulesOf: RulesOf) {
    this.#rulesOf = rulesOf;
  }

  /** Puts what the rules of the site decide in place of the verdicts on its page, and of its metadata. */
  readonly policy = (site: string, page: Page): void => {
    const given = this.#rulesOf(site);
    if (given === undefined) return;
    let known = this.#sites.get(site);
    if (known?.given !== given) {
      known = { given, rules: new PageRules(given) };
      this.#sites.set(site, known);
    }
    known.rules.apply(page);
  };

  /** What the rules of each site have missed so far. */
  misses(): SiteRuleMiss[] {
    return [...this.#sites].flatMap(([site, { rules }]) => rules.misses().map((miss) => ({ site, ...miss })));
  }
}
