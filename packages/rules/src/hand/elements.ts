/**
 * The elements of a page in linear memory, and which of them a selector matches: in time by the number of elements and the length of the
 * selector, whatever the page is.
 */
import { AttributeAction, type AttributeSelector, parse, type Selector, SelectorType } from 'css-what';
import type { Page } from 'refrain';
import { attributesIn, Cursor, contextOf, TreeContext } from 'refrain/internal';
import { RulesError } from '../apply/rules.ts';

/** A selector that was read. */
export type ReadSelector = readonly (readonly Selector[])[];

/** Parts of a selector, and of all rules of a site. */
const PARTS_MAX = 400;

/**
 * Reads a selector of what rules use: names, ids, classes, attributes, descendants and children, positions among siblings, `:not` of these.
 *
 * @throws {RulesError} `SELECTOR_INVALID`
 */
export function readSelector(selector: string): ReadSelector {
  try {
    const read = parse(selector);
    const parts = read.flat();
    if (parts.length === 0 || read.some(({ length }) => length === 0)) throw new Error('it is empty');
    if (parts.length > PARTS_MAX) throw new Error(`it has more than ${PARTS_MAX} parts`);
    for (const part of parts) checkPart(part);
    for (const path of read)
      if (
        path.some(
          (part, at) => isStep(part) && (at === 0 || at === path.length - 1 || isStep(path[at + 1] as Selector)),
        )
      )
        throw new Error('a combinator has no element beside it');
    return read;
  } catch (cause) {
    throw new RulesError(
      'SELECTOR_INVALID',
      `the selector ${selector.slice(0, 200)} cannot be read: ${(cause as Error).message}`,
      { cause },
    );
  }
}

const POSITION = /^(nth|first|last|only)-(child|of-type)$/;

const isStep = ({ type }: Selector): boolean => type === SelectorType.Child || type === SelectorType.Descendant;

function checkPart(part: Selector, isInNot = false): void {
  if (isStep(part) && !isInNot) return;
  if (part.type === SelectorType.Tag || part.type === SelectorType.Universal) return;
  if (part.type === SelectorType.Attribute) return;
  if (part.type === SelectorType.Pseudo) {
    if (part.name === 'not' && Array.isArray(part.data) && !isInNot) {
      for (const each of part.data.flat()) checkPart(each, true);
      return;
    }
    if (POSITION.test(part.name) && (part.name.startsWith('nth-') ? /^\s*[1-9]\d*\s*$/.test(`${part.data}`) : true))
      return;
    throw new Error(`:${part.name} is not known`);
  }
  throw new Error(`${part.type} is not known`);
}

/** Which of the elements match, by their numbers. */
export type Marks = Uint8Array;

/** Positions of elements among the siblings, and among those of their name. */
interface Positions {
  readonly child: Uint32Array;
  readonly ofType: Uint32Array;
  readonly isLastChild: Marks;
  readonly isLastOfType: Marks;
}

