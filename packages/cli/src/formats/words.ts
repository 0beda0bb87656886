/** Words of Markdown, and pieces cut to a number of them. */
import { eachLine, FENCE, matchAt, type Piece } from './markdown-pieces.ts';

/** Ranges of scripts that write no spaces: each character counts as a word. Kana, Han, Thai, Lao and Khmer. */
const UNSPACED: readonly (readonly [first: number, last: number])[] = [
  [0x0e00, 0x0eff],
  [0x1780, 0x17ff],
  [0x3040, 0x30ff],
  [0x3400, 0x9fff],
  [0xf900, 0xfaff],
];
/** Ranges of punctuation, symbols and white space behind Latin-1; halves of pairs, most of which are pictures. */
const NO_LETTERS: readonly (readonly [first: number, last: number])[] = [
  [0x2000, 0x2bff],
  [0x3000, 0x303f],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe6f],
  [0xff00, 0xff0f],
];

const OTHER = 0;
const LETTER = 1;
const WORD = 2;
/** Stands in a word: apostrophes, hyphens and underscores. */
const JOINT = 3;

/** What each UTF-16 unit is. */
const KINDS = new Uint8Array(0x10000).fill(LETTER);
KINDS.fill(OTHER, 0, 0xc0);
for (const digit of '0123456789') KINDS[digit.charCodeAt(0)] = LETTER;
KINDS.fill(LETTER, 0x41, 0x5b);
KINDS.fill(LETTER, 0x61, 0x7b);
for (const [first, last] of NO_LETTERS) KINDS.fill(OTHER, first, last + 1);
for (const [first, last] of UNSPACED) KINDS.fill(WORD, first, last + 1);
// Han characters outside of the first plane.
KINDS.fill(WORD, 0xd840, 0xd880);
for (const joint of "'’-_") KINDS[joint.charCodeAt(0)] = JOINT;

/** Words of a part of a text as people count them, without the destinations of links. */
function countWords(text: string, start = 0, end = text.length): number {
  let words = 0;
  let isInside = false;
  // Where the last search for the end of a destination has ended, so that no place is searched twice.
  let searched = start;
  for (let at = start; at < end; at += 1) {
    if (text.charCodeAt(at) === 0x5d && text.charCodeAt(at + 1) === 0x28) {
      searched = Math.max(searched, at);
      while (searched < end && text.charCodeAt(searched) !== 0x29) searched += 1;
      if (searched < end) at = searched;
    }
    const kind = KINDS[text.charCodeAt(at)];
    if (kind === WORD || (kind === LETTER && !isInside)) words += 1;
    if (kind !== JOINT) isInside = kind === LETTER;
  }
  return words;
}

/** A text with its number of words. */
export interface Counted {
  readonly text: string;
  readonly words: number;
  /** It is the end of an item that was cut. An item in the line behind it would be a part of its paragraph. */
  readonly isEnd?: boolean;
}

const counted = (text: string): Counted => ({ text, words: countWords(text) });

/** The text of a piece in parts of at most `maxWords` words, where it can be cut: see `chunksOf`. */
export function divided(piece: Piece, maxWords: number): Counted[] {
  const { kind, text } = piece;
  const whole = counted(text);
  if (whole.words <= maxWords || kind === 'heading') return [whole];
  if (kind === 'code') return codeParts(whole, maxWords);
  if (kind === 'table') return tableParts(whole, maxWords);
  return textParts(whole, maxWords);
}

/** Joins neighbours as long as they fit. */
export function packed(parts: readonly Counted[], separator: string, maxWords: number): Counted[] {
  const texts: Counted[] = [];
  let current: string[] = [];
  let words = 0;
  let isEnd = false;
  const flush = (): void => {
    if (current.length > 0) texts.push({ text: current.join(separator), words });
    current = [];
    isEnd = false;
    words = 0;
  };
  for (const part of parts) {
    if (words > 0 && words + part.words > maxWords) flush();
    if (isEnd) current.push('');
    current.push(part.text);
    isEnd = part.isEnd === true;
    words += part.words;
  }
  flush();
  return texts;
}

/** Maximum UTF-16 units of a fence or header that each part repeats. */
const REPEATED_MAX = 2000;

/** Lines of code, each part in fences of its own. */
function codeParts(whole: Counted, maxWords: number): Counted[] {
  const [fence = '', ...lines] = whole.text.split('\n');
  if (fence.length > REPEATED_MAX) return [whole];
  const last = lines.pop() ?? '';
  return packed(lines.map(counted), '\n', maxWords).map(({ text }) => counted(`${fence}\n${text}\n${last}`));
}

/** Rows, each part below the header. */
function tableParts(whole: Counted, maxWords: number): Counted[] {
  const [header = '', rule = '', ...rows] = whole.text.split('\n');
  const head = `${header}\n${rule}`;
  if (head.length > REPEATED_MAX) return [whole];
  const room = Math.max(1, maxWords - countWords(header));
  return packed(rows.map(counted), '\n', room).map(({ text }) => counted(`${head}\n${text}`));
}

/** The items of a list, which its lines show; or the sentences of a paragraph. */
function textParts(whole: Counted, maxWords: number): Counted[] {
  const items = itemsOf(whole.text);
  const each = items.length === 1 ? [whole] : items.map(counted);
  const parts = each.flatMap((item) => {
    if (item.words <= maxWords) return [item];
    const sentences = sentenceParts(item, maxWords);
    return sentences.map((sentence, at) => (at === sentences.length - 1 ? { ...sentence, isEnd: true } : sentence));
  });
  return packed(parts, '\n', maxWords);
}

