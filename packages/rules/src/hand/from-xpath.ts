/**
 * XPath 1.0 expressions as selectors, as far as these are equivalent: paths down the tree, names, positions among
 * siblings, and conditions on attributes. Also reads the page conditions of `toSiteConfig`.
 */
import { RulesError } from '../apply/rules.ts';

/** The result of an expression. */
export interface FoundByXPath {
  readonly selector: string;
  /** Selectors that must, and must not, match in the page. */
  readonly has: readonly string[];
  readonly hasNot: readonly string[];
}

/** Maximum length of an expression. */
const LENGTH_MAX = 4000;
/** Maximum number of selectors of an expression: each `or` doubles their number. */
const SELECTORS_MAX = 64;
const DEPTH_MAX = 16;

const TOKEN =
  /\s*(?:("[^"]*"|'[^']*')|(\d+)|(::|\/\/|\.\.|!=|<=|>=|[/|[\]()@,.*=<>+$:-])|([A-Za-z_\u00a1-\uffff](?:[\w.\u00a1-\uffff-]|:(?!:))*))/y;

/** `fromXPath` adds the whole expression to the message. */
const unknown = (what: string): Error => new Error(what);

/** @throws if there are more selectors than the maximum */
function limited<T>(selectors: T[]): T[] {
  if (selectors.length > SELECTORS_MAX) throw unknown(`says more than ${SELECTORS_MAX} selectors can`);
  return selectors;
}

/** All combinations of two lists of selector parts. */
const combined = <T, U>(some: readonly T[], others: readonly U[], combine: (one: T, other: U) => T): T[] =>
  limited(some.flatMap((one) => others.map((other) => combine(one, other))));

/**
 * The elements of an expression. `@content` of `<meta>`, `@datetime` of `<time>` and `text()` select their elements,
 * whose value rules read.
 *
 * @throws {RulesError} `SELECTOR_INVALID`: the message names the part without an equivalent selector
 */
export function fromXPath(expression: string): FoundByXPath {
  try {
    if (expression.length > LENGTH_MAX) throw unknown(`is longer than ${LENGTH_MAX} characters`);
    return new Reader(tokensOf(expression)).whole();
  } catch (cause) {
    throw new RulesError('SELECTOR_INVALID', (cause as Error).message, { cause });
  }
}

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(expression);
    if (found === null) throw unknown(`cannot be read from ${JSON.stringify(expression.slice(at, at + 20))} on`);
    tokens.push(found[0].trim());
  }
  if (tokens.length === 0) throw unknown('is empty');
  return tokens;
}

/** `self::time` of elements without a name. */
function narrowed(paths: readonly Path[], name: string): Path[] {
  if (paths.some((path) => path.name !== '' && path.name !== name)) throw unknown('has self:: behind another name');
  return paths.map((path) => ({ ...path, name }));
}

