/**
 * The memory map: every size, offset and code that two files or both sides of the boundary share. Each offset is derived
 * from the one before it. The bindings have their values from `scripts/generate-exports.ts`.
 *
 *   0 ─────────────► __heap_base ───────────────────────────────────────────────► memory.size()
 *   │ static tables │ blocks of memory.ts, in any order:                          │
 *   │ page result   │   page workspace, reused from page to page: input, tape,    │
 *   │               │   nodes, segments, blocks, stack, output                    │
 *   │               │   one table per site: header, groups, recent page ids       │
 *
 * A *reference* to a node, segment or block is its byte offset in its region, so that a region may move when it grows;
 * reference 0 is the document for nodes, the first record for the others. A *slot* is an address: group base + index.
 */

// ── Node: one record of the tree, in document order unless the parser had to move nodes ──
//
//   0      2    3     4        8       12      16     20         24      28    32     36       40      44       48
//   │ tag  │kind│flags│ parent │ first │ last  │ next │ previous │ start │ end │ text │ length │ extra │ length │
//                                                                  └ source ─┘  └ bytes ────┘  └ class or ──┘
//                                                                   or NO_OFFSET  of a text      end of the
//                                                                                 or name        start tag
export namespace Node {
  export const TAG: usize = 0;
  export const KIND: usize = TAG + 2;
  export const FLAGS: usize = KIND + 1;
  export const PARENT: usize = FLAGS + 1;
  export const FIRST_CHILD: usize = PARENT + 4;
  export const LAST_CHILD: usize = FIRST_CHILD + 4;
  export const NEXT: usize = LAST_CHILD + 4;
  export const PREVIOUS: usize = NEXT + 4;
  export const START: usize = PREVIOUS + 4;
  export const END: usize = START + 4;
  export const TEXT: usize = END + 4;
  export const TEXT_LENGTH: usize = TEXT + 4;
  export const EXTRA: usize = TEXT_LENGTH + 4;
  export const EXTRA_LENGTH: usize = EXTRA + 4;
  export const BYTES: usize = EXTRA_LENGTH + 4;
  /** Start of a node that has no source offset. */
  export const NO_OFFSET: u32 = 0xffffffff;
}

export namespace NodeKind {
  export const DOCUMENT: u32 = 0;
  export const ELEMENT: u32 = 1;
  export const TEXT: u32 = 2;
  export const COMMENT: u32 = 3;
  export const DOCTYPE: u32 = 4;
  /** The contents of a template element: the only child of that element. */
  export const FRAGMENT: u32 = 5;
}

// What a parsed node keeps in its fields:
//
//            start, end           text, length            extra, length
//   element  start tag … end tag  unknown names: as       end and length of the start tag; its attributes are
//                                 written in the source;  read from there on demand
//                                 a copy of a formatting
//                                 element: that element
//   text     source range         bytes: of the source, where CR and CR LF stand for LF; or, with Flag.DECODED, of the
//                                 text arena, as they are
//   comment  source range         data: of the source, where CR and CR LF stand for LF and NUL for U+FFFD
//   doctype  source range         name: of the source, as written
//
// The end of an element that no end tag closed is the start of what closed it. An element that no start tag opened
// (implied, or reopened by the list of active formatting elements) has NO_OFFSET as its start.

export namespace Namespace {
  export const HTML: u32 = 0;
  export const SVG: u32 = 1;
  export const MATHML: u32 = 2;
}

export namespace Flag {
  /** The bits that have the namespace. */
  export const NAMESPACE: u32 = 3;
  /** The start tag of the element has attributes. */
  export const ATTRIBUTES: u32 = 4;
  /** Later start tags added attributes to the html or body element; see the list of them. */
  export const MERGED: u32 = 8;
  /** The text stands in the text arena, not in the source. */
  export const DECODED: u32 = 16;
  /** The element is on the stack of open elements; kept up for formatting elements only. */
  export const OPEN: u32 = 32;
  /** The element is on the path that was written last (page/path.ts). */
  export const ON_PATH: u32 = 64;
}

export namespace Fragment {
  /** In place of the context element of a fragment: the source is a document. */
  export const NO_CONTEXT: u32 = 0xffffffff;
}

// ── Merged tag: a start tag whose attributes went to an element that was open already ──
//
//   0      4       8
//   │ node │ start │ end │     of the start tag in the source
export namespace MergedTag {
  export const NODE: usize = 0;
  export const START: usize = NODE + 4;
  export const END: usize = START + 4;
  export const BYTES: usize = END + 4;
}

