/** The record of what is around a block. */

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
  /** Features that the page as a whole gives the block; see page-scores.ts. */
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
  /** Evidence for main content over all text in its element, and how likely that is main content; see page-scores.ts. */
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
