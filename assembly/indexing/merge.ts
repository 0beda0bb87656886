/** Pieces of runs that hold one range of keys → words in the order of keys, with their postings of all runs. */
import { WordRun } from './layout';
import { REGION_BYTES, giveBack, reserve, startOf } from './regions';

/** For each piece the address of the next word's head, and the end of the piece. */
const PIECES = memory.data(<i32>REGION_BYTES, 8);
/** For each run that has the current word the start and the end of its postings. */
const STREAMS = memory.data(<i32>REGION_BYTES, 8);
/** Written by the host: the ends of the pieces, counted from the start of the first, and then the pieces. */
const PIECES_INPUT = memory.data(<i32>REGION_BYTES, 8);

let pieceCount: u32 = 0;
export let streamCount: u32 = 0;
export let wordKey: u64 = 0;
/** Number of pages that have the word. A run counts up to 255. */
export let wordPages: u32 = 0;

/** Reserves the input of `count` pieces with `bytes` bytes together; 0 if memory is unavailable. */
export function reservePieces(count: u32, bytes: usize): usize {
  const pairs = <usize>count * 8;
  if (!reserve(PIECES_INPUT, pairs + bytes + 16, 0)) return 0;
  if (!reserve(PIECES, pairs, 0) || !reserve(STREAMS, pairs, 0)) return 0;
  return startOf(PIECES_INPUT);
}

/** Begins to read the pieces. They follow the ends, which take eight bytes a piece: four are unused. */
export function openPieces(count: u32): void {
  pieceCount = count;
  const input = startOf(PIECES_INPUT);
  const base = input + <usize>count * 8;
  let start: usize = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const piece = startOf(PIECES) + ((<usize>index) << 3);
    const end = load<u32>(input + ((<usize>index) << 2));
    store<usize>(piece, base + start);
    store<usize>(piece, base + end, 4);
    start = end;
  }
}

/** Bytes of all pieces together. */
export function piecesBytes(): usize {
  const input = startOf(PIECES_INPUT);
  return pieceCount ? <usize>load<u32>(input + ((<usize>(pieceCount - 1)) << 2)) : 0;
}

/** Moves to the next word; false after the last. */
export function nextWord(): bool {
  const pieces = startOf(PIECES);
  const end = pieces + ((<usize>pieceCount) << 3);
  let lowest: u64 = 0;
  let matches: u32 = 0;
  for (let piece = pieces; piece < end; piece += 8) {
    const head = load<usize>(piece);
    if (head == load<usize>(piece, 4)) continue;
    const key = load<u64>(head, WordRun.KEY);
    if (!matches || key < lowest) {
      lowest = key;
      matches = 1;
    } else if (key == lowest) ++matches;
  }
  if (!matches) return false;
  wordKey = lowest;
  wordPages = 0;
  streamCount = 0;
  for (let piece = pieces; streamCount < matches; piece += 8) {
    const head = load<usize>(piece);
    if (head == load<usize>(piece, 4) || load<u64>(head, WordRun.KEY) != lowest) continue;
    const stream = startOf(STREAMS) + (usize(streamCount++) << 3);
    const start = head + WordRun.HEAD_BYTES;
    const stop = start + load<u32>(head, WordRun.POSTINGS);
    store<usize>(stream, start);
    store<usize>(stream, stop, 4);
    store<usize>(piece, stop);
    wordPages += load<u32>(head, WordRun.PAGES);
  }
  return true;
}

export function streamStart(index: u32): usize {
  return load<usize>(startOf(STREAMS) + ((<usize>index) << 3));
}

export function streamEnd(index: u32): usize {
  return load<usize>(startOf(STREAMS) + ((<usize>index) << 3), 4);
}

/** End of the number that `readNumber` read last. */
export let numberEnd: usize = 0;

/** Reads a number of seven bits a byte, lowest bits first. */
// @ts-ignore: decorator
@inline
export function readNumber(at: usize): u32 {
  let value = <u32>load<u8>(at++);
  if (value >= 0x80) {
    value &= 0x7f;
    for (let shift: u32 = 7; ; shift += 7) {
      const byte = <u32>load<u8>(at++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
  }
  numberEnd = at;
  return value;
}

export function releasePieces(): void {
  giveBack(PIECES_INPUT);
}