const ITEM = / *(?:[-*+]|\d+[.)]) /y;

/** A line that begins an item begins a part; fences stay whole. */
function itemsOf(text: string): string[] {
  const items: string[] = [];
  let first = 0;
  let isFenced = false;
  eachLine(text, (start) => {
    if (!isFenced && start > first && matchAt(ITEM, text, start)) {
      items.push(text.slice(first, start - 1));
      first = start;
    }
    if (matchAt(FENCE, text, start)) isFenced = !isFenced;
  });
  return [...items, text.slice(first)];
}

/** Sentences of a text, which is cut between lines, then between words, where a sentence has too many. */
function sentenceParts(whole: Counted, maxWords: number): Counted[] {
  const { text } = whole;
  if (matchAt(FENCE, text, 0) || /\n[ >]*`{3,}/.test(text)) return [whole];
  const parts: Counted[] = [];
  let first = 0;
  let words = 0;
  const endAt = (at: number): void => {
    if (at > first) parts.push({ text: text.slice(first, at).trim(), words });
    first = at;
    words = 0;
  };
  const add = (start: number, length: number): void => {
    if (words > 0 && words + length > maxWords) endAt(start);
    words += length;
  };
  const divide = (from: number, to: number, [ends, ...finer]: readonly Ends[]): void => {
    if (ends === undefined) return;
    eachPiece(text, from, to, ends, (start, end) => {
      const length = countWords(text, start, end);
      if (length <= maxWords || finer.length === 0) return add(start, length);
      endAt(start);
      divide(start, end, finer);
    });
  };
  divide(0, text.length, [endsSentence, endsLine, isAnywhere]);
  endAt(text.length);
  return parts;
}

type Ends = (text: string, start: number, at: number) => boolean;

const isAnywhere: Ends = () => true;
const endsLine: Ends = (text, _, at) => text.charCodeAt(at) === LINE_FEED;

/** Quotes and brackets that may stand behind the end of a sentence, and what ends one. */
const CLOSING = codesOf(`'"”’)]`);
const FULL_STOPS = codesOf('.!?…。！？');
/** White space; and what ends a sentence where no white space follows. */
const SPACES = codesOf('\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff');
SPACES.fill(1, 0x2000, 0x200b);
const WIDE_STOPS = codesOf('。！？');

/** A table of UTF-16 units, with 1 for those of a text. */
function codesOf(text: string): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (let at = 0; at < text.length; at += 1) table[text.charCodeAt(at)] = 1;
  return table;
}

/** Whether a sentence ends before a place: with at most three quotes or brackets behind it. */
function endsSentence(text: string, start: number, at: number): boolean {
  let end = at - 1;
  while (end > at - 4 && end > start && CLOSING[text.charCodeAt(end)] === 1) end -= 1;
  return end >= start && FULL_STOPS[text.charCodeAt(end)] === 1;
}

const [BACKSLASH, BACKTICK, LINE_FEED, QUOTE] = [0x5c, 0x60, 0x0a, 0x22];
const [BRACKET, BRACKET_END, PARENTHESIS, PARENTHESIS_END] = [0x5b, 0x5d, 0x28, 0x29];

/** Where a destination ends, whose parenthesis is at `at`, with its title. */
function destinationEnd(text: string, at: number, last: number): number {
  let depth = 0;
  let isTitle = false;
  for (; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) isTitle = !isTitle;
    else if (isTitle) continue;
    else if (code === PARENTHESIS) depth += 1;
    else if (code === PARENTHESIS_END && --depth === 0) return at;
  }
  return last;
}

/** Where a span of code ends, whose first backtick is at `at`. Behind a run of backticks without another one of its length: that run. */
function codeEnd(text: string, at: number, last: number): number {
  const runEnd = (from: number): number => {
    while (from < last && text.charCodeAt(from) === BACKTICK) from += 1;
    return from;
  };
  const first = runEnd(at);
  for (let start = first; start < last; ) {
    const next = text.indexOf('`', start);
    if (next < 0 || next >= last) break;
    const end = runEnd(next);
    if (end - next === first - at) return end - 1;
    start = end;
  }
  return first - 1;
}

/**
 * Visits the pieces of a part of a text, cut behind white space or an ideographic full stop, outside of links and code, where the text
 * before it `ends`.
 */
function eachPiece(
  text: string,
  first: number,
  last: number,
  ends: Ends,
  visit: (start: number, end: number) => void,
): void {
  let start = first;
  let depth = 0;
  for (let at = first; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && text.charCodeAt(at + 1) !== LINE_FEED) at += 1;
    else if (code === BACKTICK) at = codeEnd(text, at, last);
    else if (code === BRACKET) depth += 1;
    else if (depth > 0 && code === BRACKET_END) {
      depth -= 1;
      if (text.charCodeAt(at + 1) === PARENTHESIS) at = destinationEnd(text, at + 1, last);
    }
    const isWide = WIDE_STOPS[code] === 1;
    if (depth > 0 || !(isWide || SPACES[code] === 1)) continue;
    if (!isWide && !ends(text, start, at)) continue;
    visit(start, at + 1);
    start = at + 1;
  }
  if (start < last) visit(start, last);
}
