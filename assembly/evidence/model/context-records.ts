/** The record of what is around a block. */

// ── Context: what is around a block; one record for each block, in the same order, made where main content is asked for ──
//
// The bytes are features of the block, or of the blocks inside of it. The first fifteen stand as they do among the features; they and the
// seven behind them are read and written as vectors. Where a feature is computed for sixteen blocks at once, another byte has its place.
@unmanaged
export class Context {
  /** Whether the block is in the core of the page. */
  coreIn: u8;
  /** Levels up to the block that has both the block and the core. */
  coreUp: u8;
  /** Levels from there down to the core. */
  coreOver: u8;
  /** As `coreUp`, for the wide core. */
  wideUp: u8;
  /** Share of the page that is in the cards that the block is in. */
  cardsShare: u8;
  /** Blocks since the last heading, as a magnitude. */
  headingOff: u8;
  /** As `coreIn`, for the wide core. */
  wideIn: u8;
  /** As `coreOver`, for the wide core. */
  wideOver: u8;
  /** Level of the last heading. */
  headingLevel: u8;
  /** Likeness to the title of the page, in 255 parts. */
  titleLike: u8;
  /** As `coreIn`, for the block that stands for the title. */
  titleIn: u8;
  /** As `coreUp`, for that block. */
  titleUp: u8;
  /** As `coreOver`, for that block. */
  titleOver: u8;
  /** Share of the page that is in one element with that block. */
  titleShare: u8;
  /** Share of the page that is in the article around the block. */
  articleShare: u8;
  /** Share of the page that stands at the position of the block. */
  alikeShare: u8;
  /** Share of links in the text at that position. */
  alikeLinked: u8;
  /** Share of the prose of the page at that position. */
  alikeProse: u8;
  /** Blocks at that position, as a magnitude. */
  alikeBlocks: u8;
  /** `allProse`, `allImages` and `allInputs`, as magnitudes. */
  proseSize: u8;
  imagesSize: u8;
  inputsSize: u8;
  /** Odds of main content that the words of the last heading give: their sum. */
  heading: u8;
  /** The largest of these odds. */
  headingMost: u8;
  /** The smallest of these odds. */
  headingLeast: u8;
  /** Odds of the last cue. */
  cue: u8;
  /** Blocks since the last cue, as a magnitude. */
  cueOff: u8;
  /** How many of the two elements around the last cue are around the block. */
  cueIn: u8;
  /** Levels from the block up to `headed`. */
  headedUp: u8;
  /** The heading that the block is or is inside of; 0 for none. */
  headed: u32;
  /** Length of its own prose. */
  prose: u32;
  /** Length of all prose in its element. */
  allProse: u32;
  /** Number of images in its element. */
  allImages: u32;
  /** Number of fields of forms in its element. */
  allInputs: u32;
  /** Number of blocks at the position of the cards that the block is in. */
  cards: u32;
  /** The first block behind its element. */
  end: u32;
  /** The element around it that has more text. */
  upper: u32;
  /** Evidence for main content over all text in its element; see page-scores.ts. */
  evidence: f64;
  /** How likely all text in its element is main content; see page-scores.ts. */
  likely: f64;
  /** Two bytes that the page as a whole gives the element, and behind them those of elements around it; see page-scores.ts. */
  chain: u64;
  moreOfChain: u64;
  /** The same of its position, and of those of the elements around it. */
  alikes: u64;
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
