/** What a page shows: its lines, and the amounts of money in them. */
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf } from '../html/records.ts';
import { keyOf } from '../metadata/authors.ts';
import { plain } from '../metadata/facts.ts';
import { normalForm } from '../normal-form.ts';
import { lazy } from '../values.ts';
import { SHOWN_PRICE_NAMES, STRUCK_PRICE_NAMES } from '../vocabulary.ts';
import { hasBuyButton, saysBuy } from './buttons.ts';
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

/** Lines about the product: that of the headline, and that behind the last one. */
export interface Place {
  readonly first: number | undefined;
  readonly last: number;
  /** Whether the headline is a heading. */
  readonly isHeading: boolean;
}

/** Where a page has its headline. */
export interface Headline {
  readonly line: number;
  readonly isHeading: boolean;
}

/** What stands between names of an element. */
const BETWEEN = ' \n';
/** Bits of the kind of a gap. */
const GAP_KIND = 3;
/** Lines that are read, and UTF-16 units of one. */
const LINES_MAX = 20_000;
const LINE_MAX = 2000;
/** Elements around a text that say what it is. */
const LEVELS = 4;
/** UTF-16 units that are read of each of their attributes. */
const VALUE_MAX = 1000;
/** Maximum number of amounts of a page that are read. */
const MONEY_MAX = 400;
/** Names that are looked for. */
const NAMES_READ = 20;
/** Letters and digits of the shortest line that may be a part of a name. */
const KEY_MIN = 8;
/** UTF-16 units of the longest line with the name. */
const NAME_MAX = 500;
/** Minimum number of prices in elements of the same names that are those of cards: of different ones, and where some are the same. */
const CARDS = 4;
const CARDS_ALIKE = 6;
/** Lines from an old price to the new one. */
const BESIDE = 3;
/** Lines behind the headline in which a number alone is a price. */
const BARE_LINES = 40;
/** UTF-16 units of the longest line with a price. */
const PRICE_LINE_MAX = 120;

/** Names of elements with a price that was, or is another one's. */
const OLD = new RegExp(`(?:^|[^a-z])${STRUCK_PRICE_NAMES}(?:[^a-z]|$)`, 'i');
/** Names of elements with a price. */
const PRICE = new RegExp(SHOWN_PRICE_NAMES, 'i');
/** Names of parts of a number in an element of their own. */
const DECIMALS = /cent|decimal|fraction|kop|penc|sup/i;
/** Words before an amount that is not the price. */
const OTHER_BEFORE =
  /shipping|delivery|postage|versand|lieferung|livraison|env[ií]o|spedizione|entrega|frete|доставк|voucher|coupon|gift card|\bsave\b|\bspar|(?:^|\W)(?:rrp|uvp|msrp|was|statt|avant|antes|prima|reg\.?|before)(?=\W)|list price|instal|cuotas|deposit|\bover\b|orders? |cashback|warranty|garantie|instead of|rate|raten|excl|ex\.? vat|netto|(?:^|\W)net(?=\W)|hors taxe|brez ddv|bez dph|без ндс|ohne mwst|bid\b|estimate|per \d/i;
/** Words behind an amount that is not the price. */
const OTHER_AFTER =
  /^\W{0,3}(?:mtl|per month|month|pro monat|monat|par mois|mois|al mes|mes\b|mese|\/ ?mo|p\.? ?m\b|x \d|off\b|shipping|delivery|postage|versand|livraison|доставк|rabat|discount|excl|ex\.? vat|\+ ?vat|netto|ht\b|bez dph|cashback|voucher)/i;

/** What an element says of the text in it. */
interface Hints {
  /** Its name and its classes, and behind them what else names it. */
  readonly names: string;
  readonly isStruck: boolean;
  readonly isOld: boolean;
  readonly isPrice: boolean;
}

/** What the elements around a text say. */
interface Around extends Hints {
  readonly isLink: boolean;
}

function hintsOf(core: Core, element: number): Hints {
  const attributes = attributesOf(core, element);
  const read = (name: string): string => (attributes.get(name) ?? '').slice(0, VALUE_MAX);
  const values = ['id', 'itemprop', 'data-testid', 'data-test', 'style'].map(read);
  const names = camel([`${core.nameOf(element)} ${read('class')}`, ...values].join(BETWEEN));
  return {
    names,
    isStruck: /^(?:del|s|strike) |line-through/.test(names),
    isOld: OLD.test(names),
    isPrice: PRICE.test(names),
  };
}

function areOfCards(amounts: readonly string[]): boolean {
  const different = new Set(amounts).size;
  return different >= CARDS || (different > 1 && amounts.length >= CARDS_ALIKE);
}

