/**
 * Finds TeX in text that a script would typeset: between `\(` and `\)`, `\[` and `\]` or dollar signs, or as an environment. On pages
 * without that script, only unmistakable formulas count.
 */
import { WORD, classBefore } from './characters';
import { writeTex } from './math';
import { NO_TEX, SIGNS, WORDLESS, signsOf } from './tex';
import { writeText } from './text';
import { findAny, findByte, isDigit, isSpace } from '../html/scan';
import { PAGE, input } from '../page/arena';
import { startsWith } from '../page/match';
import { spend } from '../work';

/** Maximum bytes of a formula between dollar signs or parentheses, which bounds each search. */
const FORMULA_BYTES: usize = 4096;

/** 1 if the page has a script that typesets TeX, 0 if not, 2 if unknown. */
let typesets: u32 = 2;

export function beginTexInText(): void {
  typesets = 2;
}

function hasProgram(): bool {
  const end = input + PAGE.bytes;
  // `x` is rare, and mostly follows other letters.
  for (let at = input + 6; (at = findAny(0x78, 0x58, 0x78, at, end)) < end; at++) {
    const before = <u32>load<u8>(at - 1) | 0x20;
    if (before == 0x61 ? startsWith(at - 6, end, 'mathjax') : before == 0x65 && startsWith(at - 4, end, 'katex'))
      return true;
  }
  return false;
}

function isTypeset(): bool {
  if (typesets == 2) typesets = u32(hasProgram());
  return typesets == 1;
}

/** The formula that was found: its TeX, the start of further search, and if it is a block. */
namespace Formula {
  export let start: usize = 0;
  export let end: usize = 0;
  export let after: usize = 0;
  export let isDisplay: bool = false;
}

/** Takes the formula between two delimiters of `length` bytes; false if it is ambiguous and no script would typeset it. */
function take(start: usize, end: usize, length: u32, signs: u32): bool {
  Formula.start = start;
  Formula.end = end;
  const found = signsOf(start, end);
  if (found < signs && (found < NO_TEX || !isTypeset())) return false;
  Formula.after = end + length;
  return true;
}

/** Finds the end of a formula after `\(` or `\[`; false if another begins first. */
function findBackslashed(at: usize, end: usize): bool {
  const opening = <u32>load<u8>(at, 1);
  Formula.isDisplay = opening == 0x5b;
  for (let to = findByte(0x5c, at + 2, end); to + 1 < end; to = findByte(0x5c, to + 2, end)) {
    const byte = <u32>load<u8>(to, 1);
    if (byte == opening) return false;
    if (byte == (Formula.isDisplay ? 0x5d : 0x29)) return take(at + 2, to, 2, WORDLESS);
  }
  return false;
}

/** Finds the end of an environment, which belongs to its TeX. */
function findEnvironment(at: usize, end: usize): bool {
  let depth = 0;
  for (let to = at; to < end; to = findByte(0x5c, to + 1, end)) {
    if (startsWith(to, end, '\\begin{')) depth++;
    else if (startsWith(to, end, '\\end{') && !--depth) {
      Formula.isDisplay = true;
      return take(at, min(findByte(0x7d, to, end) + 1, end), 0, SIGNS);
    }
  }
  return false;
}

/** Finds the end of a formula after one or two dollar signs. Prices have white space next to the second sign, or a digit after it. */
function findDollars(at: usize, end: usize): bool {
  const length: u32 = at + 1 < end && load<u8>(at, 1) == 0x24 ? 2 : 1;
  const start = at + length;
  Formula.isDisplay = length == 2;
  for (let to = findByte(0x24, start, end); to < end; to = findByte(0x24, to + 1, end)) {
    if (load<u8>(to - 1) == 0x5c) continue;
    if (length == 2) return to > start && to + 1 < end && load<u8>(to, 1) == 0x24 && take(start, to, 2, SIGNS);
    if (to == start || isSpace(load<u8>(start)) || isSpace(load<u8>(to - 1)) || isDigit(load<u8>(to, 1))) return false;
    return signsOf(start, to) != NO_TEX && isTypeset() && take(start, to, 1, SIGNS);
  }
  return false;
}

/** Finds the formula that begins at a byte. Without one, the search continues at `Formula.after`. */
function find(at: usize, start: usize, end: usize): bool {
  const isBackslash = load<u8>(at) == 0x5c;
  const next = at + 1 < end ? <u32>load<u8>(at, 1) : 0;
  end = min(end, at + FORMULA_BYTES);
  Formula.after = at + 1;
  if (!isBackslash) return classBefore(at, start) != WORD && findDollars(at, end);
  Formula.after++;
  if (next == 0x28 || next == 0x5b) return findBackslashed(at, end);
  return startsWith(at, end, '\\begin{') && findEnvironment(at, end);
}

export function writeTextWithTex(start: usize, end: usize): void {
  for (let at = start; (at = findAny(0x5c, 0x24, 0x24, at, end)) < end; ) {
    const isFormula = find(at, start, end);
    spend((isFormula ? Formula.after - at : FORMULA_BYTES) >> 3);
    if (isFormula) {
      writeText(start, at);
      writeTex(Formula.start, Formula.end, Formula.isDisplay);
      start = Formula.after;
    }
    at = Formula.after;
  }
  if (start < end) writeText(start, end);
}
