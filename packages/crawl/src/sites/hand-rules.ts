import { PageRules, type RuleMiss, type SiteRules } from '@refrain/rules';
import type { Page } from 'refrain';

type RulesOf = (site: string) => SiteRules | undefined;

/** A rule that matched nothing on a page, with its site. */
export interface SiteRuleMiss extends RuleMiss {
  readonly site: string;
}

export class HandRules {
  readonly #rulesOf: RulesOf;
  readonly #sites = new Map<string, { readonly given: SiteRules; readonly rules: PageRules }>();

  constructor(rulesOf: RulesOf) {
    this.#rulesOf = rulesOf;
  }

  /** Replaces verdicts and metadata of a page by those of the rules of its site. */
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

  misses(): SiteRuleMiss[] {
    return [...this.#sites].flatMap(([site, { rules }]) => rules.misses().map((miss) => ({ site, ...miss })));
  }
}
