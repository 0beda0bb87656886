/** The lines of a page, and the amounts of money in them. */
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf } from '../html/records.ts';
import { keyOf, plain } from '../metadata/plain-text.ts';
import { normalForm } from '../normal-form.ts';
import { lazy } from '../values.ts';
import { SHOWN_PRICE_NAMES } from '../vocabulary.ts';
import { type Money, moneyIn } from './money.ts';

/** A line of the page; between its cells are tabs. */
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

/** An amount that the page shows. */
export interface ShownMoney extends Money {
  /** Number of its line. */
  readonly line: number;
  readonly block: number;
  /** A name around it says that it is a price. */
  readonly isPrice: boolean;
  /** It is one of many in elements of the same names: that of a card. */
  readonly isRepeated: boolean;
}

/** Where a page has its headline. */
export interface Headline {
  readonly line: number;
  readonly isHeading: boolean;
}

/** Bits of the kind of a gap. */
const GAP_KIND = 3;
/** Maximum number of lines. */
const LINES_MAX = 20_000;
/** UTF-16 units from which on no text is added to a line. */
const LINE_MAX = 2000;
/** Number of elements around a text whose names are read. */
const LEVELS = 4;
/** UTF-16 units that are read of each of their attributes. */
const VALUE_MAX = 1000;
/** Maximum number of amounts of a page. */
const MONEY_MAX = 400;
/** Maximum number of names that are searched. */
const NAMES_MAX = 20;
/** UTF-16 units of the longest line with the name. */
const NAME_MAX = 500;
/** Minimum number of different prices in elements of the same names that are those of cards. */
const CARDS = 4;
/** The same if some are equal. */
const CARDS_ALIKE = 6;
/** Lines after the headline in which a number without a currency is a price. */
const BARE_LINES = 40;
/** UTF-16 units of the longest line with a price. */
const PRICE_LINE_MAX = 120;

/** Elements with a price that was. */
const STRUCK = /^(?:del|s|strike) |line-through/m;
const PRICE = new RegExp(SHOWN_PRICE_NAMES, 'i');
/** Names of parts of a number in their own elements. */
const DECIMALS = /cent|decimal|fraction|kop|penc|sup/i;

/** Name, classes, and in further lines other attributes that name an element. */
function namesOf(core: Core, element: number): string {
  const attributes = attributesOf(core, element);
  const read = (name: string): string => (attributes.get(name) ?? '').slice(0, VALUE_MAX);
  const others = ['id', 'itemprop', 'data-testid', 'data-test', 'style'].map(read);
  const names = [`${core.nameOf(element)} ${read('class')}`, ...others].join('\n');
  return names.replace(/([a-z])([A-Z])/g, '$1-$2');
}

/** True if some amounts in elements of the same names are those of cards. */
function areOfCards(amounts: readonly string[]): boolean {
  const different = new Set(amounts).size;
  return different >= CARDS || (different > 1 && amounts.length >= CARDS_ALIKE);
}

/** The words of a text in lower case, with a space before and after them. */
const wordsIn = (text: string): string =>
  ` ${normalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;

export class PageLines {
  readonly lines: readonly Line[];
  readonly #core: Core;
  /** Names of elements: some are around many texts. */
  readonly #names = new Map<number, string>();
  readonly #words = lazy(() => this.lines.map(({ text }) => wordsIn(text)).join(''));
  readonly #keys = lazy(() => this.lines.map(({ text }) => (text.length > NAME_MAX ? '' : keyOf(text))));
  /** Prices that the page shows, in document order, without struck ones and those of links. */
  readonly money = lazy((): readonly ShownMoney[] => this.#findMoney());

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
        last.text += this.#between(last.text, text, gap, node);
        last.parts.push({ node, block, at: last.text.length });
        last.text += text;
      }
    }
    return lines;
  }

  /** What separates two texts of a line: of a number in two elements, the point. */
  #between(before: string, text: string, gap: number, node: number): string {
    if (gap === layout.Break.CELL) return '\t';
    const areNumbers = /^\d/.test(text) && /\d$/.test(before);
    if (areNumbers && /^\d{2}(?!\d)/.test(text) && DECIMALS.test(this.#namesAround(node, 2).join('\n'))) return '.';
    if (gap === layout.Break.SPACE) return ' ';
    // Two numbers without white space between them are in two boxes.
    return areNumbers ? '\t' : '';
  }

  /** Names of the elements around a node, the nearest first. */
  #namesAround(node: number, levels = LEVELS): string[] {
    const core = this.#core;
    const found: string[] = [];
    let at = core.node(node, layout.Node.PARENT);
    for (; at !== 0 && found.length < levels; at = core.node(at, layout.Node.PARENT)) {
      const names = this.#names.get(at) ?? namesOf(core, at);
      this.#names.set(at, names);
      found.push(names);
    }
    return found;
  }

  /** True if the page shows a text, as whole words if its script has spaces. */
  shows(text: string): boolean {
    const words = wordsIn(text);
    return words !== '  ' && this.#words().includes(/[a-z\d]/.test(words) ? words : words.trim());
  }

  /** The line with the first of some names in a heading of the first level; else the first line that is one of them. */
  headline(names: readonly string[]): Headline | undefined {
    const keys = new Set(names.slice(0, NAMES_MAX).map(keyOf));
    keys.delete('');
    let found: Headline | undefined;
    for (const name of keys) {
      for (const [line, key] of this.#keys().entries()) {
        if (key !== name) continue;
        const node = this.lines[line]?.parts[0]?.node;
        if (node !== undefined && /^h1 /m.test(this.#namesAround(node).join('\n'))) return { line, isHeading: true };
        found ??= { line, isHeading: false };
      }
    }
    return found;
  }

  /** An amount of data if the page shows it without a currency, near a line. */
  bare(money: Money, near = 0): ShownMoney | undefined {
    const [whole = '', decimals = '0'] = money.amount.split('.');
    const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, "[.,'’ \u00a0\u202f]?");
    const rest = /^0+$/.test(decimals) ? `(?:[.,]0{1,2})?` : `[.,]${decimals.replace(/0+$/, '')}0*`;
    const pattern = new RegExp(`(?<![\\d.,])${groups}${rest}(?![.,]?\\d)`);
    for (const [at, { text, parts }] of this.lines.slice(near, near + BARE_LINES).entries()) {
      const [first] = parts;
      if (first && text.length <= PRICE_LINE_MAX && pattern.test(text))
        return { ...money, sign: '', line: near + at, block: first.block, isPrice: false, isRepeated: false };
    }
    return undefined;
  }

  #findMoney(): ShownMoney[] {
    const found: (Omit<ShownMoney, 'isRepeated'> & { readonly card: string })[] = [];
    for (const [line, { text, parts }] of this.lines.entries()) {
      if (text.length > PRICE_LINE_MAX || found.length >= MONEY_MAX) continue;
      for (const money of moneyIn(text)) {
        const part = parts.findLast(({ at }) => at <= money.at);
        if (part === undefined || money.value === 0) continue;
        const around = this.#namesAround(part.node);
        const names = around.join('\n');
        const card = around.map((each) => each.split('\n', 1)[0]).join('/');
        if (!STRUCK.test(names)) found.push({ ...money, line, block: part.block, isPrice: PRICE.test(names), card });
      }
    }
    const amountsOf = (card: string): string[] =>
      found.filter((money) => money.card === card).map(({ amount }) => amount);
    return found.map(({ card, ...money }) => ({ ...money, isRepeated: areOfCards(amountsOf(card)) }));
  }
}
