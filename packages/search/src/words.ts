/**
 * The host's part in finding words: what each character is to a word, and words of scripts that are not written with
 * spaces. Both come from the engine's own Unicode, so that they agree with each other; another engine's dictionary may
 * cut such scripts otherwise.
 */
import { OptionError } from 'refrain';
import type { Layout } from 'refrain/unstable';

/** Hosts without it can not index. */
function segmenter(): Intl.Segmenter {
  if (typeof Intl === 'undefined' || Intl.Segmenter === undefined) {
    throw new OptionError('this engine has no Intl.Segmenter, which finds words');
  }
  return new Intl.Segmenter('und', { granularity: 'word' });
}

/** Letters of scripts that are written with spaces, and whose words need no rule of their own. */
const LETTER = /^(?=\p{Alphabetic})(?!\p{M})(?:\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})$/u;
const MARK = /^(?:\p{M}|\p{Cf})$/u;
/** Scripts that several are written with; marks of others are foreign. */
const SHARED = /^(?:\p{Script=Common}|\p{Script=Inherited}|\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})$/u;
const PLAIN = /^(?!\p{Alphabetic})(?:\p{Z}|\p{Cc}|\p{S}|\p{P}|\p{No})$/u;
/** What joins is among these. */
const SUSPECT = /^(?:\p{P}|\p{Sk}|\p{Zs}|\u2044)$/u;
/** What emoji are joined of. */
const PICTURE = /^\p{Extended_Pictographic}$/u;

type Kind = 'OTHER' | 'LETTER' | 'DIGIT' | 'JOINER' | 'MID_LETTER' | 'MID_DIGIT' | 'MID' | 'MARK' | 'FOREIGN';

function kindOf(character: string, cut: Intl.Segmenter): Kind {
  const isOne = (text: string): boolean => [...cut.segment(text)].length === 1;
  const isWord = (text: string): boolean => [...cut.segment(text)].some(({ isWordLike }) => isWordLike === true);
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

/** Lower case of one character, soft hyphens left out: they are no part of a word. */
export function lowerCharacter(character: string): string {
  return character === '\u00ad' ? '' : character.toLowerCase();
}

let tables: { readonly kinds: Uint8Array; readonly lower: Uint16Array } | undefined;

/** What the module is told of every character below `CHARACTERS`: what it is to a word, and its lower case. */
export function characterTables(layout: Layout): { readonly kinds: Uint8Array; readonly lower: Uint16Array } {
  tables ??= makeTables(layout);
  return tables;
}

function makeTables(layout: Layout): { kinds: Uint8Array; lower: Uint16Array } {
  const cut = segmenter();
  const kinds = new Uint8Array(layout.CHARACTERS);
  const lower = new Uint16Array(layout.CHARACTERS);
  for (let code = 0; code < layout.CHARACTERS; code += 1) {
    const character = String.fromCharCode(code);
    const small = character.toLowerCase();
    // A lower case of two characters (İ) is the host's affair.
    kinds[code] = layout[`CHARACTER_${small.length === 1 ? kindOf(character, cut) : 'FOREIGN'}`];
    lower[code] = small.charCodeAt(0);
  }
  return { kinds, lower };
}

/** Texts whose words are remembered: menus and footers come on every page. */
const REMEMBERED = 2048;
const REMEMBERED_LENGTH = 256;

/** Finds words where the module does not, for as many texts as it asks about. */
export class ForeignWords {
  readonly #cut = segmenter();
  readonly #encoder = new TextEncoder();
  readonly #known = new Map<string, Uint8Array>();

  /** Words in lower case, each behind its length in four bytes, and a length of 0 behind the last. */
  find(text: string): Uint8Array {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const words = [...this.#cut.segment(text)]
      .filter(({ isWordLike }) => isWordLike === true)
      .map(({ segment }) => this.#encoder.encode(Array.from(segment, lowerCharacter).join('')))
      .filter(({ length }) => length > 0);
    const bytes = new Uint8Array(words.reduce((sum, { length }) => sum + 4 + length, 4));
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const word of words) {
      view.setUint32(at, word.length, true);
      bytes.set(word, at + 4);
      at += 4 + word.length;
    }
    if (text.length <= REMEMBERED_LENGTH) {
      if (this.#known.size === REMEMBERED) this.#known.clear();
      this.#known.set(text, bytes);
    }
    return bytes;
  }
}
