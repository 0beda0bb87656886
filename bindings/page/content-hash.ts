/**
 * A hash and a digest of the content of a page. They are unkeyed, and so equal on every machine and in crawls with
 * different seeds.
 *
 * They must not depend on the template, or on earlier pages. So they are made of prose: blocks with several words and
 * few links. Short texts have uncertain verdicts; linked texts are teasers, tables of contents and menus. A fixed limit
 * of scores would fall between uncertain blocks on some pages. So each page is divided at the widest gap between the
 * scores of its blocks (`contentOf`). The hash of a page without prose is made of its short texts or links.
 */

import * as check from '../check.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { OptionError } from '../errors.ts';
import { wordsOf } from '../metadata/plain-text.ts';
import { lazy } from '../values.ts';
import { TIME, TIME_START } from '../vocabulary.ts';

/** Minimum words of a block that is prose. */
const PROSE_WORDS = 8;
/** Minimum words of a block that is used on a page with little prose. */
const SHORT_WORDS = 3;
/** Minimum words of prose on a page that has enough of it. */
const ENOUGH_WORDS = 40;
/** Minimum share of prose in the words of the content. Listings have less. */
const ENOUGH_SHARE = 0.25;
/** A block with this share of linked text counts as links, unless it has `UNLINKED_WORDS` other words. */
const LINKED = 0.5;
const UNLINKED_WORDS = 6;
/** A `Candidate` with a score below this is content on every page. */
const SURE_CONTENT = -6;
/** A score from this on is template on every page. The dividing gap is between both limits. */
const SURE_TEMPLATE = 4;
/** If a block has fewer words and several numbers, it is a counter or a date, and its numbers are ignored. */
const COUNTER_WORDS = 16;
const COUNTER_NUMBERS = 2;
/** Words of a shingle of the digest. */
const SHINGLE = 3;
const BITS = 64;

const LETTERS = /\p{L}{2}/u;
/** East Asian texts do not use spaces, so two characters count as a word. */
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
const NUMBER = /^\p{N}/u;
/** Names of months, weekdays, units of time and times of day in English, as dates and ages have them next to their numbers. */
const TIME_NAME = new RegExp(`^(?:${TIME_START}|${TIME}$)`);

/** A block that may be content. */
interface Candidate {
  /** Log odds that it is template minus log odds that it is main content: both have errors on different blocks. */
  readonly score: number;
  readonly words: readonly string[];
  /** Number of words that consist of letters. */
  readonly count: number;
  readonly isLinks: boolean;
}

/** The words of a text that are used. None for a text that is mostly numbers and times: an age, a date or a counter. */
function countedWords(text: string): readonly string[] {
  const words = wordsOf(text);
  const unnumbered = words.filter((word) => !NUMBER.test(word));
  const numbers = words.length - unnumbered.length;
  const others = unnumbered.filter((word) => !TIME_NAME.test(word));
  if (numbers > 0 && 2 * others.length <= words.length && others.length < PROSE_WORDS) return [];
  return others.length < COUNTER_WORDS && numbers >= COUNTER_NUMBERS ? others : words;
}

function candidateOf(text: string, linked: number, score: number): Candidate {
  const words = countedWords(text);
  const wide = text.match(WIDE)?.length ?? 0;
  const count = Math.max(words.filter((word) => LETTERS.test(word)).length, wide >> 1);
  return { score, words, count, isLinks: linked >= LINKED && count * (1 - linked) < UNLINKED_WORDS };
}

/** The blocks of the page that are not certainly template, in document order. */
function candidatesOf(core: Core): Candidate[] {
  const found: Candidate[] = [];
  for (const at of core.textBlocks()) {
    const score = core.scoreOf(at) - (core.hasMain ? core.mainScoreOf(at) : 0);
    if (score >= SURE_TEMPLATE) continue;
    const index = at / layout.Block.BYTES;
    const linked = core.measure(index, layout.Measure.LINKED) / Math.max(1, core.measure(index, layout.Measure.TEXT));
    found.push(candidateOf(core.renderBlock(at), linked, score));
  }
  return found;
}

/**
 * The candidates with scores below the widest gap. No block is near the limit, so few change sides in another crawl.
 */
function contentOf(candidates: readonly Candidate[]): readonly Candidate[] {
  const scores = candidates.map(({ score }) => score).filter((score) => score > SURE_CONTENT);
  let [below, widest, middle] = [SURE_CONTENT, 0, SURE_CONTENT];
  for (const score of [...scores.sort((one, other) => one - other), SURE_TEMPLATE]) {
    if (score - below > widest) [widest, middle] = [score - below, (score + below) / 2];
    below = score;
  }
  return candidates.filter(({ score }) => score < middle);
}

const wordsIn = (chosen: readonly Candidate[]): number => chosen.reduce((sum, { count }) => sum + count, 0);

/** The texts from which the hash is made, each once, in document order. */
function textsOf(core: Core): (readonly string[])[] {
  const all = candidatesOf(core).filter(({ count }) => count >= SHORT_WORDS);
  const short = all.filter(({ isLinks }) => !isLinks);
  const prose = short.filter(({ count }) => count >= PROSE_WORDS);
  const whole = contentOf(all);
  const least = ENOUGH_SHARE * wordsIn(whole);
  let chosen = contentOf(prose);
  if (wordsIn(chosen) < Math.max(ENOUGH_WORDS, least)) chosen = contentOf(short);
  if (chosen.length === 0 || wordsIn(chosen) < least) chosen = whole;
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

/**
 * The hash and the digest of the current page, each computed on demand; undefined if the page has no content, or no
 * model decides.
 */
export function contentMarksOf(core: Core): { hash(): string | undefined; digest(): string | undefined } {
  const texts = core.hasScores ? textsOf(core) : [];
  const mark = (make: () => string) => lazy(() => (texts.length === 0 ? undefined : make()));
  return {
    hash: mark(() => hex(hash64(texts.map((words) => words.join(' ')).join('\n')))),
    digest: mark(() => digestOf(texts)),
  };
}

/** A bit of the digest is set if it is set in most hashes of shingles. So similar texts differ in few bits. */
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

const DIGEST = /^[\da-f]{16}$/;

function bitsOf(digest: unknown): bigint {
  if (typeof digest === 'string' && DIGEST.test(digest)) return BigInt(`0x${digest}`);
  throw new OptionError(
    `contentSimilarity requires two digests of 16 hexadecimal digits, not ${check.describe(digest)}`,
  );
}

/**
 * The similarity of the contents of two pages by their digests: the share of equal bits, 0 to 1. About 0.5 for
 * unrelated texts; 0.9 and more for texts that differ in a few words.
 *
 * @throws {OptionError} `OPTION_INVALID` if one is not a digest
 */
export function contentSimilarity(one: string, other: string): number {
  let left = bitsOf(one) ^ bitsOf(other);
  let different = 0;
  for (; left !== 0n; left &= left - 1n) different += 1;
  return 1 - different / 64;
}
