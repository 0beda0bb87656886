/**
 * Words are the parts of a text between the word boundaries of Unicode (UAX #29) that have a letter or a digit, in lower case and
 * without soft hyphens. Texts of scripts without spaces are divided by the dictionary of the engine.
 */
import { OptionError } from 'refrain';

/** @throws {OptionError} `OPTION_INVALID` if the engine has no `Intl.Segmenter` */
function makeSegmenter(): Intl.Segmenter {
  if (typeof Intl === 'undefined' || Intl.Segmenter === undefined)
    throw new OptionError('this engine has no Intl.Segmenter, which is needed to find words');
  return new Intl.Segmenter('und', { granularity: 'word' });
}

/**
 * A word in lower case, each character separately, without soft hyphens. It is a new string, because V8 keeps the whole
 * text of a substring in memory.
 */
const lowered = (word: string): string =>
  Array.from(word, (character) => (character === '\u00ad' ? '' : character.toLowerCase())).join('');

/** White space always separates two words. */
const SPACE = /\s+/;
/** Letters and digits of ASCII are always one word. */
const ONE_WORD = /^[A-Za-z\d]+$/;

/** Maximum number of cached parts between spaces: most parts of a page occur on other pages, too. */
const CACHE_ENTRIES = 1 << 16;
/** Maximum length of a cached part, in UTF-16 code units: a longer one keeps its text in memory. */
const CACHED_LENGTH = 12;
/** UTF-16 code units that are segmented at once: V8 copies the whole text for every segment. */
const PIECE = 1024;

/** A text in pieces of at most `PIECE` code units and one more: a surrogate pair is not divided. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + PIECE;
    if (/[\udc00-\udfff]/.test(text[end] ?? '')) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** Finds the words of texts. `numberOf` returns the number of a word, always the same. */
export class WordReader {
  readonly #numberOf: (word: string) => number;
  readonly #segmenter = makeSegmenter();
  readonly #cache = new Map<string, readonly number[]>();

  constructor(numberOf: (word: string) => number) {
    this.#numberOf = numberOf;
  }

  /** The numbers of the words of a text, in its order. */
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
