/**
 * Words are the parts of a text between the word boundaries of Unicode (UAX #29) that have a letter or a digit, in
 * lower case and without soft hyphens. Texts of scripts without spaces are divided by the JavaScript engine's
 * dictionary.
 */
import { OptionError } from 'refrain';

/** @throws {OptionError} `OPTION_INVALID` if the JavaScript engine has no `Intl.Segmenter` */
function makeSegmenter(): Intl.Segmenter {
  if (typeof Intl === 'undefined' || Intl.Segmenter === undefined)
    throw new OptionError('this engine has no Intl.Segmenter, which is needed to find words');
  return new Intl.Segmenter('und', { granularity: 'word' });
}

/**
 * Each character is converted separately. The result is a new string, because V8 keeps the whole text of a substring in
 * memory.
 */
const lowered = (word: string): string =>
  Array.from(word, (character) => (character === '\u00ad' ? '' : character.toLowerCase())).join('');

/** Characters that always separate two words. */
const SPACE = /\s+/;
/** A run of ASCII letters and digits is one word. */
const ONE_WORD = /^[A-Za-z\d]+$/;

/** Maximum number of cached parts between spaces. Most of them occur on other pages too. */
const CACHE_ENTRIES = 1 << 16;
/** Maximum length of a cached part, in UTF-16 code units. V8 would keep the whole text of a longer part in memory. */
const CACHED_LENGTH = 12;
/** UTF-16 code units that are segmented at once, because V8 copies the whole text for every segment. */
const PIECE = 1024;

/** Divides a text into pieces of at most `PIECE` code units, or one more to keep a surrogate pair together. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + PIECE;
    if (/[\udc00-\udfff]/.test(text[end] ?? '')) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** Finds the words of texts. `numberOf` always returns the same number for a word. */
export class WordReader {
  readonly #numberOf: (word: string) => number;
  readonly #segmenter = makeSegmenter();
  readonly #cache = new Map<string, readonly number[]>();

  constructor(numberOf: (word: string) => number) {
    this.#numberOf = numberOf;
  }

  /** The numbers of a text's words, in order. */
  read(text: string): number[] {
    const numbers: number[] = [];
    for (const part of text.split(SPACE)) for (const number of this.#wordsOf(part)) numbers.push(number);
    return numbers;
  }

  #wordsOf(part: string): readonly number[] {
    const known = this.#cache.get(part);
    if (known !== undefined) return known;
    const words = ONE_WORD.test(part) ? [part] : this.#segmentsOf(part);
    const numbers = Array.from(words, lowered)
      .filter((word) => word !== '')
      .map((word) => this.#numberOf(word));
    if (part.length <= CACHED_LENGTH) {
      if (this.#cache.size === CACHE_ENTRIES) this.#cache.clear();
      this.#cache.set(part, numbers);
    }
    return numbers;
  }

  *#segmentsOf(part: string): Generator<string> {
    for (const piece of piecesOf(part))
      for (const { segment, isWordLike } of this.#segmenter.segment(piece)) if (isWordLike === true) yield segment;
  }
}
