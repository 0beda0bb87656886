import { AttributeAction, type AttributeSelector, isTraversal, parse, type Selector, SelectorType } from 'css-what';
import { type LayoutRules, type Rule, RulesError } from '../apply/rules.ts';

/**
 * A selector as an XPath 1.0 expression, relative to the document. Supports the selectors of rules: names, ids,
 * classes, attributes, descendants and children, positions among siblings, and `:not` of these.
 *
 * @throws {RulesError} `SELECTOR_INVALID` if it is not supported
 */
export function toXPath(selector: string): string {
  try {
    const paths = parse(selector).map(pathOf);
    if (paths.length === 0) throw unknownPart('an empty selector');
    return paths.join(' | ');
  } catch (cause) {
    const given = typeof selector === 'string' ? selector : typeof selector;
    throw new RulesError('SELECTOR_INVALID', `the selector ${given} cannot be written as XPath`, { cause });
  }
}

/** `toXPath` adds the whole selector to the message. */
const unknownPart = (part: string): Error => new Error(`${part} is unknown`);

function pathOf(tokens: readonly Selector[]): string {
  let [path, axis] = ['', '//'];
  let element: Selector[] = [];
  for (const token of tokens) {
    if (!isTraversal(token)) {
      element.push(token);
      continue;
    }
    path += elementOf(element, axis);
    if (token.type === SelectorType.Child) axis = '/';
    else if (token.type === SelectorType.Descendant) axis = '//';
    else throw unknownPart(token.type);
    element = [];
  }
  return path + elementOf(element, axis);
}

function elementOf(tokens: readonly Selector[], axis: string): string {
  const [first, ...others] = tokens;
  if (first === undefined) throw unknownPart('an empty element');
  if (tokens.some((token) => 'namespace' in token && token.namespace !== null)) throw unknownPart('a namespace');
  const isNamed = first.type === SelectorType.Tag || first.type === SelectorType.Universal;
  const name = first.type === SelectorType.Tag ? nameOf(first.name.toLowerCase()) : '*';
  const conditions = (isNamed ? others : tokens).map((token) => conditionOf(token, name));
  return axis + name + conditions.map((condition) => `[${condition}]`).join('');
}

/** Names with special characters are compared as strings: XPath names have no escapes. */
const nameOf = (tag: string): string => (/^[a-z_][\w.-]*$/.test(tag) ? tag : `*[local-name()=${literal(tag)}]`);

/** `name`: the element that has the condition. */
function conditionOf(token: Selector, name: string): string {
  if (token.type === SelectorType.Attribute) return attributeCondition(token);
  if (token.type !== SelectorType.Pseudo) throw unknownPart(token.type);
  const { data } = token;
  if (token.name === 'not' && Array.isArray(data))
    return `not(${data.map((element) => elementOf(element, 'self::')).join(' or ')})`;
  const [, which, kind] = /^(nth|first|last|only)-(child|of-type)$/.exec(token.name) ?? [];
  // XPath 1.0 cannot compare the names of siblings, so `of-type` needs an element name.
  if (kind === undefined || (kind === 'of-type' && name === '*')) throw unknownPart(token.name);
  const siblings = (side: string): string => `${side}-sibling::${kind === 'child' ? '*' : name}`;
  if (which === 'nth') {
    if (!/^\s*\d+\s*$/.test(`${data}`)) throw unknownPart(`${data}`);
    return `count(${siblings('preceding')})=${Number(data) - 1}`;
  }
  const sides = { first: ['preceding'], last: ['following'] }[which ?? ''] ?? ['preceding', 'following'];
  return sides.map((side) => `not(${siblings(side)})`).join(' and ');
}

function attributeCondition({ name, action, value, ignoreCase }: AttributeSelector): string {
  if (ignoreCase === true) throw unknownPart('a comparison without case');
  const at = `@${name.toLowerCase()}`;
  const condition = CONDITIONS[action]?.(at, value);
  if (condition === undefined) throw unknownPart(action);
  // In CSS, no value begins with, ends with or contains the empty text, and no word contains white space.
  const isNever = action === AttributeAction.Element ? /^$|\s/.test(value) : value === '' && PARTIAL.has(action);
  return isNever ? 'false()' : condition;
}

const PARTIAL: ReadonlySet<string> = new Set([AttributeAction.Start, AttributeAction.Any, AttributeAction.End]);

const CONDITIONS: Readonly<Partial<Record<AttributeAction, (at: string, value: string) => string>>> = {
  [AttributeAction.Exists]: (at) => at,
  [AttributeAction.Equals]: (at, value) => `${at}=${literal(value)}`,
  [AttributeAction.Hyphen]: (at, value) => `${at}=${literal(value)} or starts-with(${at}, ${literal(`${value}-`)})`,
  [AttributeAction.Element]: (at, value) =>
    `contains(concat(" ", normalize-space(${at}), " "), ${literal(` ${value} `)})`,
  [AttributeAction.Start]: (at, value) => `starts-with(${at}, ${literal(value)})`,
  [AttributeAction.Any]: (at, value) => `contains(${at}, ${literal(value)})`,
  [AttributeAction.End]: (at, value) =>
    `substring(${at}, string-length(${at}) - ${[...value].length - 1})=${literal(value)}`,
};

/** A string literal. XPath 1.0 has no escapes. */
function literal(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  const parts = text.split('"').map((part) => `"${part}"`);
  return `concat(${parts.join(`, '"', `)})`;
}

/** An expression to which predicates can be appended. */
export const asGroup = (path: string): string => (path.includes('|') ? `(${path})` : path);

/** The location of a value: an attribute of `<meta>` and `<time>`, otherwise the text. */
export interface ValuePath {
  readonly path: string;
  /** Default: the text of the element. */
  readonly attribute?: 'content' | 'datetime';
}

export const xpathOf = ({ selector, xpath }: Rule): string => (xpath === '' ? toXPath(selector) : xpath);

/** Expressions for the value of a rule, in order of precedence. */
export function valuePaths(rule: Rule, part: 'title' | 'author' | 'date'): ValuePath[] {
  const path = xpathOf(rule);
  const name = subjectOf(rule.selector);
  if (name === 'meta') return [{ path, attribute: 'content' }];
  if (name === 'time') return [{ path, attribute: 'datetime' }, { path }];
  if (name !== undefined || part !== 'date') return [{ path }];
  const times = `${asGroup(path)}/self::time`;
  return [{ path: times, attribute: 'datetime' }, { path }];
}

/** The element name that a selector requires; undefined if it requires none or allows several. */
function subjectOf(selector: string): string | undefined {
  try {
    const names = parse(selector).map((tokens) => {
      const subject = tokens.slice(tokens.findLastIndex(isTraversal) + 1);
      return subject.find((token) => token.type === SelectorType.Tag)?.name.toLowerCase();
    });
    return names.every((name) => name === names[0]) ? names[0] : undefined;
  } catch {
    return undefined;
  }
}

export const contentSelectors = ({ content, main, items }: LayoutRules): string[] =>
  [...content, ...main, ...items].map(({ selector }) => selector.trim());
