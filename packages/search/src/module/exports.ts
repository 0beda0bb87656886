// Written by scripts/generate-exports.ts from assembly/indexing.ts and assembly/indexing/records.ts; change these and run the script.

/**
 * Functions and globals that the module of indexing exports. A flag is 0 or 1, and an unsigned word of 2^31 or more arrives as a
 * negative number, until `>>> 0`.
 */
export interface IndexingExports {
  readonly memory: WebAssembly.Memory;
  configure(ratioMillionths: number, memoryBytesMax: number): void;
  releaseBuilding(): void;
  useSeed(low: bigint, high: bigint): void;
  characterKinds(): number;
  lowerCharacters(): number;
  wordsAddress(): number;
  adoptPage(source: number): void;
  reservePart(number: number, from: number, bytes: number): number;
  beginWords(): void;
  indexedAddress(): number;
  readPageWords(skipped: number, findsStyles: number, seesClasses: number): number;
  readTextWords(bytes: number): number;
  forgetGathered(): void;
  gatherWords(page: number): number;
  gatheredBytes(): number;
  releaseGathered(): void;
  wantedBytes(): number;
  beginRun(): void;
  runDirectory(): number;
  writeRun(bytes: number): number;
  firstBlocks(): number;
  pageLengths(): number;
  reserveCollection(pages: number, blocks: number): number;
  templateBits(): number;
  addPage(records: number, page: number, sitePart: number): void;
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
  pageResult(): number;
  checksumInput(length: number): bigint;
  reserveInput(bytes: number): number;
  readonly entryCount: WebAssembly.Global;
  readonly GROUP_BLOCK_BYTES: WebAssembly.Global;
  readonly indexedCount: WebAssembly.Global;
  readonly wordCount: WebAssembly.Global;
  readonly ABI: WebAssembly.Global;
}

/** Sizes, offsets and codes as assembly/indexing/records.ts draws them. */
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
  IndexedBlock: { BYTES: 12 },
  KeyRange: { COUNT: 1024 },
  PageLength: { WORDS: 0, DIFFERENT: 4, BYTES: 8 },
  Term: { KEY: 0, OFFSET: 8, DF: 16, PAGES_BYTES: 20, POSITIONS_BYTES: 24, HASH: 28, BYTES: 32 },
  Word: { KEY: 0, BYTES: 16 },
} as const;