// ── Attribute: one after the other in the attribute buffer, behind a word with their number ──
//
//   0      4       8
//   │ name │ value │ name: lower case │ value: references decoded │
//     length in bytes
export namespace AttributeRecord {
  export const NAME_LENGTH: usize = 0;
  export const VALUE_LENGTH: usize = NAME_LENGTH + 4;
  export const BYTES: usize = VALUE_LENGTH + 4;
}

// ── Document mode ──
export namespace DocumentMode {
  export const NO_QUIRKS: u32 = 0;
  export const LIMITED_QUIRKS: u32 = 1;
  export const QUIRKS: u32 = 2;
}

// ── Segment: one text node whose normalised text is not empty, in document order ──
//
//   0     8      12      16       20   24         28     32     36      40
//   │ key │ node │ block │ length │ df │ previous │ next │ slot │ break │
//                          code     │    page of    in its  in the  from the segment
//                          points   │    last sight block   table   before it
//                                   document frequency
export namespace Segment {
  export const KEY: usize = 0;
  export const NODE: usize = KEY + 8;
  export const BLOCK: usize = NODE + 4;
  export const LENGTH: usize = BLOCK + 4;
  export const DF: usize = LENGTH + 4;
  export const PREVIOUS_PAGE: usize = DF + 4;
  export const NEXT: usize = PREVIOUS_PAGE + 4;
  export const SLOT: usize = NEXT + 4;
  export const BREAK: usize = SLOT + 4;
  export const BYTES: usize = BREAK + 4;
  /** End of a chain of segments. */
  export const NONE: u32 = 0xffffffff;
}

export namespace Break {
  /** What stands between two segments where they are read as text: nothing, or the strongest of these. More: page/gap.ts. */
  export const NONE: u32 = 0;
  export const SPACE: u32 = 1;
  export const CELL: u32 = 2;
  export const LINE: u32 = 3;
}

// ── Block: a separator element with the segments whose nearest separator it is; the first is the root block ──
//
//   0      4        8          12     16      20     24      28      32     36     40
//   │ node │ length │ template │ kind │ first │ last │ count │ score │ main │ part │
//            code     length            segment
//            points
export namespace Block {
  export const NODE: usize = 0;
  export const LENGTH: usize = NODE + 4;
  export const TEMPLATE_LENGTH: usize = LENGTH + 4;
  export const KIND: usize = TEMPLATE_LENGTH + 4;
  export const FIRST_SEGMENT: usize = KIND + 4;
  export const LAST_SEGMENT: usize = FIRST_SEGMENT + 4;
  export const SEGMENTS: usize = LAST_SEGMENT + 4;
  /** Log odds of template, in 1/1024, if a model decides. */
  export const SCORE: usize = SEGMENTS + 4;
  /** Before the verdict: reference of the block around it; that of the first block is its own. */
  export const PARENT: usize = SCORE;
  /** Log odds of main content, in 1/1024, if a model decides. */
  export const MAIN: usize = SCORE + 4;
  /** One of the `PART_…` codes. */
  export const PART: usize = MAIN + 4;
  export const BYTES: usize = PART + 4;
}

export namespace BlockKind {
  /** A block without text has no verdict. */
  export const NONE: u32 = 0;
  export const CONTENT: u32 = 1;
  export const TEMPLATE: u32 = 2;
  /** A template block that a policy keeps in the outputs. */
  export const KEPT: u32 = 3;
}

export namespace Part {
  /** Neither of the others; and every block where no model decides. */
  export const REST: u32 = 0;
  export const MAIN: u32 = 1;
  /** Comments of readers on a page whose main content is something else. */
  export const COMMENTS: u32 = 2;
  /** Caption of a picture of the main content. */
  export const CAPTION: u32 = 3;
  /** Who wrote a post of the main content and when, or what an item of it costs. */
  export const ITEM: u32 = 4;

  /** A *selection* of blocks is a set of bits: one for each kind, and from this bit on one for each part. */
  export const SELECT: u32 = 8;
}

