/**
 * The memory map: every size, offset and code that two files or both sides of the boundary share. Each offset is derived
 * from the one before it. The bindings read them as exported globals.
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
export const NODE_TAG: usize = 0;
export const NODE_KIND: usize = NODE_TAG + 2;
export const NODE_FLAGS: usize = NODE_KIND + 1;
export const NODE_PARENT: usize = NODE_FLAGS + 1;
export const NODE_FIRST_CHILD: usize = NODE_PARENT + 4;
export const NODE_LAST_CHILD: usize = NODE_FIRST_CHILD + 4;
export const NODE_NEXT: usize = NODE_LAST_CHILD + 4;
export const NODE_PREVIOUS: usize = NODE_NEXT + 4;
export const NODE_START: usize = NODE_PREVIOUS + 4;
export const NODE_END: usize = NODE_START + 4;
export const NODE_TEXT: usize = NODE_END + 4;
export const NODE_TEXT_LENGTH: usize = NODE_TEXT + 4;
export const NODE_EXTRA: usize = NODE_TEXT_LENGTH + 4;
export const NODE_EXTRA_LENGTH: usize = NODE_EXTRA + 4;
export const NODE_BYTES: usize = NODE_EXTRA_LENGTH + 4;

export const KIND_DOCUMENT: u32 = 0;
export const KIND_ELEMENT: u32 = 1;
export const KIND_TEXT: u32 = 2;
export const KIND_COMMENT: u32 = 3;
export const KIND_DOCTYPE: u32 = 4;
/** The contents of a template element: the only child of that element. */
export const KIND_FRAGMENT: u32 = 5;

// What a parsed node keeps in its fields:
//
//            start, end           text, length            extra, length
//   element  start tag … end tag  unknown names: as       end and length of the start tag; its attributes are
//                                 written in the source;  read from there on demand
//                                 a copy of a formatting
//                                 element: that element
//   text     source range         bytes: of the source, where CR and CR LF stand for LF; or, with FLAG_DECODED, of the
//                                 text arena, as they are
//   comment  source range         data: of the source, where CR and CR LF stand for LF and NUL for U+FFFD
//   doctype  source range         name: of the source, as written
//
// The end of an element that no end tag closed is the start of what closed it. An element that no start tag opened
// (implied, or reopened by the list of active formatting elements) has NO_OFFSET as its start.

export const FLAG_NAMESPACE: u32 = 3;
export const NAMESPACE_HTML: u32 = 0;
export const NAMESPACE_SVG: u32 = 1;
export const NAMESPACE_MATHML: u32 = 2;
/** The start tag of the element has attributes. */
export const FLAG_ATTRIBUTES: u32 = 4;
/** Later start tags added attributes to the html or body element; see the list of them. */
export const FLAG_MERGED: u32 = 8;
/** The text stands in the text arena, not in the source. */
export const FLAG_DECODED: u32 = 16;
/** The element is on the stack of open elements; kept up for formatting elements only. */
export const FLAG_OPEN: u32 = 32;
/** The element is on the path that was written last (page/path.ts). */
export const FLAG_ON_PATH: u32 = 64;

/** Start of a node that has no source offset. */
export const NO_OFFSET: u32 = 0xffffffff;

// ── Merged tag: a start tag whose attributes went to an element that was open already ──
//
//   0      4       8
//   │ node │ start │ end │     of the start tag in the source
export const MERGED_NODE: usize = 0;
export const MERGED_START: usize = MERGED_NODE + 4;
export const MERGED_END: usize = MERGED_START + 4;
export const MERGED_BYTES: usize = MERGED_END + 4;

// ── Attribute: one after the other in the attribute buffer, behind a word with their number ──
//
//   0      4       8
//   │ name │ value │ name: lower case │ value: references decoded │
//     length in bytes
export const ATTRIBUTE_NAME_LENGTH: usize = 0;
export const ATTRIBUTE_VALUE_LENGTH: usize = ATTRIBUTE_NAME_LENGTH + 4;
export const ATTRIBUTE_BYTES: usize = ATTRIBUTE_VALUE_LENGTH + 4;

// ── Document mode ──
export const MODE_NO_QUIRKS: u32 = 0;
export const MODE_LIMITED_QUIRKS: u32 = 1;
export const MODE_QUIRKS: u32 = 2;

