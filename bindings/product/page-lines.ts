/** The lines of a page, and the amounts of money in them. */
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf } from '../html/records.ts';
import { keyOf, plain, wordsOf } from '../metadata/plain-text.ts';
import { lazy } from '../values.ts';
import { OLD_PRICE_WORDS, SHOWN_PRICE_NAMES } from '../vocabulary.ts';
import { type Money, moneyIn } from './money.ts';

/** A line of the page. Its cells are separated by tabs. */
export interface Line {
  readonly text: string;
  readonly parts: readonly Part[];
}

/** A text node of a line. */
interface Part {
  readonly node: number;
  readonly block: number;
  /** Where it begins in the line. */
  readonly at: number;
}

export interface PageMoney extends Money {
  readonly line: number;
  readonly block: number;
  /** True if an element around it has a name for prices. */
  readonly isPrice: boolean;
  /** True if it is one of many in elements with the same names, such as prices of cards. */
  readonly isRepeated: boolean;
}

export interface Headline {
  readonly line: number;
  readonly isHeading: boolean;
}

/** Bits of the kind of a gap. */
const GAP_KIND = 3;
/** Maximum number of lines. */
const LINES_MAX = 20_000;
/** Maximum UTF-16 units of a line to which text is added. */
const LINE_MAX = 2000;
/** Maximum number of elements around a text whose names are read. */
const LEVELS = 4;
/** UTF-16 units that are read of each of their attributes. */
const VALUE_MAX = 1000;
/** Maximum number of amounts of a page. */
const MONEY_MAX = 400;
/** Maximum number of names that are searched. */
const NAMES_MAX = 20;
/** Minimum letters and digits of a line that may be a part of a name. */
const KEY_MIN = 8;
/** Maximum UTF-16 units of a line with the name. */
const NAME_MAX = 500;
/** Minimum number of different prices of cards. */
const CARDS = 4;
/** Minimum number of prices of cards if some are equal. */
const CARDS_ALIKE = 6;
/** Maximum UTF-16 units of a line with a price. */
const PRICE_LINE_MAX = 120;

/** Elements with an old price. */
const STRUCK = /^(?:del|s|strike) |line-through/m;
const PRICE = new RegExp(SHOWN_PRICE_NAMES, 'i');
/** Names of elements with an old price, if the page has others. */
const OLD = new RegExp(`(?:^|[^a-z])${OLD_PRICE_WORDS}(?:[^a-z]|$)`, 'i');

/** A line with name and classes, and lines with other attributes that name the element. */
function namesOf(core: Core, element: number): string {
  const attributes = attributesOf(core, element);
  const read = (name: string): string => (attributes.get(name) ?? '').slice(0, VALUE_MAX);
  const others = ['id', 'itemprop', 'data-testid', 'data-test', 'style'].map(read);
  const names = [`${core.nameOf(element)} ${read('class')}`, ...others].join('\n');
  return names.replace(/([a-z])([A-Z])/g, '$1-$2');
}

function areOfCards(amounts: readonly string[]): boolean {
  const different = new Set(amounts).size;
  return different >= CARDS || (different > 1 && amounts.length >= CARDS_ALIKE);
}

/** Words in lower case between spaces. */
const spacedWords = (text: string): string => ` ${wordsOf(text).join(' ')} `;

/** The separator of two texts of a line. A number in two elements is joined by a point. */
function between(before: string, text: string, gap: number): string {
  if (gap === layout.Break.CELL) return '\t';
  const areNumbers = /^\d/.test(text) && /\d$/.test(before);
  if (areNumbers && /^\d{2}(?!\d)/.test(text)) return '.';
  if (gap === layout.Break.SPACE) return ' ';
  // Two numbers without white space between them are in separate cells.
  return areNumbers ? '\t' : '';
}