// ── Measure: evidence of a block that needs only its page; one record for each block, in the same order ──
//
// Lengths are code points. Sums of products of lengths take two words.
export namespace Measure {
  export const POSITION: usize = 0;
  export const DF: usize = POSITION + 8;
  export const FOLDED_DF: usize = DF + 8;
  export const PARENT: usize = FOLDED_DF + 8;
  export const DEPTH: usize = PARENT + 4;
  /** What kinds of element the block is and is inside of: one bit each. */
  export const TRAITS: usize = DEPTH + 4;
  /** Tag of its element. */
  export const TAG: usize = TRAITS + 4;
  /** Reference of the sighting of its position; and its index among the blocks with text, or NO_ORDER. */
  export const SIGHTING: usize = TAG + 4;
  export const ORDER: usize = SIGHTING + 4;
  /** Log odds, in a sixteenth, that the words of its class and id speak for template: their sum, and the largest. */
  export const NAMES: usize = ORDER + 4;
  export const BEST_NAME: usize = NAMES + 4;
  /** MEASURE_NAMES of the block and of all blocks around it: their sum, the largest and the smallest. */
  export const NAMES_SUM: usize = BEST_NAME + 4;
  export const NAMES_MAX: usize = NAMES_SUM + 4;
  export const NAMES_MIN: usize = NAMES_MAX + 4;
  /** The same of the words of a short text: sum, largest and smallest. */
  export const SAYS: usize = NAMES_MIN + 4;
  export const SAYS_MAX: usize = SAYS + 4;
  export const SAYS_MIN: usize = SAYS_MAX + 4;
  export const COMMAS: usize = SAYS_MIN + 4;
  export const DIGITS: usize = COMMAS + 4;
  /** How its text ends: ENDS_OPEN, ENDS_COLON or ENDS_SENTENCE. */
  export const ENDS: usize = DIGITS + 4;
  /** Eight words of its own text, and the same of all text in its element: so they are added as vectors. */
  export const TEXT: usize = ENDS + 4;
  export const LINKED: usize = TEXT + 4;
  export const LINKS: usize = LINKED + 4;
  export const WORDS: usize = LINKS + 4;
  export const STOPS: usize = WORDS + 4;
  /** Blocks with text: one, or none. */
  export const BLOCKS: usize = STOPS + 4;
  export const KNOWN: usize = BLOCKS + 4;
  export const OFTEN: usize = KNOWN + 4;
  export const ALL_TEXT: usize = OFTEN + 4;
  export const ALL_LINKED: usize = ALL_TEXT + 4;
  export const ALL_LINKS: usize = ALL_LINKED + 4;
  export const ALL_WORDS: usize = ALL_LINKS + 4;
  export const ALL_STOPS: usize = ALL_WORDS + 4;
  export const ALL_BLOCKS: usize = ALL_STOPS + 4;
  export const ALL_KNOWN: usize = ALL_BLOCKS + 4;
  export const ALL_OFTEN: usize = ALL_KNOWN + 4;
  /** Features that several blocks have of this one, a byte each: see features.ts. */
  export const SHARED: usize = ALL_OFTEN + 4;
  /** Scores of names and of a short text as main content: as MEASURE_NAMES and the fields after it. */
  export const MAIN_NAMES: usize = SHARED + 16;
  export const MAIN_BEST: usize = MAIN_NAMES + 4;
  export const MAIN_WORST: usize = MAIN_BEST + 4;
  export const MAIN_SUM: usize = MAIN_WORST + 4;
  export const MAIN_MAX: usize = MAIN_SUM + 4;
  export const MAIN_MIN: usize = MAIN_MAX + 4;
  export const MAIN_SAYS: usize = MAIN_MIN + 4;
  export const MAIN_SAYS_MAX: usize = MAIN_SAYS + 4;
  export const MAIN_SAYS_MIN: usize = MAIN_SAYS_MAX + 4;
  /** Images and inputs of a block. What is context of the page begins after them and is measured where main content is asked for. */
  export const IMAGES: usize = MAIN_SAYS_MIN + 4;
  export const INPUTS: usize = IMAGES + 4;
  export const PROSE: usize = INPUTS + 4;
  export const ALL_IMAGES: usize = PROSE + 4;
  export const ALL_INPUTS: usize = ALL_IMAGES + 4;
  export const ALL_PROSE: usize = ALL_INPUTS + 4;
  /** Blocks at the position of the cards that the block is in. */
  export const CARDS: usize = ALL_PROSE + 4;
  /** Features of context, a byte each: see context.ts. */
  export const CONTEXT: usize = CARDS + 4;
  /** Number of its place among those of the page, or NO_PLACE: see layouts/places.ts. */
  export const PLACE: usize = CONTEXT + 24;
  /** The score as main content by the first trees, cut; sums over its element; and the element around it: see whole.ts. */
  export const FIRST_MAIN: usize = PLACE + 4;
  export const EVIDENCE: usize = FIRST_MAIN + 4;
  /** In its place after the verdicts, of a list or a table: its parts, and those that are main content (see detect/rows.ts). */
  export const PARTS: usize = EVIDENCE;
  export const MAIN_PARTS: usize = PARTS + 4;
  export const LIKELY: usize = EVIDENCE + 8;
  /** In its place after the verdicts: the unit that changed the second one, or 0; of a list or a table the parts that are labels. */
  export const UNIT: usize = LIKELY;
  export const LABELS: usize = UNIT + 4;
  /** The sum of the evidence of all elements at one position, in the last of them. */
  export const ALIKE: usize = LIKELY + 8;
  /** In its place after the verdicts, of a list or a table: the parts that are no template. */
  export const OWN_PARTS: usize = ALIKE;
  /** In its place after the verdicts, of a block with text: the list or table of which it is a part, or 0. */
  export const ROWS: usize = ALIKE + 4;
  /** Sums over the blocks with text before the block: evidence for main content, all evidence, scores. */
  export const BEFORE: usize = ALIKE + 8;
  /** In its place after the verdicts, of a list or a table: whether its parts are main content, and the least log odds of one. */
  export const SIDE: usize = BEFORE;
  export const LEAST: usize = SIDE + 4;
  /** In their place after the rows, of a block of the main content: a hash of its text. */
  export const HASH: usize = BEFORE;
  export const ALL_BEFORE: usize = BEFORE + 8;
  /** In its place after the verdicts, of a list or a table: the orders of the first and the last part. */
  export const FIRST_PART: usize = ALL_BEFORE;
  export const LAST_PART: usize = FIRST_PART + 4;
  /**
   * In their place after the rows: a block and one, 0 for none: the last of those whose hashes share a bucket, which is any block, and of
   * each the one before it.
   */
  export const LAST_ALIKE: usize = FIRST_PART;
  export const ALIKE_BEFORE: usize = LAST_ALIKE + 4;
  /** In their place after the rows, of the first of the blocks at one position: how many they are, and how many main content. */
  export const GROUP_SIZE: usize = PARTS;
  export const GROUP_MAIN: usize = MAIN_PARTS;
  /** In its place after the rows, of each block with text: the first at its position, and one. */
  export const GROUP: usize = ROWS;
  /** In their place after the repeats, of the first block at a position: what the others are like (see detect/items.ts). */
  export const ITEM: usize = LABELS;
  export const GAPS: usize = OWN_PARTS;
  export const MAIN_BEFORE: usize = HASH;
  export const RANK: usize = HASH + 4;
  export const SCORES_BEFORE: usize = ALL_BEFORE + 8;
  export const ITEM_SIZE: usize = SCORES_BEFORE;
  /** In its place after the verdicts, of a list or a table: the parts that are links. */
  export const LINKED_PARTS: usize = SCORES_BEFORE;
  export const UPPER: usize = SCORES_BEFORE + 4;
  /** In its place before that: the first block behind the element. */
  export const END: usize = UPPER;
  /** Features of the page as a whole, a byte each. */
  export const WHOLE: usize = UPPER + 4;
  /**
   * Pages that had a verdict on the position that the block follows, from bit 16 on, and in the bits below those where it was template;
   * 0 where it follows none. See place-verdicts.ts.
   */
  export const VERDICTS: usize = WHOLE + 4;
  /** In its place before that: the text in the element that is template by score. */
  export const ALL_TEMPLATE: usize = VERDICTS;
  /** Length of its repeated text: see repetition.ts. */
  export const REPEATED: usize = VERDICTS + 4;
  /** Other pages that have the text of a block on which repetition has decided: the least of its texts; 0 for any other block. */
  export const REPEATED_ON: usize = REPEATED + 4;
  export const BYTES: usize = REPEATED_ON + 4;