// ── Segment: one text node whose normalised text is not empty, in document order ──
//
//   0     8      12      16       20   24         28     32     36      40
//   │ key │ node │ block │ length │ df │ previous │ next │ slot │ break │
//                          code     │    page of    in its  in the  from the segment
//                          points   │    last sight block   table   before it
//                                   document frequency
export const SEGMENT_KEY: usize = 0;
export const SEGMENT_NODE: usize = SEGMENT_KEY + 8;
export const SEGMENT_BLOCK: usize = SEGMENT_NODE + 4;
export const SEGMENT_LENGTH: usize = SEGMENT_BLOCK + 4;
export const SEGMENT_DF: usize = SEGMENT_LENGTH + 4;
export const SEGMENT_PREVIOUS_PAGE: usize = SEGMENT_DF + 4;
export const SEGMENT_NEXT: usize = SEGMENT_PREVIOUS_PAGE + 4;
export const SEGMENT_SLOT: usize = SEGMENT_NEXT + 4;
export const SEGMENT_BREAK: usize = SEGMENT_SLOT + 4;
export const SEGMENT_BYTES: usize = SEGMENT_BREAK + 4;

/** What stands between two segments where they are read as text: nothing, or the strongest of these. More: page/gap.ts. */
export const BREAK_NONE: u32 = 0;
export const BREAK_SPACE: u32 = 1;
export const BREAK_CELL: u32 = 2;
export const BREAK_LINE: u32 = 3;

// ── Block: a separator element with the segments whose nearest separator it is; the first is the root block ──
//
//   0      4        8          12     16      20     24      28      32     36     40
//   │ node │ length │ template │ kind │ first │ last │ count │ score │ main │ part │
//            code     length            segment
//            points
export const BLOCK_NODE: usize = 0;
export const BLOCK_LENGTH: usize = BLOCK_NODE + 4;
export const BLOCK_TEMPLATE_LENGTH: usize = BLOCK_LENGTH + 4;
export const BLOCK_KIND: usize = BLOCK_TEMPLATE_LENGTH + 4;
export const BLOCK_FIRST_SEGMENT: usize = BLOCK_KIND + 4;
export const BLOCK_LAST_SEGMENT: usize = BLOCK_FIRST_SEGMENT + 4;
export const BLOCK_SEGMENTS: usize = BLOCK_LAST_SEGMENT + 4;
/** Log odds of template, in 1/1024, if a model decides. */
export const BLOCK_SCORE: usize = BLOCK_SEGMENTS + 4;
/** Before the verdict: reference of the block around it; that of the first block is its own. */
export const BLOCK_PARENT: usize = BLOCK_SCORE;
/** Log odds of main content, in 1/1024, if a model decides. */
export const BLOCK_MAIN: usize = BLOCK_SCORE + 4;
/** One of the `PART_…` codes. */
export const BLOCK_PART: usize = BLOCK_MAIN + 4;
export const BLOCK_BYTES: usize = BLOCK_PART + 4;

/** A block without text has no verdict. */
export const BLOCK_KIND_NONE: u32 = 0;
export const BLOCK_KIND_CONTENT: u32 = 1;
export const BLOCK_KIND_TEMPLATE: u32 = 2;
/** A template block that a policy keeps in the outputs. */
export const BLOCK_KIND_KEPT: u32 = 3;

/** Neither of the others; and every block where no model decides. */
export const PART_REST: u32 = 0;
export const PART_MAIN: u32 = 1;
/** Comments of readers on a page whose main content is something else. */
export const PART_COMMENTS: u32 = 2;

/** A *selection* of blocks is a set of bits: one for each kind, and from this bit on one for each part. */
export const SELECT_PARTS: u32 = 8;

