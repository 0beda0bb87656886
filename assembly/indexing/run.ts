/** Gathered postings → a run: words in the order of their keys, each with its postings in one piece. */
import { Status } from '../layout';
import { WordRun } from './layout';
import { output, publishOutput, reserveOutput } from '../page/arena';
import {
  ENTRY_BYTES,
  ENTRY_FIRST,
  ENTRY_KEY,
  ENTRY_PAGE,
  ENTRY_PAGES,
  LEVEL_MAX,
  chunkRoom,
  entriesEnd,
  entriesStart,
  postingsBytes,
} from './gather';

/** Offset of each range of keys in the run, and the end of the last: numbers of 64 bits. */
const DIRECTORY = memory.data(<i32>(WordRun.RANGES + 1) * 8, 8);

export function runDirectory(): usize {
  return DIRECTORY;
}

/** Progress: bytes written, the next range to begin, the next entry, and the rest of the current one: chunk, level and bytes. */
let written: u64 = 0;
let nextRange: u32 = 0;
let entry: usize = 0;
let chunk: usize = 0;
let level: u32 = 0;
let left: u32 = 0;

const HELD = memory.data(<i32>ENTRY_BYTES, 16);

function copyEntry(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
}

/** Sorts the entries by insertion. They are nearly in order: an entry never moves across a free slot. */
function sortEntries(): void {
  const end = entriesEnd();
  for (let at = entriesStart() + ENTRY_BYTES; at < end; at += ENTRY_BYTES) {
    if (!load<u32>(at, ENTRY_PAGE) || !load<u32>(at - ENTRY_BYTES, ENTRY_PAGE)) continue;
    const key = load<u64>(at, ENTRY_KEY);
    if (load<u64>(at - ENTRY_BYTES, ENTRY_KEY) < key) continue;
    copyEntry(HELD, at);
    let to = at;
    do {
      copyEntry(to, to - ENTRY_BYTES);
      to -= ENTRY_BYTES;
    } while (
      to > entriesStart() &&
      load<u32>(to - ENTRY_BYTES, ENTRY_PAGE) &&
      load<u64>(to - ENTRY_BYTES, ENTRY_KEY) > key
    );
    copyEntry(to, HELD);
  }
}

/** Begins to write the run. */
export function beginRun(): void {
  sortEntries();
  written = 0;
  nextRange = 0;
  entry = entriesStart();
  left = 0;
}

/** Writes about `bytes` more bytes of the run to the output, and none at its end; a `STATUS_…` code. */
export function writeRun(bytes: usize): u32 {
  // The last head and the longest chunk may exceed `bytes`.
  if (!reserveOutput(bytes + 2048)) return Status.OUT_OF_MEMORY;
  const end = entriesEnd();
  const stop = output + bytes;
  let to = output;
  while (to < stop) {
    if (left) {
      const count = min(left, chunkRoom(level));
      memory.copy(to, chunk, count);
      to += count;
      left -= count;
      chunk = load<usize>(chunk + chunkRoom(level));
      if (level < LEVEL_MAX) ++level;
      continue;
    }
    while (entry < end && !load<u32>(entry, ENTRY_PAGE)) entry += ENTRY_BYTES;
    if (entry >= end) break;
    const key = load<u64>(entry, ENTRY_KEY);
    const range = <u32>(key >> (64 - WordRun.RANGE_BITS));
    while (nextRange <= range) beginRange(to);
    left = postingsBytes(entry);
    store<u64>(to, key, WordRun.KEY);
    store<u32>(to, <u32>load<u8>(entry, ENTRY_PAGES), WordRun.PAGES);
    store<u32>(to, left, WordRun.POSTINGS);
    to += WordRun.HEAD_BYTES;
    chunk = load<usize>(entry, ENTRY_FIRST);
    level = 0;
    entry += ENTRY_BYTES;
  }
  if (entry >= end && !left) while (nextRange <= WordRun.RANGES) beginRange(to);
  written += <u64>(to - output);
  publishOutput(to - output);
  return Status.OK;
}

function beginRange(to: usize): void {
  store<f64>(DIRECTORY + (usize(nextRange++) << 3), <f64>(written + <u64>(to - output)));
}