const isText = (token: string | undefined): boolean => /^["']/.test(token ?? '');
const isName = (token: string | undefined): boolean => /^[A-Za-z_\u00a1-\uffff]/.test(token ?? '');

/** A string of CSS. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, (c) => `\\${c.charCodeAt(0).toString(16)} `)}"`;

/** A name of CSS. */
const escaped = (name: string): string => name.replace(/[:.]/g, '\\$&');

/**
 * A selector part that tests if an attribute value contains a text. In XPath every value contains an empty one; in
 * selectors none does.
 */
const having = (name: string, action: '^=' | '*=', text: string): string =>
  text === '' ? '' : `[${name}${action}${quoted(text)}]`;

/** The same for one of several words of the value. */
const havingWord = (name: string, text: string): string =>
  `[${name}${/^ \S+ $/.test(text) ? '~=' : '*='}${quoted(text.trim())}]`;

/**
 * Conditions on an attribute, as tokens and as selector parts. `NAME`, `TEXT` and `SPACE` are any name, text, and a
 * space.
 */
const FORMS = (
  [
    ['@ NAME', (name) => `[${name}]`],
    ['@ NAME = TEXT', (name, text) => `[${name}=${quoted(text)}]`],
    ['@ NAME != TEXT', (name, text) => `[${name}]:not([${name}=${quoted(text)}])`],
    ['starts-with ( @ NAME , TEXT )', (name, text) => having(name, '^=', text)],
    ['contains ( @ NAME , TEXT )', (name, text) => having(name, '*=', text)],
    ['contains ( normalize-space ( @ NAME ) , TEXT )', (name, text) => `[${name}*=${quoted(text)}]`],
    ['contains ( concat ( SPACE , @ NAME , SPACE ) , TEXT )', havingWord],
    ['contains ( concat ( SPACE , normalize-space ( @ NAME ) , SPACE ) , TEXT )', havingWord],
  ] as readonly [string, (name: string, text: string) => string][]
).map(([form, write]) => ({ form: form.split(' '), write }));

/** True if a token matches the form. */
function isLike(token: string | undefined, wanted: string): boolean {
  if (wanted === 'NAME') return isName(token);
  if (wanted === 'TEXT') return isText(token);
  return wanted === 'SPACE' ? /^["'] ["']$/.test(token ?? '') : token === wanted;
}

/** A path to an element: the preceding path, its name, and its conditions as selector parts. */
interface Path {
  readonly before: string;
  readonly name: string;
  readonly conditions: string;
}

const joined = (paths: readonly Path[], combinator: string, steps: readonly Path[]): Path[] =>
  combined(paths, steps, (path, step) => ({ ...step, before: written(path) + combinator }));

const written = ({ before, name, conditions }: Path): string => before + (name + conditions || '*');

/** Alternatives: a condition is true if any of them is. */
type Alternatives = readonly string[];

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;
  readonly #has: string[] = [];
  readonly #hasNot: string[] = [];

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #takes(...tokens: readonly string[]): boolean {
    if (!tokens.every((token, index) => this.#tokens[this.#at + index] === token)) return false;
    this.#at += tokens.length;
    return true;
  }

  #expect(token: string): void {
    if (!this.#takes(token)) throw unknown(`has ${this.#next ?? 'an end'} where ${token} is needed`);
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw unknown(`is nested deeper than ${DEPTH_MAX}`);
  }

  whole(): FoundByXPath {
    const selectors = this.#union('');
    if (this.#next !== undefined) throw unknown(`has ${this.#next}, which cannot be read here`);
    return { selector: [...new Set(selectors)].join(', '), has: this.#has, hasNot: this.#hasNot };
  }

  /** Paths between `|`. `start`: the prefix of each path. */
  #union(start: '' | '.'): string[] {
    this.#enter();
    const found: string[] = [];
    do found.push(...(start === '' && this.#takes('(') ? this.#group() : this.#path(start).map(written)));
    while (this.#takes('|'));
    this.#depth -= 1;
    return limited(found);
  }

  #path(start: '' | '.'): Path[] {
    if (start === '.') this.#expect('.');
    else this.#takes('.');
    if (this.#next !== '/' && this.#next !== '//')
      throw unknown(`begins with ${this.#next}, not with a path such as //div`);
    let paths = this.#takes('//') ? this.#step() : this.#first();
    for (;;) {
      if (this.#takes('//')) paths = joined(paths, ' ', this.#step());
      else if (this.#next === '/') {
        if (this.#value()) return paths;
        this.#at += 1;
        if (this.#takes('self', '::')) paths = narrowed(paths, this.#name());
        else paths = joined(paths, ' > ', this.#step());
      } else return paths;
    }
  }

  /** A path from the root: `/html/body`. */
  #first(): Path[] {
    this.#expect('/');
    if (this.#next !== 'html') throw unknown(`has /${this.#next ?? ''}, but a page begins with /html`);
    return this.#step();
  }

  /** `( … )` followed by a condition on the page, or a value. */
  #group(): string[] {
    const selectors = this.#union('');
    this.#expect(')');
    while (this.#takes('[')) {
      if (this.#next !== '/') throw unknown('has a position among all matches, which selectors cannot say');
      this.#pageCondition();
      this.#expect(']');
    }
    if (this.#next === '/' && !this.#value()) throw unknown('goes on behind parentheses, which selectors cannot say');
    return selectors;
  }

  /** `/@content`, `/@datetime`, `/text()` and `/node()` at the end of a path. */
  #value(): boolean {
    if (this.#takes('/', 'text', '(', ')') || this.#takes('/', 'node', '(', ')')) return true;
    if (this.#tokens[this.#at + 1] !== '@') return false;
    const name = this.#tokens[this.#at + 2] ?? '';
    if (name !== 'content' && name !== 'datetime') throw unknown(`takes the attribute ${name}, not text`);
    this.#at += 3;
    return true;
  }

  #name(): string {
    const token = this.#next;
    if (token !== '*' && !isName(token))
      throw unknown(`has ${token ?? 'an end'} where the name of an element is needed`);
    this.#at += 1;
    if (this.#next === '(') throw unknown(`has the function ${token}(), which is not known`);
    return token === '*' ? '' : escaped((token as string).toLowerCase());
  }

  /** A name with its conditions, as selectors. */
  #step(): Path[] {
    const axis = this.#tokens[this.#at + 1] === '::' ? this.#next : undefined;
    if (axis !== undefined && axis !== 'child') throw unknown(`has the axis ${axis}::, which selectors cannot say`);
    if (axis !== undefined) this.#at += 2;
    if (this.#next === '@') throw unknown(`takes the attribute ${this.#tokens[this.#at + 1] ?? ''}, not an element`);
    const name = this.#name();
    let found: Path[] = [{ before: '', name, conditions: '' }];
    for (let index = 0; this.#takes('['); index += 1) {
      const alternatives = this.#predicate(name, index);
      this.#expect(']');
      found = combined(found, alternatives, (path, other) => ({ ...path, conditions: path.conditions + other }));
    }
    return found;
  }

  #predicate(name: string, index: number): Alternatives {
    if (this.#next === '/') {
      this.#pageCondition();
      return [''];
    }
    const position = this.#position(name);
    if (position === undefined) return this.#or();
    // After a condition, a position counts only the elements that meet it.
    if (index > 0) throw unknown('has a position behind a condition, which selectors cannot say');
    return [position];
  }

  #position(name: string): string | undefined {
    const kind = name === '' ? 'child' : 'of-type';
    const isNamed = this.#takes('position', '(', ')', '=');
    if (/^\d+$/.test(this.#next ?? '')) {
      const [number = ''] = this.#tokens.slice(this.#at, this.#at + 1);
      this.#at += 1;
      return `:nth-${kind}(${Number(number)})`;
    }
    if (this.#takes('last', '(', ')')) {
      if (this.#next !== ']') throw unknown('counts from the last, which is not known');
      return `:last-${kind}`;
    }
    if (isNamed) throw unknown('has a position that is no number');
    return undefined;
  }

  #or(): Alternatives {
    this.#enter();
    const found = [...this.#and()];
    while (this.#takes('or')) found.push(...this.#and());
    this.#depth -= 1;
    return limited(found);
  }

  #and(): Alternatives {
    let found = this.#condition();
    while (this.#takes('and')) found = combined(found, this.#condition(), (one, other) => one + other);
    return found;
  }

  #condition(): Alternatives {
    if (this.#takes('(')) {
      const found = this.#or();
      this.#expect(')');
      return found;
    }
    if (this.#takes('not', '(')) {
      const found = this.#or();
      this.#expect(')');
      return [found.map((condition) => `:not(${condition})`).join('')];
    }
    return [this.#attribute()];
  }

  /** A condition on an attribute. A near match of a form is an error at the first different token. */
  #attribute(): string {
    const [best] = FORMS.map(({ form, write }) => {
      const tokens = this.#tokens.slice(this.#at, this.#at + form.length);
      const wrong = form.findIndex((wanted, at) => !isLike(tokens[at], wanted));
      return { form, write, tokens, isFound: wrong < 0, length: wrong < 0 ? form.length : wrong };
    }).sort((a, b) => b.length - a.length || Number(b.isFound) - Number(a.isFound));
    const { form, write, tokens, isFound, length } = best as NonNullable<typeof best>;
    if (!isFound) throw this.#otherForm(form[length], length);
    this.#at += length;
    const name = tokens[form.indexOf('NAME')] as string;
    const text = tokens[form.indexOf('TEXT')] ?? '';
    return write(escaped(name.toLowerCase()), text.slice(1, -1));
  }

  /** The error of a condition that matches a form for some tokens only. */
  #otherForm(wanted: string | undefined, length: number): Error {
    const token = this.#tokens[this.#at + length];
    if (wanted === 'NAME') return unknown('has @ without the name of an attribute');
    if (wanted === 'SPACE' && isText(token))
      return unknown('has the function concat() with more than spaces around an attribute');
    if (wanted === 'TEXT' || wanted === 'SPACE')
      return unknown(`has ${token ?? 'an end'} where a text in quotes is needed`);
    if (length > 1 && wanted !== '@') return unknown(`has ${token ?? 'an end'} where ${wanted} is needed`);
    if (length < 2 && isName(this.#next) && this.#tokens[this.#at + 1] === '(')
      return unknown(`has the function ${this.#next}(), which selectors cannot say`);
    const isOfText = token === '.' || (length > 1 && token === 'text');
    const subject = isOfText ? `its text${length > 1 ? '' : ' or what is in it'}` : (token ?? 'nothing');
    return unknown(`has a condition on ${subject}, which selectors cannot say`);
  }

  /** `/html[.//main][not(.//article)]`: what the page has and lacks. */
  #pageCondition(): void {
    this.#expect('/');
    this.#expect('html');
    while (this.#takes('[')) {
      const isNot = this.#takes('not', '(');
      const selector = this.#union('.').join(', ');
      if (isNot) this.#expect(')');
      this.#expect(']');
      (isNot ? this.#hasNot : this.#has).push(selector);
    }
  }
}