/** The words of a text in lower case, with a space before and behind them. */
const wordsIn = (text: string): string =>
  ` ${normalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;

const camel = (names: string): string => names.replace(/([a-z])([A-Z])/g, '$1-$2');

export class ShownPage {
  readonly lines: readonly Line[];
  readonly #core: Core;
  /** What elements say that were read: some are around many texts. */
  readonly #hints = new Map<number, Hints>();
  readonly #words = lazy(() => this.lines.map(({ text }) => wordsIn(text)).join(''));
  readonly #keys = lazy(() => this.lines.map(({ text }) => (text.length > NAME_MAX ? '' : keyOf(text))));
  /** Prices that the page shows, in document order: none that was, none of a link to something else. */
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

  /** What stands between two texts of a line: of a number in two elements, the point. */
  #between(before: string, text: string, gap: number, node: number): string {
    if (gap === layout.Break.CELL) return '\t';
    const isDecimals = () => this.#hintsAround(node, 2).some(({ names }) => DECIMALS.test(names));
    if (/^\d{2}(?!\d)/.test(text) && /\d$/.test(before) && isDecimals()) return '.';
    if (gap === layout.Break.SPACE) return ' ';
    // Two numbers without white space between them are in two boxes.
    return /^\d/.test(text) && /\d$/.test(before) ? '\t' : '';
  }

  /** What the elements around a node say, the nearest first. */
  #hintsAround(node: number, levels: number): Hints[] {
    const core = this.#core;
    const found: Hints[] = [];
    for (
      let at = core.node(node, layout.Node.PARENT);
      at !== 0 && found.length < levels;
      at = core.node(at, layout.Node.PARENT)
    ) {
      const hints = this.#hints.get(at) ?? hintsOf(core, at);
      this.#hints.set(at, hints);
      found.push(hints);
    }
    return found;
  }

  #around(node: number): Around {
    const hints = this.#hintsAround(node, LEVELS);
    return {
      isStruck: hints.some(({ isStruck }) => isStruck),
      isOld: hints.some(({ isOld }) => isOld),
      isPrice: hints.some(({ isPrice }) => isPrice),
      isLink: hints.some(({ names }) => names.startsWith('a ')),
      names: hints.map(({ names }) => names.split(BETWEEN, 1)[0]).join('/'),
    };
  }

  /** Whether the page shows a text, as whole words where its script has spaces. */
  shows(text: string): boolean {
    const words = wordsIn(text);
    return /[a-z\d]/.test(words)
      ? this.#words().includes(words)
      : words !== '  ' && this.#words().includes(words.trim());
  }

  /** Whether something between two lines puts a product into the cart: a button, or a line with the text of one. */
  hasBuyButton(first: number, last: number): boolean {
    const lines = this.lines.slice(first, last);
    if (lines.some(({ text }) => saysBuy(text))) return true;
    const node = lines[0]?.parts[0]?.node;
    return node !== undefined && hasBuyButton(this.#core, node, this.lines[last]?.parts[0]?.node);
  }

  /** The line with the first of some names that stands in a heading of the first level, else with the first that stands alone. */
  headline(names: readonly string[]): Headline | undefined {
    const keys = new Set(
      names
        .slice(0, NAMES_READ)
        .map(keyOf)
        .filter((key) => key !== ''),
    );
    let found: Headline | undefined;
    for (const key of keys) {
      const here = this.#headlineOf(key);
      if (here?.isHeading) return here;
      found ??= here;
    }
    return found;
  }

  #headlineOf(name: string): Headline | undefined {
    let found: number | undefined;
    for (const [line, key] of this.#keys().entries()) {
      const isPart = key.length >= KEY_MIN && (name.includes(key) || key.includes(name));
      if (key !== name && !isPart) continue;
      const first = this.lines[line]?.parts[0];
      if (first && this.#hintsAround(first.node, LEVELS).some(({ names: own }) => own.startsWith('h1 ')))
        return { line, isHeading: true };
      if (key === name) found ??= line;
    }
    return found === undefined ? undefined : { line: found, isHeading: false };
  }

  /** An amount of data where the page shows it without a currency, near a line. */
  bare(money: Money, near = 0): ShownMoney | undefined {
    const [whole = '', decimals] = money.amount.split('.');
    const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, "[.,'’ \u00a0\u202f]?");
    const rest =
      decimals === undefined || /^0+$/.test(decimals) ? `(?:[.,]0{1,2})?` : `[.,]${decimals.replace(/0+$/, '')}0*`;
    const pattern = new RegExp(`(?<![\\d.,])${groups}${rest}(?![.,]?\\d)`);
    for (const [at, { text, parts }] of this.lines.slice(near, near + BARE_LINES).entries()) {
      const [first] = parts;
      if (first && text.length <= PRICE_LINE_MAX && pattern.test(text))
        return { ...money, sign: '', line: near + at, block: first.block, isPrice: false, isRepeated: false };
    }
    return undefined;
  }

  #findMoney(): ShownMoney[] {
    const found: (Omit<ShownMoney, 'isRepeated'> & Pick<Around, 'isOld' | 'names'>)[] = [];
    const amounts = new Map<string, string[]>();
    for (const [line, { text, parts }] of this.lines.entries()) {
      if (text.length > PRICE_LINE_MAX || found.length >= MONEY_MAX) continue;
      for (const money of moneyIn(text)) {
        const part = parts.findLast(({ at }) => at <= money.at) ?? parts[0];
        const isOther = OTHER_BEFORE.test(text.slice(0, money.at)) || OTHER_AFTER.test(text.slice(money.end));
        if (part === undefined || isOther || money.readings[0] === 0) continue;
        const { isStruck, isLink, isOld, isPrice, names } = this.#around(part.node);
        const alike = amounts.get(names);
        if (alike === undefined) amounts.set(names, [money.amount]);
        else alike.push(money.amount);
        if (!isStruck && !isLink) found.push({ ...money, line, block: part.block, isPrice, isOld, names });
      }
    }
    // A price is old where a new one is beside it.
    const isBeside = (at: number): boolean => found.some(({ isOld, line }) => !isOld && Math.abs(line - at) <= BESIDE);
    return found
      .filter(({ isOld, line }) => !isOld || !isBeside(line))
      .map(({ names, ...money }) => ({ ...money, isRepeated: areOfCards(amounts.get(names) ?? []) }));
  }
}
