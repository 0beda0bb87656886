/** Selectors of rules as steps that are matched against places. */
import type { Selector, Step } from '../making/selector.ts';

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