// ── Measure: evidence of a block that needs only its page; one record for each block, in the same order ──
//
// Lengths are code points. Sums of products of lengths take two words.
export const MEASURE_POSITION: usize = 0;
export const MEASURE_DF: usize = MEASURE_POSITION + 8;
export const MEASURE_FOLDED_DF: usize = MEASURE_DF + 8;
export const MEASURE_PARENT: usize = MEASURE_FOLDED_DF + 8;
export const MEASURE_DEPTH: usize = MEASURE_PARENT + 4;
/** What kinds of element the block is and is inside of: one bit each. */
export const MEASURE_TRAITS: usize = MEASURE_DEPTH + 4;
/** Reference of the sighting of its position; and its index among the blocks with text, or NO_ORDER. */
export const MEASURE_SIGHTING: usize = MEASURE_TRAITS + 4;
export const MEASURE_ORDER: usize = MEASURE_SIGHTING + 4;
/** Log odds, in a sixteenth, that the words of its class and id speak for template: their sum, and the largest. */
export const MEASURE_NAMES: usize = MEASURE_ORDER + 4;
export const MEASURE_BEST_NAME: usize = MEASURE_NAMES + 4;
/** MEASURE_NAMES of the block and of all blocks around it: their sum, the largest and the smallest. */
export const MEASURE_NAMES_SUM: usize = MEASURE_BEST_NAME + 4;
export const MEASURE_NAMES_MAX: usize = MEASURE_NAMES_SUM + 4;
export const MEASURE_NAMES_MIN: usize = MEASURE_NAMES_MAX + 4;
/** The same of the words of a short text: sum, largest and smallest. */
export const MEASURE_SAYS: usize = MEASURE_NAMES_MIN + 4;
export const MEASURE_SAYS_MAX: usize = MEASURE_SAYS + 4;
export const MEASURE_SAYS_MIN: usize = MEASURE_SAYS_MAX + 4;
export const MEASURE_COMMAS: usize = MEASURE_SAYS_MIN + 4;
export const MEASURE_DIGITS: usize = MEASURE_COMMAS + 4;
/** How its text ends: ENDS_OPEN, ENDS_COLON or ENDS_SENTENCE. */
export const MEASURE_ENDS: usize = MEASURE_DIGITS + 4;
/** Eight words of its own text, and the same of all text in its element: so they are added as vectors. */
export const MEASURE_TEXT: usize = MEASURE_ENDS + 4;
export const MEASURE_LINKED: usize = MEASURE_TEXT + 4;
export const MEASURE_LINKS: usize = MEASURE_LINKED + 4;
export const MEASURE_WORDS: usize = MEASURE_LINKS + 4;
export const MEASURE_STOPS: usize = MEASURE_WORDS + 4;
/** Blocks with text: one, or none. */
export const MEASURE_BLOCKS: usize = MEASURE_STOPS + 4;
export const MEASURE_KNOWN: usize = MEASURE_BLOCKS + 4;
export const MEASURE_OFTEN: usize = MEASURE_KNOWN + 4;
export const MEASURE_ALL_TEXT: usize = MEASURE_OFTEN + 4;
export const MEASURE_ALL_LINKED: usize = MEASURE_ALL_TEXT + 4;
export const MEASURE_ALL_LINKS: usize = MEASURE_ALL_LINKED + 4;
export const MEASURE_ALL_WORDS: usize = MEASURE_ALL_LINKS + 4;
export const MEASURE_ALL_STOPS: usize = MEASURE_ALL_WORDS + 4;
export const MEASURE_ALL_BLOCKS: usize = MEASURE_ALL_STOPS + 4;
export const MEASURE_ALL_KNOWN: usize = MEASURE_ALL_BLOCKS + 4;
export const MEASURE_ALL_OFTEN: usize = MEASURE_ALL_KNOWN + 4;
/** Features that several blocks have of this one, a byte each: see features.ts. */
export const MEASURE_SHARED: usize = MEASURE_ALL_OFTEN + 4;
/** Scores of names and of a short text as main content: as MEASURE_NAMES and the fields after it. */
export const MEASURE_MAIN_NAMES: usize = MEASURE_SHARED + 16;
export const MEASURE_MAIN_BEST: usize = MEASURE_MAIN_NAMES + 4;
export const MEASURE_MAIN_WORST: usize = MEASURE_MAIN_BEST + 4;
export const MEASURE_MAIN_SUM: usize = MEASURE_MAIN_WORST + 4;
export const MEASURE_MAIN_MAX: usize = MEASURE_MAIN_SUM + 4;
export const MEASURE_MAIN_MIN: usize = MEASURE_MAIN_MAX + 4;
export const MEASURE_MAIN_SAYS: usize = MEASURE_MAIN_MIN + 4;
export const MEASURE_MAIN_SAYS_MAX: usize = MEASURE_MAIN_SAYS + 4;
export const MEASURE_MAIN_SAYS_MIN: usize = MEASURE_MAIN_SAYS_MAX + 4;
/** Images and inputs of a block. What is context of the page begins after them and is measured where main content is asked for. */
export const MEASURE_IMAGES: usize = MEASURE_MAIN_SAYS_MIN + 4;
export const MEASURE_INPUTS: usize = MEASURE_IMAGES + 4;
export const MEASURE_PROSE: usize = MEASURE_INPUTS + 4;
export const MEASURE_ALL_IMAGES: usize = MEASURE_PROSE + 4;
export const MEASURE_ALL_INPUTS: usize = MEASURE_ALL_IMAGES + 4;
export const MEASURE_ALL_PROSE: usize = MEASURE_ALL_INPUTS + 4;
/** Blocks at the position of the cards that the block is in. */
export const MEASURE_CARDS: usize = MEASURE_ALL_PROSE + 4;
/** Features of context, a byte each: see context.ts. */
export const MEASURE_CONTEXT: usize = MEASURE_CARDS + 4;
/** Number of its place among those of the page, or NO_PLACE: see layouts/places.ts. */
export const MEASURE_PLACE: usize = MEASURE_CONTEXT + 32;
export const MEASURE_BYTES: usize = MEASURE_PLACE + 8;

