/** Words and punctuation of texts for features; parts of titles; words by hash. */

const MARK =
  /[\u0080-\u00bf\u00d7\u00f7\u037e\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u2bff\u30fb]|[\u3000-\u3040]|[\ufe00-\uffff]/;
/** Letters of scripts without spaces between words. */
const SPACELESS = /[\u0e00-\u0eff\u3041-\u9fff]/;

/**
 * Ranges of Latin, Greek and Cyrillic capitals: first, last, and distance to their small letters. One range is the
 * final sigma.
 */
const CAPITALS: readonly (readonly [number, number, number])[] = [
  [0x41, 0x5a, 0x20],
  [0xc0, 0xde, 0x20],
  [0x386, 0x386, 0x26],
  [0x388, 0x38a, 0x25],
  [0x38c, 0x38c, 0x40],
  [0x391, 0x3a9, 0x20],
  [0x3c2, 0x3c2, 1],
  [0x400, 0x40f, 0x50],
  [0x410, 0x42f, 0x20],
];

/** Converts a letter to lower case if its small letter is at a fixed distance or next to it. */
function lowerCase(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code >= 0x100 && code < 0x180) {
    const isOdd = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17e);
    return String.fromCharCode(isOdd ? code + (code % 2) : code + 1 - (code % 2));
  }
  const range = CAPITALS.find(([first, last]) => code >= first && code <= last);
  return range === undefined ? letter : String.fromCharCode(code + range[2]);
}

/** Runs of at least two letters, and pairs of neighbours in scripts without spaces. */
function wordsOfText(text: string): string[] {
  const words: string[] = [];
  let run = '';
  let before = '';
  const end = (): void => {
    if (run.length > 1) words.push(run);
    run = '';
  };
  for (const letter of text) {
    const isLetter = letter.length === 1 && (letter < '\u0080' ? /[A-Za-z]/.test(letter) : !MARK.test(letter));
    const isSpaceless = isLetter && SPACELESS.test(letter);
    if (!isLetter || isSpaceless) end();
    else run += lowerCase(letter);
    if (isSpaceless && before !== '') words.push(before + letter);
    before = isSpaceless ? letter : '';
  }
  end();
  return words;
}

/** Runs of at least two ASCII letters. A capital after a small letter begins a new run. */
const wordsOfName = (name: string): string[] =>
  (name.replace(/([a-z])(?=[A-Z])/g, '$1 ').match(/[A-Za-z]{2,}/g) ?? []).map((word) => word.toLowerCase());

/** The first 24 distinct words. Words of names begin with a full stop, those of headings with `#`. */
export const wordsIn = (texts: readonly string[], kind: 'name' | 'text' | 'heading'): string[] => {
  const prefix = { name: '.', text: '', heading: '#' }[kind];
  const words = texts.flatMap(kind === 'name' ? wordsOfName : wordsOfText);
  return [...new Set(words.map((word) => prefix + word))].slice(0, 24);
};

/** Counts of a text with collapsed white space. */
export const proseOf = (
  text: string,
): { words: number; stops: number; commas: number; digits: number; ends: number } => {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const closed = text.replace(/[\0- ]+$/, '').replace(/["')»‘-‟›」』）]+$/, '');
  const thai = /[\u0e00-\u0e7f]/g;
  return {
    words: count(/[^\0- ]+/g) + Math.floor(count(/[\u3000-\ud7ff]/g) / 2) + Math.floor(count(thai) / 5),
    stops: count(/[.!?](?=[\0- "')\u0080-\u00bf\u2000-\u2fff]|$)/g) + count(/[。！？…؟۔।]/g) + count(THAI_CLAUSE),
    commas: count(/[,;、，；،؛]/g),
    digits: count(/[0-9]/g),
    ends: /[:：]$/.test(closed) ? 1 : /[.!?。！？…؟۔।]$/.test(closed) ? 2 : 0,
  };
};

/** In Thai, a space ends a clause. */
const THAI_CLAUSE = /[\0- ](?=[\u0e00-\u0e7f])/g;

// A site counts the parts of titles. Here a regular expression finds the parts; the module reads bytes.

/** The last part is the rest of the title. */
const PARTS_MAX = 8;

const SIGN = String.raw`(?:[!-%'-/:-@[-\u0060{-~]{1,3}|[\u0080-\u00bf]|[\u2000-\u2fff])`;
const EAST = String.raw`\u{3000}-\u{10ffff}`;
const SEPARATOR = new RegExp(String.raw` ${SIGN} |: |[|｜]|(?<=[\u{3000}-\u{ffff}])[-_]|[-_](?=[${EAST}])`, 'gu');

export function partsOf(title: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: separator } of title.matchAll(SEPARATOR)) {
    if (parts.length + 1 >= PARTS_MAX) break;
    const part = title.slice(start, index).trim();
    if (part !== '') parts.push(part);
    start = index + separator.length;
  }
  return [...parts, title.slice(start).trim()].filter((part) => part !== '');
}

// A model has only hashes of words.

/** Words of names begin with a full stop, those of headings with `#`. */
const SEEDS: ReadonlyMap<string, number> = new Map([
  ['.', 0x811c9dc5],
  ['#', 0x6b43a9b5],
]);
const TEXT_SEED = 0x2f0b4a37;

export const LEXICON_BITS = 0xffffff00;

/** The hash of a word, as in assembly/evidence/block/word-hash.ts. */
export function hashWord(word: string): number {
  const seed = SEEDS.get(word[0] ?? '');
  let state = seed ?? TEXT_SEED;
  for (const letter of seed === undefined ? word : word.slice(1))
    state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return Math.imul(state ^ (state >>> 15), 0x9e3779b1) >>> 0;
}

/** One kind of a lexicon's log odds, by word. */
export class WordLexicon<Odds> extends Map<string, number> {
  readonly #byHash: ReadonlyMap<number, Odds>;
  readonly #of: (odds: Odds) => number;

  constructor(byHash: ReadonlyMap<number, Odds>, of: (odds: Odds) => number) {
    super();
    this.#byHash = byHash;
    this.#of = of;
  }

  override get(word: string): number | undefined {
    const odds = this.#byHash.get(hashWord(word) & LEXICON_BITS);
    return odds === undefined ? undefined : this.#of(odds);
  }
}