  export const NO_ORDER: u32 = 0xffffffff;
}

/** Units that decide on main content where the scores say something else. */
export namespace Unit {
  export const HEADLINE: u32 = 1;
  /** What little is above the headline. */
  export const ABOVE: u32 = 2;
  /** A heading of nothing. */
  export const HEADING: u32 = 3;
  /** The rows of a table, the items of a list, a question with its answer. */
  export const ROWS: u32 = 4;
  export const CAPTION: u32 = 5;
  /** What follows the end of the article and is main content by a little only. */
  export const TAIL: u32 = 6;
  /** What the main content has said before. */
  export const REPEAT: u32 = 7;
  /** What most cards have where the block stands. */
  export const CARD: u32 = 8;
  /** Who wrote a post and when; what an item costs. */
  export const ITEM: u32 = 9;
  /** What is short beside every post of a thread. */
  export const PROFILE: u32 = 10;
}

export namespace Ends {
  export const OPEN: u32 = 0;
  export const COLON: u32 = 1;
  export const SENTENCE: u32 = 2;
}

// ── Sighting: what is counted beside the segments, in a record of their shape, so that the table treats both alike ──
//
// A part of the title, the language of the page, a folded text (a segment with its numbers replaced), a near copy (how a segment begins
// or ends), a DOM position (all blocks of one path and one set of names), a known position (one of which most text was known), or a
// verdict on a position. The record of a position counts its blocks, its text and its known text on the page.
export namespace Sighting {
  /** Of a folded text or a near copy: the segment; and whether it is a near copy. */
  export const SEGMENT: usize = Segment.NODE;
  export const IS_COPY: usize = Segment.BLOCK;
  export const BLOCKS: usize = Segment.NODE;
  export const KNOWN: usize = Segment.BLOCK;
  /** In its place after the features: text that is template by score, and then the verdicts of other pages as in Measure.VERDICTS. */
  export const TEMPLATE: usize = KNOWN;
  export const VERDICTS: usize = KNOWN;
  export const TEXT: usize = Segment.LENGTH;
  /** Of a position: the sighting of it as a known position. */
  export const KNOWN_POSITION: usize = Segment.NEXT;
  /** Linked text and prose of the blocks at a position, where main content is asked for. */
  export const LINKED: usize = Segment.BREAK;
  /** The last block at a position, after that: see whole.ts. */
  export const LAST: usize = LINKED;
  export const PROSE: usize = Segment.PREVIOUS_PAGE;
}