export const NO_ORDER: u32 = 0xffffffff;

export const ENDS_OPEN: u32 = 0;
export const ENDS_COLON: u32 = 1;
export const ENDS_SENTENCE: u32 = 2;

// ── Sighting: what is counted beside the segments, in a record of their shape, so that the table treats both alike ──
//
// One of three: a folded text (a segment with its numbers replaced), a DOM position (all blocks of one path and one set of
// names), or a known position (one of which most text was known). The record of a position counts its blocks, its text and
// its known text on the page.
export const SIGHTING_OF: usize = SEGMENT_NODE;
export const SIGHTING_BLOCKS: usize = SEGMENT_NODE;
export const SIGHTING_KNOWN: usize = SEGMENT_BLOCK;
export const SIGHTING_TEXT: usize = SEGMENT_LENGTH;
/** Of a position: the sighting of it as a known position. */
export const SIGHTING_KNOWN_POSITION: usize = SEGMENT_NEXT;
/** Linked text and prose of the blocks at a position, where main content is asked for. */
export const SIGHTING_LINKED: usize = SEGMENT_BREAK;
export const SIGHTING_PROSE: usize = SEGMENT_PREVIOUS_PAGE;

/** End of a chain of segments. */
export const NO_SEGMENT: u32 = 0xffffffff;

// ── Page result: addresses and numbers of the records of the current page; static, read by the bindings ──
export const PAGE_NODES: usize = 0;
export const PAGE_NODE_COUNT: usize = PAGE_NODES + 4;
export const PAGE_SEGMENTS: usize = PAGE_NODE_COUNT + 4;
export const PAGE_SEGMENT_COUNT: usize = PAGE_SEGMENTS + 4;
export const PAGE_BLOCKS: usize = PAGE_SEGMENT_COUNT + 4;
export const PAGE_BLOCK_COUNT: usize = PAGE_BLOCKS + 4;
/** One measure for each block, where a model decides. */
export const PAGE_MEASURES: usize = PAGE_BLOCK_COUNT + 4;
export const PAGE_NUMBER: usize = PAGE_MEASURES + 4;
export const PAGE_COUNTED: usize = PAGE_NUMBER + 4;
export const PAGE_NEW_SEGMENTS: usize = PAGE_COUNTED + 4;
/** Lengths, in code points, of the text in blocks of each kind. */
export const PAGE_CONTENT_LENGTH: usize = PAGE_NEW_SEGMENTS + 4;
export const PAGE_TEMPLATE_LENGTH: usize = PAGE_CONTENT_LENGTH + 4;
/** Length of the main content. */
export const PAGE_MAIN_LENGTH: usize = PAGE_TEMPLATE_LENGTH + 4;
/** Kind of the page, and how sure that is, in 1/1000; both 0 where it is unknown. */
export const PAGE_KIND: usize = PAGE_MAIN_LENGTH + 4;
export const PAGE_KIND_CONFIDENCE: usize = PAGE_KIND + 4;
export const PAGE_OUTPUT: usize = PAGE_KIND_CONFIDENCE + 4;
export const PAGE_OUTPUT_LENGTH: usize = PAGE_OUTPUT + 4;
/** Whether the table evicted its oldest page id for that of this page, and the evicted id: two words. */
export const PAGE_EVICTED: usize = PAGE_OUTPUT_LENGTH + 4;
export const PAGE_EVICTED_ID: usize = PAGE_EVICTED + 4;
/** Steps of the work that reading the page took: two words. */
export const PAGE_WORK: usize = PAGE_EVICTED_ID + 8;
/** Bytes of the page, or of the tape and its texts. */
export const PAGE_BYTES: usize = PAGE_WORK + 8;
/** Layout of the page, 0 for none, and whether the page founded it. */
export const PAGE_LAYOUT: usize = PAGE_BYTES + 4;
export const PAGE_IS_NEW_LAYOUT: usize = PAGE_LAYOUT + 4;
export const PAGE_RESULT_BYTES: usize = PAGE_IS_NEW_LAYOUT + 4;

