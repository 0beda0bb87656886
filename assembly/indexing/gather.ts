/**
 * Postings of the pages since the last run, in memory: a table of words, and for each word a chain of chunks to which its
 * postings are appended (Büttcher, Clarke and Cormack, Information Retrieval, 2010, section 4.5).
 *
 * The table uses open addressing without a hash of its own: the highest bits of a key are its slot, and probing never wraps
 * around. So words are nearly in the order of their keys, which is the order of a run.
 */
import { Posting, Word } from './layout';
import { allocate, release } from '../memory';
import { SLOT_PROBES_MAX } from './regions';
import { wordCount, wordsAddress } from './words';

// ── Entry: one word ──
//
//   0     8       12   16      20      24         28
//   │ key │ first │ at │ page  │ block │ position │ left, level, pages │
//           chunk   next of the last posting        16, 8, 8 bits
//                   byte                            bytes left in the last chunk, its level, pages up to 255
//
// Pages are counted from 1; a free entry has page 0.
export const ENTRY_KEY: usize = 0;
export const ENTRY_FIRST: usize = ENTRY_KEY + 8;
const ENTRY_AT: usize = ENTRY_FIRST + 4;
export const ENTRY_PAGE: usize = ENTRY_AT + 4;
const ENTRY_BLOCK: usize = ENTRY_PAGE + 4;
const ENTRY_POSITION: usize = ENTRY_BLOCK + 4;
const ENTRY_LEFT: usize = ENTRY_POSITION + 4;
const ENTRY_LEVEL: usize = ENTRY_LEFT + 2;
export const ENTRY_PAGES: usize = ENTRY_LEVEL + 1;
export const ENTRY_BYTES: usize = ENTRY_PAGES + 1;

/** Entries after the last slot, for words whose slots are taken. */
const SPILLWAY: u32 = 256;
const SLOTS_MIN: u32 = 1 << 14;
const SLOTS_MAX: u32 = 1 << 26;
/** Maximum number of new words that are expected of a page. */
const NEW_WORDS: u32 = 4096;

/** Chunks double from 16 bytes to 1 KiB; the last four bytes are the next chunk's address. */
const LINK: u32 = 4;
const CHUNK_MIN: u32 = 16;
export const LEVEL_MAX: u32 = 6;

export function chunkRoom(level: u32): u32 {
  return (CHUNK_MIN << level) - LINK;
}

/** Chunks are parts of slabs, which are kept until `releaseGathered`. */
const SLAB: usize = 1 << 20;
const SLABS_MAX: usize = 4096;
const SLABS = memory.data(<i32>(SLABS_MAX * 4), 4);
let slabCount: usize = 0;
let slabsUsed: usize = 0;
let slabAt: usize = 0;
let slabEnd: usize = 0;

let entriesAt: usize = 0;
/** Slots of the table, a power of two, and the shift from a key to its slot. */
let slots: u32 = 0;
let shift: u64 = 0;
export let entryCount: u32 = 0;

export function entriesStart(): usize {
  return entriesAt;
}

export function entriesEnd(): usize {
  return entriesAt + <usize>(slots + (slots ? SPILLWAY : 0)) * ENTRY_BYTES;
}

