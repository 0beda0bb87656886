import { Row } from '../region';

// ── Node: one record of the tree, in document order unless the parser had to move nodes ──
//
//   0      2    3     4        8       12      16     20         24      28    32     36       40      44       48
//   │ tag  │kind│flags│ parent │ first │ last  │ next │ previous │ start │ end │ text │ length │ extra │ length │
//                                                                  └ source ─┘  └ bytes ────┘  └ class or ──┘
//                                                                   or NO_OFFSET  of a text      end of the
//                                                                                 or name        start tag
@unmanaged
export class Node {
  tag: u16;
  kind: u8;
  flags: u8;
  parent: u32;
  firstChild: u32;
  lastChild: u32;
  next: u32;
  previous: u32;
  start: u32;
  end: u32;
  text: usize;
  textLength: u32;
  extra: u32;
  extraLength: u32;
  /** Address after the text. */
  get textEnd(): usize {
    return this.text + this.textLength;
  }
  static readonly BYTES: usize = offsetof<Node>();
  /** The start of a node without a source offset. */
  static readonly NO_OFFSET: u32 = 0xffffffff;
}

export namespace NodeKind {
  export const DOCUMENT: u32 = 0;
  export const ELEMENT: u32 = 1;
  export const TEXT: u32 = 2;
  export const COMMENT: u32 = 3;
  export const DOCTYPE: u32 = 4;
  /** Contents of a template element: its only child. */
  export const FRAGMENT: u32 = 5;
}

// Contents of the fields of a parsed node:
//
//            start, end           text, length            extra, length
//   element  start tag … end tag  unknown names: as       end and length of the start tag; its attributes are
//                                 written in the source;  read from there on demand
//                                 a copy of a formatting
//                                 element: that element
//   text     source range         bytes: of the source, with LF for CR and CR LF; or, with Flag.DECODED, of the
//                                 text arena, as they are
//   comment  source range         data: of the source, with LF for CR and CR LF, and U+FFFD for NUL
//   doctype  source range         name: of the source, as written
//
// The end of an element that no end tag closed is the start of what closed it. An element that no start tag opened (implied, or reopened by
// the list of active formatting elements) has NO_OFFSET as its start.
export namespace Namespace {
  export const HTML: u32 = 0;
  export const SVG: u32 = 1;
  export const MATHML: u32 = 2;
}

export namespace Flag {
  export const NAMESPACE: u32 = 3;
  /** The start tag has attributes. */
  export const ATTRIBUTES: u32 = 4;
  /** Later start tags added attributes to the html or body element; see `RepeatedTag`. */
  export const MERGED: u32 = 8;
  /** The text is in the text arena. */
  export const DECODED: u32 = 16;
  /** The element is on the stack of open elements; only for formatting elements. */
  export const OPEN: u32 = 32;
}

export namespace Fragment {
  /** Replaces a context element if the source is a document. */
  export const NO_CONTEXT: u32 = 0xffffffff;
}

// ── Merged tag: a start tag whose attributes went to an element that was open already ──
//
//   0      4       8
//   │ node │ start │ end │     of the start tag in the source
@unmanaged
export class RepeatedTag extends Row {
  node: u32;
  start: u32;
  end: u32;
  static readonly BYTES: usize = offsetof<RepeatedTag>();
}

// ── Attribute: one after the other in the attribute buffer, after a word with their number ──
//
//   0      4       8
//   │ name │ value │ name: lower case │ value: references decoded │
//     length in bytes
@unmanaged
export class AttributeRecord {
  nameLength: u32;
  valueLength: u32;
  static readonly BYTES: usize = offsetof<AttributeRecord>();
}

// ── Document mode ──
export namespace DocumentMode {
  export const NO_QUIRKS: u32 = 0;
  export const LIMITED_QUIRKS: u32 = 1;
  export const QUIRKS: u32 = 2;
}
