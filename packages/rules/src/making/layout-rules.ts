/** Rules of one layout. */
import type { LayoutRules, RegionRule, Rule } from '../apply/index.ts';
import type { Selector } from '../apply/selector.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { coverOf } from './cover.ts';
import { type Evidence, evidenceOf, insideOf } from './evidence.ts';
import { fieldsOf } from './fields.ts';
import { itemsOf } from './items.ts';
import { type ContentSelectors, ruleOf } from './measured.ts';
import { regionsOf } from './regions.ts';

const selectorsOf = (list: readonly Candidate[]): Selector[] => list.map(({ selector }) => selector);

/** Places with less of the text begin no rule of content. */
const TEXT_MIN = 0.002;

/** Rules of a layout, with what they are made from. */
export interface MadeRules {
  readonly rules: LayoutRules;
  readonly evidence: Evidence;
  readonly selectors: ContentSelectors;
}

export function rulesOfLayout(layout: LayoutTemplate, pagesOfSite: number): MadeRules {
  const evidence = evidenceOf(layout);
  const { places, whole } = evidence;
  const large = places.filter(({ node }) => node.made.template + node.made.content >= whole * TEXT_MIN);
  const candidates = candidatesOf(
    evidence,
    large.map(({ node }) => node),
  );
  const contentGains = places.map(({ made }) => made.content - made.template);
  const { included, excluded } = coverOf(evidence, contentGains, candidates);
  const out = insideOf(evidence, selectorsOf(excluded));
  const isContent = insideOf(evidence, selectorsOf(included)).map((inside, place) => inside && out[place] !== true);
  const mainGains = places.map(({ made }) => made.main - (made.content + made.template - made.main));
  const main = coverOf(evidence, mainGains, candidates, excluded).included;
  const content: Rule[] = included.map((one) => ruleOf(evidence, one.selector, 'content', out));
  const template: RegionRule[] = regionsOf(evidence, excluded, isContent, candidates);
  const rules: LayoutRules = {
    ...{ id: layout.id, pages: layout.pages, share: layout.pages / Math.max(1, pagesOfSite) },
    examples: layout.examples.map(({ id }) => id),
    ...{ has: [], hasNot: [] },
    ...{ template, content },
    main: main.map((one) => ruleOf(evidence, one.selector, 'main', out)),
    ...fieldsOf(evidence, isContent),
    items: itemsOf(evidence, isContent),
  };
  return { rules, evidence, selectors: { included: selectorsOf(included), excluded: selectorsOf(excluded) } };
}