// ── Place of a page: what places/places.ts writes to the output ──
//
//   0        4                8     16     20      24         28        32     36       40
//   │ parent │ tag, position │ key │ node │ count │ template │ content │ main │ linked │
//     and 1    16 bits each         first  elements  code points, in the elements of the place
export const PLACE_PARENT: usize = 0;
export const PLACE_TAG: usize = PLACE_PARENT + 4;
export const PLACE_KEY: usize = PLACE_TAG + 4;
export const PLACE_NODE: usize = PLACE_KEY + 8;
export const PLACE_COUNT: usize = PLACE_NODE + 4;
export const PLACE_TEMPLATE: usize = PLACE_COUNT + 4;
export const PLACE_CONTENT: usize = PLACE_TEMPLATE + 4;
export const PLACE_MAIN: usize = PLACE_CONTENT + 4;
export const PLACE_LINKED: usize = PLACE_MAIN + 4;
export const PLACE_BYTES: usize = PLACE_LINKED + 4;

/** Maximum number of places of a page; elements beyond them belong to the place that they are in. */
export const PLACE_RECORDS_MAX: u32 = 1024;

/**
 * Maximum bytes of all blocks in one output, without their texts: these for each byte of the page, and some more. A block has the bytes
 * of its path and of the rest of its record. A path is as long as the names of all elements around its block, so a page of deep elements
 * can have a thousand times its bytes of paths.
 */
export const BLOCKS_BYTES_PER_BYTE: u32 = 48;
export const BLOCKS_BYTES_MIN: u32 = 1 << 16;
export const BLOCK_RECORD_BYTES: u32 = 160;

/** Maximum bytes of a base, since each address repeats it: addresses are not resolved against a longer one. */
export const BASE_BYTES_MAX: u32 = 2048;

/** Bytes after the page in the input: vector loads read beyond the end of the page, and the parser writes a sentinel there. */
export const INPUT_PADDING: usize = 64;

// ── Tape: words that describe a tree that exists elsewhere, depth first ──
//
// Text of every kind (text nodes, unknown names, class attributes) stands in the input as one UTF-8 run, in the order
// of the events; its extent is given in UTF-16 code units, which is what the walker of a DOM knows.
/** `tag << TAPE_TAG_SHIFT | TAPE_OPEN, start, end`; a tag 0 is followed by the units of its name. */
export const TAPE_OPEN: u32 = 1;
/** No operands: the innermost open element ends. */
export const TAPE_CLOSE: u32 = 2;
/** `units, start, end`: a text node. */
export const TAPE_TEXT: u32 = 3;
/** `units`: the class attribute of the element opened last, and behind a NUL its id, if it has one that is asked for. */
export const TAPE_NAMES: u32 = 4;
export const TAPE_TAG_SHIFT: u32 = 3;

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
export const GROUP_SLOTS: u32 = 16;
export const GROUP_CONTROL: usize = 0;
export const GROUP_EXPIRY: usize = GROUP_CONTROL + 16;

/** Bits of a fingerprint: seven in its control byte and four bytes more, or the whole key; any other is seven and two bytes. */
export const FINGERPRINT_SHORT: u32 = 39;
export const FINGERPRINT_WHOLE: u32 = 64;

//   0        4            8      12      16      20       24            28             32           36        40     56
//   │ groups │ groupCount │ room │ clock │ scrub │ recent │ recentCount │ recentCursor │ recentRoom │ layouts │ seed │
export const TABLE_GROUPS: usize = 0;
export const TABLE_GROUP_COUNT: usize = TABLE_GROUPS + 4;
export const TABLE_ROOM: usize = TABLE_GROUP_COUNT + 4;
export const TABLE_CLOCK: usize = TABLE_ROOM + 4;
export const TABLE_SCRUB: usize = TABLE_CLOCK + 4;
export const TABLE_RECENT: usize = TABLE_SCRUB + 4;
export const TABLE_RECENT_COUNT: usize = TABLE_RECENT + 4;
export const TABLE_RECENT_CURSOR: usize = TABLE_RECENT_COUNT + 4;
export const TABLE_RECENT_ROOM: usize = TABLE_RECENT_CURSOR + 4;
/** The layouts of its pages; 0 without any. */
export const TABLE_LAYOUTS: usize = TABLE_RECENT_ROOM + 4;
/** The secret of its keys: two words of 64 bits. */
export const TABLE_SEED: usize = TABLE_LAYOUTS + 4;
export const TABLE_HEADER_BYTES: usize = TABLE_SEED + 16;

/** Maximum number of groups in which a key is looked for. By chance, none needs so many: see table.ts. */
export const PROBES_MAX: u32 = 8192;

