/** Prose in JSON whose meaning is unknown: the data that a page of an application starts from. */
import { isObject } from '../check.ts';
import { type JsonReader, looksLikeJson } from './json.ts';
import type { DataText, PlainText } from './texts.ts';
import { wordsOf } from './words.ts';

/** Minimum length of a string that is read, in UTF-16 code units. */
const LENGTH_MIN = 8;
/** Minimum number of words of a string without mark-up. */
const WORDS_MIN = 12;
/** Number of words of marked-up strings of one name from which they are the text, and all other strings are not. */
const MARKED_WORDS_MIN = 50;

const MARKUP = /<(?:p|div|br|li|h[1-6]|ul|ol|pre|blockquote)\b/i;
const SENTENCE_END = /[.!?…]["'”’»)\]]*(?:\s|$)|[。！？]/u;
/** Code, settings, and runs without a space that are longer than words. */
const CODE = /[{}]|=>|[!-~]{60}/;
/** The end of a text that is cut off: the whole text is elsewhere, or on another page. */
const CUT_OFF = /(?:…|&hellip;|\.\.\.)\s*(?:<\/p>\s*)?$/;

/** A string of JSON with the name of the member that it is, or is listed in. */
export interface NamedString {
  readonly name: string;
  readonly text: string;
}

/**
 * The strings in parsed JSON that may be prose, in order; JSON in a string is read as well. A stack, since JSON may be deeper
 * than a recursion.
 */
export function* stringsIn(json: unknown, reader: JsonReader): Generator<NamedString> {
  const stack: [name: string, value: unknown][] = [['', json]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [name, given] = top;
    const value = typeof given === 'string' && looksLikeJson(given) ? reader.read(given)[0] : given;
    if (isObject(value)) {
      const isList = Array.isArray(value);
      for (const [own, member] of Object.entries(value).reverse()) stack.push([isList ? name : own, member]);
    } else if (typeof value === 'string' && value.length >= LENGTH_MIN && !CUT_OFF.test(value)) {
      yield { name, text: value };
    }
  }
}

const isProse = ({ text, words }: DataText): boolean =>
  SENTENCE_END.test(text) && !CODE.test(text) && words.filter((word) => /\p{L}/u.test(word)).length >= WORDS_MIN;

/**
 * The prose among strings. Where the strings of one name are marked up and long together, as the posts of a thread or the body of
 * an article are, those alone; else whatever reads like a sentence.
 */
export function proseOf(strings: Iterable<NamedString>, plain: PlainText): DataText[] {
  const prose: DataText[] = [];
  const marked = new Map<string, DataText[]>();
  for (const { name, text } of strings) {
    const read = plain(text);
    if (read === undefined) break;
    const found = { text: read, words: wordsOf(read), isName: false };
    if (MARKUP.test(text)) {
      const own = marked.get(name);
      if (own === undefined) marked.set(name, [found]);
      else own.push(found);
    }
    if (isProse(found)) prose.push(found);
  }
  const [longest = []] = [...marked.values()].sort((one, other) => lengthOf(other) - lengthOf(one));
  return lengthOf(longest) >= MARKED_WORDS_MIN ? longest : prose;
}

const lengthOf = (texts: readonly DataText[]): number => texts.reduce((sum, { words }) => sum + words.length, 0);
