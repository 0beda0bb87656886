/** Records of a page, and the result for the bindings. */
import { Row } from '../region';

// ── CountRecord: a segment or occurrence, and its count in the table ──
@unmanaged
export class CountRecord extends Row {
  key: u64;
  /** Document frequency (DF): number of other pages that have it. For segments, this page is included after it was counted. */
  df: u32;
  /** Page of the last occurrence; 0 without a DF. */
  previousPage: u32;
  /** Slot in the table; 0 without a DF. */
  slot: usize;

  /** The next record of this size. */
  @inline
  after(bytes: usize): CountRecord {
    return changetype<CountRecord>(changetype<usize>(this) + bytes);
  }
}

// ── Segment: a text node whose normalised text is not empty ──
//
//   0     8    12         16     20     24      28       32     36    40
//   │ key │ df │ previous │ slot │ node │ block │ length │ next │ gap │
//                page                             code     in its block
//                                                 points
@unmanaged
export class Segment extends CountRecord {
  node: u32;
  block: u32;
  length: u32;
  next: u32;
  /** White space before it, see page/gap.ts. */
  gap: u32;
  static readonly BYTES: usize = offsetof<Segment>();
  static readonly NONE: u32 = 0xffffffff;
}

export namespace Break {
  /** White space between segments, in ascending order of strength; see page/gap.ts. */
  export const NONE: u32 = 0;
  export const SPACE: u32 = 1;
  export const CELL: u32 = 2;
  export const LINE: u32 = 3;
}

// ── Block: a separator element, and the segments whose nearest separator it is; the first block is the root ──
//
//   0      4        8          12        16      20     24      28      32     36     40
//   │ node │ length │ template │ verdict │ first │ last │ count │ score │ main │ part │
//            code     length               segment
//            points
@unmanaged
export class Block extends Row {
  node: u32;
  length: u32;
  templateLength: u32;
  verdict: u32;
  firstSegment: u32;
  lastSegment: u32;
  segments: u32;
  /** Log odds that it is template, in 1/1024, if a model decides. */
  score: i32;
  /** Until the verdict is decided: reference of the parent block; the first block is its own parent. */
  parent: u32;
  /** Log odds that it is main content, in 1/1024, if a model decides. */
  main: i32;
  part: u32;
  static readonly BYTES: usize = offsetof<Block>();
}

export namespace Verdict {
  /** For blocks without text. */
  export const NONE: u32 = 0;
  export const CONTENT: u32 = 1;
  export const TEMPLATE: u32 = 2;
  /** Template that a policy keeps in outputs. */
  export const KEPT: u32 = 3;
}

export namespace Part {
  /** Other blocks; all blocks if no model decides. */
  export const REST: u32 = 0;
  export const MAIN: u32 = 1;
  /** Readers' comments on a page with other main content. */
  export const COMMENTS: u32 = 2;
  /** Caption of a picture of the main content. */
  export const CAPTION: u32 = 3;
  /** Author or date of a post, or price of an offer, in the main content. */
  export const ITEM: u32 = 4;
  /** Main content with the author or date of a post, during an output that writes these elsewhere. */
  export const DETAIL: u32 = 5;

  /** First bit for parts: a selection of blocks has a bit for each verdict, then one for each part. */
  export const SELECT: u32 = 8;
}

// ── Page result: read by the bindings ──
@unmanaged
export class Page {
  nodes: usize;
  nodeCount: u32;
  segments: usize;
  segmentCount: u32;
  blocks: usize;
  blockCount: u32;
  /** A measure for each block, if a model decides. */
  measures: usize;
  /** Unit records of blocks, once the parts of the page are divided. */
  units: usize;
  number: u32;
  counted: u32;
  newSegments: u32;
  /** Code points in content blocks. */
  contentLength: u32;
  /** Code points in template blocks. */
  templateLength: u32;
  /** Code points of the main content. */
  mainLength: u32;
  /** Number of characters in the measured selection that readers do not see. */
  unseen: u32;
  /** 0 if unknown. */
  kind: u32;
  /** In 1/1000. */
  kindConfidence: u32;
  output: usize;
  outputLength: u32;
  /** The text that `readCodeUnits` read. */
  text: usize;
  textBytes: u32;
  /** 1 if the table evicted its oldest page id for this page. */
  evicted: u32;
  /** If `evicted` is 1. */
  evictedId: u64;
  /** Steps of work for this page. */
  work: u64;
  /** Bytes of the page. */
  bytes: u32;
  /** 0 without one. */
  layout: u32;
  isNewLayout: u32;
  /** Number of other pages of the site that could have the same texts: those in the same language. */
  pagesAlike: u32;
  /** Posts of a thread, after `findPosts`. */
  posts: usize;
  postCount: u32;
  static readonly RESULT_BYTES: usize = offsetof<Page>();
}

/** Bytes after the input: vector loads read beyond its end, and the parser writes a sentinel there. */
export const INPUT_PADDING: usize = 64;

@unmanaged
export class Extent {
  start: usize;
  end: usize;

  @inline
  static at(base: usize, index: u32): Extent {
    return changetype<Extent>(base + <usize>index * offsetof<Extent>());
  }
}

export namespace BaseUrl {
  /** Maximum bytes of a base URL, because every URL in the output repeats it. */
  export const BYTES_MAX: u32 = 2048;
  /** Maximum bytes of the title that a caller writes after it. */
  export const TITLE_MAX: u32 = 1024;
}