/** Bytes of the postings and of the table. */
export function gatheredBytes(): usize {
  return slabsUsed * SLAB + <usize>(slots + SPILLWAY) * ENTRY_BYTES;
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
  const bytes = <usize>(count + SPILLWAY) * ENTRY_BYTES;
  const larger = allocate(bytes);
  if (!larger) return false;
  memory.fill(larger, 0, bytes);
  const end = entriesEnd();
  const last = larger + bytes - ENTRY_BYTES;
  const largerShift = <u64>clz(count) + 33;
  for (let entry = entriesAt; entry < end; entry += ENTRY_BYTES) {
    if (!load<u32>(entry, ENTRY_PAGE)) continue;
    let at = larger + <usize>(load<u64>(entry, ENTRY_KEY) >> largerShift) * ENTRY_BYTES;
    const stop = min(at + <usize>SLOT_PROBES_MAX * ENTRY_BYTES, last);
    while (at < stop && load<u32>(at, ENTRY_PAGE)) at += ENTRY_BYTES;
    if (at == stop) {
      release(larger, bytes);
      return false;
    }
    memory.copy(at, entry, ENTRY_BYTES);
  }
  if (entriesAt) release(entriesAt, end - entriesAt);
  entriesAt = larger;
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
export function roomForWords(): bool {
  return roomForEntries(entryCount + min(wordCount, NEW_WORDS)) && reserveSlabs(<usize>wordCount * 32 + (64 << 10));
}

/** Appends a number to an entry's postings. */
function append(entry: usize, value: u32): bool {
  let at = load<usize>(entry, ENTRY_AT);
  let left = <u32>load<u16>(entry, ENTRY_LEFT);
  if (left >= 5) {
    const start = at;
    while (value >= 0x80) {
      store<u8>(at++, <u8>(value | 0x80));
      value >>= 7;
    }
    store<u8>(at++, <u8>value);
    store<usize>(entry, at, ENTRY_AT);
    store<u16>(entry, <u16>(left - <u32>(at - start)), ENTRY_LEFT);
    return true;
  }
  for (;;) {
    if (!left) {
      const level = min(<u32>load<u8>(entry, ENTRY_LEVEL) + 1, LEVEL_MAX);
      const chunk = newChunk(level);
      if (!chunk) return false;
      // The link follows the last byte of a full chunk.
      store<usize>(at, chunk);
      store<u8>(entry, <u8>level, ENTRY_LEVEL);
      at = chunk;
      left = chunkRoom(level);
    }
    --left;
    if (value < 0x80) break;
    store<u8>(at++, <u8>(value | 0x80));
    value >>= 7;
  }
  store<u8>(at++, <u8>value);
  store<usize>(entry, at, ENTRY_AT);
  store<u16>(entry, <u16>left, ENTRY_LEFT);
  return true;
}

/** The entry of a key, which is made if it is missing; 0 if its probe or the spillway is full, or memory is unavailable. */
// @ts-ignore: decorator
@inline
function entryOf(key: u64): usize {
  let entry = entriesAt + <usize>(key >> shift) * ENTRY_BYTES;
  // The last entry stays free.
  const stop = min(
    entry + <usize>SLOT_PROBES_MAX * ENTRY_BYTES,
    entriesAt + <usize>(slots + SPILLWAY - 1) * ENTRY_BYTES,
  );
  for (; entry < stop && load<u32>(entry, ENTRY_PAGE); entry += ENTRY_BYTES) {
    if (load<u64>(entry, ENTRY_KEY) == key) return entry;
  }
  if (entry == stop) return 0;
  const chunk = newChunk(0);
  if (!chunk) return 0;
  store<u64>(entry, key, ENTRY_KEY);
  store<usize>(entry, chunk, ENTRY_FIRST);
  store<usize>(entry, chunk, ENTRY_AT);
  store<u16>(entry, <u16>chunkRoom(0), ENTRY_LEFT);
  store<u8>(entry, 0, ENTRY_LEVEL);
  store<u8>(entry, 0, ENTRY_PAGES);
  ++entryCount;
  return entry;
}

/** Adds the current words to the postings of a page; false if memory is unavailable. Page numbers must ascend. */
export function gather(page: u32): bool {
  const number = page + 1;
  const end = wordsAddress() + <usize>wordCount * Word.BYTES;
  for (let word = wordsAddress(); word < end; word += Word.BYTES) {
    const position = load<u32>(word, Word.POSITION);
    const block = load<u32>(word, Word.BLOCK);
    if (isFull(entryCount + 1) && !roomForEntries(entryCount + 1)) return false;
    const key = load<u64>(word, Word.KEY);
    let entry = entryOf(key);
    if (!entry) {
      // The spillway is full, or memory is unavailable. A larger table separates the keys.
      if (slots >= SLOTS_MAX || !makeSlots(slots << 1)) return false;
      entry = entryOf(key);
      if (!entry) return false;
    }
    const last = load<u32>(entry, ENTRY_PAGE);
    if (last != number) {
      store<u32>(entry, number, ENTRY_PAGE);
      const pages = <u32>load<u8>(entry, ENTRY_PAGES);
      store<u8>(entry, <u8>(pages + u32(pages < 255)), ENTRY_PAGES);
      if (!append(entry, ((number - last) << 2) | Posting.PAGE)) return false;
      if (!append(entry, block) || !append(entry, position)) return false;
    } else {
      const gap = position - load<u32>(entry, ENTRY_POSITION);
      const lastBlock = load<u32>(entry, ENTRY_BLOCK);
      if (block != lastBlock) {
        if (!append(entry, ((block - lastBlock) << 2) | Posting.BLOCK) || !append(entry, gap)) return false;
      } else if (!append(entry, (gap << 2) | Posting.WORD)) return false;
    }
    store<u32>(entry, block, ENTRY_BLOCK);
    store<u32>(entry, position, ENTRY_POSITION);
  }
  return true;
}

/** Removes all postings and keeps their memory, except a table that has four times the slots that it needs. */
export function forgetGathered(): void {
  if (slots > SLOTS_MIN && slots > entryCount << 2) releaseEntries();
  if (entriesAt) memory.fill(entriesAt, 0, entriesEnd() - entriesAt);
  entryCount = 0;
  slabsUsed = 0;
  slabAt = 0;
  slabEnd = 0;
}

function releaseEntries(): void {
  if (entriesAt) release(entriesAt, entriesEnd() - entriesAt);
  entriesAt = 0;
  slots = 0;
}

/** Removes all postings and releases their memory. */
export function releaseGathered(): void {
  releaseEntries();
  forgetGathered();
  while (slabCount) release(load<usize>(SLABS + (--slabCount << 2)), SLAB);
}

/** Bytes of an entry's postings. */
export function postingsBytes(entry: usize): u32 {
  const last = <u32>load<u8>(entry, ENTRY_LEVEL);
  let bytes = chunkRoom(last) - <u32>load<u16>(entry, ENTRY_LEFT);
  for (let level: u32 = 0; level < last; ++level) bytes += chunkRoom(level);
  if (last < LEVEL_MAX) return bytes;
  // More than one chunk may have the maximum level.
  let chunk = load<usize>(entry, ENTRY_FIRST);
  for (let level: u32 = 0; level < last; ++level) chunk = load<usize>(chunk + chunkRoom(level));
  const at = load<usize>(entry, ENTRY_AT);
  const room = <usize>chunkRoom(last);
  for (; at < chunk || at > chunk + room; chunk = load<usize>(chunk + room)) bytes += <u32>room;
  return bytes;
}
