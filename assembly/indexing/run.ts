/** Gathered postings → a run: words in the order of their keys, each with its postings in one piece. */
import { Entry, KeyRange, WordHead } from './records';
import { output, publishOutput, reserveOutput } from '../page/arena';
import { LEVEL_MAX, chunkRoom, entriesEnd, entryAt, postingsBytes } from './gather';

/** Offset of each range of keys in the run, and the end of the last: numbers of 64 bits. */
const DIRECTORY = memory.data(<i32>(KeyRange.COUNT + 1) * 8, 8);

export function runDirectory(): usize {
  return DIRECTORY;
}

/** Bytes written. */
let written: u64 = 0;
/** The range of keys that begins next. */
let nextRange: u32 = 0;
/** The entry that is written next. */
let nextEntry: u32 = 0;
/** The chunk of the current word that is written next. */
let chunk: usize = 0;
/** Level of that chunk. */
let level: u32 = 0;
/** Bytes of the current word that are left. */
let left: u32 = 0;

/** The entry that is being moved. */
const HELD = changetype<Entry>(memory.data(<i32>offsetof<Entry>(), 16));

function copyEntry(to: Entry, from: Entry): void {
  const target = changetype<usize>(to);
  const source = changetype<usize>(from);
  v128.store(target, v128.load(source));
  v128.store(target, v128.load(source, 16), 16);
}

/** Whether an entry belongs before the one in front of it. */
function isBefore(key: u64, index: u32): bool {
  const previous = entryAt(index - 1);
  return previous.lastPage != 0 && previous.key > key;
}

/** Sorts the entries by insertion. They are nearly in order: an entry never moves across a free slot. */
function sortEntries(): void {
  const end = entriesEnd();
  for (let index: u32 = 1; index < end; ++index) {
    const key = entryAt(index).key;
    if (!entryAt(index).lastPage || !isBefore(key, index)) continue;
    copyEntry(HELD, entryAt(index));
    let slot = index;
    do {
      copyEntry(entryAt(slot), entryAt(slot - 1));
    } while (--slot && isBefore(key, slot));
    copyEntry(entryAt(slot), HELD);
  }
}

/** Begins to write the run. */
export function beginRun(): void {
  sortEntries();
  written = 0;
  nextRange = 0;
  nextEntry = 0;
  left = 0;
}

/** Writes about `bytes` more bytes of the run to the output, and none at its end; false if memory is unavailable. */
export function writeRun(bytes: usize): bool {
  // The last head and the longest chunk may exceed `bytes`.
  if (!reserveOutput(bytes + 2048)) return false;
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
    while (nextEntry < end && !entryAt(nextEntry).lastPage) ++nextEntry;
    if (nextEntry == end) break;
    const entry = entryAt(nextEntry++);
    const range = <u32>(entry.key >> (64 - KeyRange.BITS));
    while (nextRange <= range) beginRange(to);
    left = postingsBytes(entry);
    const head = changetype<WordHead>(to);
    head.key = entry.key;
    head.pages = <u32>entry.pages;
    head.bytes = left;
    to += offsetof<WordHead>();
    chunk = entry.firstChunk;
    level = 0;
  }
  if (nextEntry == end && !left) while (nextRange <= KeyRange.COUNT) beginRange(to);
  written += <u64>(to - output);
  publishOutput(to - output);
  return true;
}

function beginRange(to: usize): void {
  store<f64>(DIRECTORY + (usize(nextRange++) << 3), <f64>(written + <u64>(to - output)));
}
