/** How far rules can be trusted: measured on pages that they were not made from, by the places that are known of these. */
import type { Rule } from '../apply/index.ts';
import type { Selector } from '../apply/selector.ts';
import type { PlaceNode, Texts } from '../template/place-node.ts';
import { toXPath } from '../xpath.ts';
import { type Evidence, insideOf, matchedBy, presence } from './evidence.ts';
import { cssOf } from './selector.ts';

const rounded = (share: number): number => Math.round(share * 1000) / 1000;

/** What a rule says of the text in its elements. */
export type Says = 'template' | 'content' | 'main';

/** The rule of a selector; `out`: the places that are taken out of it. */
export function ruleOf(evidence: Evidence, selector: Selector, says: Says, out: readonly boolean[] = []): Rule {
  const nodes = matchedBy(evidence, selector);
  const inside = insideOf(evidence, [selector]);
  let [right, all] = [0, 0];
  for (const [place, { tested, made }] of evidence.places.entries()) {
    if (inside[place] !== true || out[place] === true) continue;
    const texts: Texts = isTested(evidence) ? tested : made;
    right += texts[says];
    all += texts.template + texts.content;
  }
  return { ...measured(evidence, selector, nodes), precision: rounded(all === 0 ? 1 : right / all) };
}

/** Whether any page was kept to measure on: a few pages of a layout have none. */
export const isTested = ({ places }: Evidence): boolean =>
  places.some(({ node }) => node.tested.content + node.tested.template > 0);

/** The rule of a selector that selects single things, not text of a kind. */
export function fieldRuleOf(evidence: Evidence, selector: Selector, precision: number): Rule {
  return { ...measured(evidence, selector, matchedBy(evidence, selector)), precision: rounded(precision) };
}

function measured(evidence: Evidence, selector: Selector, nodes: readonly PlaceNode[]): Omit<Rule, 'precision'> {
  const css = cssOf(selector);
  const seen = presence(evidence, nodes);
  const latest = presence(evidence, nodes, 'latest');
  return {
    ...{ selector: css, xpath: toXPath(css) },
    support: Math.round(seen * evidence.layout.pages),
    recall: rounded(presence(evidence, nodes, 'tests')),
    stability: rounded(seen === 0 ? 0 : Math.min(1, latest / seen)),
  };
}

/** Selectors of the content, and of what is taken out of it. */
export interface ContentSelectors {
  readonly included: readonly Selector[];
  readonly excluded: readonly Selector[];
}

/** F1 of the text that selectors find against the content of a layout, on pages that rules are not made from where there are some. */
export function fidelityOf(evidence: Evidence, { included, excluded }: ContentSelectors): number {
  const isTest = isTested(evidence);
  const ins = insideOf(evidence, included);
  const outs = insideOf(evidence, excluded);
  let [hit, found, wanted] = [0, 0, 0];
  for (const [place, { tested, made }] of evidence.places.entries()) {
    const { content, template }: Texts = isTest ? tested : made;
    wanted += content;
    if (ins[place] !== true || outs[place] === true) continue;
    hit += content;
    found += content + template;
  }
  return found + wanted === 0 ? 1 : (2 * hit) / (found + wanted);
}
