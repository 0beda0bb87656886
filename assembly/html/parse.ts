/**
 * The parser makes nodes from bytes. The tokenizer of the standard is a state machine that reads one character at a time; here it is a
 * loop:
 *
 *   find the next `<`, `&` or NUL           scan.ts, sixteen bytes at a time
 *   insert the characters before it         characters.ts, text.ts
 *   read the whole tag, comment or doctype  tags.ts, markup.ts, rawtext.ts
 *   pass it to tree construction            construct.ts, and the insertion modes
 *
 * A token is not an object: its properties are globals (`Token`, `Comment`, `Doctype`). Tree construction handles each before the next is
 * read.
 */
import { Status } from '../layout';
import {
  NodeKind,
  TOKEN_NODES,
  append,
  appendChild,
  beginNodes,
  nodeAt,
  nodesFit,
  nodesWithinLimit,
  releaseNodes,
} from './nodes';
import { startInBody } from './body';
import { afterNewline, characters, encodedCharacters, rawCharacters } from './characters';
import { Class, Word, closingLength, wordOf } from './classes';
import { comment, doctype, endOfSource, endTag, startTag } from './construct';
import { contextWord } from './foreign';
import { beginActive, releaseActive, removeIfLast } from './formatting';
import { newImplied } from './insert';
import { scanBogusComment, scanComment, scanDoctype } from './markup';
import { beginMerged, releaseMerged } from './reading';
import { Tag, spellingLength, spellingOf } from './names';
import { beginOpen, currentNode, currentWord, popAt, push, releaseOpen, setTemplateMode } from './open';
import { findEndTag, findScriptEnd } from './rawtext';
import { resetMode } from './reset';
import { findMarkup, isLetter, isLiteral } from './scan';
import { Content, FORM_OUTSIDE, Mode, Parser, Run, fail, failNodes, isInSource } from './state';
import { Token, scanStartTag, scanTag } from './tags';
import { beginWork, isSpent, spend } from '../work';
import { Decoding, addSource, beginTexts, newText, releaseTexts, resolveTexts } from './text';

/** Estimated bytes of source per node, for the initial tree. */
const BYTES_PER_NODE: u32 = 14;

/** Scripting flag: if set, the contents of noscript elements are text. */
export function setScripting(scripting: bool): void {
  Parser.scripting = scripting;
}

/** The `DocumentMode` of the last document. */
export function documentMode(): u32 {
  return Parser.documentMode;
}

function begin(start: usize, length: u32): bool {
  Parser.source = start;
  Parser.end = start + length;
  // Loops that search for markup stop at this NUL.
  v128.store(Parser.end, i8x16.splat(0));
  Parser.mode = Mode.INITIAL;
  Parser.content = Content.DATA;
  Parser.documentMode = 0;
  Parser.framesetOk = true;
  Parser.fosterParenting = false;
  Parser.ignoresNewline = false;
  Parser.mayReconstruct = false;
  Parser.status = Status.OK;
  Parser.hasSelectedContent = false;
  Parser.hasTemplate = false;
  Parser.head = 0;
  Parser.form = 0;
  Parser.fragment = false;
  Parser.context = 0;
  Run.decoded = false;
  Run.hasNuls = false;
  beginWork();
  // A step per byte: most bytes are read sixteen at a time, the slowest take tens of nanoseconds.
  spend(length);
  beginMerged();
  beginTexts();
  return beginNodes(length / BYTES_PER_NODE, length) && beginOpen() && beginActive();
}

function finish(): u32 {
  resolveTexts();
  if (isSpent()) fail(Status.TOO_COMPLEX);
  return Parser.status || nodesWithinLimit(0) ? Parser.status : Status.TOO_MANY_NODES;
}

/** Releases all memory that is kept for the next page. */
export function releaseParser(): void {
  releaseNodes();
  releaseTexts();
  releaseOpen();
  releaseActive();
  releaseMerged();
}

/** Parses a document of `length` bytes of UTF-8; returns a `Status`. Reads and overwrites up to `INPUT_PADDING` bytes after it. */
export function parse(start: usize, length: u32): u32 {
  if (!begin(start, length)) return Status.OUT_OF_MEMORY;
  run(start);
  return finish();
}

/**
 * Parses a fragment. `context` is the name of the context element: its tag number and, shifted by eight, its namespace. The fragment's
 * nodes are the children of the root, the first node after the document. `mode`: mode of the context element's document; `inForm`: true if
 * the context element is inside a form element.
 */
