/**
 * Postings of the pages since the last run, in memory: a table of words, and for each word a chain of chunks to which its
 * postings are appended (Büttcher, Clarke and Cormack, Information Retrieval, 2010, section 4.5).
 *
 * The table uses open addressing without a hash of its own: the highest bits of a key are its slot, and probing never wraps
 * around. So words are nearly in the order of their keys, which is the order of a run.
 */
import { Entry, Posting, Word, SLOT_PROBES_MAX } from './records';
import { allocate, release } from '../memory';
import { writeNumber } from './numbers';
import { WORDS, wordCount } from './words';

/** Entries after the last slot, for words whose slots are taken. */
const SPILLWAY: u32 = 256;
/** Minimum number of slots of the table. */
const SLOTS_MIN: u32 = 1 << 14;
/** Maximum number of slots of the table. */
const SLOTS_MAX: u32 = 1 << 26;
/** Maximum number of new words that are expected of a page. */
const NEW_WORDS: u32 = 4096;

/** Bytes of the address of the next chunk, which stands at the end of a chunk. */
const LINK: u32 = 4;
/** Bytes of the first chunk of a word; each next one is twice as large. */
const CHUNK_MIN: u32 = 16;
/** Level of chunks of 1 KiB, which do not grow. */
export const LEVEL_MAX: u32 = 6;

export function chunkRoom(level: u32): u32 {
  return (CHUNK_MIN << level) - LINK;
}

/** Bytes of a slab. Chunks are parts of slabs, which are kept until `releaseGathered`. */
const SLAB: usize = 1 << 20;
/** Maximum number of slabs. */
const SLABS_MAX: usize = 4096;
/** Addresses of the slabs, four bytes each. */
const SLABS = memory.data(<i32>(SLABS_MAX * 4), 4);
/** Number of slabs that are allocated. */
let slabCount: usize = 0;
/** Number of slabs that are in use. */
let slabsUsed: usize = 0;
/** Address of the next chunk in the current slab. */
let slabAt: usize = 0;
/** End of the current slab. */
let slabEnd: usize = 0;

/** Address of the table. */
let table: usize = 0;
/** Slots of the table, a power of two. */
let slots: u32 = 0;
/** Bits by which a key is shifted to its slot. */
let shift: u64 = 0;
/** Number of words in the table. */
export let entryCount: u32 = 0;

/** Number of entries of the table, free ones and those of the spillway too. */
export function entriesEnd(): u32 {
  return slots ? slots + SPILLWAY : 0;
}

/** The `index`-th entry. */
// @ts-ignore: decorator
@inline
export function entryAt(index: u32): Entry {
  return changetype<Entry>(table + <usize>index * Entry.BYTES);
}

function tableBytes(): usize {
  return <usize>entriesEnd() * Entry.BYTES;
}

/** Bytes of the postings and of the table. */
export function gatheredBytes(): usize {
  return slabsUsed * SLAB + <usize>(slots + SPILLWAY) * Entry.BYTES;
}

/** Estimate of `gatheredBytes` after the words of the current page or text are added. */
export function wantedBytes(): usize {
  return gatheredBytes() + <usize>wordCount * Word.BYTES;
}

/** Reserves slabs for `bytes` more bytes; false if memory is unavailable. */
function reserveSlabs(bytes: usize): bool {
  let have = slabEnd - slabAt + (slabCount - slabsUsed) * SLAB;
  while (have < bytes) {
    if (slabCount == SLABS_MAX) return false;
    const slab = allocate(SLAB);
    if (!slab) return false;
    store<usize>(SLABS + (slabCount++ << 2), slab);
    have += SLAB;
  }
  return true;
}

/** A chunk, or 0 if memory is unavailable. */
function newChunk(level: u32): usize {
  const bytes = <usize>(CHUNK_MIN << level);
  if (slabAt + bytes > slabEnd) {
    if (slabsUsed == slabCount && !reserveSlabs(slabEnd - slabAt + SLAB)) return 0;
    slabAt = load<usize>(SLABS + (slabsUsed++ << 2));
    slabEnd = slabAt + SLAB;
  }
  const chunk = slabAt;
  slabAt += bytes;
  return chunk;
}

/**
 * Makes a table of `count` slots with all words. False, and the old table stays, if memory is unavailable or if too many keys
 * share their highest bits.
 */
function makeSlots(count: u32): bool {
  const bytes = <usize>(count + SPILLWAY) * Entry.BYTES;
  const larger = allocate(bytes);
  if (!larger) return false;
  memory.fill(larger, 0, bytes);
  const end = entriesEnd();
  const last = larger + bytes - Entry.BYTES;
  const largerShift = <u64>clz(count) + 33;
  for (let index: u32 = 0; index < end; ++index) {
    const entry = entryAt(index);
    if (!entry.lastPage) continue;
    let slot = larger + <usize>(entry.key >> largerShift) * Entry.BYTES;
    const stop = min(slot + <usize>SLOT_PROBES_MAX * Entry.BYTES, last);
    while (slot < stop && changetype<Entry>(slot).lastPage) slot += Entry.BYTES;
    if (slot == stop) {
      release(larger, bytes);
      return false;
    }
    memory.copy(slot, changetype<usize>(entry), Entry.BYTES);
  }
  release(table, tableBytes());
  table = larger;
  slots = count;
  shift = largerShift;
  return true;
}

/** At a load of two thirds the spillway overflows only by keys that were chosen to collide. */
function isFull(entries: u32): bool {
  return <u64>entries * 3 > <u64>slots * 2;
}

