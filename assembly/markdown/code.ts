/** Writes code: blocks between fences, and spans in a line. */
import { fixText } from './bare-address';
import { PUNCTUATION, skipBlank } from './characters';
import { Format, Line, endBlock, isWanted, lineBreak, settle, space } from './inline';
import { Code, collectCode } from './code-text';
import { isBalanced } from './destination';
import { Language, findLanguage } from './language';
import { Out, here, need, put } from './out';
import { Prefix, beginLine, continueEmpty, continueLine } from './prefix';
import { writeText } from './text';
import { findByte, toLower } from '../html/scan';
import { spaceAt } from '../page/text';
import { spend } from '../work';

/** Offset after the last code span. */
let spanEnd: u32 = 0;
/** True if a span directly after it can be joined to it. */
let spanJoins: bool = false;

export function beginCode(): void {
  spanEnd = 0xffffffff;
}

function longestRun(at: usize, end: usize): u32 {
  let longest: u32 = 0;
  while (at < end) {
    at = findByte(0x60, at, end);
    const start = at;
    while (at < end && load<u8>(at) == 0x60) at++;
    longest = max(longest, <u32>(at - start));
  }
  return longest;
}

function putFence(length: u32): void {
  for (let index: u32 = 0; index < length; index++) put(0x60);
}

/** Writes lines of code between fences. `hasInfo`: the first fence has the name in `Language`. */
export function writeFenced(from: usize, end: usize, hasInfo: bool): void {
  if (end > from && load<u8>(end - 1) == 0x0a) end--;
  const fence = max<u32>(3, longestRun(from, end) + 1);
  let lines: u64 = 2;
  for (let at = from; at < end; at = findByte(0x0a, at, end) + 1) lines++;
  spend((end - from) >> 2);
  const info = hasInfo ? Language.end - Language.start : 0;
  if (!need(end - from + lines * (Prefix.length + 1) + (fence << 1) + info)) return;
  beginLine();
  putFence(fence);
  if (hasInfo) for (let at = Language.start; at < Language.end; at++) put(toLower(load<u8>(at)));
  for (let at = from; at <= end; ) {
    const stop = findByte(0x0a, at, end);
    if (stop == at) continueEmpty(Prefix.length);
    else continueLine();
    memory.copy(Out.to, at, stop - at);
    Out.to += stop - at;
    at = stop + 1;
  }
  continueLine();
  putFence(fence);
}

function writeLines(from: usize, end: usize): void {
  let at = from;
  while (at < end) {
    const stop = findByte(0x0a, at, end);
    writeSpan(at, stop);
    if (stop < end) lineBreak();
    at = stop + 1;
  }
}

/** Writes a code block. Returns false: its descendants are not visited. */
export function writeCodeBlock(node: u32): bool {
  endBlock();
  if (!collectCode(node) || skipBlank(Code.start, Code.end) == Code.end) return false;
  if (Line.block == Line.PARAGRAPH) {
    writeFenced(Code.start, Code.end, findLanguage(node));
  } else {
    writeLines(Code.start, Code.end);
    endBlock();
  }
  return false;
}

/** Writes TeX as GitHub reads it in a line. */
export function writeFormula(at: usize, end: usize): void {
  settle(PUNCTUATION);
  if (!need(end - at)) return;
  put(0x24);
  writeSpan(at, end);
  put(0x24);
  fixText();
}

/** True if `second` directly follows a `first`. */
function hasBoth(first: i8, second: u32, at: usize, end: usize): bool {
  while ((at = findByte(first, at, end) + 1) < end) if (load<u8>(at) == second) return true;
  return false;
}

/** Writes a code span with collapsed white space. White space at its ends becomes spaces outside of the span. */
export function writeSpan(at: usize, end: usize): void {
  const given = at;
  at = skipBlank(at, end);
  if (at > given) space();
  if (at >= end) return;
  const run = longestRun(at, end);
  // Then the text is not marked as code: the renderer marked ends a link at backticks and at unpaired brackets in code; a bar after a
  // backslash always ends a cell; and for Markdown.pl, a backslash before a backtick is an escape even after a backslash.
  const isAfterEscape = Line.open && !Line.space && load<u8>(Out.to - 1) == 0x5c;
  const endsLink = isWanted(Format.LINK) && (run || !isBalanced(at, end, 0x5b, 0x5d) || hasBoth(0x5d, 0x28, at, end));
  if (isAfterEscape || endsLink || (Line.block == Line.CELL && hasBoth(0x5c, 0x7c, at, end))) {
    writeText(at, end);
    return;
  }
  const fence = run + 1;
  settle(PUNCTUATION);
  if (!need(((end - at) << 1) + (fence << 1) + 4)) return;
  let padded = load<u8>(at) == 0x60;
  if (here() == spanEnd && spanJoins && !run) {
    // Two adjacent spans would be read as one span with backticks in it.
    Out.to--;
  } else {
    if (here() == spanEnd) put(0x20);
    putFence(fence);
    if (padded) put(0x20);
  }
  const start = Out.to;
  let blank = false;
  while (at < end) {
    const gap = spaceAt(at);
    if (gap) {
      at += gap;
      blank = true;
      continue;
    }
    if (blank) put(0x20);
    blank = false;
    const byte = <u32>load<u8>(at++);
    if (byte == 0x7c && Line.block == Line.CELL) put(0x5c);
    put(byte);
  }
  if (!padded && load<u8>(Out.to - 1) == 0x60) {
    memory.copy(start + 1, start, Out.to - start);
    store<u8>(start, 0x20);
    Out.to++;
    padded = true;
  }
  if (padded) put(0x20);
  putFence(fence);
  fixText();
  spanEnd = here();
  spanJoins = fence == 1 && !padded;
  if (blank) space();
}
