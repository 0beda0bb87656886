/** Selectors of rules: written as CSS (Selectors Level 3), and matched against groups. */
import type { LayoutGroup } from '../groups/layout-group.ts';

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

/** Share of a group's pages on which it must have a name, so that a selector by the name matches the group. */
const MATCH_SHARE = 0.5;
/** Position from which on groups are not distinguished. */
export const POSITION_LAST = 8;

export const cssOf = (selector: Selector): string =>
  selector.map((step, index) => (index === 0 ? '' : step.isChild ? ' > ' : ' ') + cssOfStep(step)).join('');

function cssOfStep({ tag = '', parts, position }: Step): string {
  // Pages may name an element anything: `<a,b>`, `<a:not(b)>`.
  const escaped = tag.replace(/[^\w\u0080-\uffff-]/g, '\\$&');
  const name = escaped + parts.join('') + (position === undefined ? '' : `:nth-of-type(${position})`);
  return name === '' ? '*' : name;
}

/** The groups below a root whose elements match, each after the one around it. */
export function matching(selector: Selector, root: LayoutGroup): LayoutGroup[] {
  const found: LayoutGroup[] = [];
  /** `own`, `around`: the steps that, with those before them, match the group; and a group around its children. */
  const walk = (node: LayoutGroup, own: readonly boolean[], around: readonly boolean[]): void => {
    for (const child of node.children) {
      const matched = selector.map((step, at) => {
        const isReached = at === 0 || (step.isChild ? own : around)[at - 1] === true;
        return isReached && matchesStep(step, child);
      });
      if (matched.at(-1) === true) found.push(child);
      walk(
        child,
        matched,
        matched.map((isMatched, at) => isMatched || around[at] === true),
      );
    }
  };
  walk(root, [], []);
  return found;
}

function matchesStep({ tag, parts, position }: Step, node: LayoutGroup): boolean {
  if (tag !== undefined && tag !== node.tag) return false;
  if (position !== undefined && position !== node.position) return false;
  return parts.every((part) => node.shareOf(part) >= MATCH_SHARE);
}

const COMPOUND =
  /^(?=.)(\*|[a-z][\w-]*)?((?:[.#](?:[\w-]|[^\0-\x7f]|\\.)+|\[[\w-]+="[^"]*"\])*)(?::nth-of-type\((\d+)\))?$/i;
const PART = /[.#](?:[\w-]|[^\0-\x7f]|\\.)+|\[[\w-]+="[^"]*"\]/g;

/** The steps of a selector; undefined for one that says more than names, ids, classes, roles and positions. */
export function parseSelector(css: string): Selector | undefined {
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
