/** Rules of a site from the places of its layouts. */
import { RULES_VERSION, RulesError, type SiteRules } from '../apply/index.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import { merged } from '../template/merged.ts';
import { rulesOfLayout } from './layout-rules.ts';
import { recognise } from './recognise.ts';

/** Pages of a layout that rules are made from at least. */
export const PAGES_MIN = 8;

/**
 * Rules of each layout that has pages enough. Where a site has several, the last ones are those of all pages: for pages of rare
 * layouts, and of those that come later.
 *
 * @throws {RulesError} `TOO_FEW_PAGES`
 */
export function makeRules(site: string, pages: number, layouts: readonly LayoutTemplate[]): SiteRules {
  if (pages < PAGES_MIN) {
    throw new RulesError('TOO_FEW_PAGES', `${site}: ${pages} pages were seen, and rules need ${PAGES_MIN} or more`);
  }
  const known = layouts.filter((layout) => layout.pages >= PAGES_MIN);
  const rare = layouts.filter((layout) => layout.pages < PAGES_MIN);
  const isOne = layouts.length === 1;
  const told = recognise(known, rare).filter(({ has, hasNot }) => isOne || has.length + hasNot.length > 0);
  return {
    ...{ version: RULES_VERSION, site, pages },
    layouts: [
      // Pages of the only layout need no conditions.
      ...told.map(({ layout, has, hasNot }) => ({ ...rulesOfLayout(layout, pages), ...(!isOne && { has, hasNot }) })),
      ...(isOne ? [] : [rulesOfLayout(merged(layouts), pages)]),
    ],
  };
}
