/**
 * Inserts escapes at the start of a line if its text would begin another block. They depend on the whole written line, so they are inserted
 * when it is complete.
 */
import { Out, addressOf, byteAt, here, insert } from './out';

function isGap(byte: u32): bool {
  return byte == 0x20 || byte == 0x0a;
}

function escapeAt(offset: u32): void {
  insert(offset, 1);
  store<u8>(addressOf(offset), 0x5c);
}

/** True if a line could be a rule, the underline of a heading or the delimiter row of a table. In a first line, only a rule is possible. */
function isRule(start: u32, end: u32, isFirst: bool): bool {
  const first = byteAt(start);
  for (let at = start; at < end; at++) {
    const byte = byteAt(at);
    if (byte == first || byte == 0x20) continue;
    if (isFirst || (byte != 0x2d && byte != 0x3a && byte != 0x7c)) return false;
  }
  return true;
}

/** True if the first line of the output would begin front matter, or a title block as Pandoc reads it. */
function isFrontMatter(): bool {
  const first = byteAt(0);
  if (first == 0x7b || first == 0x25) return true;
  return (first == 0x2d || first == 0x2b || first == 0x3b) && byteAt(1) == first && byteAt(2) == first;
}

/** Escapes the line of a paragraph from `start` to the end of the output. `isFirst`: it is the first of the paragraph. */
export function escapeLine(start: u32, isFirst: bool): void {
  const end = here();
  if (start == end) return;
  // All tests stop at this byte.
  store<u8>(Out.to, 0x0a);
  const at = blockSign(start, end, isFirst);
  if (at != PLAIN) escapeAt(at);
}

/** No offset: no sign needs an escape. */
const PLAIN: u32 = u32.MAX_VALUE;

/** The offset of the sign that would make the line from `start` to `end` another block, or PLAIN. */
function blockSign(start: u32, end: u32, isFirst: bool): u32 {
  const first = byteAt(start);
  let at = start;
  if (first == 0x3e || first == 0x7c || (!start && isFrontMatter())) return at;
  if (first == 0x23) {
    while (byteAt(at) == 0x23) at++;
    return at - start <= 6 && isGap(byteAt(at)) ? start : PLAIN;
  }
  if (first - 0x30 < 10) {
    while (byteAt(at) - 0x30 < 10) at++;
    const byte = byteAt(at);
    return at - start <= 9 && (byte == 0x2e || byte == 0x29) && isGap(byteAt(at + 1)) ? at : PLAIN;
  }
  if ((first == 0x2d || first == 0x2b) && isGap(byteAt(start + 1))) return at;
  const mayRule = first == 0x2d || first == 0x3d || (first == 0x3a && !isFirst);
  return mayRule && isRule(start, end, isFirst) ? at : PLAIN;
}

/** Escapes a run of `#` at the end of a heading, which renderers would remove. */
export function escapeClosing(start: u32): void {
  let at = here();
  while (at > start && byteAt(at - 1) == 0x23) at--;
  if (at == here() || (at > start && byteAt(at - 1) != 0x20)) return;
  escapeAt(at);
}
