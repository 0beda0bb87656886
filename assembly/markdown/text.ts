/** Writes text with collapsed white space and escaped characters. Bytes that need no care are copied sixteen at a time. */
import { breakBareAddresses } from './bare-address';
import { WORD, classAt, classBefore, classOfByte, isSign, needsCare, skipBlank } from './characters';
import { isBalanced, referenceEnd } from './destination';
import { Format, Line, isWanted, settle, space } from './inline';
import { Out, addressOf, byteAt, here, need, put, putText } from './out';
import { entityOf } from '../html/entity-table';
import { spaceAt } from '../page/text';

/** Bytes of a reference to an ASCII character. */
const REFERENCE_BYTES: usize = 5;
/** Maximum bytes for each byte of a text: `<a` becomes `&lt;a`. */
const ESCAPED_MAX: usize = 3;

/** True if an underscore could be a delimiter: it is not between letters or digits. */
function isDelimiter(at: usize, end: usize): bool {
  return at + 1 >= end || classBefore(Out.to, addressOf(Line.start)) != WORD || classAt(at + 1) != WORD;
}

/** True if an ampersand would begin a character reference. */
function isReference(at: usize, end: usize): bool {
  const stop = referenceEnd(++at, end);
  return stop != 0 && (load<u8>(at) == 0x23 || entityOf(at, <u32>(stop - at)) != 0);
}

/** True if a tag, a comment or an instruction could begin at a `<`. The end of a text counts, because another may follow. */
function isMarkup(at: usize, end: usize): bool {
  if (at + 1 >= end) return true;
  const byte = <u32>load<u8>(at, 1);
  return (byte | 0x20) - 0x61 < 26 || byte == 0x2f || byte == 0x21 || byte == 0x3f;
}

function writeEscaped(at: usize, end: usize): void {
  const byte = <u32>load<u8>(at);
  let escaped: bool = true;
  if (byte == 0x5f) escaped = isDelimiter(at, end);
  else if (byte == 0x26) escaped = isReference(at, end);
  else if (byte == 0x3c) escaped = isMarkup(at, end);
  else if (byte == 0x7c) escaped = Line.block == Line.CELL;
  // Some renderers read attributes after `{:`.
  else if (byte == 0x7b) escaped = at + 1 >= end || load<u8>(at, 1) == 0x3a;
  if (escaped) {
    if (breakBareAddresses(Line.start) && !need((end - at) * ESCAPED_MAX)) return;
    if (byte == 0x3c) {
      // A backslash before `<` is text for some renderers, such as Markdown.pl and Python-Markdown.
      putText('&lt;');
      return;
    }
    put(0x5c);
  }
  put(byte);
  if (byte == 0x5d && at + 1 < end) escapeBehindBracket(at + 1);
}

/**
 * Escapes a parenthesis or a colon at `at`, directly after a written `]`. A parenthesis would begin a destination; in the text of a link,
 * the renderer marked also reads it so after an escaped `]`. A colon after the label of a note would begin the definition of the note.
 */
function escapeBehindBracket(at: usize): void {
  const byte = <u32>load<u8>(at);
  if (byte != 0x28 && byte != 0x3a) return;
  const isEscaped = load<u8>(Out.to - 2) == 0x5c;
  const isLive = byte == 0x28 ? !isEscaped || isWanted(Format.LINK) : !isEscaped && byteAt(Line.start) == 0x5b;
  if (isLive) put(0x5c);
}

/** Copies and escapes text up to white space that needs care, or the end. Returns the address there. */
function copy(at: usize, end: usize): usize {
  while (at < end) {
    const bytes = v128.load(at);
    v128.store(Out.to, bytes);
    const left = end - at;
    const found = <usize>ctz(needsCare(at, bytes) | 0x10000);
    const plain = found < left ? found : left;
    at += plain;
    Out.to += plain;
    if (plain == 16 || at >= end) continue;
    const byte = <u32>load<u8>(at);
    if (byte <= 0x20 || byte >= 0x80) return at;
    writeEscaped(at++, end);
    if (Out.failed) return end;
  }
  return end;
}

export function writeText(at: usize, end: usize): void {
  if (!need((end - at) * ESCAPED_MAX)) return;
  while (at < end) {
    if (spaceAt(at)) {
      at = skipBlank(at, end);
      space();
      if (at >= end) return;
    }
    if (!Line.settled) {
      const byte = <u32>load<u8>(at);
      settle(byte < 0x80 ? classOfByte(byte) : classAt(at));
      if (!need((end - at) * ESCAPED_MAX)) return;
      if (here() > Line.start && load<u8>(Out.to - 1) == 0x5d) escapeBehindBracket(at);
    }
    at = copy(at, end);
    // A copied space may precede more white space, or be the last byte.
    if (load<u8>(Out.to - 1) == 0x20) {
      Out.to--;
      space();
    }
  }
}

/**
 * Writes the text of a picture or a link, without white space at its ends. In a link, unpaired brackets become character references,
 * because the renderer marked ends the text of the link at escaped ones. The renderer Showdown ends a picture at `>`.
 */
export function writeCharacters(at: usize, end: usize): void {
  const hasReferences = isWanted(Format.LINK) && !isBalanced(at, end, 0x5b, 0x5d);
  if (!need((end - at) * REFERENCE_BYTES)) return;
  const start = Out.to;
  let blank = false;
  while (at < end) {
    const gap = spaceAt(at);
    if (gap) {
      at += gap;
      blank = true;
      continue;
    }
    if (blank && Out.to > start) put(0x20);
    blank = false;
    const byte = <u32>load<u8>(at);
    if (hasReferences && (byte == 0x5b || byte == 0x5d)) putText(byte == 0x5b ? '&#91;' : '&#93;');
    else if (byte == 0x3e || isSign(at)) writeEscaped(at, end);
    else put(byte);
    at++;
  }
}
