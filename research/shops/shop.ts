/**
 * A site made of one product page: its menus, labels and notices stay, and what the page says of the product is exchanged on every
 * page. Which texts those are, the text of its main content says.
 */
import type { Below } from '../../bench/random.ts';

type ValueKind = 'line' | 'pair' | 'price';

/** A text that is a value, or ends with one. */
export interface Value {
  readonly kind: ValueKind;
  /** Piece of the source. */
  readonly at: number;
  /** The label that stands before it in the same text; it stays. */
  readonly label: string;
  readonly text: string;
}

export interface MadePage {
  /** Values are in spans with `data-gold="content"`, and so are texts. */
  readonly html: string;
  /** Label and value of each, in the order of `Shop.values`. */
  readonly values: readonly string[];
}

/** Elements without text of the page, comments, and tags. */
const MARKUP = /(<(script|style|noscript|template)\b[\s\S]*?<\/\2\s*>|<!--[\s\S]*?-->|<[^>]*>)/gi;
const LINE = /^([^:]{2,40}: )(\S.{0,60})$/;
const PRICE = /^[$€£] ?\d[\d.,]*$|^\d[\d.,]* ?(€|USD|EUR|kg|g|ml|cm|mm|oz|lbs?)$/i;
/** Maximum characters of a label and of a value in an element of its own. */
const LABEL = 40;
const VALUE = 60;
/** Shorter texts stay, but for headings. */
const WORDS = 4;
/** Different values of words that a site has at one place. */
const CHOICES = 5;

const normalise = (text: string): string => text.replace(/&nbsp;|&#160;|\s+/g, ' ').trim();
const wordsOf = (text: string): string[] => text.split(' ');

const nameOf = (tag: string): string => /^<([a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase() ?? '';

export class Shop {
  readonly values: readonly Value[];
  readonly #pieces: readonly string[];
  /** Other texts of the main content, by piece. */
  readonly #texts: readonly (readonly [at: number, words: number])[];

  /** `main` is the text of the page's main content. */
  constructor(html: string, main: string) {
    // A pattern with groups leaves what they matched; the inner one is dropped.
    this.#pieces = html.split(MARKUP).filter((_, at) => at % 3 !== 2);
    const values: Value[] = [];
    const texts: [number, number][] = [];
    const own = normalise(main);
    const said = this.#pieces.flatMap((piece, at) => (at % 2 === 1 || normalise(piece) === '' ? [] : [at]));
    const textOf = (index: number): string => normalise(this.#pieces[said[index] ?? -1] ?? '');
    let element = '';
    let last = 0;
    for (const [index, at] of said.entries()) {
      for (const tag of this.#pieces.slice(last, at)) element = nameOf(tag) || element;
      last = at;
      const [before, text, after] = [textOf(index - 1), textOf(index), textOf(index + 1)];
      // A short text is in many places; the one that main content has stands beside the same text there.
      const isBeside =
        (before !== '' && own.includes(`${before} ${text}`)) || (after !== '' && own.includes(`${text} ${after}`));
      const isOwn = text.length > VALUE ? own.includes(text) : isBeside;
      const [, label = '', value = text] = LINE.exec(text) ?? [];
      const kind = kindOf(text, label, before, element);
      if (isOwn && kind !== undefined) values.push({ kind, at, label, text: value });
      else if (isOwn && (wordsOf(text).length >= WORDS || element === 'h1')) texts.push([at, wordsOf(text).length]);
    }
    this.values = values;
    this.#texts = texts;
  }

  /** Digits of values are exchanged; values of words are a few for each place, taken from `words`. */
  *pages(count: number, below: Below, words: readonly string[]): Generator<MadePage> {
    const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
    const say = (length: number): string => Array.from({ length }, () => pick(words)).join(' ');
    const choices = this.values.map(({ text }) => Array.from({ length: CHOICES }, () => say(wordsOf(text).length)));
    for (let page = 0; page < count; page += 1) {
      const pieces = this.#pieces.map((piece) => (/^<(script|style|!--)/i.test(piece) ? '' : piece));
      for (const [at, length] of this.#texts) pieces[at] = mark(say(length));
      const values = this.values.map(({ at, label, text }, index) => {
        const value = /\d/.test(text)
          ? text.replace(/\d/g, () => String(1 + below(9)))
          : pick(choices[index] ?? [text]);
        pieces[at] = mark(label + value);
        return label + value;
      });
      yield { html: pieces.join(''), values };
    }
  }
}

const mark = (text: string): string => `<span data-gold="content">${text}</span>`;

function kindOf(text: string, label: string, before: string, element: string): ValueKind | undefined {
  if (label !== '' && !text.startsWith('http')) return 'line';
  if (text.length > VALUE) return undefined;
  const isShort = before.length < LABEL;
  if (element === 'dd' || (isShort && (before.endsWith(':') || element === 'td'))) return 'pair';
  return PRICE.test(text) ? 'price' : undefined;
}
