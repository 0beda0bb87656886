/**
 * Selectors as XPath 1.0, for libraries that have no selectors. It knows what rules use: names, ids, classes, attributes,
 * descendants and children, positions among siblings, and `:not` of these.
 */
import { RulesError } from './apply/errors.ts';

const NAME = String.raw`(?:[\w-]|[^\0-\x7f]|\\[\da-f]{1,6}\s?|\\[^\da-f\n])+`;
const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const PARTS = new RegExp(
  [
    String.raw`(?<type>\*|${NAME})`,
    `#(?<id>${NAME})`,
    String.raw`\.(?<class>${NAME})`,
    String.raw`\[\s*(?<attribute>${NAME})\s*(?:(?<how>[~|^$*]?=)\s*(?<value>${STRING}|${NAME})\s*)?\]`,
    String.raw`:(?<position>nth-child|nth-of-type)\(\s*(?<number>\d+)\s*\)`,
    ':(?<place>(?:first|last|only)-(?:child|of-type))',
    String.raw`:not\((?<not>(?:[^()"']|${STRING}|\(\s*\d+\s*\))*)\)`,
    String.raw`(?<combinator>\s*[>,]\s*|\s+)`,
  ].join('|'),
  'iy',
);

type Groups = Readonly<Record<string, string | undefined>>;

/** One element of a path: its name and its conditions. */
interface Step {
  readonly axis: '/' | '//';
  name: string;
  readonly conditions: string[];
}

/**
 * The elements of a selector as an expression of XPath 1.0, below the document.
 *
 * @throws {RulesError} `SELECTOR_INVALID` for what it does not know
 */
export function toXPath(selector: string): string {
  const paths: Step[][] = [[{ axis: '//', name: '*', conditions: [] }]];
  let isEmpty = true;
  if (typeof selector !== 'string') throw unknownSelector(typeof selector);
  const text = selector.trim();
  for (let at = 0; at < text.length; ) {
    const groups = partAt(text, at, selector);
    at = PARTS.lastIndex;
    const { combinator } = groups;
    if (combinator !== undefined) {
      if (isEmpty) throw unknownSelector(selector);
      const step: Step = { axis: combinator.trim() === '>' ? '/' : '//', name: '*', conditions: [] };
      if (combinator.trim() === ',') paths.push([step]);
      else paths.at(-1)?.push(step);
      isEmpty = true;
      continue;
    }
    const step = paths.at(-1)?.at(-1) as Step;
    if (groups['type'] !== undefined) {
      if (!isEmpty) throw unknownSelector(selector);
      step.name = nameOf(groups['type']);
    } else step.conditions.push(conditionOf(groups, step.name, selector));
    isEmpty = false;
  }
  if (isEmpty) throw unknownSelector(selector);
  return paths.map((steps) => steps.map(writeStep).join('')).join(' | ');
}

const writeStep = ({ axis, name, conditions }: Step): string =>
  axis + name + conditions.map((condition) => `[${condition}]`).join('');

function partAt(text: string, at: number, selector: string): Groups {
  PARTS.lastIndex = at;
  const groups = PARTS.exec(text)?.groups;
  if (groups === undefined) throw unknownSelector(selector);
  return groups;
}

const unknownSelector = (selector: string): RulesError =>
  new RulesError('SELECTOR_INVALID', `the selector ${selector} cannot be written as XPath`);

/** XPath has no escapes in names. */
function nameOf(type: string): string {
  if (type === '*') return '*';
  const name = unescaped(type).toLowerCase();
  return /^[a-z_][\w.-]*$/.test(name) ? name : `*[local-name()=${literal(name)}]`;
}

function conditionOf(groups: Groups, type: string, selector: string): string {
  const { id, class: className, attribute, how, value, position, number, place, not } = groups;
  if (id !== undefined) return `@id=${literal(unescaped(id))}`;
  if (className !== undefined) return hasWord('@class', unescaped(className));
  if (attribute !== undefined) return attributeCondition(unescaped(attribute).toLowerCase(), how, value);
  if (position !== undefined) {
    const counted = siblings('preceding', position === 'nth-child' ? '*' : typeOf(type, selector));
    return `count(${counted})=${Number(number) - 1}`;
  }
  if (place !== undefined) return placeCondition(place, type, selector);
  return `not(${inside(not ?? '', selector)})`;
}

/** What `:not` has in it: one element without others around. */
function inside(text: string, selector: string): string {
  const [path = ''] = toXPath(text).split(' | ');
  const found = /^\/\/(\*|[a-z_][\w.-]*)((?:\[.*\])?)$/s.exec(path);
  if (found === null || /[\s>,]/.test(text.replace(/"[^"]*"|'[^']*'|\([^)]*\)/g, '').trim())) {
    throw unknownSelector(selector);
  }
  const [, name = '*', conditions = ''] = found;
  return `self::${name}${conditions}`;
}

const siblings = (side: 'preceding' | 'following', name: string): string => `${side}-sibling::${name}`;

/** Positions by type need a type: XPath 1.0 cannot compare the names of siblings. */
function typeOf(name: string, selector: string): string {
  if (name === '*') throw unknownSelector(selector);
  return name;
}

function placeCondition(place: string, type: string, selector: string): string {
  const [which, ...kind] = place.toLowerCase().split('-');
  const name = kind.join('-') === 'child' ? '*' : typeOf(type, selector);
  const before = `not(${siblings('preceding', name)})`;
  const after = `not(${siblings('following', name)})`;
  if (which === 'only') return `${before} and ${after}`;
  return which === 'first' ? before : after;
}

function attributeCondition(name: string, how: string | undefined, written: string | undefined): string {
  const at = `@${name}`;
  if (how === undefined || written === undefined) return at;
  const value = unescaped(/^["']/.test(written) ? written.slice(1, -1) : written);
  if (how === '=') return `${at}=${literal(value)}`;
  if (how === '|=') return `${at}=${literal(value)} or starts-with(${at}, ${literal(`${value}-`)})`;
  if (how === '~=') return value === '' || /\s/.test(value) ? 'false()' : hasWord(at, value);
  // Nothing begins with, ends with or contains an empty text, as selectors have it.
  if (value === '') return 'false()';
  if (how === '^=') return `starts-with(${at}, ${literal(value)})`;
  if (how === '*=') return `contains(${at}, ${literal(value)})`;
  return `substring(${at}, string-length(${at}) - ${[...value].length - 1})=${literal(value)}`;
}

const hasWord = (attribute: string, word: string): string =>
  `contains(concat(" ", normalize-space(${attribute}), " "), ${literal(` ${word} `)})`;

/** A text in quotes. XPath 1.0 has no escapes. */
function literal(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  return `concat(${text
    .split('"')
    .map((part) => `"${part}"`)
    .join(`, '"', `)})`;
}

const unescaped = (text: string): string =>
  text.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (_, code: string | undefined, other: string | undefined) =>
    code === undefined ? (other ?? '') : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
