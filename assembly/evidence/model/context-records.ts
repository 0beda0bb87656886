// ── Context of a block; one record for each block, in the same order, created if main content is requested ──
//
// The bytes are features of the block, or of the blocks in it. The first fifteen are in the order of the features; they and the next seven
// are read and written as vectors. Features that are computed for sixteen blocks at once are replaced by other bytes.
@unmanaged
export class Context {
  coreIn: u8;
  /** Levels up to the nearest ancestor that contains the core. */
  coreUp: u8;
  /** Levels from there down to the core. */
  coreOver: u8;
  /** As `coreUp`, for the wide core. */
  wideUp: u8;
  /** Share of the page in the cards around the block. */
  cardsShare: u8;
  /** Blocks since the last heading, as a magnitude. */
  headingOff: u8;
  /** As `coreIn`, for the wide core. */
  wideIn: u8;
  /** As `coreOver`, for the wide core. */
  wideOver: u8;
  /** Level of the last heading. */
  headingLevel: u8;
  /** Similarity to the title of the page, in 1/255. */
  titleLike: u8;
  /** As `coreIn`, for the title block. */
  titleIn: u8;
  /** As `coreUp`, for the title block. */
  titleUp: u8;
  /** As `coreOver`, for the title block. */
  titleOver: u8;
  /** Share of the page in the smallest element around the block and the title block. */
  titleShare: u8;
  /** Share of the page in the article around the block. */
  articleShare: u8;
  /** Share of the page at the position of the block. */
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
  /** Sum of the log odds for main content of the words of the last heading. */
  heading: u8;
  /** The largest of these odds. */
  headingMost: u8;
  /** The smallest of these odds. */
  headingLeast: u8;
  /** Odds of the last cue. */
  cue: u8;
  /** Blocks since the last cue, as a magnitude. */
  cueOff: u8;
  /** Number of the two ancestors of the last cue that are ancestors of the block. */
  cueIn: u8;
  /** Levels from the block up to `headed`. */
  headedUp: u8;
  /** The heading that is the block or an ancestor; 0 without one. */
  headed: u32;
  /** Length of the prose of the block. */
  prose: u32;
  /** Length of all prose in its element. */
  allProse: u32;
  /** Number of images in its element. */
  allImages: u32;
  /** Number of fields of forms in its element. */
  allInputs: u32;
  /** Number of blocks at the position of the cards around the block. */
  cards: u32;
  /** The first block after its element. */
  end: u32;
  /** The nearest ancestor with more text. */
  upper: u32;
  /** Evidence for main content over all text in its element; see page-scores.ts. */
  evidence: f64;
  /** Likelihood that all text in its element is main content; see page-scores.ts. */
  likely: f64;
  /** Two bytes of the element from the page as a whole, followed by those of its ancestors; see page-scores.ts. */
  chain: u64;
  moreOfChain: u64;
  /** The same for its position, and for the positions of its ancestors. */
  alikes: u64;
  static readonly BYTES: usize = offsetof<Context>();

  /** Its address, for access to bytes as vectors. */
  @inline
  get at(): usize {
    return changetype<usize>(this);
  }

  /** The byte at an offset. Chains have the same bytes at three offsets. */
  @inline
  byte(offset: usize): u8 {
    return load<u8>(changetype<usize>(this) + offset);
  }

  @inline
  setByte(offset: usize, value: u32): void {
    store<u8>(changetype<usize>(this) + offset, <u8>value);
  }
}
