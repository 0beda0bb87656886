/**
 * Escapes at the start of a line: what would make a block of a text. They depend on the line as it was written, whatever
 * elements it comes from, so they are inserted when the line is complete.
 */
import { Out, addressOf, byteAt, here, insert } from './out';

function isGap(byte: u32): bool {
  return byte == 0x20 || byte == 0x0a;
}

function escapeAt(offset: u32): void {
  insert(offset, 1);
  store<u8>(addressOf(offset), 0x5c);
}

/** Whether the line has only characters of rules, underlines and delimiter rows; on a first line, only one of them. */
function isRule(start: u32, end: u32, isFirst: bool): bool {
  const first = byteAt(start);
  for (let at = start; at < end; at++) {
    const byte = byteAt(at);
    if (byte == first || byte == 0x20) continue;
    if (isFirst || (byte != 0x2d && byte != 0x3a && byte != 0x7c)) return false;
  }
  return true;
}

/** Whether the first line of the output would begin front matter or a title block of a site generator. */
function isFrontMatter(): bool {
  const first = byteAt(0);
  if (first == 0x7b || first == 0x25) return true;
  return (first == 0x2d || first == 0x2b || first == 0x3b) && byteAt(1) == first && byteAt(2) == first;
}

/** Escapes the start of a line of a paragraph: `start` to the end of the output. `isFirst`: no line of the paragraph is before it. */
export function escapeLine(start: u32, isFirst: bool): void {
  const end = here();
  if (start == end) return;
  // A byte after the end ends every test.
  store<u8>(Out.to, 0x0a);
  const first = byteAt(start);
  if (!start && isFrontMatter()) {
    escapeAt(start);
  } else if (first == 0x23) {
    let at = start;
    while (byteAt(at) == 0x23) at++;
    if (at - start <= 6 && isGap(byteAt(at))) escapeAt(start);
  } else if (first == 0x3e) {
    escapeAt(start);
  } else if (first == 0x2d || first == 0x2b) {
    if (isGap(byteAt(start + 1)) || (first == 0x2d && isRule(start, end, isFirst))) escapeAt(start);
  } else if (first == 0x3d || first == 0x3a || first == 0x7c) {
    if (first == 0x7c || ((first == 0x3d || !isFirst) && isRule(start, end, isFirst))) escapeAt(start);
  } else if (first - 0x30 < 10) {
    let at = start;
    while (byteAt(at) - 0x30 < 10) at++;
    const byte = byteAt(at);
    if (at - start <= 9 && (byte == 0x2e || byte == 0x29) && isGap(byteAt(at + 1))) escapeAt(at);
  }
}

/** Escapes a run of `#` at the end of a heading, which would be dropped. */
export function escapeClosing(start: u32): void {
  let at = here();
  while (at > start && byteAt(at - 1) == 0x23) at--;
  if (at == here() || (at > start && byteAt(at - 1) != 0x20)) return;
  escapeAt(at);
}