export function parseFragment(start: usize, length: u32, context: u32, mode: u32, inForm: bool): u32 {
  if (!begin(start, length)) return Status.OUT_OF_MEMORY;
  Parser.fragment = true;
  Parser.context = context;
  Parser.documentMode = mode;
  Token.start = start;
  Token.end = start;
  const root = newImplied(Tag.HTML, 0);
  appendChild(0, root);
  push(root, contextWord(context, wordOf(Tag.HTML)), 1);
  if (context == Tag.TEMPLATE) setTemplateMode(Mode.IN_TEMPLATE);
  if (inForm || context == Tag.FORM) Parser.form = FORM_OUTSIDE;
  resetMode();
  const content = contentOfContext(context);
  if (content == Content.DATA) {
    run(start);
  } else {
    encodedCharacters(start, Parser.end, decodingOf(content));
    endOfSource();
  }
  // Clears the template insertion mode.
  nodeAt(root).textLength = 0;
  return finish();
}

/**
 * The initial state of the tokenizer for a fragment. No end tag of a fragment is appropriate, so raw text and scripts end with the source,
 * like plaintext.
 */
function contentOfContext(context: u32): i32 {
  switch (context) {
    case Tag.TITLE:
    case Tag.TEXTAREA:
      return Content.RCDATA;
    case Tag.STYLE:
    case Tag.XMP:
    case Tag.IFRAME:
    case Tag.NOEMBED:
    case Tag.NOFRAMES:
    case Tag.SCRIPT:
    case Tag.PLAINTEXT:
      return Content.PLAINTEXT;
    case Tag.NOSCRIPT:
      return Parser.scripting ? Content.PLAINTEXT : Content.DATA;
  }
  return Content.DATA;
}

function run(at: usize): void {
  const end = Parser.end;
  for (;;) {
    assert(isInSource(at, end));
    spend(1);
    if (isSpent()) fail(Status.TOO_COMPLEX);
    if (!nodesFit(TOKEN_NODES)) {
      failNodes(TOKEN_NODES);
      return;
    }
    const stop = findMarkup(at);
    if (load<u8>(stop) == 0x3c) {
      const byte = <u32>load<u8>(stop, 1);
      if (isLetter(byte)) {
        if (stop > at) insertText(at, stop);
        const next = scanStartTag(stop + 1, end);
        // A tag that the end of the source truncates is not a token.
        if (!next) break;
        Token.start = stop;
        Token.end = next;
        Token.closing = false;
        if (isBodyMode() && !(currentWord() & Word.NAMESPACE)) startInBody();
        else startTag();
        at = Parser.content == Content.DATA ? next : readContent(next, end);
        continue;
      }
      if (byte == 0x2f && isLetter(load<u8>(stop, 2))) {
        if (stop > at) insertText(at, stop);
        // Most end tags have the name of the current node and no special rules. They are compared instead of scanned.
        const word = currentWord();
        const closing = closingLength(word & Word.TAG, stop + 2);
        if (closing && isBodyMode() && (!(word & Class.FORMATTING) || removeIfLast(currentNode()))) {
          at = stop + 2 + closing;
          popAt(at);
          continue;
        }
        const next = scanTag(stop + 2, end);
        if (!next) break;
        Token.start = stop;
        Token.end = next;
        Token.closing = true;
        endTag();
        at = next;
        continue;
      }
    }
    at = readOther(at, stop, end);
    if (!at) break;
  }
  endOfSource();
}

function isBodyMode(): bool {
  return <u32>(Parser.mode - Mode.IN_BODY) <= <u32>(Mode.IN_CAPTION - Mode.IN_BODY);
}

/** Inserts a plain run of characters. The first branch is fast, and nearly always taken. */
// @ts-ignore: decorator
@inline
function insertText(from: usize, to: usize): void {
  const word = currentWord();
  if (
    <i32>isBodyMode() &
    i32(!(word & (Word.NAMESPACE | Class.TEMPLATE | Class.TABLE_STRUCTURE))) &
    i32(!(i32(Parser.mayReconstruct) | i32(Parser.framesetOk)))
  ) {
    const parent = currentNode();
    const last = nodeAt(parent).lastChild;
    // `last` is 0, the document, if the parent has no child.
    if (nodeAt(last).kind == NodeKind.TEXT) addSource(last, from, to, Parser.source);
    else append(parent, newText(from, to, Parser.source));
  } else {
    characters(from, to);
  }
}

