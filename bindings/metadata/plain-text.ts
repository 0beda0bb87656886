/** Plain forms of texts, and keys by which they are compared. */
import { normalForm } from '../normal-form.ts';

/**
 * Letters of all scripts, for a class of a regular expression: nearly `\p{L}`. V8 takes 0.1 s to compile an expression that repeats
 * `\p{L}`, and milliseconds for one that ignores case.
 */
export const LETTERS = String.raw`A-Za-z\xaa\xb5\xba\xc0-\u1fff\u2c00-\u2fff\u3040-\uffff`;

/** Text with single spaces, and without soft hyphens and word joiners. Most texts have no others. */
export const plain = (text: string): string =>
  (/[^\S ]| {2}|[\xad\u200b\u2060]/.test(text)
    ? text.replace(/[\xad\u2060]|\u200b(?![\u0800-\u1fff])/g, '').replace(/\s+/g, ' ')
    : text
  ).trim();

/** Letters and digits in lower case, by which names and titles are compared. */
export const keyOf = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text.toLowerCase().replace(/[^a-z\d]+/g, '')
    : normalForm(text, 'NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '');

/** The words of a text in lower case. */
export const wordsOf = (text: string): readonly string[] =>
  normalForm(text, 'NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words of four letters or more: shorter ones are in most titles. */
const longWordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));

/** Number of long words that two titles have in common. */
export function commonWords(one: string, other: string): number {
  const words = longWordsOf(other);
  return [...longWordsOf(one)].filter((word) => words.has(word)).length;
}

/** 2 if two texts have the same letters and digits, 1 if one contains the other, else 0. */
export function likeness(one: string, other: string): number {
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  if (key === otherKey) return 2;
  return key !== '' && otherKey !== '' && (key.includes(otherKey) || otherKey.includes(key)) ? 1 : 0;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ amp: '&', quot: '"', lt: '<', gt: '>', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·', copy: '©', reg: '®', trade: '™' },
};

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(CHARACTERS, name) ? CHARACTERS[name] : undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code >= 0x20 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : undefined;
}

/** The text with usual character references decoded once: JSON and attributes are often escaped twice. */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, name: string) => characterOf(name) ?? whole)
    : text;

/** The text without tags of elements that occur in prose. */
export const withoutTags = (text: string): string =>
  text.replace(/<\/?(?:p|br|a|b|i|em|strong|span|div|ul|ol|li|h[1-6])(?:\s[^<>]*)?\/?>/gi, ' ');