/** Reserves slots for `entries` words; false if memory is unavailable. */
function roomForEntries(entries: u32): bool {
  let count = max(slots, SLOTS_MIN);
  while (<u64>entries * 3 > <u64>count * 2) {
    if (count >= SLOTS_MAX) return false;
    count <<= 1;
  }
  return count == slots || makeSlots(count);
}

/** Reserves memory for the current words. The table grows later for a page with more than `NEW_WORDS` new words. */
function roomForWords(): bool {
  return roomForEntries(entryCount + min(wordCount, NEW_WORDS)) && reserveSlabs(<usize>wordCount * 32 + (64 << 10));
}

/** Appends a number to an entry's postings. */
function append(entry: Entry, value: u32): bool {
  let at = entry.end;
  let left = <u32>entry.left;
  if (left >= 5) {
    entry.end = writeNumber(at, value);
    entry.left = <u16>(left - <u32>(entry.end - at));
    return true;
  }
  for (;;) {
    if (!left) {
      const level = min(<u32>entry.level + 1, LEVEL_MAX);
      const chunk = newChunk(level);
      if (!chunk) return false;
      // The link follows the last byte of a full chunk.
      store<usize>(at, chunk);
      entry.level = <u8>level;
      at = chunk;
      left = chunkRoom(level);
    }
    --left;
    if (value < 0x80) break;
    store<u8>(at++, <u8>(value | 0x80));
    value >>= 7;
  }
  store<u8>(at++, <u8>value);
  entry.end = at;
  entry.left = <u16>left;
  return true;
}

/** The entry of a key, which is made if it is missing; null if its probe or the spillway is full, or memory is unavailable. */
// @ts-ignore: decorator
@inline
function entryOf(key: u64): Entry | null {
  let slot = <u32>(key >> shift);
  // The last entry stays free.
  const stop = min(slot + SLOT_PROBES_MAX, slots + SPILLWAY - 1);
  let entry = entryAt(slot);
  for (; slot < stop && entry.lastPage; entry = entryAt(++slot)) {
    if (entry.key == key) return entry;
  }
  const chunk = slot < stop ? newChunk(0) : 0;
  if (!chunk) return null;
  entry.key = key;
  entry.firstChunk = chunk;
  entry.end = chunk;
  entry.left = <u16>chunkRoom(0);
  entry.level = 0;
  entry.pages = 0;
  ++entryCount;
  return entry;
}

/** Adds a word to the postings of the page with a number; false if memory is unavailable. */
// @ts-ignore: decorator
@inline
function gatherWord(word: Word, number: u32): bool {
  if (isFull(entryCount + 1) && !roomForEntries(entryCount + 1)) return false;
  let entry = entryOf(word.key);
  if (!entry) {
    // The spillway is full, or memory is unavailable. A larger table separates the keys.
    if (slots >= SLOTS_MAX || !makeSlots(slots << 1)) return false;
    entry = entryOf(word.key);
    if (!entry) return false;
  }
  const position = word.position;
  const block = word.block;
  const lastPage = entry.lastPage;
  if (lastPage != number) {
    entry.lastPage = number;
    entry.pages += u8(entry.pages < 255);
    if (!append(entry, ((number - lastPage) << 2) | Posting.PAGE)) return false;
    if (!append(entry, block) || !append(entry, position)) return false;
  } else {
    const gap = position - entry.lastPosition;
    const blocks = block - entry.lastBlock;
    if (blocks) {
      if (!append(entry, (blocks << 2) | Posting.BLOCK) || !append(entry, gap)) return false;
    } else if (!append(entry, (gap << 2) | Posting.WORD)) return false;
  }
  entry.lastBlock = block;
  entry.lastPosition = position;
  return true;
}

/**
 * Adds the words of the current page or text to the postings of page `page`. Page numbers must ascend. False if memory is
 * unavailable; the postings of the page may be incomplete then.
 */
export function gatherWords(page: u32): bool {
  if (!roomForWords()) return false;
  for (let index: u32 = 0; index < wordCount; ++index) {
    if (!gatherWord(WORDS.record<Word>(index), page + 1)) return false;
  }
  return true;
}

/** Removes all postings and keeps their memory, except a table that has four times the slots that it needs. */
export function forgetGathered(): void {
  if (slots > SLOTS_MIN && slots > entryCount << 2) releaseEntries();
  memory.fill(table, 0, tableBytes());
  entryCount = 0;
  slabsUsed = 0;
  slabAt = 0;
  slabEnd = 0;
}

function releaseEntries(): void {
  release(table, tableBytes());
  table = 0;
  slots = 0;
}

/** Removes all postings and releases their memory. */
export function releaseGathered(): void {
  releaseEntries();
  forgetGathered();
  while (slabCount) release(load<usize>(SLABS + (--slabCount << 2)), SLAB);
}

/** Bytes of an entry's postings. */
export function postingsBytes(entry: Entry): u32 {
  const last = <u32>entry.level;
  let bytes = chunkRoom(last) - <u32>entry.left;
  for (let level: u32 = 0; level < last; ++level) bytes += chunkRoom(level);
  if (last < LEVEL_MAX) return bytes;
  // More than one chunk may have the maximum level.
  let chunk = entry.firstChunk;
  for (let level: u32 = 0; level < last; ++level) chunk = load<usize>(chunk + chunkRoom(level));
  const end = entry.end;
  const room = <usize>chunkRoom(last);
  for (; end < chunk || end > chunk + room; chunk = load<usize>(chunk + room)) bytes += <u32>room;
  return bytes;
}