/**
 * Reads everything except tags and plain text before them. A run of characters starts at `at` and ends at or after `stop`. Returns the
 * address at which the loop continues, or 0 at the end of the source.
 */
function readOther(at: usize, stop: usize, end: usize): usize {
  let plain = true;
  for (;;) {
    const byte = load<u8>(stop);
    if (byte == 0x3c) {
      const next = <u32>load<u8>(stop, 1);
      if (isLetter(next) || next == 0x21 || next == 0x3f) break;
      if (next == 0x2f && stop + 2 < end) {
        if (load<u8>(stop, 2) != 0x3e) break;
        // `</>` is not a token, so the run continues.
        plain = false;
        stop += 2;
      }
    } else if (stop >= end) {
      break;
    } else {
      plain = false;
    }
    stop = findMarkup(stop + 1);
  }
  if (stop > at) {
    if (plain) characters(at, stop);
    else encodedCharacters(at, stop, Decoding.REFERENCES | Decoding.EMPTY_TAGS);
  }
  Parser.ignoresNewline = false;
  if (stop >= end) return 0;
  const next = <u32>load<u8>(stop, 1);
  if (isLetter(next) || (next == 0x2f && isLetter(load<u8>(stop, 2)))) return stop;
  return readMarkup(stop, next, end);
}

/** Section "Markup declaration open state": a comment, doctype or CDATA section; or a bogus comment. */
function readMarkup(at: usize, byte: u32, end: usize): usize {
  Token.start = at;
  Token.closing = false;
  let next: usize;
  if (byte == 0x21 && end - at >= 4 && load<u16>(at, 2) == 0x2d2d) {
    next = scanComment(at + 4, end);
  } else if (byte == 0x21 && end - at >= 9 && isLiteral(at + 2, 'doctype')) {
    next = scanDoctype(at + 9, end);
    Token.end = next;
    doctype();
    return next;
  } else if (byte == 0x21 && currentWord() & Word.NAMESPACE && end - at >= 9 && load<u64>(at, 1) == CDATA) {
    return readCdata(at + 9, end);
  } else {
    next = scanBogusComment(at + (byte == 0x3f ? 1 : 2), end);
  }
  Token.end = next;
  comment();
  return next;
}

/** `</>` */
const EMPTY_END_TAG: u32 = 0x3e2f3c;
/** `![CDATA[` */
const CDATA: u64 = 0x5b41544144435b21;

/** Reads the text of a CDATA section, which exists only in foreign content. */
function readCdata(at: usize, end: usize): usize {
  let stop = at;
  while (stop < end && !(load<u16>(stop) == 0x5d5d && load<u8>(stop, 2) == 0x3e)) stop++;
  if (stop > at) encodedCharacters(at, stop, Decoding.NONE);
  return min(stop + 3, end);
}

/** The `Decoding` sum for contents that are not in the data state. */
function decodingOf(content: i32): u32 {
  return content == Content.RCDATA ? Decoding.NUL_REPLACED | Decoding.REFERENCES : Decoding.NUL_REPLACED;
}

/** Reads the contents after a start tag that changed the state; returns the address after them. */
function readContent(at: usize, end: usize): usize {
  const content = Parser.content;
  Parser.content = Content.DATA;
  if (content == Content.NEWLINE) {
    const next = afterNewline(at, end);
    // If the line feed is a character reference, or follows `</>`, it is removed when the next run is decoded.
    Parser.ignoresNewline = next == at && (load<u8>(at) == 0x26 || (load<u32>(at) & 0xffffff) == EMPTY_END_TAG);
    return next;
  }
  if (content == Content.PLAINTEXT) {
    encodedCharacters(at, end, decodingOf(content));
    return end;
  }
  const element = Parser.textElement;
  const tag = Token.tag;
  const stop =
    content == Content.SCRIPT ? findScriptEnd(at, end) : findEndTag(at, end, spellingOf(tag), spellingLength(tag));
  rawCharacters(element, at, stop, decodingOf(content));
  const next = stop < end ? scanTag(stop + 2, end) : 0;
  nodeAt(element).end = <u32>((next ? next : end) - Parser.source);
  return next ? next : end;
}
