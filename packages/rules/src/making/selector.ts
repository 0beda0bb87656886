/** Selectors of rules: written as CSS (Selectors Level 3), and matched against groups. */
import { AttributeAction, SelectorType } from 'css-what';
import { RulesError } from '../apply/rules.ts';
import { type Step, StepIndex } from '../apply/selectors.ts';
import type { LayoutGroup } from '../groups/layout-group.ts';
import { type ReadStep, readSelector } from '../page/selector.ts';

/** One element of a selector. Its names are also those of its attributes: `[role="main"]`. */
export interface GroupStep extends Step {
  /** Position among the siblings of its name, from 1. */
  readonly position?: number;
}

/** The last step is the selected element. */
export type Selector = readonly GroupStep[];

/** Minimum share of a group's pages with a name for a selector by the name to match the group. */
const MATCH_SHARE = 0.5;
/** Position from which groups are not distinguished. */
export const POSITION_LAST = 8;

export const cssOf = (selector: Selector): string =>
  selector.map((step, index) => (index === 0 ? '' : step.isChild ? ' > ' : ' ') + cssOfStep(step)).join('');

function cssOfStep({ names, position }: GroupStep): string {
  // Pages may contain any element name: `<a,b>`, `<a:not(b)>`.
  const parts = names.map((name) =>
    name.startsWith('<') ? name.slice(1).replace(/[^\w\u0080-\uffff-]/g, '\\$&') : name,
  );
  return parts.join('') + (position === undefined ? '' : `:nth-of-type(${position})`) || '*';
}

/** Yields the groups below a root whose elements match a selector, each after its parent. */
export function matcherOf(root: LayoutGroup): (selector: Selector) => readonly LayoutGroup[] {
  const index = new StepIndex<LayoutGroup>({
    parent: ({ parent }) => parent,
    elements: () => [...root.inside()],
    names: (group, isByAttributes) => (isByAttributes ? group.lasting(MATCH_SHARE) : ['*', `<${group.tag}`]),
  });
  return (selector) =>
    index.find(selector, (group, { position }) => position === undefined || position === group.position);
}

/** The steps of a selector; undefined if it has more than names, ids, classes, attribute values and positions. */
export function parseSelector(css: string): Selector | undefined {
  try {
    const [path = [], ...others] = readSelector(css);
    const steps = path.map(stepOf).filter((step) => step !== undefined);
    return others.length === 0 && steps.length === path.length ? steps : undefined;
  } catch (error) {
    if (error instanceof RulesError) return undefined;
    throw error;
  }
}

function stepOf({ isChild, names, conditions }: ReadStep): GroupStep | undefined {
  const own = [...names];
  let position: number | undefined;
  for (const part of conditions) {
    if (part.type === SelectorType.Attribute && part.action === AttributeAction.Equals && part.ignoreCase !== true)
      own.push(`[${part.name}="${part.value}"]`);
    else if (part.type === SelectorType.Pseudo && part.name === 'nth-of-type') position = Number(part.data);
    else return undefined;
  }
  return { isChild, names: own, ...(position !== undefined && { position }) };
}
