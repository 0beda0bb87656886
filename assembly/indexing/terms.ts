/** Words of a range of keys → the postings and terms of an index, without template blocks, and the lengths of pages. */
import { Posting, Term } from './records';
import { output, publishOutput, reserveOutput } from '../page/arena';
import { checksum } from '../page/checksum';
import { addLength, firstBlockOf, forgetLengths, isTemplate } from './collection';
import { nextWord, openPieces, piecesBytes, postingsCount, postingsOf, wordKey } from './merge';
import { numberEnd, readNumber, writeNumber } from './numbers';
import { newRegion } from '../region';

/** Terms of the current range. */
const TERMS = newRegion();
/** Positions of the current word. */
const POSITIONS = newRegion();
/** Number of terms of the current range. */
let termCount: u32 = 0;
/** Bytes of postings of the earlier ranges: the offset of the first posting of this range. */
let rangeOffset: u64 = 0;

/** Address of the terms of the last range; the next function has their number. */
export function termsAddress(): usize {
  return TERMS.at;
}

export function termsCount(): u32 {
  return termCount;
}

/** Begins an index at offset 0, and sets the lengths of pages to 0: an earlier attempt may have failed. */
export function beginTerms(): void {
  rangeOffset = 0;
  forgetLengths();
}

export function releaseTerms(): void {
  TERMS.release();
  POSITIONS.release();
}

let pagesEnd: usize = 0;
let positionsEnd: usize = 0;
let df: u32 = 0;
/** Page of the last posting that was written. */
let lastPage: u32 = 0;
/** Page of the current posting. */
let openPage: u32 = 0;
/** Occurrences of the word on it. */
let openTimes: u32 = 0;

/** Writes the posting of the current page, if the word was kept on it. */
// @ts-ignore: decorator
@inline
function closePage(): void {
  if (!openTimes) return;
  pagesEnd = writeNumber(writeNumber(pagesEnd, openPage - lastPage), openTimes);
  addLength(openPage - 1, openTimes);
  lastPage = openPage;
  openTimes = 0;
  ++df;
}

/** Copies the current word's postings of one run, without those of template blocks if `filters`. */
function copyPostings(at: usize, end: usize, filters: bool): void {
  let page: u32 = 0;
  let block: u32 = 0;
  let position: u32 = 0;
  let written: u32 = 0;
  let isKept = true;
  let firstBlock: u32 = 0;
  while (at < end) {
    const code = readNumber(at);
    const kind = code & 3;
    if (kind == Posting.WORD) {
      position += code >> 2;
    } else {
      if (kind == Posting.PAGE) {
        closePage();
        page += code >> 2;
        openPage = page;
        written = 0;
        block = readNumber(numberEnd);
        position = readNumber(numberEnd);
        firstBlock = filters ? firstBlockOf(page - 1) : 0;
      } else {
        block += code >> 2;
        position += readNumber(numberEnd);
      }
      isKept = !filters || !isTemplate(firstBlock + block);
    }
    at = numberEnd;
    if (!isKept) continue;
    positionsEnd = writeNumber(positionsEnd, position - written);
    written = position;
    ++openTimes;
  }
  closePage();
}

/**
 * Writes the postings of the loaded pieces to the output, and their terms at `termsAddress`; false if memory is unavailable.
 * `filters` leaves out template blocks.
 */
export function writeTerms(pieces: u32, filters: bool): bool {
  openPieces(pieces);
  // The output of a posting is never longer than its input, but for how often the word is on the page: that takes the byte of its first
  // block, and one more for each 128 times or more. The head of a word becomes a term, which has a region of its own.
  const bytes = piecesBytes();
  const room = bytes + (bytes >> 7) + 64;
  if (!reserveOutput(room) || !POSITIONS.grow(bytes + 64, 0)) return false;
  if (!TERMS.grow(bytes * 2 + Term.BYTES, 0)) return false;
  termCount = 0;
  let to = output;
  while (nextWord()) {
    pagesEnd = to;
    positionsEnd = POSITIONS.at;
    df = 0;
    lastPage = 0;
    for (let index: u32 = 0; index < postingsCount; ++index) {
      const postings = postingsOf(index);
      copyPostings(postings.start, postings.end, filters);
    }
    if (!df) continue;
    const pagesBytes = pagesEnd - to;
    const positionsBytes = positionsEnd - POSITIONS.at;
    memory.copy(pagesEnd, POSITIONS.at, positionsBytes);
    const total = pagesBytes + positionsBytes;
    const term = TERMS.record<Term>(termCount++);
    term.key = wordKey;
    term.offset = rangeOffset + <u64>(to - output);
    term.df = df;
    term.pagesBytes = <u32>pagesBytes;
    term.positionsBytes = <u32>positionsBytes;
    term.hash = <u32>(checksum(to, total) >> 32);
    to += total;
    assert(to <= output + room, 'terms: more was written than the output has room for');
  }
  rangeOffset += <u64>(to - output);
  publishOutput(to - output);
  return true;
}