export class PageLines {
  readonly lines: readonly Line[];
  readonly #core: Core;
  /** Names of elements, which may be around many texts. */
  readonly #names = new Map<number, string>();
  readonly #words = lazy(() => this.lines.map(({ text }) => spacedWords(text)).join(''));
  readonly #keys = lazy(() => this.lines.map(({ text }) => (text.length > NAME_MAX ? '' : keyOf(text))));
  /** Prices that the page shows, in document order, without struck ones. */
  readonly money = lazy((): readonly PageMoney[] => this.#findMoney());

  constructor(core: Core) {
    this.#core = core;
    this.lines = this.#read();
  }

  #read(): Line[] {
    const core = this.#core;
    const lines: { text: string; parts: Part[] }[] = [];
    const end = core.result(layout.Page.SEGMENT_COUNT) * layout.Segment.BYTES;
    for (let at = 0; at < end && lines.length < LINES_MAX; at += layout.Segment.BYTES) {
      const node = core.segment(at, layout.Segment.NODE);
      const gap = core.segment(at, layout.Segment.GAP) & GAP_KIND;
      const block = core.segment(at, layout.Segment.BLOCK);
      const text = plain(core.rawText(node));
      const last = lines.at(-1);
      if (last === undefined || gap === layout.Break.LINE) lines.push({ text, parts: [{ node, block, at: 0 }] });
      else if (last.text.length < LINE_MAX) {
        last.text += between(last.text, text, gap);
        last.parts.push({ node, block, at: last.text.length });
        last.text += text;
      }
    }
    return lines;
  }

  /** Names of the elements around a node, the nearest first, in separate lines. */
  #namesAround(node: number): string {
    const core = this.#core;
    let found = '';
    let at = core.node(node, layout.Node.PARENT);
    for (let level = 0; at !== 0 && level < LEVELS; level += 1) {
      const names = this.#names.get(at) ?? namesOf(core, at);
      this.#names.set(at, names);
      found += `${names}\n`;
      at = core.node(at, layout.Node.PARENT);
    }
    return found;
  }

  /** True if the page shows a text. In scripts with spaces, only whole words match. */
  shows(text: string): boolean {
    const words = spacedWords(text);
    return words !== '  ' && this.#words().includes(/[a-z\d]/.test(words) ? words : words.trim());
  }

  /** The line of the first name that is in a first-level heading; otherwise the first line that is one of the names. */
  headline(names: readonly string[]): Headline | undefined {
    const keys = new Set(names.slice(0, NAMES_MAX).map(keyOf));
    keys.delete('');
    let found: Headline | undefined;
    for (const name of keys) {
      for (const [line, key] of this.#keys().entries()) {
        const isPart = key.length >= KEY_MIN && (name.includes(key) || key.includes(name));
        if (key !== name && !isPart) continue;
        const node = this.lines[line]?.parts[0]?.node;
        if (node !== undefined && /^h1 /m.test(this.#namesAround(node))) return { line, isHeading: true };
        if (key === name) found ??= { line, isHeading: false };
      }
    }
    return found;
  }

  #findMoney(): PageMoney[] {
    const found: (Omit<PageMoney, 'isRepeated'> & { readonly isOld: boolean; readonly card: string })[] = [];
    for (const [line, { text, parts }] of this.lines.entries()) {
      if (text.length > PRICE_LINE_MAX || found.length >= MONEY_MAX) continue;
      for (const money of moneyIn(text)) {
        const part = parts.findLast(({ at }) => at <= money.at);
        if (part === undefined || money.value === 0) continue;
        const names = this.#namesAround(part.node);
        const card = names.match(/^\w+ .*$/gm)?.join('/') ?? '';
        if (STRUCK.test(names)) continue;
        found.push({ ...money, line, block: part.block, isPrice: PRICE.test(names), isOld: OLD.test(names), card });
      }
    }
    const amountsOf = (card: string): string[] => found.filter((one) => one.card === card).map(({ amount }) => amount);
    const areOld = found.every(({ isOld }) => isOld);
    return found
      .filter(({ isOld }) => areOld || !isOld)
      .map(({ card, ...money }) => ({ ...money, isRepeated: areOfCards(amountsOf(card)) }));
  }
}
