/** Selectors as data: read from CSS, written as CSS (Selectors Level 3) and XPath 1.0, and matched against places. */
import type { PlaceNode } from '../template/place-node.ts';

/** One element of a selector. */
export interface Step {
  /** Whether it is a child of the element before it, or any element inside of that. */
  readonly isChild: boolean;
  readonly tag?: string;
  /** Names as parts of selectors: `#id`, `.class`, `[role="main"]`. */
  readonly parts: readonly string[];
  /** Position among the siblings of its name, from 1. */
  readonly position?: number;
}

/** Its last step is the element that is selected. */
export type Selector = readonly Step[];

/** Share of a place's pages on which it must have a name, so that a selector by the name matches the place. */
const MATCH_SHARE = 0.5;
/** Position from which on places are not distinguished. */
export const POSITION_LAST = 8;

// ── As CSS ──

export const cssOf = (selector: Selector): string =>
  selector.map((step, index) => (index === 0 ? '' : step.isChild ? ' > ' : ' ') + cssOfStep(step)).join('');

function cssOfStep({ tag = '', parts, position }: Step): string {
  const name = tag + parts.join('') + (position === undefined ? '' : `:nth-of-type(${position})`);
  return name === '' ? '*' : name;
}

const COMPOUND =
  /^(\*|[a-z][\w-]*)?((?:[.#](?:[\w-]|[^\0-\x7f]|\\.)+|\[[\w-]+="[^"]*"\])*)(?::nth-of-type\((\d+)\))?$/i;
const PART = /[.#](?:[\w-]|[^\0-\x7f]|\\.)+|\[[\w-]+="[^"]*"\]/g;

/** The steps of a selector; undefined for one that says more than names, ids, classes, roles and positions. */
export function parsedSelector(css: string): Selector | undefined {
  const words = css.trim().split(/\s*(>)\s*|\s+/);
  const steps: Step[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const found = COMPOUND.exec(words[at] ?? '');
    if (found === null) return undefined;
    const [, tag, rest = '', position] = found;
    steps.push({
      isChild: words[at - 1] === '>',
      ...(tag !== undefined && tag !== '*' && { tag: tag.toLowerCase() }),
      parts: rest.match(PART) ?? [],
      ...(position !== undefined && { position: Number(position) }),
    });
  }
  return steps;
}

// ── As XPath ──

export const xpathOf = (selector: Selector): string =>
  selector.map((step, index) => (index > 0 && step.isChild ? '/' : '//') + xpathOfStep(step)).join('');

function xpathOfStep({ tag = '*', parts, position }: Step): string {
  // The position counts elements of the name, so it stands before the other conditions.
  const place = position === undefined ? '' : `[${position}]`;
  return tag + place + parts.map((part) => `[${conditionOf(part)}]`).join('');
}

function conditionOf(part: string): string {
  const name = part.slice(1);
  if (part.startsWith('#')) return `@id="${name}"`;
  if (part.startsWith('.')) return `contains(concat(" ", normalize-space(@class), " "), " ${name} ")`;
  return `@${part.slice(1, -1)}`;
}

// ── Against places ──

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
