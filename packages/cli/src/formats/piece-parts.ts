/** Cuts pieces of Markdown into parts with a maximum number of words. */
import { eachLine, FENCE, matchAt, type Piece } from './markdown-pieces.ts';

/** Scripts that do not separate words by spaces. Each letter counts as a word. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}`;
const WORD = new RegExp(
  String.raw`[${UNSPACED}]|[[\p{L}\p{N}]--[${UNSPACED}]][[\p{L}\p{M}\p{N}'’_\-]--[${UNSPACED}]]*`,
  'gv',
);
const DESTINATION = /(?<=\])\([^()]*\)/g;

/** Counts the words of a text without destinations of links. */
const countWords = (text: string): number => text.replace(DESTINATION, '').match(WORD)?.length ?? 0;

export interface TextPart {
  readonly text: string;
  readonly words: number;
  /**
   * True for the last part of an item that was cut. Without a blank line after it, the next item would belong to its
   * paragraph.
   */
  readonly isEnd?: boolean;
}

const partOf = (text: string): TextPart => ({ text, words: countWords(text) });

/** Divides a piece into parts of at most `maxWords` words where it can be cut: see `chunksOf`. */
export function dividePiece(piece: Piece, maxWords: number): TextPart[] {
  const { kind, text } = piece;
  const whole = partOf(text);
  if (whole.words <= maxWords || kind === 'heading') return [whole];
  if (kind === 'code') return codeParts(whole, maxWords);
  if (kind === 'table') return tableParts(whole, maxWords);
  return textParts(whole, maxWords);
}

export function packParts(parts: readonly TextPart[], separator: string, maxWords: number): TextPart[] {
  const texts: TextPart[] = [];
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

function codeParts(whole: TextPart, maxWords: number): TextPart[] {
  const [fence = '', ...lines] = whole.text.split('\n');
  if (fence.length > REPEATED_MAX) return [whole];
  const last = lines.pop() ?? '';
  return packParts(lines.map(partOf), '\n', maxWords).map(({ text }) => partOf(`${fence}\n${text}\n${last}`));
}

function tableParts(whole: TextPart, maxWords: number): TextPart[] {
  const [header = '', rule = '', ...rows] = whole.text.split('\n');
  const head = `${header}\n${rule}`;
  if (head.length > REPEATED_MAX) return [whole];
  const left = Math.max(1, maxWords - countWords(header));
  return packParts(rows.map(partOf), '\n', left).map(({ text }) => partOf(`${head}\n${text}`));
}

/** The items of a list, or the sentences of a paragraph. */
function textParts(whole: TextPart, maxWords: number): TextPart[] {
  const items = itemsOf(whole.text);
  const each = items.length === 1 ? [whole] : items.map(partOf);
  const parts = each.flatMap((item) => {
    if (item.words <= maxWords) return [item];
    const sentences = sentenceParts(item, maxWords);
    return sentences.map((sentence, at) => (at === sentences.length - 1 ? { ...sentence, isEnd: true } : sentence));
  });
  return packParts(parts, '\n', maxWords);
}

const ITEM = / *(?:[-*+]|\d+[.)]) /y;

/** Divides at each line that begins an item, except in fences. */
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

/**
 * Code and links, which are not cut; white space and wide full stops, after which a text may be cut; and other text.
 * Other text ends where another alternative may begin, so the time is linear.
 */
const ATOM =
  /```(?!`)(?:[^`]|`{1,2}(?!`))*```(?!`)|``(?!`)(?:[^`]|`(?!`))*``(?!`)|`[^`]*`|\[(?:[^[\]\\]|\\.)*\]\((?:[^()"\\]|\\.|"[^"]*")*\)|\\?\s+|\\.|[。！？]|[^\s`[\\。！？]+|./gs;
const SENTENCE_END = /[.!?…。！？]['"”’)\]]{0,3}$/;

/** Text that ends at a possible cut: the end of a sentence (0), a line (1) or a word (2). */
interface Run extends TextPart {
  readonly level: number;
}

const WORD_LEVEL = 2;

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (const { 0: atom, index } of text.matchAll(ATOM)) {
    if (!/^(?:\\?\s+|[。！？])$/.test(atom)) continue;
    const end = index + atom.length;
    const isSentence = SENTENCE_END.test(text.slice(Math.max(start, index - 4), end).trimEnd());
    runs.push({ ...partOf(text.slice(start, end)), level: isSentence ? 0 : atom.includes('\n') ? 1 : WORD_LEVEL });
    start = end;
  }
  if (start < text.length) runs.push({ ...partOf(text.slice(start)), level: 0 });
  return runs;
}

/** Divides a text into sentences. Sentences with too many words are cut between lines, then between words. */
function sentenceParts(whole: TextPart, maxWords: number): TextPart[] {
  const { text } = whole;
  if (matchAt(FENCE, text, 0) || /\n[ >]*`{3,}|`{4,}/.test(text)) return [whole];
  const parts = joined(runsOf(text), 0, maxWords);
  return packParts(parts, '', maxWords).map((part) => ({ ...part, text: part.text.trim() }));
}

/**
 * Joins runs until one ends at this level or a lower one. Results with too many words are divided at the next level.
 */
function joined(runs: readonly Run[], level: number, maxWords: number): TextPart[] {
  const groups: Run[][] = [[]];
  for (const run of runs) {
    groups.at(-1)?.push(run);
    if (run.level <= level) groups.push([]);
  }
  return groups.flatMap((group) => {
    const words = group.reduce((sum, run) => sum + run.words, 0);
    if (words > maxWords && level < WORD_LEVEL) return joined(group, level + 1, maxWords);
    return { text: group.map(({ text }) => text).join(''), words };
  });
}
