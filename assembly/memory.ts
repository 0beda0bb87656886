/**
 * Blocks of linear memory. The allocators of AssemblyScript trap if memory is unavailable. This one returns 0, so that a page
 * that does not fit is an error of that page and the instance goes on.
 *
 * Tables of thousands of sites are created, grow and are released under one fixed limit, so memory that a block of one size
 * leaves must serve blocks of all other sizes. Free neighbours are therefore joined at once, and free blocks are found by
 * size in constant time: two-level segregated fit (Masmano, Ripoll, Crespo and Real, TLSF, ECRTS 2004). The owner of a
 * block knows its size.
 *
 *      word before the block          the block, aligned to 16             word before the next block
 *   …  │ size, flags │                │ what its owner wrote           …  │ size, flags │
 *                     free instead:   │ next │ previous │   …   │ size │
 */

/** The first bytes of a free block: its neighbours in the list of its size, null at the ends. */
@unmanaged
class FreeBlock {
  next: FreeBlock | null;
  previous: FreeBlock | null;
}

// Flags in the word before a block, in the bits that a multiple of 16 leaves.
const FREE: u32 = 1;
const AFTER_FREE: u32 = 2;
const FLAGS: u32 = 15;

/** Bytes of the word before a block. */
const WORD: usize = 4;
/** Sizes of blocks are multiples of this many bytes. */
const STEP: usize = 16;

/** Sizes below 2 to the power of this have separate lists. */
const LINEAR_BITS: u32 = 8;
/** Number of doublings of size: that of the sizes with separate lists, and those from there on. */
const DOUBLINGS: u32 = 25;
/** Number of lists of a doubling. */
const LISTS: u32 = 16;

/** Bytes after a block that debug builds reserve to detect writes beyond it; 0 in other builds. */
const GUARD: usize = ASC_NO_ASSERT ? 0 : 16;
/** Contents of the guard, eight bytes each time. */
const GUARD_WORD: u64 = 0xa5a5a5a5a5a5a5a5;

/** Maximum number of blocks tried for a close fit. */
const NEAR_LOOKS: u32 = 8;

/** The first block of each list, four bytes each. */
const HEADS = memory.data(<i32>(DOUBLINGS * LISTS * 4), 16);
/** For each doubling a bit for each of its lists that has a block, in four bytes. */
const USED_LISTS = memory.data(<i32>(DOUBLINGS * 4), 16);
/** A bit for each doubling that has a block. */
let usedDoublings: u32 = 0;

/** The first block begins here; the word before it is the first of the heap. */
const BASE: usize = (__heap_base + WORD + 15) & ~15;

/** End of the blocks, where the next one would begin. A flag in the word before it is set if the last one is free. */
let top: usize = BASE;
/** Maximum address of the end of linear memory, in bytes. */
let limit: usize = 0xffff0000;

/** Linear memory never grows beyond `bytes`. */
export function limitMemory(bytes: u32): void {
  limit = bytes;
}

/** Debug builds only: the block was returned by `allocate` for `size` bytes, head included, and is not free. */
function checkBlock(block: usize, size: usize): void {
  assert(block >= BASE && !(block & 15), 'memory: not the address of a block');
  assert(block + size <= top, 'memory: a block beyond the last one');
  assert(sizeOf(block) == size, 'memory: a block has another size');
  assert(!(head(block) & FREE), 'memory: a block is free already');
  checkGuard(block + size);
}

/** Debug builds only: sets the guard of the block that ends at `end`. */
function setGuard(end: usize): void {
  store<u64>(end - WORD - GUARD, GUARD_WORD);
  store<u64>(end - WORD - GUARD, GUARD_WORD, 8);
}

/** Debug builds only: checks that nothing was written after the block that ends at `end`. */
function checkGuard(end: usize): void {
  const at = end - WORD - GUARD;
  assert(load<u64>(at) == GUARD_WORD && load<u64>(at, 8) == GUARD_WORD, 'memory: written beyond a block');
}

/** Debug builds only: checks that nothing was written after any block. */
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

/** Number of the list for blocks of a size. */
function listOf(size: usize): u32 {
  if (size < <usize>(1 << LINEAR_BITS)) return <u32>(size >> 4);
  const doubling = 31 - clz<u32>(<u32>size);
  return ((doubling - LINEAR_BITS + 1) << 4) + ((<u32>size >> (doubling - 4)) & 15);
}

/** The first block of a list; null without one. */
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

/** A free block of at least `size`, still in its list; 0 without one. */
function find(size: usize): usize {
  // Blocks of this list may be large enough: a size that one site releases is often the size that another one needs.
  let near: FreeBlock | null = firstOf(listOf(size));
  for (let looks = NEAR_LOOKS; near && looks; --looks) {
    if (sizeOf(changetype<usize>(near)) >= size) return changetype<usize>(near);
    near = near.next;
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
 * True if linear memory reaches to `end`, after it has grown if necessary. It grows by an eighth at least: engines add the size of the
 * whole memory to their garbage-collection count on every growth. Untouched pages of memory cost nothing.
 */
function growTo(end: u64): bool {
  const have = (<u64>memory.size()) << 16;
  if (end <= have) return true;
  const needed = <i32>((end - have + 0xffff) >> 16);
  const ample = <i32>((<i64>min(have + (have >> 3), <u64>limit) - <i64>have) >> 16);
  return (ample > needed && memory.grow(ample) >= 0) || memory.grow(needed) >= 0;
}

/** A new block after the last one, joined with the last one if that is free; 0 if the limit or the host refuses. */
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

/**
 * Fills a record of at least sixteen bytes with zeros. Engines implement `memory.fill` by a call; for a record, inline vectors are many
 * times as fast.
 */
// @ts-ignore: decorator
@inline
export function clearRecord(at: usize, bytes: usize): void {
  for (let offset: usize = 0; offset + 16 < bytes; offset += 16) v128.store(at + offset, i32x4.splat(0));
  v128.store(at + bytes - 16, i32x4.splat(0));
}

/** A block of at least `bytes`, aligned to 16, not cleared; 0 if the limit or the host refuses. */
export function allocate(bytes: usize): usize {
  if (bytes > 0xffff0000) return 0;
  const size = roundUp(bytes) + WORD + GUARD;
  const block = take(size);
  if (!ASC_NO_ASSERT && block) setGuard(block + size);
  return block;
}

/** A block of this size; 0 if the limit or the host refuses. */
function take(size: usize): usize {
  const block = find(size);
  if (!block) return extend(size);
  const have = sizeOf(block);
  assert(have >= size, 'memory: the free block is too small');
  unlink(block, have);
  const rest = have - size;
  if (rest) {
    setHead(block, <u32>size);
    // The head of the block that follows has AFTER_FREE already.
    link(block + size, rest);
  } else {
    setHead(block, <u32>size);
    const next = block + size;
    setHead(next, head(next) & ~AFTER_FREE);
  }
  return block;
}

/** Makes a block free; `bytes` as passed to `allocate`. */
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
