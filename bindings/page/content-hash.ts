/**
 * A hash and a digest of what a page says, equal on every machine: unkeyed, since two crawls of a site have two seeds.
 *
 * They must not change with the template, nor with what was known of the site when the page was read. So they are made of texts
 * whose verdict is the same early and late in a crawl: prose, that is blocks with several words of which few are linked. Short texts
 * have borderline verdicts, and links are what teasers, tables of contents and menus of one section consist of. Short texts count
 * where a page has next to no prose.
 */
import type { Core } from '../core.ts';

/** Words of a block from which it is prose. */
const PROSE_WORDS = 8;
/** Words of a block from which it counts on a page with little prose. */
const SHORT_WORDS = 3;
/** Words of prose from which nothing else of the page counts. */
const ENOUGH_WORDS = 20;
/** Share of linked text from which a block is links. */
const LINKED = 0.5;
/** Blocks with fewer words that have several numbers are counters and dates: their numbers do not count. */
const COUNTER_WORDS = 16;
const COUNTER_NUMBERS = 2;
/** Words of a shingle of the digest. */
const SHINGLE = 3;
const BITS = 64;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LETTERS = /\p{L}{2}/u;
/** East Asian texts write no spaces: two characters count as a word. */
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
const NUMBER = /^\p{N}/u;
/** Names of months, weekdays and units of time in English, as dates and ages have them beside their numbers. */
const DATE_NAME =
  /^(?:jan|feb|mar|apr|may|june?$|july?$|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|(?:second|minute|hour|day|week|year|time)s?$|ago$)/;

/** A text as its words. */
interface Words {
  readonly words: readonly string[];
  /** How many of them are of letters. */
  readonly count: number;
  readonly isLinks: boolean;
}

const isNumber = (word: string): boolean => NUMBER.test(word);
const isLetters = (word: string): boolean => LETTERS.test(word);

function wordsOf(text: string, linked: number): Words {
  const all = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  const words = withoutCounters(all);
  const wide = text.match(WIDE)?.length ?? 0;
  return { words, count: Math.max(words.filter(isLetters).length, wide >> 1), isLinks: linked >= LINKED };
}

/** A text that is mostly numbers and times is an age, a date or a counter, and has no words; one with a few has its other words. */
function withoutCounters(words: readonly string[]): readonly string[] {
  const numbers = words.filter(isNumber).length;
  const others = words.filter((word) => !isNumber(word) && !DATE_NAME.test(word));
  if (numbers > 0 && 2 * others.length <= words.length) return [];
  const isCounter = others.length < COUNTER_WORDS && numbers >= COUNTER_NUMBERS;
  return isCounter ? others : words;
}

/** The texts that the hash is made of, each once, in document order. */
function textsOf(core: Core): (readonly string[])[] {
  const { BLOCK_BYTES, BLOCK_KIND, BLOCK_KIND_NONE, MEASURE_LINKED, MEASURE_TEXT, PAGE_BLOCK_COUNT } = core.layout;
  const found: Words[] = [];
  for (let index = 0; index < core.result(PAGE_BLOCK_COUNT); index += 1) {
    const at = index * BLOCK_BYTES;
    if (core.block(at, BLOCK_KIND) === BLOCK_KIND_NONE || core.scoreOf(at) >= 0) continue;
    const linked = core.measure(index, MEASURE_LINKED) / Math.max(1, core.measure(index, MEASURE_TEXT));
    found.push(wordsOf(core.renderBlock(at), linked));
  }
  const from = (least: number) => found.filter(({ count, isLinks }) => count >= least && !isLinks);
  let chosen = from(PROSE_WORDS);
  if (chosen.reduce((sum, { count }) => sum + count, 0) < ENOUGH_WORDS) chosen = from(SHORT_WORDS);
  if (chosen.length === 0) chosen = found.filter(({ count }) => count >= SHORT_WORDS);
  return [...new Map(chosen.map(({ words }) => [words.join(' '), words])).values()];
}

/** A hash of 64 bits, as two words, of the UTF-16 of a text. */
function hash64(text: string): readonly [number, number] {
  let high = 0x9e3779b9 ^ text.length;
  let low = 0x85ebca6b;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (low >>> 16), 0x85ebca6b);
  low = Math.imul(low ^ (high >>> 13), 0xc2b2ae35);
  return [(high ^ (high >>> 16)) >>> 0, (low ^ (high >>> 15) ^ (low >>> 16)) >>> 0];
}

const hex = (words: readonly number[]): string => words.map((word) => word.toString(16).padStart(8, '0')).join('');

/** What two pages are compared by; undefined for a page without content, and where no model decides. Each is made when it is read. */
export class ContentMarks {
  readonly #texts: readonly (readonly string[])[];
  #hash: string | undefined;
  #digest: string | undefined;

  /** The marks of the current page. */
  constructor(core: Core) {
    this.#texts = core.hasScores ? textsOf(core) : [];
  }

  get hash(): string | undefined {
    if (this.#texts.length === 0) return undefined;
    this.#hash ??= hex(hash64(this.#texts.map((words) => words.join(' ')).join('\n')));
    return this.#hash;
  }

  get digest(): string | undefined {
    if (this.#texts.length === 0) return undefined;
    this.#digest ??= digestOf(this.#texts);
    return this.#digest;
  }
}

/** Each bit says whether more shingles have it than have it not: similar texts differ in few bits. */
function digestOf(texts: readonly (readonly string[])[]): string {
  const sums = new Int32Array(BITS);
  for (const words of texts) {
    for (let at = 0; at < Math.max(1, words.length - SHINGLE + 1); at += 1) {
      const [high, low] = hash64(words.slice(at, at + SHINGLE).join(' '));
      for (let bit = 0; bit < BITS; bit += 1) {
        sums[bit] = (sums[bit] ?? 0) + (((bit < 32 ? low : high) >>> (bit & 31)) & 1 ? 1 : -1);
      }
    }
  }
  const half = (from: number): number =>
    sums.subarray(from, from + 32).reduce((bits, sum, bit) => (sum > 0 ? bits | (1 << bit) : bits), 0) >>> 0;
  return hex([half(32), half(0)]);
}
