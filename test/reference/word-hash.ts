/** Words by their hashes: a model has no words. */

/** Words of names begin with a full stop, those of headings with `#`. */
const SEEDS: ReadonlyMap<string, number> = new Map([
  ['.', 0x811c9dc5],
  ['#', 0x6b43a9b5],
]);
const TEXT_SEED = 0x2f0b4a37;

/** The part of the hash that a lexicon has. */
export const LEXICON_BITS = 0xffffff00;

/** The hash of a word as in assembly/evidence/block/word-hash.ts. */
export function hashWord(word: string): number {
  const seed = SEEDS.get(word[0] ?? '');
  let state = seed ?? TEXT_SEED;
  for (const letter of seed === undefined ? word : word.slice(1))
    state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return Math.imul(state ^ (state >>> 15), 0x9e3779b1) >>> 0;
}

/** One of the log odds of a lexicon by words. */
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
