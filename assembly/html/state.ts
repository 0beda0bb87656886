/** What the insertion modes share; section "Parse state" of the standard. */
import { STATUS_OUT_OF_MEMORY, STATUS_TOO_MANY_NODES } from '../layout';
import { closeNodes, nodesWithinLimit } from './nodes';

export const enum Mode {
  INITIAL = 0,
  BEFORE_HTML = 1,
  BEFORE_HEAD = 2,
  IN_HEAD = 3,
  IN_HEAD_NOSCRIPT = 4,
  AFTER_HEAD = 5,
  // The three that are one to all but the tags of tables.
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

/** How the tokenizer goes on after the start tag in hand. */
export const enum Content {
  DATA = 0,
  RCDATA = 1,
  RAWTEXT = 2,
  SCRIPT = 3,
  PLAINTEXT = 4,
  /** Data, but a line feed that comes first is ignored. */
  NEWLINE = 5,
}

export namespace Parser {
  /** Address of the first byte of the source, and after its last. */
  export let source: usize = 0;
  export let end: usize = 0;

  export let mode: i32 = Mode.INITIAL;
  export let content: i32 = Content.DATA;
  /** The element whose text the tokenizer reads in RCDATA, RAWTEXT or script data state. */
  export let textElement: u32 = 0;

  export let documentMode: u32 = 0;
  export let scripting: bool = false;
  export let framesetOk: bool = true;
  export let foster: bool = false;
  /** The next token is ignored if it is a line feed. */
  export let ignoresNewline: bool = false;
  /** An element of the list of active formatting elements may not be open. */
  export let mayReconstruct: bool = false;
  export let status: u32 = 0;

  /** There is a selectedcontent element. */
  export let mirrors: bool = false;

  export let head: u32 = 0;
  export let form: u32 = 0;

  export let fragment: bool = false;
  /** Name of the context element of a fragment. */
  export let context: u32 = 0;
}

/** Parsing can not go on, for want of memory or because of a limit; the first reason counts. */
export function fail(status: u32): void {
  if (!Parser.status) Parser.status = status;
  closeNodes();
}

/** The same because `count` nodes do not fit. */
export function failNodes(count: u32): void {
  fail(nodesWithinLimit(count) ? STATUS_OUT_OF_MEMORY : STATUS_TOO_MANY_NODES);
}

/** A form that is not in the tree: the one around the context element of a fragment. */
export const FORM_OUTSIDE: u32 = 0xffffffff;