/** Number of the last counted page ids that a table keeps. */
export const RECENT_IDS: u32 = 256;

/** Longest lifetime in pages; with expiries of 16 bits it leaves 2^14 pages to scrub an expired entry. */
export const LIFETIME_MAX: u32 = 16384;
/** Longest lifetime for expiries of 8 bits; it leaves 2^6 pages. */
export const LIFETIME_SHORT: u32 = 64;

// ── Layouts of a site: how many there are, the last id, whether pages have common texts, how many have room; then the records ──
//
//   0    4       8       12     16       20       24   24: its places          0      4        5       6
//   │ id │ pages │ first │ last │ weight │ places │ …                           │ hash │ around │ count │
//
// A layout has up to 64 places: hash, number of the layout's place around it, and on how many of the last `weight` pages it was.
export const LAYOUTS_COUNT: usize = 0;
export const LAYOUTS_LAST_ID: usize = LAYOUTS_COUNT + 4;
/** How many more of the last pages had a text that half of the pages known have than had none; 0 to `LAYOUTS_COMMON_MAX`. */
export const LAYOUTS_COMMON: usize = LAYOUTS_LAST_ID + 4;
export const LAYOUTS_ROOM: usize = LAYOUTS_COMMON + 4;
export const LAYOUTS_BYTES: usize = LAYOUTS_ROOM + 4;
export const LAYOUTS_COMMON_MAX: u32 = 32;
export const LAYOUT_PLACES_MAX: u32 = 64;
/** Maximum number of layouts of a site. */
export const LAYOUTS_MAX: u32 = 32;
/** At so many pages, the counts of a layout are halved. */
export const LAYOUT_WEIGHT_MAX: u32 = 32;
export const LAYOUT_ID: usize = 0;
export const LAYOUT_PAGES: usize = LAYOUT_ID + 4;
export const LAYOUT_FIRST: usize = LAYOUT_PAGES + 4;
export const LAYOUT_LAST: usize = LAYOUT_FIRST + 4;
export const LAYOUT_WEIGHT: usize = LAYOUT_LAST + 4;
export const LAYOUT_PLACES: usize = LAYOUT_WEIGHT + 4;
export const LAYOUT_FIRST_PLACE: usize = LAYOUT_PLACES + 4;
export const LAYOUT_PLACE_HASH: usize = 0;
export const LAYOUT_PLACE_AROUND: usize = LAYOUT_PLACE_HASH + 4;
export const LAYOUT_PLACE_COUNT: usize = LAYOUT_PLACE_AROUND + 1;
export const LAYOUT_PLACE_BYTES: usize = LAYOUT_PLACE_COUNT + 1;
export const LAYOUT_BYTES: usize = LAYOUT_FIRST_PLACE + LAYOUT_PLACES_MAX * LAYOUT_PLACE_BYTES;
/** In place of a place's number: it stands in the root block, or the place around it was forgotten. */
export const AROUND_ROOT: u32 = 0;
export const AROUND_FORGOTTEN: u32 = 255;

// ── Saved table (snapshot): the seed of its keys, its entries ascending by fingerprint, the ids of its last pages, its layouts ──
//
//   0      16                            0             8    10     12
//   │ seed │ entries │ ids │ layouts │    │ fingerprint │ df │ left │     left: pages until the entry is forgotten, from 1
export const SAVED_SEED_BYTES: usize = 16;
export const SAVED_ID_BYTES: usize = 8;
export const SAVED_FINGERPRINT: usize = 0;
export const SAVED_DF: usize = SAVED_FINGERPRINT + 8;
export const SAVED_LEFT: usize = SAVED_DF + 2;
export const SAVED_BYTES: usize = SAVED_LEFT + 2;
/** The end of the saved layouts: what stands before their room, and all bytes about layouts (layouts/saved.ts). */
export const SAVED_LAYOUTS_END: usize = LAYOUTS_ROOM + 4;

// ── Digest of a page, and the answer to it: sealed by the seed of the table (digest/digest.ts, digest/verdicts.ts) ──
//
//   0         1      9                      end − 8
//   │ version │ mark │ numbers              │ seal │     digest
//   │ version │ seal of the digest │ …      │ seal │     answer
export const DIGEST_VERSION: u32 = 2;
export const DIGEST_MARK: usize = 1;
export const DIGEST_NUMBERS: usize = DIGEST_MARK + 8;
export const ANSWER_TO: usize = 1;
export const SEAL_BYTES: usize = 8;

