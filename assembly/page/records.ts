/** Records of a page: its segments and blocks, and the result that the bindings read. */
import { Row } from '../region';

// ── CountRecord: a segment or occurrence that a table counts, and its earlier count ──
@unmanaged
export class CountRecord extends Row {
  key: u64;
  /** Document frequency: other pages that have it. Once the page is counted, that of a segment counts it too. */
  df: u32;
  /** Page of the last occurrence; 0 without a DF. */
  previousPage: u32;
  /** The slot in the table; 0 without a DF. */
  slot: usize;

  /** The next record, if records have this number of bytes. */
  @inline
  after(bytes: usize): CountRecord {
    return changetype<CountRecord>(changetype<usize>(this) + bytes);
  }
}

// ── Segment: one text node whose normalised text is not empty, in document order ──
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
  /** The white space before it: page/gap.ts. */
  gap: u32;
  static readonly BYTES: usize = offsetof<Segment>();
  /** End of a chain of segments. */
  static readonly NONE: u32 = 0xffffffff;
}

export namespace Break {
  /** White space between two segments, in ascending order of strength; see page/gap.ts. */
  export const NONE: u32 = 0;
  export const SPACE: u32 = 1;
  export const CELL: u32 = 2;
  export const LINE: u32 = 3;
}

// ── Block: a separator element with the segments whose nearest separator it is; the first is the root block ──
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
  /** A `Verdict`. */
  verdict: u32;
  firstSegment: u32;
  lastSegment: u32;
  segments: u32;
  /** Log odds of template, in 1/1024, if a model decides. */
  score: i32;
  /** Before the verdict: reference of the block around it; that of the first block is its own. */
  parent: u32;
  /** Log odds of main content, in 1/1024, if a model decides. */
  main: i32;
  /** A `Part`. */
  part: u32;
  static readonly BYTES: usize = offsetof<Block>();
}

export namespace Verdict {
  /** A block without text has no verdict. */
  export const NONE: u32 = 0;
  export const CONTENT: u32 = 1;
  export const TEMPLATE: u32 = 2;
  /** A template block that a policy keeps in the outputs. */
  export const KEPT: u32 = 3;
}

export namespace Part {
  /** None of the others; and every block if no model decides. */
  export const REST: u32 = 0;
  export const MAIN: u32 = 1;
  /** Comments of readers on a page whose main content is something else. */
  export const COMMENTS: u32 = 2;
  /** Caption of a picture of the main content. */
  export const CAPTION: u32 = 3;
  /** The author or the date of a post of the main content, or the price of an offer. */
  export const ITEM: u32 = 4;
  /** While an output is written that has the authors and dates of posts elsewhere: main content with one of them. */
  export const DETAIL: u32 = 5;

  /** A *selection* of blocks is a set of bits: one for each verdict, and from this bit on one for each part. */
  export const SELECT: u32 = 8;
}

// ── Page result: addresses and numbers of the records of the current page; static, read by the bindings ──
@unmanaged
export class Page {
  nodes: usize;
  nodeCount: u32;
  segments: usize;
  segmentCount: u32;
  blocks: usize;
  blockCount: u32;
  /** One measure for each block, if a model decides. */
  measures: usize;
  /** Unit records of the blocks, once the parts of the page are divided. */
  units: usize;
  number: u32;
  counted: u32;
  newSegments: u32;
  /** Length of the text in content blocks, in code points. */
  contentLength: u32;
  /** Length of the text in template blocks, in code points. */
  templateLength: u32;
  /** Length of the main content, in code points. */
  mainLength: u32;
  /** Number of characters of the measured selection that a reader does not see. */
  unseen: u32;
  /** Kind of the page; 0 if it is unknown. */
  kind: u32;
  /** Confidence of the kind, in 1/1000. */
  kindConfidence: u32;
  output: usize;
  outputLength: u32;
  /** 1 if the table evicted its oldest page id for that of this page. */
  evicted: u32;
  /** The evicted id: two words. */
  evictedId: u64;
  /** Steps of the work for reading the page: two words. */
  work: u64;
  /** Bytes of the page, or of the event stream and its texts. */
  bytes: u32;
  /** Layout of the page; 0 without one. */
  layout: u32;
  /** 1 if the page started its layout. */
  isNewLayout: u32;
  /** Other pages of the site that could have the texts of the page: those in its language, on a site of several. */
  pagesAlike: u32;
  /** Posts of a thread, after `findPosts`. */
  posts: usize;
  postCount: u32;
  static readonly RESULT_BYTES: usize = offsetof<Page>();
}

/** Bytes after the page in the input: vector loads read beyond the end of the page, and the parser writes a sentinel there. */
export const INPUT_PADDING: usize = 64;

// ── Extent: a range of bytes ──
@unmanaged
export class Extent {
  start: usize;
  end: usize;

  /** The `index`-th extent from an address on. */
  @inline
  static at(base: usize, index: u32): Extent {
    return changetype<Extent>(base + <usize>index * offsetof<Extent>());
  }
}

export namespace BaseUrl {
  /** Maximum bytes of a base, since each address repeats it: addresses are not resolved against a longer one. */
  export const BYTES_MAX: u32 = 2048;
  /** Maximum bytes of the title that a caller writes after it. */
  export const TITLE_MAX: u32 = 1024;
}

// ── Event stream: words that describe a tree that exists elsewhere, depth first ──
//
// All text (text nodes, unknown names, class attributes) is one UTF-8 run in the input, in the order of the events. Lengths are UTF-16 code
// units, because a DOM has these.
export namespace TreeEvent {
  /** `tag << TAG_SHIFT | OPEN, start, end`; a tag 0 is followed by the units of its name. */
  export const OPEN: u32 = 1;
  /** No operands: the innermost open element ends. */
  export const CLOSE: u32 = 2;
  /** `units, start, end`: a text node. */
  export const TEXT: u32 = 3;
  /** `units`: the class attribute of the element opened last, followed by a NUL and its id if that is requested. */
  export const NAMES: u32 = 4;
  /** `units`: the language that the root element declares. */
  export const LANGUAGE: u32 = 5;
  export const TAG_SHIFT: u32 = 3;
}
