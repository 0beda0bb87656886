/**
 * Allocates blocks of linear memory. If memory is unavailable, AssemblyScript's allocators trap, but this one returns 0. So a page that
 * does not fit fails, and the instance continues.
 *
 * Tables of thousands of sites grow and are released under one fixed limit, so memory of released blocks must be usable for blocks of all
 * sizes. The allocator joins free neighbours at once, and finds free blocks by size in constant time: two-level segregated fit (Masmano,
 * Ripoll, Crespo and Real, TLSF, ECRTS 2004). The owner of a block knows its size.
 *
 *      word before the block          the block, aligned to 16             word before the next block
 *   …  │ size, flags │                │ contents                       …  │ size, flags │
 *                     free instead:   │ next │ previous │   …   │ size │
 */

/** A free block: its neighbours in the list of its size. */
@unmanaged
class FreeBlock {
  next: FreeBlock | null;
  previous: FreeBlock | null;
}

// Flags in the word before a block; sizes are multiples of 16.
const FREE: u32 = 1;
const AFTER_FREE: u32 = 2;
const FLAGS: u32 = 15;

/** Bytes of the word before a block. */
const WORD: usize = 4;
/** Sizes of blocks are multiples of this. */
const STEP: usize = 16;

/** Each size below 2 to the power of this has a separate list. */
const LINEAR_BITS: u32 = 8;
/** Number of doublings of size; the first has the separate lists. */
const DOUBLINGS: u32 = 25;
/** Number of lists for each doubling. */
const LISTS: u32 = 16;

/** Bytes after a block that debug builds reserve to detect writes beyond it. */
const GUARD: usize = ASC_NO_ASSERT ? 0 : 16;
const GUARD_WORD: u64 = 0xa5a5a5a5a5a5a5a5;

/** Maximum number of blocks tried for a close fit. */
const FIT_TRIES: u32 = 8;

/** The first block of each list. */
const HEADS = memory.data(<i32>(DOUBLINGS * LISTS * 4), 16);
/** For each doubling, a bit for each list with a block. */
const USED_LISTS = memory.data(<i32>(DOUBLINGS * 4), 16);
/** A bit for each doubling with a block. */
let usedDoublings: u32 = 0;

/** Address of the first block. */
const BASE: usize = (__heap_base + WORD + 15) & ~15;

/** End of the blocks. A flag in the word before it is set if the last block is free. */
let top: usize = BASE;
/** Maximum bytes of linear memory. */
let limit: usize = 0xffff0000;

export function limitMemory(bytes: u32): void {
  limit = bytes;
}

/** Debug builds only: the block is in use and has `size` bytes, including its word. */
function checkBlock(block: usize, size: usize): void {
  assert(block >= BASE && !(block & 15), 'memory: not the address of a block');
  assert(block + size <= top, 'memory: a block beyond the last one');
  assert(sizeOf(block) == size, 'memory: a block has another size');
  assert(!(head(block) & FREE), 'memory: a block is free already');
  checkGuard(block + size);
}

/** Debug builds only. */
function setGuard(end: usize): void {
  store<u64>(end - WORD - GUARD, GUARD_WORD);
  store<u64>(end - WORD - GUARD, GUARD_WORD, 8);
}

/** Debug builds only: nothing was written after a block. */
function checkGuard(end: usize): void {
  const at = end - WORD - GUARD;
  assert(load<u64>(at) == GUARD_WORD && load<u64>(at, 8) == GUARD_WORD, 'memory: written beyond a block');
}

/** Debug builds only. */
export function checkGuards(): void {
  for (let block = BASE; block < top; block += sizeOf(block))
    if (!(head(block) & FREE)) checkGuard(block + sizeOf(block));
}

function head(block: usize): u32 {
  return load<u32>(block - WORD);
}

function setHead(block: usize, word: u32): void {
  store<u32>(block - WORD, word);
}

function sizeOf(block: usize): usize {
  return head(block) & ~FLAGS;
}

function listOf(size: usize): u32 {
  if (size < <usize>(1 << LINEAR_BITS)) return <u32>(size >> 4);
  const doubling = 31 - clz<u32>(<u32>size);
  return ((doubling - LINEAR_BITS + 1) << 4) + ((<u32>size >> (doubling - 4)) & 15);
}

function firstOf(list: u32): FreeBlock | null {
  return load<FreeBlock | null>(HEADS + ((<usize>list) << 2));
}

function setFirst(list: u32, block: FreeBlock | null): void {
  store<FreeBlock | null>(HEADS + ((<usize>list) << 2), block);
}

function link(block: usize, size: usize): void {
  assert(size >= STEP && !(size & (STEP - 1)), 'memory: not the size of a block');
  const list = listOf(size);
  assert(list < DOUBLINGS * LISTS, 'memory: no list for blocks of this size');
  const free = changetype<FreeBlock>(block);
  const first = firstOf(list);
  free.next = first;
  free.previous = null;
  if (first) first.previous = free;
  setFirst(list, free);
  store<u32>(block + size - 2 * WORD, <u32>size);
  setHead(block, <u32>size | FREE);
  const doubling = list >> 4;
  const bits = USED_LISTS + ((<usize>doubling) << 2);
  store<u32>(bits, load<u32>(bits) | (1 << (list & 15)));
  usedDoublings |= 1 << doubling;
}