// ── Model of the evidence ──
//
//   0       8         12         16        20    32        44          52
//   │ magic │ version │ features │ lexicon │ trees │ base of │ threshold │ lexicon │ trees │ hash │
//                                  words     prior   prior     template    words     bytes   8 B
//                                            joint   joint     main
//                                            main    main
//
// A tree asks the same question of all blocks at each level: is the byte of this feature above that? The answers, first
// level first, are the number of its leaf. Leaves are log odds in 1/256, bases and threshold in 1/1024.
export const MODEL_MAGIC: u64 = 0x0a6c65646f6d6672;
export const MODEL_VERSION: u32 = 2;
export const MODEL_VERSION_AT: usize = 8;
export const MODEL_FEATURES_AT: usize = MODEL_VERSION_AT + 4;
export const MODEL_LEXICON_AT: usize = MODEL_FEATURES_AT + 4;
export const MODEL_PRIOR_TREES_AT: usize = MODEL_LEXICON_AT + 4;
export const MODEL_JOINT_TREES_AT: usize = MODEL_PRIOR_TREES_AT + 4;
export const MODEL_MAIN_TREES_AT: usize = MODEL_JOINT_TREES_AT + 4;
export const MODEL_PRIOR_BASE_AT: usize = MODEL_MAIN_TREES_AT + 4;
export const MODEL_JOINT_BASE_AT: usize = MODEL_PRIOR_BASE_AT + 4;
export const MODEL_MAIN_BASE_AT: usize = MODEL_JOINT_BASE_AT + 4;
export const MODEL_THRESHOLD_AT: usize = MODEL_MAIN_BASE_AT + 4;
export const MODEL_MAIN_THRESHOLD_AT: usize = MODEL_THRESHOLD_AT + 4;
/** Bytes of the part about kinds of pages, which stands behind the trees; 0 without one. */
export const MODEL_KIND_BYTES_AT: usize = MODEL_MAIN_THRESHOLD_AT + 4;
export const MODEL_HEADER_BYTES: usize = MODEL_KIND_BYTES_AT + 4;
export const MODEL_HASH_BYTES: usize = 8;

// ── Kinds of pages in the model ──
//
//   0       4         32          96
//   │ clues │ bases │ confidences │ clues │ weights │
//             i32 × 7  u16 × 32     u32     i8: of all clues for the first kind, then for the next, …; padded with zeros
//
// A clue has the high 24 bits of its hash; they stand in order. Bases and weights are log odds in 1/16. The index of a
// confidence, in 1/1000, is the difference of the two largest scores in steps of `1 << KIND_MARGIN_SHIFT`.
export const KINDS: u32 = 7;
export const KIND_CLUES_AT: usize = 0;
export const KIND_BASES_AT: usize = KIND_CLUES_AT + 4;
export const KIND_CONFIDENCES: u32 = 32;
export const KIND_CONFIDENCES_AT: usize = KIND_BASES_AT + 4 * 7;
export const KIND_HEADER_BYTES: usize = KIND_CONFIDENCES_AT + 2 * 32;
export const KIND_MARGIN_SHIFT: u32 = 2;

export const TREE_DEPTH: u32 = 6;
export const TREE_FEATURES: usize = 0;
export const TREE_LIMITS: usize = TREE_FEATURES + TREE_DEPTH;
export const TREE_LEAVES: usize = TREE_LIMITS + TREE_DEPTH;
export const TREE_BYTES: usize = TREE_LEAVES + (1 << TREE_DEPTH);
/** So many leaves of 1/256 fit into sixteen bits, whatever they are. */
export const TREES_MAX: u32 = 256;

/** Blocks are judged sixteen at a time: a tile is a row of sixteen bytes for each feature. */
export const TILE_BLOCKS: u32 = 16;
/** Features of the site stand first; then those of the page alone. */
export const SITE_FEATURES: u32 = 23;
export const PAGE_FEATURES: u32 = 65;
/** Features of both questions; those of context follow them and are of main content only. */
export const TEMPLATE_FEATURES: u32 = SITE_FEATURES + PAGE_FEATURES;
export const CONTEXT_FEATURES: u32 = 77;
export const FEATURES: u32 = TEMPLATE_FEATURES + CONTEXT_FEATURES;

// ── Which evidence decides ──
export const EVIDENCE_REPETITION: u32 = 0;
export const EVIDENCE_PAGE: u32 = 1;
export const EVIDENCE_JOINT: u32 = 2;

// ── Options by number ──
export const PATH_TAGS: u32 = 0;
export const PATH_NONE: u32 = 1;
export const PATH_INDEXED: u32 = 2;
export const PATH_CLASSES: u32 = 3;

