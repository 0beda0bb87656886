/** How well selectors find the content of a layout: in the places that are known of its pages, without the pages themselves. */
import type { Texts } from '../template/place-node.ts';
import { type Evidence, insideOf } from './evidence.ts';
import { isTested } from './measured.ts';
import type { Selector } from './selector.ts';

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