export class PageElements {
  readonly count: number;
  /** The node of each element, in document order. */
  readonly #nodes: number[] = [];
  readonly #names: string[] = [];
  /** The number of the element around each; -1 for the first. */
  readonly #parents: number[] = [];
  readonly #page: Page;
  readonly #tree: TreeContext;
  readonly #attributes: ReadonlyMap<string, string>[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #matched = new Map<ReadSelector, Marks>();
  #positions: Positions | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#tree = new TreeContext(contextOf(page).core, undefined, 0);
    this.#read(new Cursor(this.#tree, 0));
    this.count = this.#nodes.length;
  }

  #read(cursor: Cursor): void {
    const around: number[] = [];
    for (;;) {
      const isElement = cursor.kind === 'element';
      if (isElement) {
        this.#numbers.set(cursor.node, this.#nodes.length);
        this.#parents.push(around.at(-1) ?? -1);
        this.#names.push(cursor.name.toLowerCase());
        this.#nodes.push(cursor.node);
      }
      const here = this.#nodes.length - 1;
      if (cursor.firstChild()) {
        around.push(isElement ? here : -1);
        continue;
      }
      while (!cursor.nextSibling()) {
        if (!cursor.parent()) return;
        around.pop();
      }
    }
  }

  /** The number of the element of a node; undefined for another node. */
  numberOf(node: number): number | undefined {
    return this.#numbers.get(node);
  }

  /** Elements that a selector matches. The result must not be changed. */
  matched(selector: ReadSelector): Marks {
    const known = this.#matched.get(selector);
    if (known !== undefined) return known;
    const marks = new Uint8Array(this.count);
    for (const path of selector)
      for (const [element, found] of this.#path(path).entries()) if (found) marks[element] = 1;
    this.#matched.set(selector, marks);
    return marks;
  }

  /** Elements that are one of these, or in one. */
  inside(marks: Marks): Marks {
    const inside = new Uint8Array(this.count);
    for (let element = 0; element < this.count; element += 1) {
      const parent = this.#parents[element] as number;
      inside[element] = marks[element] || (parent >= 0 && inside[parent]) ? 1 : 0;
    }
    return inside;
  }

  /** What an element says: of `<meta>` and `<time>` the value, of others the text, in one line of at most `max` characters. */
  valueOf(element: number, max: number): string {
    const cursor = new Cursor(this.#tree, this.#nodes[element] as number);
    const attribute = { meta: 'content', time: 'datetime' }[this.#names[element] as string];
    const value = attribute === undefined ? undefined : cursor.attribute(attribute);
    const text = value?.trim() ? value : textOf(cursor, 8 * max);
    return text.trim().replace(/\s+/g, ' ').slice(0, max);
  }

  #path(path: readonly Selector[]): Marks {
    let before: Marks | undefined;
    let isChild = false;
    let start = 0;
    for (let end = 0; end <= path.length; end += 1) {
      const part = path[end];
      if (part !== undefined && !isStep(part)) continue;
      const compound = path.slice(start, end);
      const above = before === undefined || isChild ? before : this.inside(before);
      const marks = new Uint8Array(this.count);
      for (let element = 0; element < this.count; element += 1) {
        const parent = this.#parents[element] as number;
        if (above !== undefined && (parent < 0 || !above[parent])) continue;
        if (compound.every((each) => this.#has(element, each))) marks[element] = 1;
      }
      before = marks;
      isChild = part?.type === SelectorType.Child;
      start = end + 1;
    }
    return before as Marks;
  }

  #has(element: number, part: Selector): boolean {
    switch (part.type) {
      case SelectorType.Universal:
        return true;
      case SelectorType.Tag:
        return this.#names[element] === part.name.toLowerCase();
      case SelectorType.Attribute:
        return this.#hasAttribute(element, part);
      case SelectorType.Pseudo:
        if (part.name === 'not' && Array.isArray(part.data))
          return !part.data.some((compound) => compound.every((each) => this.#has(element, each)));
        return this.#isAt(element, part.name, Number(part.data));
      default:
        return false;
    }
  }

  #hasAttribute(element: number, { name, action, value, ignoreCase }: AttributeSelector): boolean {
    this.#attributes[element] ??= attributesIn(this.#page, this.#nodes[element] as number);
    const found = this.#attributes[element]?.get(name.toLowerCase());
    if (found === undefined) return false;
    const [given, wanted] = ignoreCase === true ? [found.toLowerCase(), value.toLowerCase()] : [found, value];
    switch (action) {
      case AttributeAction.Exists:
        return true;
      case AttributeAction.Equals:
        return given === wanted;
      case AttributeAction.Element:
        return wanted !== '' && given.split(/[ \t\n\f\r]+/).includes(wanted);
      case AttributeAction.Start:
        return wanted !== '' && given.startsWith(wanted);
      case AttributeAction.End:
        return wanted !== '' && given.endsWith(wanted);
      case AttributeAction.Any:
        return wanted !== '' && given.includes(wanted);
      case AttributeAction.Hyphen:
        return given === wanted || given.startsWith(`${wanted}-`);
      default:
        return given !== wanted;
    }
  }

  #isAt(element: number, name: string, number: number): boolean {
    this.#positions ??= this.#count();
    const { child, ofType, isLastChild, isLastOfType } = this.#positions;
    const [, which, kind] = POSITION.exec(name) ?? [];
    const [position, last] = kind === 'child' ? [child, isLastChild] : [ofType, isLastOfType];
    if (which === 'nth') return position[element] === number;
    const [isFirst, isLast] = [position[element] === 1, last[element] === 1];
    if (which === 'first') return isFirst;
    return which === 'last' ? isLast : isFirst && isLast;
  }

  #count(): Positions {
    const [child, ofType] = [new Uint32Array(this.count), new Uint32Array(this.count)];
    const [isLastChild, isLastOfType] = [new Uint8Array(this.count), new Uint8Array(this.count)];
    const last = new Map<string, number>();
    const follow = (key: string, element: number, positions: Uint32Array, isLast: Marks): void => {
      const before = last.get(key);
      if (before !== undefined) isLast[before] = 0;
      positions[element] = before === undefined ? 1 : (positions[before] as number) + 1;
      isLast[element] = 1;
      last.set(key, element);
    };
    for (let element = 0; element < this.count; element += 1) {
      const parent = this.#parents[element] as number;
      follow(`${parent}`, element, child, isLastChild);
      follow(`${parent} ${this.#names[element]}`, element, ofType, isLastOfType);
    }
    return { child, ofType, isLastChild, isLastOfType };
  }
}

/** The text below a node, until it is longer than `max`. */
function textOf(cursor: Cursor, max: number): string {
  let text = '';
  for (let depth = 0; text.length < max; ) {
    if (cursor.kind === 'text') text += cursor.text;
    if (!/^(?:script|style)$/.test(cursor.name) && cursor.firstChild()) {
      depth += 1;
      continue;
    }
    while (depth > 0 && !cursor.nextSibling()) {
      cursor.parent();
      depth -= 1;
    }
    if (depth === 0) break;
  }
  return text;
}
