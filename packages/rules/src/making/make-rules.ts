/** Rules of a site from the places of its layouts. */
import { RULES_VERSION, RulesError, type SiteRules } from '../apply/index.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import { rulesOfLayout } from './layout-rules.ts';

/** Pages of a layout that rules are made from at least. */
export const PAGES_MIN = 8;

/** @throws {RulesError} `TOO_FEW_PAGES` */
export function makeRules(site: string, pages: number, layouts: readonly LayoutTemplate[]): SiteRules {
  const known = layouts.filter((layout) => layout.pages >= PAGES_MIN);
  if (known.length === 0) {
    const most = Math.max(0, ...layouts.map((layout) => layout.pages));
    throw new RulesError('TOO_FEW_PAGES', `${site}: ${most} pages of a layout were seen; rules need ${PAGES_MIN}`);
  }
  const ordered = [...known].sort((a, b) => b.pages - a.pages || a.id - b.id);
  return {
    ...{ version: RULES_VERSION, site, pages },
    layouts: ordered.map((layout) => rulesOfLayout(layout, pages)),
  };
}