// ── Page result: addresses and numbers of the records of the current page; static, read by the bindings ──
export namespace Page {
  export const NODES: usize = 0;
  export const NODE_COUNT: usize = NODES + 4;
  export const SEGMENTS: usize = NODE_COUNT + 4;
  export const SEGMENT_COUNT: usize = SEGMENTS + 4;
  export const BLOCKS: usize = SEGMENT_COUNT + 4;
  export const BLOCK_COUNT: usize = BLOCKS + 4;
  /** One measure for each block, where a model decides. */
  export const MEASURES: usize = BLOCK_COUNT + 4;
  export const NUMBER: usize = MEASURES + 4;
  export const COUNTED: usize = NUMBER + 4;
  export const NEW_SEGMENTS: usize = COUNTED + 4;
  /** Lengths, in code points, of the text in blocks of each kind. */
  export const CONTENT_LENGTH: usize = NEW_SEGMENTS + 4;
  export const TEMPLATE_LENGTH: usize = CONTENT_LENGTH + 4;
  /** Length of the main content. */
  export const MAIN_LENGTH: usize = TEMPLATE_LENGTH + 4;
  /** Kind of the page, and how sure that is, in 1/1000; both 0 where it is unknown. */
  export const KIND: usize = MAIN_LENGTH + 4;
  export const KIND_CONFIDENCE: usize = KIND + 4;
  export const OUTPUT: usize = KIND_CONFIDENCE + 4;
  export const OUTPUT_LENGTH: usize = OUTPUT + 4;
  /** Whether the table evicted its oldest page id for that of this page, and the evicted id: two words. */
  export const EVICTED: usize = OUTPUT_LENGTH + 4;
  export const EVICTED_ID: usize = EVICTED + 4;
  /** Steps of the work that reading the page took: two words. */
  export const WORK: usize = EVICTED_ID + 8;
  /** Bytes of the page, or of the tape and its texts. */
  export const BYTES: usize = WORK + 8;
  /** Layout of the page, 0 for none, and whether the page founded it. */
  export const LAYOUT: usize = BYTES + 4;
  export const IS_NEW_LAYOUT: usize = LAYOUT + 4;
  /** Other pages of the site that could have the texts of the page: those in its language, on a site of several. */
  export const PAGES_ALIKE: usize = IS_NEW_LAYOUT + 4;
  export const RESULT_BYTES: usize = PAGES_ALIKE + 4;
}

// ── Place of a page: what places/places.ts writes to the output ──
//
//   0        4                8     16     20      24         28        32     36       40
//   │ parent │ tag, position │ key │ node │ count │ template │ content │ main │ linked │
//     and 1    16 bits each         first  elements  code points, in the elements of the place
export namespace Place {
  export const PARENT: usize = 0;
  export const TAG: usize = PARENT + 4;
  export const KEY: usize = TAG + 4;
  export const NODE: usize = KEY + 8;
  export const COUNT: usize = NODE + 4;
  export const TEMPLATE: usize = COUNT + 4;
  export const CONTENT: usize = TEMPLATE + 4;
  export const MAIN: usize = CONTENT + 4;
  export const LINKED: usize = MAIN + 4;
  export const BYTES: usize = LINKED + 4;

