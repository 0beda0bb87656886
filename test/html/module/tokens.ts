/**
 * The tokenizer without tree construction, for tests: a separate module, whose loop calls the scanning functions of the parser and
 * writes the tokens to a buffer. A token in the buffer:
 *
 *   0      4        8
 *   │ kind │ length │ payload │
 *
 * The payload of characters and comments is their text in UTF-8. A start tag has the length of its name, the name, and
 * the attributes as attributes.ts writes them; an end tag has its name. A doctype has three lengths (0xffffffff for a
 * missing text), then name, public and system identifier.
 */
import { allocate, release } from '../../../assembly/memory';
import { writeAttributes, writeName } from '../../../assembly/html/attributes';
import { Comment, Doctype, scanBogusComment, scanComment, scanDoctype } from '../../../assembly/html/markup';
import { findEndTag, findScriptEnd } from '../../../assembly/html/rawtext';
import { findMarkup, isLetter, isLiteral } from '../../../assembly/html/scan';
import { Content } from '../../../assembly/html/state';
import { scanTag, Token } from '../../../assembly/html/tags';
import { decodeTo, Decoding } from '../../../assembly/html/text';

export { allocate } from '../../../assembly/memory';

export const TOKEN_CHARACTERS: u32 = 1;
export const TOKEN_START: u32 = 2;
export const TOKEN_SELF_CLOSING: u32 = 3;
export const TOKEN_END: u32 = 4;
export const TOKEN_COMMENT: u32 = 5;
export const TOKEN_DOCTYPE: u32 = 6;
export const TOKEN_QUIRKS_DOCTYPE: u32 = 7;
/** The CDATA section state, in addition to the states of `Content`. */
export const CONTENT_CDATA: i32 = 6;

const MISSING: u32 = 0xffffffff;
const HEAD_BYTES: usize = 8;

/** The buffer of tokens, its size in bytes, and the address of the next token. Written by this file only. */
let base: usize = 0;
let capacity: u32 = 0;
let to: usize = 0;

export function dumpLength(): u32 {
  return <u32>(to - base);
}

function put(kind: u32, end: usize): void {
  store<u32>(to, kind);
  store<u32>(to, <u32>(end - to - HEAD_BYTES), 4);
  to = end;
}

function putCharacters(from: usize, end: usize, how: u32): void {
  put(TOKEN_CHARACTERS, decodeTo(from, end, to + HEAD_BYTES, how));
}

/** Writes text as the standard's tokens have it: CR and CR LF as LF, NUL as U+FFFD. */
function clean(from: usize, end: usize, at: usize): usize {
  return decodeTo(from, end, at, Decoding.NUL_REPLACED);
}

function putStart(): void {
  const name = to + HEAD_BYTES + 4;
  const end = writeName(Token.name, Token.name + Token.nameLength, name);
  store<u32>(name - 4, <u32>(end - name));
  put(Token.selfClosing ? TOKEN_SELF_CLOSING : TOKEN_START, writeAttributes(Token.start, Token.end, end));
}

function putEnd(): void {
  put(TOKEN_END, writeName(Token.name, Token.name + Token.nameLength, to + HEAD_BYTES));
}

function putText(text: usize, end: usize, length: usize, at: usize): usize {
  const next = text ? clean(text, end, at) : at;
  store<u32>(length, text ? <u32>(next - at) : MISSING);
  return next;
}

function putDoctype(): void {
  const lengths = to + HEAD_BYTES;
  const name = lengths + 12;
  let at = writeName(Doctype.name, Doctype.nameEnd, name);
  store<u32>(lengths, Doctype.name ? <u32>(at - name) : MISSING);
  at = putText(Doctype.publicId, Doctype.publicEnd, lengths + 4, at);
  at = putText(Doctype.systemId, Doctype.systemEnd, lengths + 8, at);
  put(Doctype.forceQuirks ? TOKEN_QUIRKS_DOCTYPE : TOKEN_DOCTYPE, at);
}

/**
 * Tokenizes a source, starting in the state `content`. The appropriate end tag has the name in the `nameLength` bytes at
 * `name`. Returns the address of the tokens, or 0 if memory is unavailable.
 */
export function dumpTokens(start: usize, length: u32, content: i32, name: usize, nameLength: u32): usize {
  const wanted = length * 16 + 256;
  if (wanted > capacity) {
    release(base, capacity);
    base = allocate(wanted);
    capacity = base ? wanted : 0;
  }
  if (!base) return 0;
  to = base;
  const end = start + length;
  v128.store(end, i8x16.splat(0));
  let at = start;
  if (content == CONTENT_CDATA) at = dumpCdata(at, end);
  else if (content == Content.PLAINTEXT) at = dumpRest(at, end, false);
  else if (content != Content.DATA) at = dumpRaw(at, end, content, name, nameLength);
  while (at < end) at = dumpData(at, end);
  return base;
}

function dumpRest(at: usize, end: usize, references: bool): usize {
  if (at < end) putCharacters(at, end, references ? Decoding.NUL_REPLACED | Decoding.REFERENCES : Decoding.NUL_REPLACED);
  return end;
}

function dumpCdata(at: usize, end: usize): usize {
  let stop = at;
  while (stop < end && !(load<u16>(stop) == 0x5d5d && load<u8>(stop, 2) == 0x3e)) stop++;
  if (stop > at) putCharacters(at, stop, Decoding.NUL_KEPT);
  return min(stop + 3, end);
}

function dumpRaw(at: usize, end: usize, content: i32, name: usize, nameLength: u32): usize {
  const script = content == Content.SCRIPT && nameLength == 6 && isLiteral(name, 'script');
  const stop = !nameLength ? end : script ? findScriptEnd(at, end) : findEndTag(at, end, name, nameLength);
  dumpRest(at, stop, content == Content.RCDATA);
  return stop < end ? dumpTag(stop, end, true) : end;
}

function dumpTag(at: usize, end: usize, closing: bool): usize {
  const next = scanTag(at + (closing ? 2 : 1), end);
  if (!next) return end;
  Token.start = at;
  Token.end = next;
  if (closing) putEnd();
  else putStart();
  return next;
}

/** One step in the data state: a run of characters, or the markup at `from`. */
function dumpData(from: usize, end: usize): usize {
  let at = findMarkup(from);
  while (at < end) {
    const byte = <u32>load<u8>(at, 1);
    const closing = byte == 0x2f && at + 2 < end && load<u8>(at, 2) != 0x3e;
    if (load<u8>(at) == 0x3c && (isLetter(byte) || byte == 0x21 || byte == 0x3f || closing)) break;
    at = findMarkup(at + 1);
  }
  if (at > from) {
    putCharacters(from, at, Decoding.REFERENCES | Decoding.NUL_KEPT | Decoding.EMPTY_TAGS);
    return at;
  }
  const byte = <u32>load<u8>(at, 1);
  if (isLetter(byte)) return dumpTag(at, end, false);
  if (byte == 0x2f && isLetter(load<u8>(at, 2))) return dumpTag(at, end, true);
  let next: usize;
  if (byte == 0x21 && end - at >= 4 && load<u16>(at, 2) == 0x2d2d) next = scanComment(at + 4, end);
  else if (byte == 0x21 && end - at >= 9 && isLiteral(at + 2, 'doctype')) {
    next = scanDoctype(at + 9, end);
    putDoctype();
    return next;
  } else next = scanBogusComment(at + (byte == 0x3f ? 1 : 2), end);
  put(TOKEN_COMMENT, clean(Comment.data, Comment.dataEnd, to + HEAD_BYTES));
  return next;
}
