import { Tag } from '../../html/names';

// ── Measure: evidence of a block; one record for each block, in the same order ──
//
// Lengths are code points.
@unmanaged
export class Measure {
  /** Hash of the path and the names to the block: the key of its position. */
  positionKey: u64;
  /** Sum of the products of lengths and DFs of its texts. */
  df: u64;
  /** The same sum, with the DFs of folded texts where they are higher. */
  foldedDf: u64;
  parent: u32;
  depth: u32;
  /** Kinds of element of the block and its ancestors: one bit each. */
  traits: u32;
  /** Tag of its element. */
  tag: u32;
  /** Its position on the page, a number, if there is text in it. */
  position: u32;
  /** Its index among the blocks with text, or NO_ORDER. */
  order: u32;
  /** Sum of the log odds for template of the words of its class and id, in 1/16. */
  names: i32;
  /** The largest of these log odds. */
  bestName: i32;
  /** Sum of `names` of the block and its ancestors. */
  namesSum: i32;
  /** Largest `names` of these blocks. */
  namesMax: i32;
  /** Smallest `names` of these blocks. */
  namesMin: i32;
  /** Sum of the log odds for template of the words of a short text, in 1/16. */
  wordOdds: i32;
  /** The largest of these log odds. */
  wordOddsMax: i32;
  /** The smallest of these log odds. */
  wordOddsMin: i32;
  commas: u32;
  digits: u32;
  /** How its text ends: one of `Ends`. */
  ends: u32;
  /** Number of its path among those of the page, or NO_PATH: see site/layout-paths.ts. */
  layoutPath: u32;
  // Eight words of the block's text, and the same eight of all text in its element, so that they are added as vectors.
  text: u32;
  linked: u32;
  links: u32;
  words: u32;
  stops: u32;
  /** Eight words of the block's text, and the same eight of all text in its element, so that they are added as vectors. */
  blocks: u32;
  known: u32;
  often: u32;
  allText: u32;
  allLinked: u32;
  allLinks: u32;
  allWords: u32;
  allStops: u32;
  allBlocks: u32;
  allKnown: u32;
  allOften: u32;
  /** Features that several blocks take from this one, one byte each: see features.ts. */
  shared: u64;
  /** The next eight of these features. */
  moreShared: u64;
  /** Scores for main content of names and of a short text, in the order of `names` and the fields after it. */
  mainNames: i32;
  mainBest: i32;
  mainWorst: i32;
  mainSum: i32;
  mainMax: i32;
  mainMin: i32;
  mainWordOdds: i32;
  mainWordOddsMax: i32;
  mainWordOddsMin: i32;
  images: u32;
  inputs: u32;

  /** Length of its repeated text: see repetition.ts. */
  repeated: u32;
  /** Number of other pages with the rarest text of a block that repetition decided; 0 for any other block. */
  repeatedOn: u32;
  /** The text in its element that is template by score; see position-verdicts.ts. */
  allTemplate: u32;
  /**
   * Verdicts on the position that the block follows: high 16 bits, number of pages that have a verdict on it; low 16 bits, number of pages
   * where it was template. 0 if the block follows no position.
   */
  verdicts: u32;
  static readonly BYTES: usize = offsetof<Measure>();

  static readonly NO_ORDER: u32 = 0xffffffff;

  /** The level of a heading, 1 to 6; 0 for any other element. */
  get level(): u32 {
    return this.tag - Tag.H1 < 6 ? this.tag - Tag.H1 + 1 : 0;
  }

  /** Its address, for access to several fields as a vector. */
  get at(): usize {
    return changetype<usize>(this);
  }

  byte(offset: usize): u8 {
    return load<u8>(changetype<usize>(this) + offset);
  }

  setByte(offset: usize, value: u32): void {
    store<u8>(changetype<usize>(this) + offset, <u8>value);
  }
}

export namespace Ends {
  export const OPEN: u32 = 0;
  export const COLON: u32 = 1;
  export const SENTENCE: u32 = 2;
}
