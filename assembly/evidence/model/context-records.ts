// ── Context of a block, in the order of blocks; created if main content is requested ──
//
// The bytes are features. The first fifteen are in the order of features; these and the next seven are read and written as vectors.
// Features that are computed for sixteen blocks at once replace some of them in the tile.
@unmanaged
export class Context {
  coreIn: u8;
  /** Levels up to the nearest ancestor that contains the core. */
  coreUp: u8;
  /** Levels from that ancestor down to the core. */
  coreOver: u8;
  /** `coreUp` for the wide core. */
  wideUp: u8;
  /** Share of the page's text in the cards around the block. */
  cardsShare: u8;
  /** Blocks since the last heading, as a magnitude. */
  headingOff: u8;
  /** `coreIn` for the wide core. */
  wideIn: u8;
  /** `coreOver` for the wide core. */
  wideOver: u8;
  /** Level of the last heading. */
  headingLevel: u8;
  /** Similarity to the title of the page, in 1/255. */
  titleLike: u8;
  /** `coreIn` for the title block. */
  titleIn: u8;
  /** `coreUp` for the title block. */
  titleUp: u8;
  /** `coreOver` for the title block. */
  titleOver: u8;
  /** Share of the page's text in the smallest element with both the block and the title block. */
  titleShare: u8;
  /** Share of the page's text in the block's article. */
  articleShare: u8;
  /** Share of the page's text at the block's position. */
  alikeShare: u8;
  /** Share of links in the text at this position. */
  alikeLinked: u8;
  /** Share of the page's prose at this position. */
  alikeProse: u8;
  /** Blocks at this position, as a magnitude. */
  alikeBlocks: u8;
  /** `allProse`, `allImages` and `allInputs`, as magnitudes. */
  proseSize: u8;
  imagesSize: u8;
  inputsSize: u8;
  /** Log odds for main content of the words of the last heading: their sum. */
  heading: u8;
  /** Their maximum. */
  headingMost: u8;
  /** Their minimum. */
  headingLeast: u8;
  /** Log odds of the last cue. */
  cue: u8;
  /** Blocks since the last cue, as a magnitude. */
  cueOff: u8;
  /** Number of the cue's two nearest ancestors that contain the block. */
  cueIn: u8;
  /** Levels up to `headed`. */
  headedUp: u8;
  /** The heading that is the block or an ancestor, or 0. */
  headed: u32;
  prose: u32;
  /** Length of the prose in its element. */
  allProse: u32;
  /** Images in its element. */
  allImages: u32;
  /** Form fields in its element. */
  allInputs: u32;
  /** Blocks at the position of the cards around the block. */
  cards: u32;
  /** Index of the first block after its element. */
  end: u32;
  /** The nearest ancestor with more text. */
  upper: u32;
  /** Evidence for main content of all text in its element; see page-scores.ts. */
  evidence: f64;
  /** Likelihood that all text in its element is main content; see page-scores.ts. */
  likely: f64;
  /** Two bytes of scores in the element, then those of its ancestors; see page-scores.ts. */
  chain: u64;
  moreOfChain: u64;
  /** The same for the positions of the block and its ancestors. */
  alikes: u64;
  static readonly BYTES: usize = offsetof<Context>();

  /** For access to bytes as vectors. */
  @inline
  get at(): usize {
    return changetype<usize>(this);
  }

  /** Access by offset, because three chains have the same fields at different offsets. */
  @inline
  byte(offset: usize): u8 {
    return load<u8>(changetype<usize>(this) + offset);
  }

  @inline
  setByte(offset: usize, value: u32): void {
    store<u8>(changetype<usize>(this) + offset, <u8>value);
  }
}
