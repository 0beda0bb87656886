/** The twin of the features of main odds: what the words of names, of short texts and of the last heading say. */
import type { Block } from './blocks.ts';
import { proseOf, wordsIn } from './prose.ts';
import { odds, sum } from './scales.ts';

/** Longer texts say nothing. */
const MAX_WORDS = 8;
const MAX_HEADING_WORDS = 16;
const MAX_CUE_WORDS = 6;
const CUE_SAYS = -16;

const total = (scores: readonly number[]): number => sum(scores, (score) => score);

/** `heading` is the last heading before the block, or the block itself. */
export function wordFeatures(
  block: Block,
  heading: Block | undefined,
  lexicon: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> {
  const scoresOf = (words: readonly string[]): number[] => words.map((word) => lexicon.get(word) ?? 0);
  const names = scoresOf(block.words);
  const around: number[] = [];
  for (let at: Block | undefined = block; at !== undefined; at = at.parent) around.push(total(scoresOf(at.words)));
  const says = countWords(block) <= MAX_WORDS ? scoresOf(wordsIn(textsOf(block), 'text')) : [];
  const counts = heading !== undefined && heading !== block && countWords(heading) <= MAX_HEADING_WORDS;
  const head = counts ? scoresOf(wordsIn(textsOf(heading), 'heading')) : [];
  return {
    mainNames: odds(total(names)),
    mainBest: odds(Math.max(0, ...names)),
    mainWorst: odds(Math.min(0, ...names)),
    mainNames1: odds(around[1] ?? 0),
    mainNames2: odds(around[2] ?? 0),
    mainNames3: odds(around[3] ?? 0),
    mainMost: odds(around.reduce((most, score) => Math.max(most, score))),
    mainLeast: odds(around.reduce((least, score) => Math.min(least, score))),
    mainAll: odds(total(around) >> 1),
    mainSays: odds(total(says)),
    mainSaysMost: odds(Math.max(0, ...says)),
    mainSaysLeast: odds(Math.min(0, ...says)),
    mainHead: odds(total(head)),
    mainHeadMost: odds(Math.max(0, ...head)),
    mainHeadLeast: odds(Math.min(0, ...head)),
  };
}

const least = (words: readonly string[], lexicon: ReadonlyMap<string, number>): number =>
  Math.min(0, ...words.map((word) => lexicon.get(word) ?? 0));

/** What a cue says, or undefined of another block: a label with a word that headings have above what is no main content. */
export function cueOf(block: Block, lexicon: ReadonlyMap<string, number>): number | undefined {
  const texts = textsOf(block);
  const linked = sum(block.texts, ({ length, linked: isLinked }) => (isLinked ? length : 0));
  if (countWords(block) > MAX_CUE_WORDS || linked * 2 >= sum(block.texts, ({ length }) => length)) return undefined;
  if (least(wordsIn(texts, 'text'), lexicon) > CUE_SAYS) return undefined;
  const says = least(wordsIn(texts, 'heading'), lexicon);
  return says > CUE_SAYS ? undefined : says;
}

const textsOf = ({ texts }: Block): string[] => texts.map(({ text }) => text);

const countWords = (block: Block): number => sum(textsOf(block), (text) => proseOf(text).words);
