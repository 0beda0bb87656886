/** Pieces of runs that hold one range of keys → words in the order of keys, with their postings of all runs. */
import { WordHead } from './records';
import { Extent } from '../page/records';
import { newRegion } from '../region';

/** What is left of each piece: it begins with the head of a word. */
const PIECES = newRegion();
/** Postings of the current word in each run that has it. */
const POSTINGS = newRegion();
/** Written by the host: the ends of the pieces, counted from the start of the first, and then the pieces. */
const PIECES_INPUT = newRegion();

/** Number of pieces. */
let pieceCount: u32 = 0;
/** Number of runs that have the current word. */
export let postingsCount: u32 = 0;
/** Key of the current word. */
export let wordKey: u64 = 0;
/** Number of pages that have the current word. A run counts up to 255. */
export let wordPages: u32 = 0;

/** Reserves the input of `count` pieces with `bytes` bytes together; 0 if memory is unavailable. */
export function reservePieces(count: u32, bytes: usize): usize {
  const pairs = <usize>count * offsetof<Extent>();
  if (!PIECES_INPUT.grow(pairs + bytes + 16, 0)) return 0;
  if (!PIECES.grow(pairs, 0) || !POSTINGS.grow(pairs, 0)) return 0;
  return PIECES_INPUT.at;
}

/** Begins to read the pieces. They follow the ends, which take eight bytes a piece: four are unused. */
export function openPieces(count: u32): void {
  pieceCount = count;
  const base = PIECES_INPUT.at + <usize>count * 8;
  let start: usize = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const piece = PIECES.record<Extent>(index);
    const end = PIECES_INPUT.word(index);
    piece.start = base + start;
    piece.end = base + end;
    start = end;
  }
}

/** Bytes of all pieces together. */
export function piecesBytes(): usize {
  return pieceCount ? <usize>PIECES_INPUT.word(pieceCount - 1) : 0;
}

/** Moves to the next word; false after the last. */
export function nextWord(): bool {
  let lowest: u64 = 0;
  let matches: u32 = 0;
  for (let index: u32 = 0; index < pieceCount; ++index) {
    const piece = PIECES.record<Extent>(index);
    if (piece.start == piece.end) continue;
    const key = changetype<WordHead>(piece.start).key;
    if (!matches || key < lowest) {
      lowest = key;
      matches = 1;
    } else if (key == lowest) ++matches;
  }
  if (!matches) return false;
  wordKey = lowest;
  wordPages = 0;
  postingsCount = 0;
  for (let index: u32 = 0; postingsCount < matches; ++index) {
    const piece = PIECES.record<Extent>(index);
    const head = changetype<WordHead>(piece.start);
    if (piece.start == piece.end || head.key != lowest) continue;
    const postings = postingsOf(postingsCount++);
    postings.start = piece.start + offsetof<WordHead>();
    postings.end = postings.start + head.bytes;
    piece.start = postings.end;
    wordPages += head.pages;
  }
  return true;
}

/** Postings of the current word in the `index`-th run that has it. */
export function postingsOf(index: u32): Extent {
  return POSTINGS.record<Extent>(index);
}

export function releasePieces(): void {
  PIECES_INPUT.release();
}
