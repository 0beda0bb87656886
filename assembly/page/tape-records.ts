/** The tape by which trees enter that exist elsewhere. */

// ── Tape: words that describe a tree that exists elsewhere, depth first ──
//
// Text of every kind (text nodes, unknown names, class attributes) stands in the input as one UTF-8 run, in the order
// of the events; its extent is given in UTF-16 code units, which is what the walker of a DOM knows.
export namespace Tape {
  /** `tag << TAG_SHIFT | OPEN, start, end`; a tag 0 is followed by the units of its name. */
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
