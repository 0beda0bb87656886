import { type LayoutRules, RULES_VERSION, RulesError, type SiteRules } from '../apply/rules.ts';
import { allOf } from '../groups/layout-group.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import { mergeLayouts } from '../template/merge-layouts.ts';
import { candidatesOf } from './candidates.ts';
import { type Cover, coverOf } from './cover.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { fieldsOf, itemsOf } from './fields.ts';
import { recognise } from './recognise.ts';
import { regionsOf } from './regions.ts';
import { fidelityOf, ruleOf } from './reliability.ts';

/** Minimum number of pages for rules of a site, and of a layout. */
const PAGES_MIN = 8;

/** Number of read pages among the first `PAGES_MIN` pages of a layout. */
const SAMPLES_MIN = 6;

/**
 * The rules of a layout are used if the F1 of its content is at most this much below that of the rules of all pages:
 * few pages are held out.
 */
const LOSS_MAX = 0.01;

/**
 * Rules of the site. A layout has its own rules, unless the rules of all pages find its content better, which is
 * possible if it has few pages. The rules of all pages are last, with the id 0, and apply to all other pages.
 *
 * @throws {RulesError} `TOO_FEW_PAGES`
 */
export function makeRules(site: string, pages: number, layouts: readonly LayoutTemplate[]): SiteRules {
  if (pages < PAGES_MIN) {
    const name = site === '' ? 'the site' : site;
    throw new RulesError('TOO_FEW_PAGES', `${name}: ${pages} pages were seen, and rules need ${PAGES_MIN} or more`);
  }
  return { ...{ version: RULES_VERSION, site, pages }, layouts: rulesOf(layouts, pages) };
}

function rulesOf(layouts: readonly LayoutTemplate[], pages: number): LayoutRules[] {
  const [only, ...others] = layouts;
  // The only layout needs no conditions.
  if (only !== undefined && others.length === 0) return [rulesOfLayout(only, pages).rules];
  const whole = rulesOfLayout(mergeLayouts(layouts), pages);
  const own = new Map<LayoutTemplate, LayoutRules>();
  for (const layout of layouts) {
    if (layout.samples < SAMPLES_MIN) continue;
    const { rules, evidence, cover } = rulesOfLayout(layout, pages);
    const loss = fidelityOf(evidence, whole.cover) - fidelityOf(evidence, cover);
    if (loss <= LOSS_MAX) own.set(layout, rules);
  }
  const rest = layouts.filter((layout) => !own.has(layout));
  const recognised = recognise([...own.keys()], rest).filter(({ has, hasNot }) => has.length + hasNot.length > 0);
  return [
    ...recognised.map(({ layout, has, hasNot }) => ({ ...(own.get(layout) as LayoutRules), has, hasNot })),
    whole.rules,
  ];
}

/** Minimum text of a group from which a rule of content is made, as a share of the page. */
const TEXT_MIN = 0.002;

interface MadeRules {
  readonly rules: LayoutRules;
  readonly evidence: Evidence;
  readonly cover: Cover;
}

function rulesOfLayout(layout: LayoutTemplate, pagesOfSite: number): MadeRules {
  const evidence = evidenceOf(layout);
  const { groups, whole } = evidence;
  const large = groups.map(({ node }) => node).filter(({ made }) => allOf(made) >= whole * TEXT_MIN);
  const candidates = candidatesOf(evidence, large);
  const contentGains = groups.map(({ made }) => made.content - made.template);
  const cover = coverOf(evidence, contentGains, candidates);
  const { included, excluded } = cover;
  const out = groups.map((_, group) => excluded.some(({ inside }) => inside[group]));
  const isContent = out.map((isOut, group) => !isOut && included.some(({ inside }) => inside[group]));
  const mainGains = groups.map(({ made }) => 2 * made.main - allOf(made));
  const main = coverOf(evidence, mainGains, candidates, excluded).included;
  const rules: LayoutRules = {
    ...{ id: layout.id, pages: layout.pages, share: layout.pages / Math.max(1, pagesOfSite) },
    examples: layout.examples,
    ...{ has: [], hasNot: [] },
    template: regionsOf(evidence, excluded, isContent),
    content: included.map((one) => ruleOf(evidence, one, 'content', out)),
    main: main.map((one) => ruleOf(evidence, one, 'main', out)),
    ...fieldsOf(evidence, isContent),
    items: itemsOf(evidence, isContent),
  };
  return { rules, evidence, cover };
}
