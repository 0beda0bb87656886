/** Records of what is measured of a page: its blocks, what is around each, and what the table counts beside segments. */
import { Segment } from '../page/records';

// ── Measure: evidence of a block; one record for each block, in the same order ──
//
// Lengths are code points.
@unmanaged
export class Measure {
  /** Hash of the path and the names to the block. */
  position: u64;
  /** Sums of products of lengths and DFs. */
  df: u64;
  foldedDf: u64;
  parent: u32;
  depth: u32;
  /** What kinds of element the block is and is inside of: one bit each. */
  traits: u32;
  /** Tag of its element. */
  tag: u32;
  /** Reference of the sighting of its position. */
  sighting: u32;
  /** Its index among the blocks with text, or NO_ORDER. */
  order: u32;
  /** Log odds, in a sixteenth, that the words of its class and id speak for template: their sum, and the largest. */
  names: i32;
  bestName: i32;
  /** `names` of the block and of all blocks around it: their sum, the largest and the smallest. */
  namesSum: i32;
  namesMax: i32;
  namesMin: i32;
  /** The same of the words of a short text: sum, largest and smallest. */
  says: i32;
  saysMax: i32;
  saysMin: i32;
  commas: u32;
  digits: u32;
  /** How its text ends: one of `Ends`. */
  ends: u32;
  /** Number of its place among those of the page, or NO_PLACE: see layouts/places.ts. */
  place: u32;
  /** Eight words of its own text, and the same of all text in its element: so they are added as vectors. */
  text: u32;
  linked: u32;
  links: u32;
  words: u32;
  stops: u32;
  /** Blocks with text: one, or none. */
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
  /** Features that several blocks have of this one, a byte each: see features.ts. */
  shared: u64;
  moreShared: u64;
  /** Scores of names and of a short text as main content: as `names` and the fields after it. */
  mainNames: i32;
  mainBest: i32;
  mainWorst: i32;
  mainSum: i32;
  mainMax: i32;
  mainMin: i32;
  mainSays: i32;
  mainSaysMax: i32;
  mainSaysMin: i32;
  images: u32;
  inputs: u32;

  /** Length of its repeated text: see repetition.ts. */
  repeated: u32;
  /** Other pages that have the text of a block on which repetition has decided: the least of its texts; 0 for any other block. */
  repeatedOn: u32;
  /** The text in its element that is template by score; see place-verdicts.ts. */
  allTemplate: u32;
  /**
   * Pages that had a verdict on the position that the block follows, from bit 16 on, and in the bits below those where it was template;
   * 0 where it follows none.
   */
  verdicts: u32;
  static readonly BYTES: usize = offsetof<Measure>();

  static readonly NO_ORDER: u32 = 0xffffffff;

  /** Its address: several fields are read and written as vectors. */
  get at(): usize {
    return changetype<usize>(this);
  }

  /** A feature of one byte. */
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

// ── Context: what is around a block; one record for each block, in the same order, made where main content is asked for ──
//
// The bytes are features of the block, or of the blocks inside of it. The first fifteen stand as they do among the features, and the
// last six of the first 24: they are read as vectors. Where a feature is computed for each block with text, another byte has its place.
@unmanaged
export class Context {
  /** Of the core of the page and of its wide core: whether the block is in it, levels up to the block that has both, and down to it. */
  coreIn: u8;
  coreUp: u8;
  coreOver: u8;
  wideUp: u8;
  /** Share of the page that is in the cards that the block is in. */
  cardsShare: u8;
  /** Blocks since the last heading, as a magnitude. */
  headingOff: u8;
  wideIn: u8;
  wideOver: u8;
  /** Level of the last heading. */
  headingLevel: u8;
  /** Likeness to the title of the page, in 255 parts; the block that stands for the title, as the cores; what is in one element with it. */
  titleLike: u8;
  titleIn: u8;
  titleUp: u8;
  titleOver: u8;
  titleShare: u8;
  articleShare: u8;
  /** Share of the page that stands at the position of the block, of links in it, and of the page's prose. */
  alikeShare: u8;
  alikeLinked: u8;
  alikeProse: u8;
  /** Odds of main content that the words of the last heading give: their sum, the largest and the smallest. */
  heading: u8;
  headingMost: u8;
  headingLeast: u8;
  /** Odds of the last cue, blocks since then as a magnitude, and how many of the two elements around it are around the block. */
  cue: u8;
  cueOff: u8;
  cueIn: u8;
  /** Features that the page as a whole gives the block; see whole.ts. */
  mean: u8;
  likelyShare: u8;
  alikeMean: u8;
  alikeBlocks: u8;
  /** Length of its own prose; and of all in its element: prose, images, fields of forms. */
  prose: u32;
  allProse: u32;
  allImages: u32;
  allInputs: u32;
  /** Number of blocks at the position of the cards that the block is in. */
  cards: u32;
  /** The first block behind its element. */
  end: u32;
  /** The element around it that has more text. */
  upper: u32;
  /** Score as main content by the first trees, cut; and the sum of those of the blocks with text before it. */
  firstMain: i32;
  scoresBefore: i32;
  /** Evidence for main content over all text in its element, and how likely that is main content; see whole.ts. */
  evidence: f64;
  likely: f64;
  /** The sum of the evidence of all elements at one position, in the last of them. */
  alike: f64;
  /** Sums over the blocks with text before the block: evidence for main content, all evidence. */
  before: f64;
  allBefore: f64;
  static readonly BYTES: usize = offsetof<Context>();

  /** Its address: bytes are read and written as vectors. */
  @inline
  get at(): usize {
    return changetype<usize>(this);
  }

  /** The byte at an offset: chains have the same bytes at three of them. */
  @inline
  byte(offset: usize): u8 {
    return load<u8>(changetype<usize>(this) + offset);
  }

  @inline
  setByte(offset: usize, value: u32): void {
    store<u8>(changetype<usize>(this) + offset, <u8>value);
  }
}

// ── Sighting: what is counted beside the segments, in a record of their shape, so that the table treats both alike ──
//
// A part of the title, the language of the page, a folded text (a segment with its numbers replaced), a near copy (how a segment begins
// or ends), a DOM position (all blocks of one path and one set of names), a known position (one of which most text was known), or a
// verdict on a position. The record of a position counts its blocks, its text and its known text on the page.
export namespace Sighting {
  /** Of a folded text or a near copy: the segment; and whether it is a near copy. */
  export const SEGMENT: usize = offsetof<Segment>('node');
  export const IS_COPY: usize = offsetof<Segment>('block');
  export const BLOCKS: usize = offsetof<Segment>('node');
  export const KNOWN: usize = offsetof<Segment>('block');
  /** In its place after the features: text that is template by score, and then the verdicts of other pages as in Measure.VERDICTS. */
  export const TEMPLATE: usize = KNOWN;
  export const VERDICTS: usize = KNOWN;
  export const TEXT: usize = offsetof<Segment>('length');
  /** Of a position: the sighting of it as a known position. */
  export const KNOWN_POSITION: usize = offsetof<Segment>('next');
  /** Linked text and prose of the blocks at a position, where main content is asked for. */
  export const LINKED: usize = offsetof<Segment>('gap');
  /** The last block at a position, after that: see whole.ts. */
  export const LAST: usize = LINKED;
  export const PROSE: usize = offsetof<Segment>('previousPage');
}
