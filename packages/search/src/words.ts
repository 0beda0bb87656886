/**
 * The host's part in finding words: the kinds of characters, and the words of scripts that are written without spaces. Both
 * come from `Intl.Segmenter` of the engine, so that they agree with each other. The dictionary of another engine may divide such
 * scripts at other characters.
 */
import { OptionError } from 'refrain';
import { layout } from './module/exports.ts';

/** @throws {OptionError} `OPTION_INVALID` where the engine has no `Intl.Segmenter` */
function makeSegmenter(): Intl.Segmenter {
  if (typeof Intl === 'undefined' || Intl.Segmenter === undefined) {
    throw new OptionError('this engine has no Intl.Segmenter, which an index needs to find words');
  }
  return new Intl.Segmenter('und', { granularity: 'word' });
}

/** Letters of scripts that the module divides itself. */
const LETTER = /^(?=\p{Alphabetic})(?!\p{M})(?:\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})$/u;
const MARK = /^(?:\p{M}|\p{Cf})$/u;
/** Characters that several scripts share, and those of the scripts above; marks of other scripts are foreign. */
const SHARED = /^(?:\p{Script=Common}|\p{Script=Inherited}|\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})$/u;
const PLAIN = /^(?!\p{Alphabetic})(?:\p{Z}|\p{Cc}|\p{S}|\p{P}|\p{No})$/u;
/** Characters that may join letters or digits to one word. */
const SUSPECT = /^(?:\p{P}|\p{Sk}|\p{Zs}|\u2044)$/u;
/** Parts of emoji sequences. */
const PICTURE = /^\p{Extended_Pictographic}$/u;

type Kind = 'OTHER' | 'LETTER' | 'DIGIT' | 'JOINER' | 'MID_LETTER' | 'MID_DIGIT' | 'MID' | 'MARK' | 'FOREIGN';

function kindOf(character: string, segmenter: Intl.Segmenter): Kind {
  const isOne = (text: string): boolean => [...segmenter.segment(text)].length === 1;
  const isWord = (text: string): boolean => [...segmenter.segment(text)].some(({ isWordLike }) => isWordLike === true);
  if (LETTER.test(character)) return 'LETTER';
  if (/^[0-9]$/.test(character)) return 'DIGIT';
  if (!SHARED.test(character)) return 'FOREIGN';
  if (MARK.test(character)) return isOne(`a${character}a`) && !isWord(character) ? 'MARK' : 'FOREIGN';
  if (!PLAIN.test(character) || (character > '\u007f' && !/^[©®™]$/.test(character) && PICTURE.test(character))) {
    return 'FOREIGN';
  }
  if (!SUSPECT.test(character)) return 'OTHER';
  if (isOne(`a${character}`))
    return isOne(`${character}1`) && /^[\p{Pc}\p{Zs}]$/u.test(character) ? 'JOINER' : 'FOREIGN';
  const betweenLetters = isOne(`a${character}a`);
  const betweenDigits = isOne(`1${character}1`);
  if (betweenLetters) return betweenDigits ? 'MID' : 'MID_LETTER';
  return betweenDigits ? 'MID_DIGIT' : 'OTHER';
}

/** Lower case of one character; empty for a soft hyphen, which is not a part of a word. */
function lowerCharacter(character: string): string {
  return character === '\u00ad' ? '' : character.toLowerCase();
}

let tables: { readonly kinds: Uint8Array; readonly lower: Uint16Array } | undefined;

/** Kind and lower case of every character below `Character.COUNT`, for the module. */
export function characterTables(): { readonly kinds: Uint8Array; readonly lower: Uint16Array } {
  tables ??= makeTables();
  return tables;
}

function makeTables(): { kinds: Uint8Array; lower: Uint16Array } {
  const segmenter = makeSegmenter();
  const kinds = new Uint8Array(layout.Character.COUNT);
  const lower = new Uint16Array(layout.Character.COUNT);
  for (let code = 0; code < layout.Character.COUNT; code += 1) {
    const character = String.fromCharCode(code);
    const small = character.toLowerCase();
    // The module has room for one lower-case character; İ has two.
    kinds[code] = layout.Character[small.length === 1 ? kindOf(character, segmenter) : 'FOREIGN'];
    lower[code] = small.charCodeAt(0);
  }
  return { kinds, lower };
}

/** Maximum number and length of texts whose words are cached: menus and footers are on every page. */
const CACHE_ENTRIES = 2048;
const CACHED_LENGTH = 256;

/**
 * Maximum UTF-16 units that are segmented at once. V8 gives every segment a copy of the whole text: at once, the words of a text of
 * 80 kB would need 4 GB.
 */
const PIECE = 1024;
/** What no rule of segmentation joins to white space before it. */
const BEGINS = /^[\p{L}\p{N}]/u;

/** A text in pieces, cut where a word begins behind a space; anywhere, where a piece has no such place. */
function* piecesOf(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > PIECE) {
    let at = start + PIECE;
    while (at > start && !(text[at - 1] === ' ' && BEGINS.test(text.slice(at, at + 2)))) at -= 1;
    if (at === start) at += PIECE - (/[\udc00-\udfff]/.test(text[start + PIECE] ?? '') ? 1 : 0);
    yield text.slice(start, at);
    start = at;
  }
  yield text.slice(start);
}

/** Finds the words of texts that the module cannot divide. */
export class ForeignWords {
  readonly #segmenter = makeSegmenter();
  readonly #encoder = new TextEncoder();
  readonly #cache = new Map<string, Uint8Array>();

  /** Words in lower case: each after its length in four bytes, and a length of 0 at the end. */
  find(text: string): Uint8Array {
    const known = this.#cache.get(text);
    if (known !== undefined) return known;
    const words: Uint8Array[] = [];
    for (const piece of piecesOf(text)) {
      for (const { segment, isWordLike } of this.#segmenter.segment(piece)) {
        const word = isWordLike === true ? Array.from(segment, lowerCharacter).join('') : '';
        if (word !== '') words.push(this.#encoder.encode(word));
      }
    }
    const bytes = new Uint8Array(words.reduce((sum, { length }) => sum + 4 + length, 4));
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const word of words) {
      view.setUint32(at, word.length, true);
      bytes.set(word, at + 4);
      at += 4 + word.length;
    }
    if (text.length <= CACHED_LENGTH) {
      if (this.#cache.size === CACHE_ENTRIES) this.#cache.clear();
      this.#cache.set(text, bytes);
    }
    return bytes;
  }
}
