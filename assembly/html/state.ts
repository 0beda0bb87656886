/**
 * What the insertion modes share; section "Parse state" of the standard.
 *
 * The parser keeps its state in globals, which AssemblyScript compiles to WebAssembly globals: reading one costs no memory access. One
 * module parses one page at a time. The namespaces of globals:
 *
 *   Parser, Run             state.ts        mode, flags and pointers; the current run of characters
 *   Token                   tags.ts         the current start or end tag
 *   Comment, Doctype        markup.ts       the current comment or doctype
 *   Reference               references.ts   end of the last character reference
 *   Attribute, Buffer       attributes.ts   the current attribute; where its decoded value goes
 *   Arena                   nodes.ts        the tree
 *   TextArena               text.ts         texts that are not a range of the source
 *   Open                    open.ts         stack of open elements
 *   Active                  formatting.ts   list of active formatting elements
 *   Position                insert.ts       where the next node is inserted
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
  // The rules of these three differ for tags of table parts only.
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

/** The next state of the tokenizer after the current start tag. */
export const enum Content {
  DATA = 0,
  RCDATA = 1,
  RAWTEXT = 2,
  SCRIPT = 3,
  PLAINTEXT = 4,
  /** Data, but a line feed at the start is ignored. */
  NEWLINE = 5,
}

/**
 * State of the parser that several files share. parse.ts resets it at the start of a page, except `scripting`. Tree
 * construction (characters.ts, reset.ts and the insertion modes) writes `mode`, `content`, `textElement`, `framesetOk`,
 * `fosterParenting`, `ignoresNewline`, `head` and `form`.
 */
export namespace Parser {
  /** Address of the first byte of the source. */
  export let source: usize = 0;
  /** Address of the byte after the last of the source. */
  export let end: usize = 0;

  export let mode: i32 = Mode.INITIAL;
  export let content: i32 = Content.DATA;
  /** The element whose text the tokenizer reads in the RCDATA, RAWTEXT or script data state. */
  export let textElement: u32 = 0;

  /** One of `DocumentMode`. Written by construct.ts at the doctype, and by head.ts without one. */
  export let documentMode: u32 = 0;
  /** True if the contents of noscript elements are text. Written by `setScripting` only, and kept between pages. */
  export let scripting: bool = false;
  /** The frameset-ok flag. */
  export let framesetOk: bool = true;
  export let fosterParenting: bool = false;
  /** If the next token starts with a line feed, that line feed is ignored. */
  export let ignoresNewline: bool = false;
  /**
   * True if an element of the list of active formatting elements may be closed, so that it must be reconstructed. Written by open.ts and
   * formatting.ts.
   */
  export let mayReconstruct: bool = false;
  /** The first failure, as `Status`. Written by `fail`. */
  export let status: u32 = 0;

  /** True if a selectedcontent element has been inserted. Written by selectedcontent.ts. */
  export let hasSelectedContent: bool = false;
  /** The tree has a template with attributes. */
  export let hasTemplate: bool = false;

  /** The head element pointer; 0 is null. */
  export let head: u32 = 0;
  /** The form element pointer; 0 is null. */
  export let form: u32 = 0;

  export let fragment: bool = false;
  /** Name of the context element of a fragment: tag number and, shifted by eight, namespace. */
  export let context: u32 = 0;
}

/** The current run of characters. Written by characters.ts; parse.ts resets it. */
export namespace Run {
  /** The run is a range of offsets in the text arena. Otherwise it is a range of addresses in the source. */
  export let decoded: bool = false;
  /** The decoded text may contain NULs, which the insertion modes for HTML content drop. */
  export let hasNuls: bool = false;
  /** Source offsets of decoded text. */
  export let start: u32 = 0;
  export let end: u32 = 0;
}

/** True if the addresses are a range of the source. For assertions. */
export function isInSource(from: usize, to: usize): bool {
  return Parser.source <= from && from <= to && to <= Parser.end;
}

/** Stops parsing, because memory is unavailable or a limit is reached. The first status is kept. */
export function fail(status: u32): void {
  assert(status != Status.OK);
  if (!Parser.status) Parser.status = status;
  closeNodes();
}

/** Stops parsing because `count` more nodes do not fit. */
export function failNodes(count: u32): void {
  fail(nodesWithinLimit(count) ? Status.OUT_OF_MEMORY : Status.TOO_MANY_NODES);
}

/** The form element pointer for a form outside of the tree: the one around the context element of a fragment. */
export const FORM_OUTSIDE: u32 = 0xffffffff;
