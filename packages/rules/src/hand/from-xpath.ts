/**
 * Converts XPath 1.0 expressions to equivalent selectors: paths down the tree, names, positions among siblings, and
 * conditions on attributes.
 */
import { RulesError } from '../apply/rules.ts';

const LENGTH_MAX = 4000;
/** Each `or` doubles the number of selectors. */
const SELECTORS_MAX = 64;
const DEPTH_MAX = 16;

const NAME = '[A-Za-z_\\u00a1-\\uffff](?:[\\w.\\u00a1-\\uffff-]|:(?!:))*';

/**
 * The pattern of a form: spaces are optional, `NAME` is any name, `TEXT` any text in quotes, `SPACE` a space in quotes.
 */
const patternOf = (form: string): RegExp =>
  new RegExp(
    ` ${form}`
      .replace(/[().|[\]]/g, '\\$&')
      .replaceAll(' ', '\\s*')
      .replaceAll('SPACE', `(?:" "|' ')`)
      .replace('NAME', `(${NAME})`)
      .replace('TEXT', '("[^"]+"|\'[^\']+\')'),
    'y',
  );

const [OPEN, CLOSE, LEFT, RIGHT, NOT, UNION] = ['[', ']', '(', ')', 'not (', '|'].map(patternOf) as [
  ...[RegExp, RegExp, RegExp, RegExp, RegExp, RegExp],
];
const [OR, AND] = [/\s*or\b/y, /\s*and\b/y];
const STEP = new RegExp(`\\s*(//?)\\s*(?:child\\s*::\\s*)?(\\*|${NAME})(?![\\w.-]|\\s*(?:\\(|::))`, 'y');
const POSITION = /\s*(?:(?:position\s*\(\s*\)\s*=\s*)?(\d+)|last\s*\(\s*\))(?=\s*\])/y;
/** The end of a path that reads the value of an element. It is dropped, because rules read the same value. */
const VALUE = /\s*\/\s*(?:(?:text|node)\s*\(\s*\)|@\s*(?:content|datetime))/y;

const quoted = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, (c) => `\\${c.charCodeAt(0).toString(16)} `)}"`;

const escaped = (name: string): string => name.toLowerCase().replace(/[:.]/g, '\\$&');

const contains = (name: string, text: string): string => `[${name}*=${quoted(text)}]`;

/**
 * Condition that an attribute contains a word. In XPath: the value with spaces around it contains the word with spaces
 * around it.
 */
const containsWord = (name: string, text: string): string =>
  /^ \S+ $/.test(text) ? `[${name}~=${quoted(text.trim())}]` : contains(name, text.trim());

const CONDITIONS = (
  [
    ['@ NAME = TEXT', (name, text) => `[${name}=${quoted(text)}]`],
    ['@ NAME != TEXT', (name, text) => `[${name}]:not([${name}=${quoted(text)}])`],
    ['@ NAME', (name) => `[${name}]`],
    ['starts-with ( @ NAME , TEXT )', (name, text) => `[${name}^=${quoted(text)}]`],
    ['contains ( @ NAME , TEXT )', contains],
    ['contains ( normalize-space ( @ NAME ) , TEXT )', contains],
    ['contains ( concat ( SPACE , @ NAME , SPACE ) , TEXT )', containsWord],
    ['contains ( concat ( SPACE , normalize-space ( @ NAME ) , SPACE ) , TEXT )', containsWord],
  ] as readonly [string, (name: string, text: string) => string][]
).map(([form, write]) => ({ pattern: patternOf(form), write }));

/**
 * The elements of an expression. `@content` of `<meta>`, `@datetime` of `<time>` and `text()` select the element,
 * because rules read this value.
 *
 * @throws {RulesError} `SELECTOR_INVALID`: the message names the part without an equivalent selector
 */
export function fromXPath(expression: string): string {
  if (expression.length > LENGTH_MAX) throw invalid(`is longer than ${LENGTH_MAX} characters`);
  return new Reader(expression).whole();
}

const invalid = (problem: string): RulesError => new RulesError('SELECTOR_INVALID', problem);

function combined(some: readonly string[], others: readonly string[], between = ''): string[] {
  if (some.length * others.length > SELECTORS_MAX) throw invalid(`needs more than ${SELECTORS_MAX} selectors`);
  return some.flatMap((one) => others.map((other) => one + between + other));
}

/** Methods return alternative selectors: an element must match one of them. */
class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text.trimEnd();
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  #expect(pattern: RegExp): void {
    if (this.#take(pattern) === undefined) throw this.#unknown();
  }

  #unknown(): RulesError {
    const rest = this.#text.slice(this.#at).trim();
    return invalid(rest === '' ? 'ends too early' : `has no equivalent selector from ${rest.slice(0, 40)} on`);
  }

  whole(): string {
    const found = new Set<string>();
    do for (const selector of this.#path()) found.add(selector);
    while (this.#take(UNION) !== undefined);
    if (this.#at < this.#text.length) throw this.#unknown();
    return [...found].join(', ');
  }

  #path(): string[] {
    this.#take(/\s*\./y);
    const begin = this.#at;
    let found = [''];
    for (let before = begin; this.#take(VALUE) === undefined; before = this.#at) {
      const [, axis, name = ''] = this.#take(STEP) ?? [];
      if (axis === undefined) break;
      const isFirst = before === begin;
      if (isFirst && axis === '/' && name !== 'html') throw invalid('does not begin with // or /html');
      found = combined(found, this.#step(name === '*' ? '' : escaped(name)), isFirst ? '' : axis === '/' ? ' > ' : ' ');
    }
    if (this.#at === begin) throw this.#unknown();
    return found;
  }

  #step(name: string): string[] {
    let found = [name];
    for (let isFirst = true; this.#take(OPEN) !== undefined; isFirst = false) {
      // After a condition, a position would count only elements that meet the condition.
      const position = isFirst ? this.#take(POSITION) : undefined;
      found = combined(found, position === undefined ? this.#or() : [positionOf(name, position[1])]);
      this.#expect(CLOSE);
    }
    return found.map((selector) => selector || '*');
  }

  #or(): string[] {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw invalid(`is nested deeper than ${DEPTH_MAX}`);
    const found: string[] = [];
    do found.push(...this.#and());
    while (this.#take(OR) !== undefined);
    this.#depth -= 1;
    return found;
  }

  #and(): string[] {
    let found = this.#condition();
    while (this.#take(AND) !== undefined) found = combined(found, this.#condition());
    return found;
  }

  #condition(): string[] {
    const isNot = this.#take(NOT) !== undefined;
    if (!isNot && this.#take(LEFT) === undefined) return [this.#attribute()];
    const found = this.#or();
    this.#expect(RIGHT);
    return isNot ? [found.map((condition) => `:not(${condition})`).join('')] : found;
  }

  #attribute(): string {
    for (const { pattern, write } of CONDITIONS) {
      const [, name, text = ''] = this.#take(pattern) ?? [];
      if (name !== undefined) return write(escaped(name), text.slice(1, -1));
    }
    throw this.#unknown();
  }
}

/** `number`: from 1; undefined for the last. */
function positionOf(name: string, number: string | undefined): string {
  const kind = name === '' ? 'child' : 'of-type';
  return number === undefined ? `:last-${kind}` : `:nth-${kind}(${Number(number)})`;
}
