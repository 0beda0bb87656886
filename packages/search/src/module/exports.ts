// Written by scripts/generate-exports.ts from assembly/indexing.ts and assembly/indexing/layout.ts; change these and run the script.

/**
 * Functions and globals that the module of indexing exports in addition to those of the core, under the same rules: a flag is
 * 0 or 1, and an unsigned word of 2^31 or more arrives as a negative number, until `>>> 0`.
 */
export interface IndexingExports {
  reserveText(bytes: number): number;
  gatherWords(page: number): number;
  wantedBytes(): number;
  releaseBuilding(): void;
  characterKinds(): number;
  lowerCharacters(): number;
  wordsAddress(): number;
  beginWords(): void;
  indexedAddress(): number;
  readPageWords(skipped: number, findsStyles: number): number;
  readTextWords(bytes: number): number;
  setClasses(sees: number): void;
  forgetGathered(): void;
  gatheredBytes(): number;
  releaseGathered(): void;
  beginRun(): void;
  runDirectory(): number;
  writeRun(bytes: number): number;
  firstBlocks(): number;
  pageLengths(): number;
  reserveCollection(pages: number, blocks: number): number;
  templateBits(): number;
  addPage(records: number, page: number, part: number): void;
  beginGroup(blocks: number): number;
  closeGroup(): number;
  detectRange(pieces: number): number;
  endGroup(): void;
  reservePieces(count: number, bytes: number): number;
  beginTerms(): void;
  termsAddress(): number;
  termsCount(): number;
  writeTerms(pieces: number, filters: number): number;
  addMinima(): number;
  beginMinima(words: number, count: number): number;
  beginPairs(number: number): number;
  commonMinima(one: number, other: number): number;
  findPairs(minimum: number, maximum: number): number;
  countFragments(site: number): number;
  judgeByFragments(site: number, minPages: number): number;
  readonly entryCount: WebAssembly.Global;
  readonly GROUP_BLOCK_BYTES: WebAssembly.Global;
  readonly indexedCount: WebAssembly.Global;
  readonly wordCount: WebAssembly.Global;
}

/** Sizes, offsets and codes as assembly/indexing/layout.ts draws them. */
export const layout = {
  Character: {
    OTHER: 0,
    LETTER: 1,
    DIGIT: 2,
    JOINER: 3,
    MID_LETTER: 4,
    MID_DIGIT: 5,
    MID: 6,
    MARK: 7,
    FOREIGN: 8,
    COUNT: 12288,
  },
  Indexed: { BYTES: 12 },
  Length: { WORDS: 0, DIFFERENT: 4, BYTES: 8 },
  Term: { KEY: 0, OFFSET: 8, DF: 16, PAGES_BYTES: 20, POSITIONS_BYTES: 24, HASH: 28, BYTES: 32 },
  Word: { KEY: 0, BYTES: 16 },
  WordRun: { RANGES: 1024 },
} as const;
