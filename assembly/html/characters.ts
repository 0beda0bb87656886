/**
 * Character tokens. The standard processes one character at a time. Here a token is a run of characters up to the next tag, comment,
 * doctype or CDATA section, so the "in table text" insertion mode is unnecessary.
 *
 * A plain run needs no decoding: it is a range of addresses in the source, and becomes text of the tree without a copy. Any other run is
 * decoded into the text arena first: it is a range of offsets there, and `Run.decoded` is true.
 */
import { Class, Word } from './classes';
import { reconstruct } from './formatting';
import { leaveMode } from './head';
import { insertCharacters } from './insert';
import { appendChild } from './nodes';
import { currentIs, currentWord } from './open';
import { findAny, findByte, findSpace, skipSpace } from './scan';
import { Mode, Parser, Run } from './state';
import { leaveColumnGroup } from './table';
import { Token } from './tags';
import { Decoding, TextArena, decodeText, dropNuls, newDecodedText, newText } from './text';

/** The address of a position in the current run is the position plus this base. */
function base(): usize {
  return Run.decoded ? TextArena.base : 0;
}

/** The end of the leading white space of a run. */
function spaceEnd(from: usize, to: usize): usize {
  const origin = base();
  return skipSpace(origin + from, origin + to) - origin;
}

/** The first white space in a run, or its end. */
function otherEnd(from: usize, to: usize): usize {
  const origin = base();
  return findSpace(origin + from, origin + to) - origin;
}

export function characters(from: usize, to: usize): void {
  if (isForeign(currentWord())) {
    if (Parser.framesetOk && spaceEnd(from, to) != to) Parser.framesetOk = false;
    insertCharacters(from, to);
    return;
  }
  const mode = Parser.mode;
  if (mode >= Mode.IN_BODY && mode <= Mode.IN_TEMPLATE) {
    bodyCharacters(from, to);
    return;
  }
  if (mode < Mode.IN_BODY) {
    charactersBeforeBody(from, to);
    return;
  }
  switch (mode) {
    case Mode.IN_TABLE:
    case Mode.IN_TABLE_BODY:
    case Mode.IN_ROW:
      tableCharacters(from, to);
      break;
    case Mode.IN_COLUMN_GROUP:
      columnGroupCharacters(from, to);
      break;
    case Mode.AFTER_BODY:
    case Mode.AFTER_AFTER_BODY:
      if (spaceEnd(from, to) != to) Parser.mode = Mode.IN_BODY;
      bodyCharacters(from, to);
      break;
    default:
      // Other characters are ignored in the modes of framesets.
      for (;;) {
        const end = spaceEnd(from, to);
        if (mode == Mode.AFTER_AFTER_FRAMESET && end > from) reconstruct();
        insertCharacters(from, end);
        if (end == to) break;
        from = otherEnd(end, to);
      }
  }
}

function isForeign(word: u32): bool {
  return (word & Word.NAMESPACE) != 0 && !(word & (Class.HTML_INTEGRATION | Class.TEXT_INTEGRATION));
}

/** Decodes and inserts a run; `decoding` is a sum of `Decoding`. If it does not replace NULs, the insertion mode keeps or drops them. */
export function encodedCharacters(from: usize, to: usize, decoding: u32): void {
  const mode = Parser.mode;
  const foreign = isForeign(currentWord());
  const keepsNuls =
    !(decoding & Decoding.NUL_REPLACED) &&
    (foreign || mode < Mode.IN_BODY || mode == Mode.IN_COLUMN_GROUP || mode >= Mode.AFTER_BODY);
  let offset = <usize>TextArena.end;
  let length = <usize>decodeText(from, to, keepsNuls ? decoding | Decoding.NUL_KEPT : decoding);
  if (Parser.ignoresNewline) {
    Parser.ignoresNewline = false;
    if (length && load<u8>(TextArena.base + offset) == 0x0a) {
      offset++;
      length--;
    }
  }
  if (!length) return;
  Run.decoded = true;
  Run.start = <u32>(from - Parser.source);
  Run.end = <u32>(to - Parser.source);
  Run.hasNuls = keepsNuls;
  if (foreign && keepsNuls) {
    offset = replaceKeptNuls(from, to, decoding, offset, length);
    length = <usize>TextArena.end - offset;
  }
  characters(offset, offset + length);
  Run.decoded = false;
  Run.hasNuls = false;
}

