/** Selectors of rules: written as CSS (Selectors Level 3), and matched against places. */
import type { Selector, Step } from '../apply/selector.ts';
import type { PlaceNode } from '../template/place-node.ts';

/** Share of a place's pages on which it must have a name, so that a selector by the name matches the place. */
const MATCH_SHARE = 0.5;
/** Position from which on places are not distinguished. */
export const POSITION_LAST = 8;

export const cssOf = (selector: Selector): string =>
  selector.map((step, index) => (index === 0 ? '' : step.isChild ? ' > ' : ' ') + cssOfStep(step)).join('');

function cssOfStep({ tag = '', parts, position }: Step): string {
  const name = tag + parts.join('') + (position === undefined ? '' : `:nth-of-type(${position})`);
  return name === '' ? '*' : name;
}

/** Whether the elements of a place match. */
export function matches(selector: Selector, node: PlaceNode): boolean {
  return matchesFrom(selector, selector.length - 1, node);
}

function matchesFrom(selector: Selector, index: number, node: PlaceNode): boolean {
  const step = selector[index];
  if (step === undefined || !matchesStep(step, node)) return false;
  if (index === 0) return true;
  for (let around = node.parent; around !== undefined; around = around.parent) {
    if (matchesFrom(selector, index - 1, around)) return true;
    if (step.isChild) return false;
  }
  return false;
}

function matchesStep({ tag, parts, position }: Step, node: PlaceNode): boolean {
  if (tag !== undefined && tag !== node.tag) return false;
  if (position !== undefined && position !== node.position) return false;
  return node.parent !== undefined && parts.every((part) => node.shareOf(part) >= MATCH_SHARE);
}
