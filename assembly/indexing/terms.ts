/** Words of a range of keys → the postings and terms of an index, without template blocks, and the lengths of pages. */
import { Status } from '../layout';
import { Posting, Term } from './layout';
import { output, publishOutput, reserveOutput } from '../page/arena';
import { checksum } from '../page/checksum';
import { addLength, firstBlockOf, forgetLengths, isTemplate } from './collection';
import {
  nextWord,
  numberEnd,
  openPieces,
  piecesBytes,
  readNumber,
  streamCount,
  streamEnd,
  streamStart,
  wordKey,
} from './merge';
import { REGION_BYTES, giveBack, reserve, startOf } from './regions';

const TERMS = memory.data(<i32>REGION_BYTES, 8);
const POSITIONS = memory.data(<i32>REGION_BYTES, 8);
let termCount: u32 = 0;
/** Bytes of postings of the earlier ranges: the offset of the first posting of this range. */
let rangeOffset: u64 = 0;

/** Address of the terms of the last range; the next function has their number. */
export function termsAddress(): usize {
  return startOf(TERMS);
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
  giveBack(TERMS);
  giveBack(POSITIONS);
}

// @ts-ignore: decorator
@inline
function writeNumber(to: usize, value: u32): usize {
  while (value >= 0x80) {
    store<u8>(to++, <u8>(value | 0x80));
    value >>= 7;
  }
  store<u8>(to++, <u8>value);
  return to;
}

let pagesEnd: usize = 0;
let positionsEnd: usize = 0;
let df: u32 = 0;
/** Page of the last posting, and page and number of occurrences of the current one. */
let lastPage: u32 = 0;
let openPage: u32 = 0;
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
function copyStream(at: usize, end: usize, filters: bool): void {
  let page: u32 = 0;
  let block: u32 = 0;
  let position: u32 = 0;
  let written: u32 = 0;
  let isKept = true;
  let firstBlock: u32 = 0;
  while (at < end) {
    const code = readNumber(at);
    const kind = code & 3;
    if (kind == 0) {
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
 * Writes the postings of the loaded pieces to the output, and their terms at `termsAddress`; a `STATUS_…` code. `filters`
 * leaves out template blocks.
 */
export function writeTerms(pieces: u32, filters: bool): u32 {
  openPieces(pieces);
  // The output of a posting is never longer than its input. The head of a word becomes a term, which has a region of its own.
  const bytes = piecesBytes();
  if (!reserveOutput(bytes + 64) || !reserve(POSITIONS, bytes + 64, 0)) return Status.OUT_OF_MEMORY;
  if (!reserve(TERMS, bytes * 2 + Term.BYTES, 0)) return Status.OUT_OF_MEMORY;
  termCount = 0;
  let to = output;
  while (nextWord()) {
    pagesEnd = to;
    positionsEnd = startOf(POSITIONS);
    df = 0;
    lastPage = 0;
    for (let index: u32 = 0; index < streamCount; ++index) copyStream(streamStart(index), streamEnd(index), filters);
    if (!df) continue;
    const pagesBytes = pagesEnd - to;
    const positionsBytes = positionsEnd - startOf(POSITIONS);
    memory.copy(pagesEnd, startOf(POSITIONS), positionsBytes);
    const total = pagesBytes + positionsBytes;
    const term = startOf(TERMS) + usize(termCount++) * Term.BYTES;
    store<u64>(term, wordKey, Term.KEY);
    store<u64>(term, rangeOffset + <u64>(to - output), Term.OFFSET);
    store<u32>(term, df, Term.DF);
    store<u32>(term, <u32>pagesBytes, Term.PAGES_BYTES);
    store<u32>(term, <u32>positionsBytes, Term.POSITIONS_BYTES);
    store<u32>(term, <u32>(checksum(to, total) >> 32), Term.HASH);
    to += total;
  }
  rangeOffset += <u64>(to - output);
  publishOutput(to - output);
  return Status.OK;
}
