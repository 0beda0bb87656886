/** Where the value of a title, a date or an author stands: in an attribute of `<meta>` and `<time>`, else in the text. */
import { parse, SelectorType } from 'css-what';
import type { Rule } from '../apply/rules.ts';
import { toXPath } from './xpath.ts';

export interface ValuePath {
  /** The elements, in XPath. */
  readonly path: string;
  /** Default: the text of the element. */
  readonly attribute?: 'content' | 'datetime';
}

/** The elements of a rule in XPath, as they are given or by the selector. */
export const xpathOf = ({ selector, xpath }: Rule): string => (xpath === '' ? toXPath(selector) : xpath);

/** Expressions for the value of a rule, in the order in which they are tried. */
export function valuePaths(rule: Rule, part: 'title' | 'author' | 'date'): ValuePath[] {
  const path = xpathOf(rule);
  const name = subjectOf(rule.selector);
  if (name === 'meta') return [{ path, attribute: 'content' }];
  if (name === 'time') return [{ path, attribute: 'datetime' }, { path }];
  if (name !== undefined || part !== 'date') return [{ path }];
  const times = `${path.includes('|') ? `(${path})` : path}/self::time`;
  return [{ path: times, attribute: 'datetime' }, { path }];
}

/** The name of the elements that a selector finds; undefined where it has none, or several. */
function subjectOf(selector: string): string | undefined {
  try {
    const names = parse(selector).map((tokens) => {
      const after = tokens.slice(
        tokens.findLastIndex(({ type }) => type === SelectorType.Child || type === SelectorType.Descendant) + 1,
      );
      return after.flatMap((token) => (token.type === SelectorType.Tag ? [token.name.toLowerCase()] : []))[0];
    });
    return names.every((name) => name === names[0]) ? names[0] : undefined;
  } catch {
    return undefined;
  }
}