/**
 * If a run has NULs, decodes it again: in foreign content NUL becomes U+FFFD, which does not clear the frameset-ok flag. Returns the offset
 * at which `characters` continues.
 */
function replaceKeptNuls(from: usize, to: usize, decoding: u32, offset: usize, length: usize): usize {
  const start = TextArena.base + offset;
  const end = start + length;
  Run.hasNuls = false;
  if (findByte(0, start, end) == end) return offset;
  const framesetOk = Parser.framesetOk && length == <usize>countSpaceAndNul(start, end);
  const replaced = <usize>TextArena.end;
  decodeText(from, to, decoding | Decoding.NUL_REPLACED);
  if (framesetOk) {
    Run.hasNuls = false;
    insertCharacters(replaced, TextArena.end);
    return TextArena.end;
  }
  return replaced;
}

function countSpaceAndNul(from: usize, end: usize): u32 {
  let count: u32 = 0;
  for (let at = from; at < end; at++) count += u32(load<u8>(at) == 0 || skipSpace(at, at + 1) > at);
  return count;
}

function bodyCharacters(from: usize, to: usize): void {
  if (Run.hasNuls) to = from + dropNuls(<u32>from, <u32>(to - from));
  if (from == to) return;
  reconstruct();
  if (Parser.framesetOk && spaceEnd(from, to) != to) Parser.framesetOk = false;
  insertCharacters(from, to);
}

/** Inserts leading white space into the head, or ignores it; inserts the rest of the run into the body. */
function charactersBeforeBody(from: usize, to: usize): void {
  Token.start = Run.decoded ? Parser.source + Run.start : from;
  Token.closing = false;
  while (Parser.mode < Mode.IN_BODY) {
    const end = spaceEnd(from, to);
    if (Parser.mode >= Mode.IN_HEAD) insertCharacters(from, end);
    if (end == to) return;
    from = end;
    if (!Run.decoded) Token.start = from;
    leaveMode();
  }
  bodyCharacters(from, to);
}

function tableCharacters(from: usize, to: usize): void {
  if (Run.hasNuls) to = from + dropNuls(<u32>from, <u32>(to - from));
  if (currentIs(Class.TABLE_STRUCTURE) && spaceEnd(from, to) == to) {
    insertCharacters(from, to);
    return;
  }
  const nuls = Run.hasNuls;
  Run.hasNuls = false;
  Parser.fosterParenting = true;
  bodyCharacters(from, to);
  Parser.fosterParenting = false;
  Run.hasNuls = nuls;
}

function columnGroupCharacters(from: usize, to: usize): void {
  for (;;) {
    const end = spaceEnd(from, to);
    insertCharacters(from, end);
    if (end == to) return;
    Token.start = Run.decoded ? Parser.source + Run.start : end;
    Token.closing = false;
    if (leaveColumnGroup()) {
      tableCharacters(end, to);
      return;
    }
    from = otherEnd(end, to);
  }
}

/** Inserts the text of an element with RCDATA, raw text or a script; `decoding` is a sum of `Decoding`. */
export function rawCharacters(element: u32, from: usize, to: usize, decoding: u32): void {
  const ignoresNewline = Parser.ignoresNewline;
  Parser.ignoresNewline = false;
  const first = from;
  if (ignoresNewline) from = afterNewline(from, to);
  if (from == to) return;
  if (findAny(0, decoding & Decoding.REFERENCES ? 0x26 : 0, 0, from, to) == to) {
    appendChild(element, newText(from, to, Parser.source));
    return;
  }
  let offset = TextArena.end;
  let length = decodeText(from, to, decoding);
  if (ignoresNewline && from == first && length && load<u8>(TextArena.base + offset) == 0x0a) {
    offset++;
    length--;
  }
  if (!length) return;
  appendChild(element, newDecodedText(offset, length, <u32>(from - Parser.source), <u32>(to - Parser.source)));
}

/** The address after a line break at `at`. */
export function afterNewline(at: usize, end: usize): usize {
  if (at >= end) return at;
  const byte = load<u8>(at);
  if (byte == 0x0a) return at + 1;
  if (byte != 0x0d) return at;
  return at + 1 < end && load<u8>(at, 1) == 0x0a ? at + 2 : at + 1;
}
