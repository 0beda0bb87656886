/** Words of Markdown, and pieces cut to a number of them. */
import type { Piece } from './markdown-pieces.ts';

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

/** The end of the destination of a link, whose text ends at `at`; `at` where none is there. `last`: of the last parenthesis. */
function behindLink(text: string, at: number, last: number): number {
  const isLink = text.charCodeAt(at) === 0x5d && text.charCodeAt(at + 1) === 0x28 && at < last;
  return isLink ? text.indexOf(')', at) : at;
}

/** Words as people count them, without the destinations of links. */
export function countWords(text: string): number {
  const last = text.lastIndexOf(')');
  let words = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at += 1) {
    at = behindLink(text, at, last);
    const kind = KINDS[text.charCodeAt(at)];
    if (kind === WORD || (kind === LETTER && !isInside)) words += 1;
    if (kind !== JOINT) isInside = kind === LETTER;
  }
  return words;
}

/** The text of a piece in parts of at most `maxWords` words, where it can be cut: see `chunksOf`. */
export function divided(piece: Piece, maxWords: number): string[] {
  const { kind, text } = piece;
  if (countWords(text) <= maxWords) return [text];
  if (kind === 'heading') return [text];
  if (kind === 'code') return codeParts(text, maxWords);
  if (kind === 'table') return tableParts(text, maxWords);
  return textParts(text, maxWords);
}

/** A text with its number of words. */
export interface Packed {
  readonly text: string;
  readonly words: number;
}

/** Joins neighbours as long as they fit. */
export function packed(parts: readonly string[], separator: string, maxWords: number): Packed[] {
  const texts: Packed[] = [];
  let current: string[] = [];
  let words = 0;
  const flush = (): void => {
    if (current.length > 0) texts.push({ text: current.join(separator), words });
    current = [];
    words = 0;
  };
  for (const part of parts) {
    const length = countWords(part);
    if (words > 0 && words + length > maxWords) flush();
    current.push(part);
    words += length;
  }
  flush();
  return texts;
}

const joined = (parts: readonly string[], separator: string, maxWords: number): string[] =>
  packed(parts, separator, maxWords).map(({ text }) => text);

/** Maximum UTF-16 units of a fence or header that each part repeats. */
const REPEATED_MAX = 2000;

/** Lines of code, each part in fences of its own. */
function codeParts(text: string, maxWords: number): string[] {
  const [fence = '', ...lines] = text.split('\n');
  if (fence.length > REPEATED_MAX) return [text];
  const last = lines.pop() ?? '';
  return joined(lines, '\n', maxWords).map((part) => `${fence}\n${part}\n${last}`);
}

/** Rows, each part below the header. */
function tableParts(text: string, maxWords: number): string[] {
  const [header = '', rule = '', ...rows] = text.split('\n');
  const head = `${header}\n${rule}`;
  if (head.length > REPEATED_MAX) return [text];
  const room = Math.max(1, maxWords - countWords(header));
  return joined(rows, '\n', room).map((part) => `${head}\n${part}`);
}

/** The items of a list, which its lines show; or the sentences of a paragraph. */
function textParts(text: string, maxWords: number): string[] {
  const items = itemsOf(text);
  const parts = items.flatMap((item) => (countWords(item) > maxWords ? sentenceParts(item, maxWords) : [item]));
  return joined(parts, '\n', maxWords);
}

const ITEM = /^ *(?:[-*+]|\d+[.)]) /;
const FENCED = /^[ >]*(?:(?:[-*+]|\d+[.)]) +)*`{3,}/;

/** A line that begins an item begins a part; fences stay whole. */
function itemsOf(text: string): string[] {
  const items: string[] = [];
  let isFenced = false;
  for (const line of text.split('\n')) {
    const begins = !isFenced && ITEM.test(line);
    if (FENCED.test(line)) isFenced = !isFenced;
    if (begins || items.length === 0) items.push(line);
    else items.push(`${items.pop()}\n${line}`);
  }
  return items;
}

function sentenceParts(text: string, maxWords: number): string[] {
  if (FENCED.test(text) || /\n[ >]*`{3,}/.test(text)) return [text];
  const sentences = piecesBetween(text, endsSentence);
  const fitting = sentences.flatMap((sentence) =>
    countWords(sentence) > maxWords
      ? joined(
          piecesBetween(sentence, () => true),
          '',
          maxWords,
        )
      : [sentence],
  );
  return joined(fitting, '', maxWords).map((part) => part.trim());
}

/** Whether a sentence ends before a place: with at most three quotes or brackets behind it. */
function endsSentence(text: string, start: number, at: number): boolean {
  let end = at - 1;
  while (end > at - 4 && end > start && `'"”’)]`.includes(text[end] ?? '')) end -= 1;
  return end >= start && '.!?…。！？'.includes(text[end] ?? ' ');
}

/** Cuts behind white space, or an ideographic full stop, outside of links and code, where the text before it `ends`. */
function piecesBetween(text: string, ends: (text: string, start: number, at: number) => boolean): string[] {
  const pieces: string[] = [];
  let start = 0;
  let depth = 0;
  let isCode = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '\\' && text[at + 1] !== '\n') at += 1;
    else if (letter === '`') isCode = !isCode;
    else if (!isCode && (letter === '[' || (letter === '(' && text[at - 1] === ']'))) depth += 1;
    else if (!isCode && depth > 0 && (letter === ']' || letter === ')')) depth -= 1;
    const isWide = letter > '\u3000' && '。！？'.includes(letter);
    if (depth > 0 || isCode || !(isWide || letter === ' ' || letter === '\n' || /\s/.test(letter))) continue;
    if (!isWide && !ends(text, start, at)) continue;
    pieces.push(text.slice(start, at + 1));
    start = at + 1;
  }
  return start < text.length ? [...pieces, text.slice(start)] : pieces;
}