function unlink(block: usize, size: usize): void {
  if (!ASC_NO_ASSERT) assert(head(block) & FREE, 'memory: a block in a free list is not free');
  const next = changetype<FreeBlock>(block).next;
  const previous = changetype<FreeBlock>(block).previous;
  if (next) next.previous = previous;
  if (previous) {
    previous.next = next;
    return;
  }
  const list = listOf(size);
  setFirst(list, next);
  if (next) return;
  const doubling = list >> 4;
  const bits = USED_LISTS + ((<usize>doubling) << 2);
  const left = load<u32>(bits) & ~(1 << (list & 15));
  store<u32>(bits, left);
  if (!left) usedDoublings &= ~(1 << doubling);
}

/** A free block of at least `size` bytes, still in its list, or 0. */
function find(size: usize): usize {
  // Blocks of this list may be large enough, because sites often need sizes that others have released.
  let candidate: FreeBlock | null = firstOf(listOf(size));
  for (let tries = FIT_TRIES; candidate && tries; --tries) {
    if (sizeOf(changetype<usize>(candidate)) >= size) return changetype<usize>(candidate);
    candidate = candidate.next;
  }
  // All blocks of the next list are large enough.
  let wanted = size;
  if (size >= <usize>(1 << LINEAR_BITS)) wanted += ((<usize>1) << (27 - clz<u32>(<u32>size))) - 1;
  if (wanted < size) return 0;
  const list = listOf(wanted);
  let doubling = list >> 4;
  let lists = load<u32>(USED_LISTS + ((<usize>doubling) << 2)) & (0xffff << (list & 15));
  if (!lists) {
    const above = usedDoublings & ((<u32>0xfffffffe) << doubling);
    if (!above) return 0;
    doubling = ctz(above);
    lists = load<u32>(USED_LISTS + ((<usize>doubling) << 2));
  }
  return changetype<usize>(firstOf((doubling << 4) + ctz(lists)));
}

/**
 * Grows linear memory up to `end` if necessary; false if refused. Growth is at least an eighth if possible, because engines add the whole
 * memory to their garbage-collection count on every growth. Untouched pages cost nothing.
 */
function growTo(end: u64): bool {
  const have = (<u64>memory.size()) << 16;
  if (end <= have) return true;
  const needed = <i32>((end - have + 0xffff) >> 16);
  const ample = <i32>((<i64>min(have + (have >> 3), <u64>limit) - <i64>have) >> 16);
  return (ample > needed && memory.grow(ample) >= 0) || memory.grow(needed) >= 0;
}

/** A new block at the end, joined with the last block if that is free; 0 if the limit or the host refuses. */
function extend(size: usize): usize {
  const lastIsFree = top > BASE && (head(top) & AFTER_FREE) != 0;
  const block = lastIsFree ? top - load<u32>(top - 2 * WORD) : top;
  const end = <u64>block + <u64>size;
  if (end > <u64>limit) return 0;
  if (!growTo(end)) return 0;
  if (lastIsFree) unlink(block, sizeOf(block));
  top = <usize>end;
  setHead(block, <u32>size);
  setHead(top, 0);
  return block;
}

/** Size of the block that `allocate(bytes)` returns; its owner may use all of it. */
export function roundUp(bytes: usize): usize {
  return ((bytes + WORD + STEP - 1) & ~(STEP - 1)) - WORD;
}

/** Clears a record of at least sixteen bytes. Inline vectors are much faster than `memory.fill`, for which engines call a function. */
// @ts-ignore: decorator
@inline
export function clearRecord(at: usize, bytes: usize): void {
  for (let offset: usize = 0; offset + 16 < bytes; offset += 16) v128.store(at + offset, i32x4.splat(0));
  v128.store(at + bytes - 16, i32x4.splat(0));
}

/** An uncleared block of at least `bytes`, aligned to 16; 0 if the limit or the host refuses. */
export function allocate(bytes: usize): usize {
  if (bytes > 0xffff0000) return 0;
  const size = roundUp(bytes) + WORD + GUARD;
  const block = take(size);
  if (!ASC_NO_ASSERT && block) setGuard(block + size);
  return block;
}

function take(size: usize): usize {
  const block = find(size);
  if (!block) return extend(size);
  const have = sizeOf(block);
  assert(have >= size, 'memory: the free block is too small');
  unlink(block, have);
  const rest = have - size;
  if (rest) {
    setHead(block, <u32>size);
    // The next block already has AFTER_FREE.
    link(block + size, rest);
  } else {
    setHead(block, <u32>size);
    const next = block + size;
    setHead(next, head(next) & ~AFTER_FREE);
  }
  return block;
}

/** Releases a block; `bytes` as in `allocate`. */
export function release(block: usize, bytes: usize): void {
  if (!block) return;
  let size = roundUp(bytes) + WORD + GUARD;
  if (!ASC_NO_ASSERT) checkBlock(block, size);
  const next = block + size;
  if (next != top && head(next) & FREE) {
    const nextSize = sizeOf(next);
    unlink(next, nextSize);
    size += nextSize;
  }
  if (head(block) & AFTER_FREE) {
    const before = <usize>load<u32>(block - 2 * WORD);
    block -= before;
    unlink(block, before);
    size += before;
  }
  link(block, size);
  const end = block + size;
  setHead(end, head(end) | AFTER_FREE);
}