  /** Maximum number of places of a page; elements beyond them belong to the place that they are in. */
  export const RECORDS_MAX: u32 = 1024;
}

/**
 * Maximum bytes of all blocks in one output, without their texts: these for each byte of the page, and some more. A block has the bytes
 * of its path and of the rest of its record. A path is as long as the names of all elements around its block, so a page of deep elements
 * can have a thousand times its bytes of paths.
 */
export namespace Blocks {
  export const BYTES_PER_BYTE: u32 = 48;
  export const BYTES_MIN: u32 = 1 << 16;
  export const RECORD_BYTES: u32 = 160;
}

export namespace BaseUrl {
  /** Maximum bytes of a base, since each address repeats it: addresses are not resolved against a longer one. */
  export const BYTES_MAX: u32 = 2048;
}

/** Bytes after the page in the input: vector loads read beyond the end of the page, and the parser writes a sentinel there. */
export const INPUT_PADDING: usize = 64;

// ── Tape: words that describe a tree that exists elsewhere, depth first ──
//
// Text of every kind (text nodes, unknown names, class attributes) stands in the input as one UTF-8 run, in the order
// of the events; its extent is given in UTF-16 code units, which is what the walker of a DOM knows.
/** `tag << TAPE_TAG_SHIFT | TAPE_OPEN, start, end`; a tag 0 is followed by the units of its name. */
export namespace Tape {
  export const OPEN: u32 = 1;
  /** No operands: the innermost open element ends. */
  export const CLOSE: u32 = 2;
  /** `units, start, end`: a text node. */
  export const TEXT: u32 = 3;
  /** `units`: the class attribute of the element opened last, and behind a NUL its id, if it has one that is asked for. */
  export const NAMES: u32 = 4;
  /** `units`: the language that the root element declares. */
  export const LANGUAGE: u32 = 5;
  export const TAG_SHIFT: u32 = 3;
}

// ── Table of a site ──
//
// A group is sixteen slots, field by field, so that one vector instruction tests sixteen of them. How wide the fields are
// is decided once for an instance (table/group.ts):
//
//   0         16
//   │ control │ expiry        │ df            │ rest               │
//     16 × u8   16 × u8 or u16  16 × u8 or u16  16 × u16, u32 or u64
//
// control: EMPTY, or the low seven bits of the fingerprint. expiry: the page, modulo 2^8 or 2^16, at whose end the entry is
// forgotten. rest: the high bits of the fingerprint; all of it, where it is the whole key.
export namespace Group {
  export const SLOTS: u32 = 16;
  export const CONTROL: usize = 0;
  export const EXPIRY: usize = CONTROL + 16;
}

export namespace Fingerprint {
  /** Bits of a fingerprint: seven in its control byte and four bytes more, or the whole key; any other is seven and two bytes. */
  export const SHORT: u32 = 39;
  export const WHOLE: u32 = 64;
}

export namespace Table {
  //   0        4            8      12      16      20       24            28             32           36        40     56
  //   │ groups │ groupCount │ room │ clock │ scrub │ recent │ recentCount │ recentCursor │ recentRoom │ layouts │ seed │
  export const GROUPS: usize = 0;
  export const GROUP_COUNT: usize = GROUPS + 4;
  export const ROOM: usize = GROUP_COUNT + 4;
  export const CLOCK: usize = ROOM + 4;
  export const SCRUB: usize = CLOCK + 4;
  export const RECENT: usize = SCRUB + 4;
  export const RECENT_COUNT: usize = RECENT + 4;
  export const RECENT_CURSOR: usize = RECENT_COUNT + 4;
  export const RECENT_ROOM: usize = RECENT_CURSOR + 4;
  /** The layouts of its pages; 0 without any. */
  export const LAYOUTS: usize = RECENT_ROOM + 4;
  /** The secret of its keys: two words of 64 bits. */
  export const SEED: usize = LAYOUTS + 4;
  export const HEADER_BYTES: usize = SEED + 16;

  /** Maximum number of groups in which a key is looked for. By chance, none needs so many: see table.ts. */
  export const PROBES_MAX: u32 = 8192;

  /** Number of the last counted page ids that a table keeps. */
  export const RECENT_IDS: u32 = 256;
}

