/** Pieces of runs that hold one range of keys → words, one after the other, with their postings of all runs. */
import { RUN_HEAD_BYTES, RUN_KEY, RUN_PAGES, RUN_POSTINGS } from '../layout';
import { REGION_BYTES, giveBack, reserve, startOf } from './regions';

/** For each piece where the next word's head is, and where the piece ends. */
const PIECES = memory.data(<i32>REGION_BYTES, 8);
/** For each run that has the word in hand where its postings are, and where they end. */
const STREAMS = memory.data(<i32>REGION_BYTES, 8);
/** What the host writes: the pieces' ends, counted from their beginning, and then the pieces. */
const PIECES_INPUT = memory.data(<i32>REGION_BYTES, 8);

let pieceCount: u32 = 0;
export let streamCount: u32 = 0;
export let wordKey: u64 = 0;
/** Pages that have the word, as far as runs count them. */
export let wordPages: u32 = 0;

/** Room for so many pieces of so many bytes in all; 0 where there is none. */
export function reservePieces(count: u32, bytes: usize): usize {
  const pairs = <usize>count * 8;
  if (!reserve(PIECES_INPUT, pairs + bytes + 16, 0)) return 0;
  if (!reserve(PIECES, pairs, 0) || !reserve(STREAMS, pairs, 0)) return 0;
  return startOf(PIECES_INPUT);
}

/** Sets out to read the pieces: behind `count` words with their ends, in a room of eight bytes a piece. */
export function openPieces(count: u32): void {
  pieceCount = count;
  const input = startOf(PIECES_INPUT);
  const base = input + <usize>count * 8;
  let start: usize = 0;
  for (let index: u32 = 0; index < count; ++index) {
    const piece = startOf(PIECES) + (<usize>index << 3);
    const end = load<u32>(input + (<usize>index << 2));
    store<usize>(piece, base + start);
    store<usize>(piece, base + end, 4);
    start = end;
  }
}

/** Bytes that the pieces have in all. */
export function piecesBytes(): usize {
  const input = startOf(PIECES_INPUT);
  return pieceCount ? <usize>load<u32>(input + (<usize>(pieceCount - 1) << 2)) : 0;
}

/** Goes on to the next word; false behind the last. */
export function nextWord(): bool {
  const pieces = startOf(PIECES);
  const end = pieces + (<usize>pieceCount << 3);
  let least: u64 = 0;
  let matches: u32 = 0;
  for (let piece = pieces; piece < end; piece += 8) {
    const head = load<usize>(piece);
    if (head == load<usize>(piece, 4)) continue;
    const key = load<u64>(head, RUN_KEY);
    if (!matches || key < least) {
      least = key;
      matches = 1;
    } else if (key == least) ++matches;
  }
  if (!matches) return false;
  wordKey = least;
  wordPages = 0;
  streamCount = 0;
  for (let piece = pieces; streamCount < matches; piece += 8) {
    const head = load<usize>(piece);
    if (head == load<usize>(piece, 4) || load<u64>(head, RUN_KEY) != least) continue;
    const stream = startOf(STREAMS) + (<usize>(streamCount++) << 3);
    const start = head + RUN_HEAD_BYTES;
    const stop = start + load<u32>(head, RUN_POSTINGS);
    store<usize>(stream, start);
    store<usize>(stream, stop, 4);
    store<usize>(piece, stop);
    wordPages += load<u32>(head, RUN_PAGES);
  }
  return true;
}

export function streamStart(index: u32): usize {
  return load<usize>(startOf(STREAMS) + (<usize>index << 3));
}

export function streamEnd(index: u32): usize {
  return load<usize>(startOf(STREAMS) + (<usize>index << 3), 4);
}

/** Where the number that was read last ends. */
export let numberEnd: usize = 0;

/** Reads a number of seven bits a byte. */
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
