/** A line of text without what changes by itself. */

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const NUMBER = /^\p{N}/u;
const SHORT_WORDS = 8;
/** Names of months, weekdays and units of time, which ages and dates have beside their numbers. */
const TIME =
  /^(?:jan|feb|mar|apr|may|june?$|july?$|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|(?:second|minute|hour|day|week|month|year|time)s?$|ago$|am$|pm$)/;

function wordsOf(line: string): readonly string[] {
  const words = line.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  const numbers = words.filter((word) => NUMBER.test(word)).length;
  const isCounter = numbers > 0 && words.length - numbers < SHORT_WORDS && isMostlyTime(words);
  return isCounter ? words.filter((word) => !NUMBER.test(word) && !TIME.test(word)) : words;
}

/** Whether a text with numbers is an age, a date or a counter: half of its words are numbers or names of times. */
const isMostlyTime = (words: readonly string[]): boolean =>
  2 * words.filter((word) => NUMBER.test(word) || TIME.test(word)).length >= words.length;

/** Equal for lines that say the same: without case, punctuation, counters and ages. Empty where a line says only what changes by itself. */
export const lineKey = (line: string): string => wordsOf(line).join(' ');
