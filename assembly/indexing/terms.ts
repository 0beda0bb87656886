/** Words of a range of keys → the postings and terms of an index: without template blocks, lengths counted anew. */
import {
  POSTING_PAGE,
  STATUS_OK,
  STATUS_OUT_OF_MEMORY,
  TERM_BYTES,
  TERM_DF,
  TERM_HASH,
  TERM_KEY,
  TERM_PAGES_BYTES,
  TERM_OFFSET,
  TERM_POSITIONS_BYTES,
} from '../layout';
import { output, publishOutput, reserveOutput } from '../page/arena';
import { hashBytes } from '../page/hash';
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
/** Bytes of postings that were written of the ranges before. */
let place: u64 = 0;

/** Where the terms of the range are that was written last, and how many. */
export function termsAddress(): usize {
  return startOf(TERMS);
}

export function termsCount(): u32 {
  return termCount;
}

/** The first postings stand at 0; what an attempt that failed has counted of pages is forgotten. */
export function beginTerms(): void {
  place = 0;
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
/** Page of the posting that was written last, and what is known of the one in hand. */
let lastPage: u32 = 0;
let openPage: u32 = 0;
let openTimes: u32 = 0;

/** The current page has no more of the word. */
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

/** Reads a run's postings of the word in hand, and writes those of blocks that stay. */
function copyStream(at: usize, end: usize, filters: bool): void {
  let page: u32 = 0;
  let block: u32 = 0;
  let position: u32 = 0;
  let written: u32 = 0;
  let stays = true;
  let firstBlock: u32 = 0;
  while (at < end) {
    const code = readNumber(at);
    const kind = code & 3;
    if (kind == 0) {
      position += code >> 2;
    } else {
      if (kind == POSTING_PAGE) {
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
      stays = !filters || !isTemplate(firstBlock + block);
    }
    at = numberEnd;
    if (!stays) continue;
    positionsEnd = writeNumber(positionsEnd, position - written);
    written = position;
    ++openTimes;
  }
  closePage();
}

/**
 * Writes the postings of a range of keys, whose pieces are in, to the output, and its terms beside it; `filters` where
 * blocks were found to be template. A `STATUS_…` code.
 */
export function writeTerms(pieces: u32, filters: bool): u32 {
  openPieces(pieces);
  // What is written of a posting is never longer than what it was, but for the head of its word, which is a term then.
  const bytes = piecesBytes();
  if (!reserveOutput(bytes + 64) || !reserve(POSITIONS, bytes + 64, 0)) return STATUS_OUT_OF_MEMORY;
  if (!reserve(TERMS, bytes * 2 + TERM_BYTES, 0)) return STATUS_OUT_OF_MEMORY;
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
    const term = startOf(TERMS) + <usize>(termCount++) * TERM_BYTES;
    store<u64>(term, wordKey, TERM_KEY);
    store<u64>(term, place + <u64>(to - output), TERM_OFFSET);
    store<u32>(term, df, TERM_DF);
    store<u32>(term, <u32>pagesBytes, TERM_PAGES_BYTES);
    store<u32>(term, <u32>positionsBytes, TERM_POSITIONS_BYTES);
    store<u32>(term, <u32>(hashBytes(to, total) >> 32), TERM_HASH);
    to += total;
  }
  place += <u64>(to - output);
  publishOutput(to - output);
  return STATUS_OK;
}