export namespace Lifetime {
  /** Longest lifetime in pages; with expiries of 16 bits it leaves 2^14 pages to scrub an expired entry. */
  export const MAX: u32 = 16384;
  /** Longest lifetime for expiries of 8 bits; it leaves 2^6 pages. */
  export const SHORT: u32 = 64;
}

// ── Layouts of a site: how many there are, the last id, whether pages have common texts, how many have room; then the records ──
//
//   0    4       8       12     16       20       24   24: its places          0      4        5       6
//   │ id │ pages │ first │ last │ weight │ places │ …                           │ hash │ around │ count │
//
// A layout has up to 64 places: hash, number of the layout's place around it, and on how many of the last `weight` pages it was.
export namespace Layouts {
  export const COUNT: usize = 0;
  export const LAST_ID: usize = COUNT + 4;
  /** How many more of the last pages had a text that half of the pages known have than had none; 0 to `COMMON_MAX`. */
  export const COMMON: usize = LAST_ID + 4;
  export const ROOM: usize = COMMON + 4;
  export const BYTES: usize = ROOM + 4;
  export const COMMON_MAX: u32 = 32;
  /** Maximum number of layouts of a site. */
  export const MAX: u32 = 32;
}

export namespace LayoutPlace {
  export const HASH: usize = 0;
  export const AROUND: usize = HASH + 4;
  export const COUNT: usize = AROUND + 1;
  export const BYTES: usize = COUNT + 1;
}

export namespace Layout {
  export const PLACES_MAX: u32 = 64;
  /** At this number of pages, the counts of a layout are halved. */
  export const WEIGHT_MAX: u32 = 32;
  export const ID: usize = 0;
  export const PAGES: usize = ID + 4;
  export const FIRST: usize = PAGES + 4;
  export const LAST: usize = FIRST + 4;
  export const WEIGHT: usize = LAST + 4;
  export const PLACES: usize = WEIGHT + 4;
  export const FIRST_PLACE: usize = PLACES + 4;
  export const BYTES: usize = FIRST_PLACE + <usize>PLACES_MAX * LayoutPlace.BYTES;
}

export namespace Around {
  /** In place of a place's number: it stands in the root block, or the place around it was forgotten. */
  export const ROOT: u32 = 0;
  export const FORGOTTEN: u32 = 255;
}

// ── Saved table (snapshot): the seed of its keys, its entries ascending by fingerprint, the ids of its last pages, its layouts ──
//
//   0      16                            0             8    10     12
//   │ seed │ entries │ ids │ layouts │    │ fingerprint │ df │ left │     left: pages until the entry is forgotten, from 1
export namespace Saved {
  export const SEED_BYTES: usize = 16;
  export const ID_BYTES: usize = 8;
  export const FINGERPRINT: usize = 0;
  export const DF: usize = FINGERPRINT + 8;
  export const LEFT: usize = DF + 2;
  export const BYTES: usize = LEFT + 2;
  /** The end of the saved layouts: what stands before their room, and all bytes about layouts (layouts/saved.ts). */
  export const LAYOUTS_END: usize = Layouts.ROOM + 4;
}

// ── Model of the evidence ──
//
//   0       8         12         16        20    36        52          60
//   │ magic │ version │ features │ lexicon │ trees │ base of │ threshold │ lexicon │ trees │ hash │
//                                  words     prior   prior     template    words     bytes   8 B
//                                            joint   joint     main
//                                            main    main
//                                            whole   whole
//
// A tree asks the same question of all blocks at each level: is the byte of this feature above that? The answers, first
// level first, are the number of its leaf. Leaves are log odds in 1/256, bases and threshold in 1/1024.
export namespace Model {
  export const MAGIC: u64 = 0x0a6c65646f6d6672;
  export const VERSION: u32 = 5;
  export const VERSION_AT: usize = 8;
  export const FEATURES_AT: usize = VERSION_AT + 4;
  export const LEXICON_AT: usize = FEATURES_AT + 4;
  export const PRIOR_TREES_AT: usize = LEXICON_AT + 4;
  export const JOINT_TREES_AT: usize = PRIOR_TREES_AT + 4;
  export const MAIN_TREES_AT: usize = JOINT_TREES_AT + 4;
  export const WHOLE_TREES_AT: usize = MAIN_TREES_AT + 4;
  export const PRIOR_BASE_AT: usize = WHOLE_TREES_AT + 4;
  export const JOINT_BASE_AT: usize = PRIOR_BASE_AT + 4;
  export const MAIN_BASE_AT: usize = JOINT_BASE_AT + 4;
  export const WHOLE_BASE_AT: usize = MAIN_BASE_AT + 4;
  export const THRESHOLD_AT: usize = WHOLE_BASE_AT + 4;
  export const MAIN_THRESHOLD_AT: usize = THRESHOLD_AT + 4;
  /** Bytes of the part about kinds of pages, which stands behind the trees; 0 without one. */
  export const KIND_BYTES_AT: usize = MAIN_THRESHOLD_AT + 4;
  export const HEADER_BYTES: usize = KIND_BYTES_AT + 4;
  export const HASH_BYTES: usize = 8;
}