// ── Status of a call ──
export const STATUS_OK: u32 = 0;
export const STATUS_OUT_OF_MEMORY: u32 = 1;
export const STATUS_TABLE_FULL: u32 = 2;
export const STATUS_BAD_TAPE: u32 = 3;
export const STATUS_BAD_ENTRIES: u32 = 4;
export const STATUS_TOO_MANY_NODES: u32 = 5;
export const STATUS_NOT_UTF8: u32 = 6;
export const STATUS_NOT_PLAIN: u32 = 7;
export const STATUS_BAD_SCORES: u32 = 8;
export const STATUS_BAD_MODEL: u32 = 9;
export const STATUS_TOO_COMPLEX: u32 = 10;
export const STATUS_BAD_DIGEST: u32 = 11;

// ── Word of a page that is indexed, in the order of reading ──
//
//   0     8          12      16
//   │ key │ position │ block │     position: on the page, from 1, one left out between blocks; block: among those with text
export const WORD_KEY: usize = 0;
export const WORD_POSITION: usize = WORD_KEY + 8;
export const WORD_BLOCK: usize = WORD_POSITION + 4;
export const WORD_BYTES: usize = WORD_BLOCK + 4;

// ── Indexed block: what detection has to know of a block with text, beside the positions of its words ──
//
//   0       8       12
//   │ style │ words │     style: key of its place and its attributes; 0 where it cannot be template
export const INDEXED_STYLE: usize = 0;
export const INDEXED_WORDS: usize = INDEXED_STYLE + 8;
export const INDEXED_BYTES: usize = INDEXED_WORDS + 4;

// ── Run: the postings of some pages by words, ascending by key ──
//
//   0     8       12      16
//   │ key │ pages │ bytes │ postings of these bytes │     pages: at most 255
//
// Postings are numbers of seven bits a byte, the lowest first. The lowest two bits of the first number of a posting say
// what it is, and what follows: the words from the last position to this, where that is of the same block; the blocks
// from the last, and the words; or the pages from the last, the block, and the position on the page.
export const RUN_KEY: usize = 0;
export const RUN_PAGES: usize = RUN_KEY + 8;
export const RUN_POSTINGS: usize = RUN_PAGES + 4;
export const RUN_HEAD_BYTES: usize = RUN_POSTINGS + 4;
export const POSTING_WORD: u32 = 0;
export const POSTING_BLOCK: u32 = 1;
export const POSTING_PAGE: u32 = 2;
/** Ranges of keys whose beginnings in a run are known: by the highest bits. */
export const RANGE_BITS: u32 = 10;
export const RANGES: u32 = 1 << RANGE_BITS;

// ── Term of an index: where the postings of a word are; ascending by key ──
//
//   0     8                16   20          24              28
//   │ key │ offset, 64 bit │ df │ bytes of  │ bytes of      │ hash of both │
//                               │ the pages │ the positions │
//
// Pages: for each the pages since the last, and how often the word is on it. Positions: for each page the first, and the
// words from each to the next.
export const TERM_KEY: usize = 0;
export const TERM_OFFSET: usize = TERM_KEY + 8;
export const TERM_DF: usize = TERM_OFFSET + 8;
export const TERM_PAGES_BYTES: usize = TERM_DF + 4;
export const TERM_POSITIONS_BYTES: usize = TERM_PAGES_BYTES + 4;
export const TERM_HASH: usize = TERM_POSITIONS_BYTES + 4;
export const TERM_BYTES: usize = TERM_HASH + 4;

// ── Page of an index, while it is written: how many words stayed, and how many different ones ──
export const LENGTH_WORDS: usize = 0;
export const LENGTH_DIFFERENT: usize = LENGTH_WORDS + 4;
export const LENGTH_BYTES: usize = LENGTH_DIFFERENT + 4;

/** What a character is to a word (UAX #29, word boundaries). */
export const CHARACTER_OTHER: u32 = 0;
export const CHARACTER_LETTER: u32 = 1;
export const CHARACTER_DIGIT: u32 = 2;
/** Joins what stands at its sides, and is no word by itself: the underscore. */
export const CHARACTER_JOINER: u32 = 3;
/** Joins two letters, two digits, or either. */
export const CHARACTER_MID_LETTER: u32 = 4;
export const CHARACTER_MID_DIGIT: u32 = 5;
export const CHARACTER_MID: u32 = 6;
/** Belongs to what stands before it. */
export const CHARACTER_MARK: u32 = 7;
/** Its script needs the host to find words. */
export const CHARACTER_FOREIGN: u32 = 8;
/** Characters from here on are foreign. */
export const CHARACTERS: u32 = 0x3000;
