/** Records of what is measured of a page: its blocks, and what the table counts beside segments. */
import { Segment } from '../page/records';

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
  export const LIKELY: usize = EVIDENCE + 8;
  /** The sum of the evidence of all elements at one position, in the last of them. */
  export const ALIKE: usize = LIKELY + 8;
  /** Sums over the blocks with text before the block: evidence for main content, all evidence, scores. */
  export const BEFORE: usize = ALIKE + 8;
  export const ALL_BEFORE: usize = BEFORE + 8;
  export const SCORES_BEFORE: usize = ALL_BEFORE + 8;
  export const UPPER: usize = SCORES_BEFORE + 4;
  /** The first block behind the element: see context.ts. */
  export const END: usize = UPPER + 4;
  /** Features of the page as a whole, a byte each. */
  export const WHOLE: usize = END + 4;
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
