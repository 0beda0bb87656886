/** Selectors of rules, as CSS (Selectors Level 3) and for groups. */
import { type Step, StepIndex } from '../apply/selectors.ts';
import type { LayoutGroup } from '../groups/layout-group.ts';

/** One element of a selector. Its names are also those of its attributes: `[role="main"]`. */
export interface GroupStep extends Step {
  /** Position among the siblings of its name, from 1. */
  readonly position?: number;
}

/** The last step is the selected element. */
export type Selector = readonly GroupStep[];

/** A selector by a name matches a group if this share of its pages has the name. */
const MATCH_SHARE = 0.5;
export const POSITION_LAST = 8;

export const cssOf = (selector: Selector): string =>
  selector.map((step, index) => (index === 0 ? '' : step.isChild ? ' > ' : ' ') + cssOfStep(step)).join('');

function cssOfStep({ names, position }: GroupStep): string {
  // Escaped, because pages may contain any element name: `<a,b>`, `<a:not(b)>`.
  const parts = names.map((name) =>
    name.startsWith('<') ? name.slice(1).replace(/[^\w\u0080-\uffff-]/g, '\\$&') : name,
  );
  return parts.join('') + (position === undefined ? '' : `:nth-of-type(${position})`) || '*';
}

/** Groups that match a selector, each after its parent. */
export function matcherOf(root: LayoutGroup): (selector: Selector) => readonly LayoutGroup[] {
  const index = new StepIndex<LayoutGroup>({
    parent: ({ parent }) => parent,
    elements: () => [...root.inside()],
    names: (group, isByAttributes) => (isByAttributes ? group.frequentNames(MATCH_SHARE) : ['*', `<${group.tag}`]),
  });
  return (selector) =>
    index.find(selector, (group, { position }) => position === undefined || position === group.position);
}
