/** Measures the reliability of rules on the groups of held-out pages. */
import type { Rule } from '../apply/rules.ts';
import { toXPath } from '../export/xpath.ts';
import { allOf, type Texts } from '../groups/layout-group.ts';
import type { Candidate } from './candidates.ts';
import type { Cover } from './cover.ts';
import { type Evidence, insideOf, presence } from './evidence.ts';

const rounded = (share: number): number => Math.round(share * 1000) / 1000;

/** `out`: the groups that are removed from the text. */
export function ruleOf(
  evidence: Evidence,
  candidate: Candidate,
  kind: keyof Texts,
  out: readonly boolean[] = [],
): Rule {
  let [right, all] = [0, 0];
  for (const [group, { [evidence.measured]: texts }] of evidence.groups.entries()) {
    if (candidate.inside[group] !== true || out[group] === true) continue;
    right += texts[kind];
    all += allOf(texts);
  }
  return withPrecision(evidence, candidate, all === 0 ? 1 : right / all);
}

export function withPrecision(evidence: Evidence, { css, nodes }: Candidate, precision: number): Rule {
  const seen = presence(evidence, nodes);
  return {
    ...{ selector: css, xpath: toXPath(css) },
    support: Math.round(seen * evidence.layout.pages),
    recall: rounded(presence(evidence, nodes, 'tests')),
    stability: rounded(seen === 0 ? 0 : Math.min(1, presence(evidence, nodes, 'latest') / seen)),
    precision: rounded(precision),
  };
}

/**
 * F1 of the text that selectors find on pages of this layout, compared with its content. The selectors may be those of
 * another layout.
 */
export function fidelityOf(evidence: Evidence, { included, excluded }: Cover): number {
  const insideAny = (candidates: readonly Candidate[]): boolean[] =>
    insideOf(
      evidence,
      candidates.flatMap(({ selector }) => evidence.matching(selector)),
    );
  const [ins, outs] = [insideAny(included), insideAny(excluded)];
  let [hit, found, wanted] = [0, 0, 0];
  for (const [group, { [evidence.measured]: texts }] of evidence.groups.entries()) {
    wanted += texts.content;
    if (ins[group] !== true || outs[group] === true) continue;
    hit += texts.content;
    found += allOf(texts);
  }
  return found + wanted === 0 ? 1 : (2 * hit) / (found + wanted);
}
