/**
 * Blocks of linear memory. Unlike the allocators that come with the language this one answers 0 where memory can not be
 * had, so that a page that does not fit is an error of that page and not the end of the instance.
 *
 * Small blocks (a site's table, mostly) come in classes, from 256 bytes on sixteen to each doubling, with a free list to each, since
 * what one site gives back another soon takes. Large blocks come from one free list in the order of addresses, where
 * neighbours are joined, since a table or page of that size that grows in steps would leave a trail of dead classes.
 * The owner of a block knows its size; blocks carry no header.
 */

const LARGE: usize = 32768;
const CLASSES: i32 = 130;

/** Heads of the free lists of the small classes. */
const FREE_SMALL = memory.data(<i32>(CLASSES * 4), 16);

/** A free large block holds its size and the address of the next one. */
const FREE_SIZE: usize = 0;
const FREE_NEXT: usize = 4;
let freeLarge: usize = 0;

let top: usize = (__heap_base + 15) & ~15;
let limit: usize = 0xffff0000;

/** Linear memory never grows beyond `bytes`. */
export function limitMemory(bytes: u32): void {
  limit = bytes;
}

function classOf(bytes: usize): i32 {
  if (bytes <= 64) return 0;
  if (bytes <= 256) return <i32>((bytes - 49) >> 4);
  const doubling = 31 - clz<u32>(<u32>bytes - 1);
  const step = doubling - 4;
  return ((doubling - 8) << 4) + <i32>(((<u32>bytes - 1) >> step) & 15) + 13;
}

function classBytes(index: i32): usize {
  if (index <= 12) return 64 + (<usize>index << 4);
  return <usize>(16 + ((index - 12) & 15)) << (4 + ((index - 12) >> 4));
}

/** What `allocate(bytes)` really hands out: room that its caller may use. */
export function roundUp(bytes: usize): usize {
  return bytes <= LARGE ? classBytes(classOf(bytes)) : (bytes + 255) & ~255;
}

function extend(bytes: usize): usize {
  const end = <u64>top + <u64>bytes;
  if (end > <u64>limit) return 0;
  const have = <u64>memory.size() << 16;
  if (end > have) {
    const pages = <i32>((end - have + 0xffff) >> 16);
    if (memory.grow(pages) < 0) return 0;
  }
  const block = top;
  top += bytes;
  return block;
}

function takeLarge(bytes: usize): usize {
  let link: usize = 0;
  for (let block = freeLarge; block; link = block, block = load<usize>(block, FREE_NEXT)) {
    const size = load<usize>(block, FREE_SIZE);
    if (size < bytes) continue;
    let next = load<usize>(block, FREE_NEXT);
    if (size > bytes) {
      const rest = block + bytes;
      store<usize>(rest, size - bytes, FREE_SIZE);
      store<usize>(rest, next, FREE_NEXT);
      next = rest;
    }
    if (link) store<usize>(link, next, FREE_NEXT);
    else freeLarge = next;
    return block;
  }
  return 0;
}

function giveLarge(block: usize, bytes: usize): void {
  let before: usize = 0;
  let after = freeLarge;
  while (after && after < block) {
    before = after;
    after = load<usize>(after, FREE_NEXT);
  }
  if (after && block + bytes == after) {
    bytes += load<usize>(after, FREE_SIZE);
    after = load<usize>(after, FREE_NEXT);
  }
  if (before && before + load<usize>(before, FREE_SIZE) == block) {
    store<usize>(before, load<usize>(before, FREE_SIZE) + bytes, FREE_SIZE);
    store<usize>(before, after, FREE_NEXT);
    return;
  }
  store<usize>(block, bytes, FREE_SIZE);
  store<usize>(block, after, FREE_NEXT);
  if (before) store<usize>(before, block, FREE_NEXT);
  else freeLarge = block;
}

/** A block of at least `bytes`, aligned to 16, not cleared; 0 where the limit or the host says no. */
export function allocate(bytes: usize): usize {
  if (bytes > LARGE) {
    if (bytes > 0xfffffeff) return 0;
    bytes = roundUp(bytes);
    const block = takeLarge(bytes);
    return block ? block : extend(bytes);
  }
  const index = classOf(bytes);
  const head = FREE_SMALL + ((<usize>index) << 2);
  const block = load<usize>(head);
  if (!block) return extend(classBytes(index));
  store<usize>(head, load<usize>(block));
  return block;
}

/** Takes back a block; `bytes` as it was asked for. */
export function release(block: usize, bytes: usize): void {
  if (!block) return;
  bytes = roundUp(bytes);
  if (block + bytes == top) {
    top = block;
  } else if (bytes > LARGE) {
    giveLarge(block, bytes);
  } else {
    const head = FREE_SMALL + ((<usize>classOf(bytes)) << 2);
    store<usize>(block, load<usize>(head));
    store<usize>(head, block);
  }
}
