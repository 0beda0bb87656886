/** Selectors as data: what rules are made of, and what a document is searched for without the help of its library. */

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