// ── Kinds of pages in the model ──
//
//   0       4         32          96
//   │ clues │ bases │ confidences │ clues │ weights │
//             i32 × 7  u16 × 32     u32     i8: of all clues for the first kind, then for the next, …; padded with zeros
//
// A clue has the high 24 bits of its hash; they stand in order. Bases and weights are log odds in 1/16. The index of a
// confidence, in 1/1000, is the difference of the two largest scores in steps of `1 << KIND_MARGIN_SHIFT`.
export namespace Kinds {
  export const COUNT: u32 = 7;
  /** Codes as Page.KIND has them: of a page of posts, FORUM; one of offers is PRODUCT or above. */
  export const ARTICLE: u32 = 1;
  export const DOCUMENTATION: u32 = 2;
  export const FORUM: u32 = 3;
  export const PRODUCT: u32 = 4;
  export const LISTING: u32 = 5;
  export const COLLECTION: u32 = 6;
  export const CLUES_AT: usize = 0;
  export const BASES_AT: usize = CLUES_AT + 4;
  export const CONFIDENCES: u32 = 32;
  export const CONFIDENCES_AT: usize = BASES_AT + 4 * 7;
  export const HEADER_BYTES: usize = CONFIDENCES_AT + 2 * 32;
  export const MARGIN_SHIFT: u32 = 2;
}

export namespace Tree {
  export const DEPTH: u32 = 6;
  export const FEATURES: usize = 0;
  export const LIMITS: usize = FEATURES + DEPTH;
  export const LEAVES: usize = LIMITS + DEPTH;
  export const BYTES: usize = LEAVES + (1 << DEPTH);
  /** So many leaves of 1/256 fit into sixteen bits, whatever they are. */
  export const MAX: u32 = 256;
}

export namespace Features {
  /** Blocks are judged sixteen at a time: a tile is a row of sixteen bytes for each feature. */
  export const TILE_BLOCKS: u32 = 16;
  /** Features of the site stand first; then those of the page alone. */
  export const SITE: u32 = 23;
  export const PAGE: u32 = 65;
  /** Features of both questions; those of context follow them and are of main content only. */
  export const TEMPLATE: u32 = SITE + PAGE;
  export const CONTEXT: u32 = 80;
  export const COUNT: u32 = TEMPLATE + CONTEXT;
  /** Features of the page as a whole, which the last trees have instead. */
  export const WHOLE: u32 = 41;
}

// ── Which evidence decides ──
export namespace Evidence {
  export const REPETITION: u32 = 0;
  export const PAGE: u32 = 1;
  export const JOINT: u32 = 2;
}

/** How a page is judged. */
export namespace Reading {
  /** Nothing is changed. The sight of a page whose id is one of the last is left out. */
  export const LABEL: u32 = 0;
  /** The page is counted, unless its id is one of the last. */
  export const LEARN: u32 = 1;
  /** As `LABEL`, for a page that the caller knows to have been counted. */
  export const LABEL_COUNTED: u32 = 2;
}

// ── Options by number ──
export namespace PathMode {
  export const TAGS: u32 = 0;
  export const NONE: u32 = 1;
  export const INDEXED: u32 = 2;
  export const CLASSES: u32 = 3;
}

// ── Options of Markdown: bits ──
export namespace MarkdownOption {
  export const IMAGES: u32 = 1;
  export const LINKS: u32 = 2;
  /** Content that attributes hide is written. */
  export const HIDDEN: u32 = 4;
}

// ── Status of a call ──
export namespace Status {
  export const OK: u32 = 0;
  export const OUT_OF_MEMORY: u32 = 1;
  export const TABLE_FULL: u32 = 2;
  export const BAD_TAPE: u32 = 3;
  export const BAD_ENTRIES: u32 = 4;
  export const TOO_MANY_NODES: u32 = 5;
  export const NOT_UTF8: u32 = 6;
  export const NOT_PLAIN: u32 = 7;
  export const BAD_MODEL: u32 = 8;
  export const TOO_COMPLEX: u32 = 9;
}
