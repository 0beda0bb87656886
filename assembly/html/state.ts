/**
 * State that the insertion modes share; section "Parse state".
 *
 * State is in globals, which AssemblyScript compiles to WebAssembly globals: reading one needs no memory access. A module parses one page
 * at a time. The namespaces of globals:
 *
 *   Parser, Run             state.ts        mode, flags and pointers; the current run of characters
 *   Token                   tags.ts         the current start or end tag
 *   Comment, Doctype        markup.ts       the current comment or doctype
 *   Reference               references.ts   end of the last character reference
 *   Attribute, Buffer       attributes.ts   the current attribute; its decoded value
 *   Arena                   nodes.ts        the tree
 *   TextArena               text.ts         decoded texts
 *   Open                    open.ts         stack of open elements
 *   Active                  formatting.ts   list of active formatting elements
 *   Position                insert.ts       position of the next node
 */
import { Status } from '../layout';
import { closeNodes, nodesWithinLimit } from './nodes';

export const enum Mode {
  INITIAL = 0,
  BEFORE_HTML = 1,
  BEFORE_HEAD = 2,
  IN_HEAD = 3,
  IN_HEAD_NOSCRIPT = 4,
  AFTER_HEAD = 5,
  // The rules of these three modes differ only for tags of table parts.
  IN_BODY = 6,
  IN_CELL = 7,
  IN_CAPTION = 8,
  IN_TEMPLATE = 9,
  IN_TABLE = 10,
  IN_TABLE_BODY = 11,
  IN_ROW = 12,
  IN_COLUMN_GROUP = 13,
  AFTER_BODY = 14,
  IN_FRAMESET = 15,
  AFTER_FRAMESET = 16,
  AFTER_AFTER_BODY = 17,
  AFTER_AFTER_FRAMESET = 18,
}

/** The next state of the tokenizer. */
export const enum Content {
  DATA = 0,
  RCDATA = 1,
  RAWTEXT = 2,
  SCRIPT = 3,
  PLAINTEXT = 4,
  /** Data; a leading line feed is ignored. */
  NEWLINE = 5,
}

/**
 * State of the parser. parse.ts resets all except `scripting` at the start of a page. Tree construction (characters.ts, reset.ts and the
 * insertion modes) writes `mode`, `content`, `textElement`, `framesetOk`, `fosterParenting`, `ignoresNewline`, `head` and `form`.
 */
export namespace Parser {
  /** Address of the source. */
  export let source: usize = 0;
  /** Address after the source. */
  export let end: usize = 0;

  export let mode: i32 = Mode.INITIAL;
  export let content: i32 = Content.DATA;
  /** The element whose text is read in the RCDATA, RAWTEXT or script data state. */
  export let textElement: u32 = 0;

  /** A `DocumentMode`. Written by construct.ts at the doctype; if that is missing, by head.ts. */
  export let documentMode: u32 = 0;
  /** True if the contents of noscript elements are text. Written by `setScripting`. */
  export let scripting: bool = false;
  export let framesetOk: bool = true;
  export let fosterParenting: bool = false;
  /** A line feed at the start of the next token is ignored. */
  export let ignoresNewline: bool = false;
  /** True if the list of active formatting elements may contain closed ones. Written by open.ts and formatting.ts. */
  export let mayReconstruct: bool = false;
  /** The first failure, a `Status`. Written by `fail`. */
  export let status: u32 = 0;

  /** Written by selectedcontent.ts. */
  export let hasSelectedContent: bool = false;
  /** A template has attributes. */
  export let hasTemplate: bool = false;

  /** The head element pointer; 0 is null. */
  export let head: u32 = 0;
  /** The form element pointer; 0 is null. */
  export let form: u32 = 0;

  export let fragment: bool = false;
  /** Name of the context element of a fragment: tag number and, shifted by eight, namespace. */
  export let context: u32 = 0;
}

/** The current run of characters. Written by characters.ts. */
export namespace Run {
  /** True: offsets in the text arena; false: addresses in the source. */
  export let decoded: bool = false;
  /** The decoded text may contain NULs, which insertion modes for HTML content drop. */
  export let hasNuls: bool = false;
  /** Source offsets of decoded text. */
  export let start: u32 = 0;
  export let end: u32 = 0;
}

/** For assertions. */
export function isInSource(from: usize, to: usize): bool {
  return Parser.source <= from && from <= to && to <= Parser.end;
}

/** Stops parsing; the first status is kept. */
export function fail(status: u32): void {
  assert(status != Status.OK);
  if (!Parser.status) Parser.status = status;
  closeNodes();
}

/** Stops parsing because `count` nodes do not fit. */
export function failNodes(count: u32): void {
  fail(nodesWithinLimit(count) ? Status.OUT_OF_MEMORY : Status.TOO_MANY_NODES);
}

/** Value of the form element pointer for a form around the context element of a fragment. */
export const FORM_OUTSIDE: u32 = 0xffffffff;
