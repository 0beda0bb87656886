// Written by scripts/generate-exports.ts from assembly/indexing.ts; change the exports there and run the script.

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
  addPages(records: number, from: number, to: number, part: number): void;
  beginGroup(blocks: number, shortcut: number): number;
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
  readonly WORD_KEY: WebAssembly.Global;
  readonly WORD_BYTES: WebAssembly.Global;
  readonly INDEXED_BYTES: WebAssembly.Global;
  readonly RANGES: WebAssembly.Global;
  readonly TERM_KEY: WebAssembly.Global;
  readonly TERM_OFFSET: WebAssembly.Global;
  readonly TERM_DF: WebAssembly.Global;
  readonly TERM_PAGES_BYTES: WebAssembly.Global;
  readonly TERM_POSITIONS_BYTES: WebAssembly.Global;
  readonly TERM_HASH: WebAssembly.Global;
  readonly TERM_BYTES: WebAssembly.Global;
  readonly LENGTH_WORDS: WebAssembly.Global;
  readonly LENGTH_DIFFERENT: WebAssembly.Global;
  readonly LENGTH_BYTES: WebAssembly.Global;
  readonly CHARACTER_OTHER: WebAssembly.Global;
  readonly CHARACTER_LETTER: WebAssembly.Global;
  readonly CHARACTER_DIGIT: WebAssembly.Global;
  readonly CHARACTER_JOINER: WebAssembly.Global;
  readonly CHARACTER_MID_LETTER: WebAssembly.Global;
  readonly CHARACTER_MID_DIGIT: WebAssembly.Global;
  readonly CHARACTER_MID: WebAssembly.Global;
  readonly CHARACTER_MARK: WebAssembly.Global;
  readonly CHARACTER_FOREIGN: WebAssembly.Global;
  readonly CHARACTERS: WebAssembly.Global;
  readonly entryCount: WebAssembly.Global;
  readonly GROUP_BLOCK_BYTES: WebAssembly.Global;
  readonly indexedCount: WebAssembly.Global;
  readonly wordCount: WebAssembly.Global;
}
