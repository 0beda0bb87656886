/** Growing regions of linear memory. */
import { allocate, release, roundUp } from './memory';

/** A region: where it is, and its size; both 0 while it has no memory. */
@unmanaged
export class Region {
  at: usize;
  bytes: usize;

  /** A size for a region that grows: doubled, so that all smaller sizes together waste less than one region; exact at first. */
  private sizeFor(bytes: usize): usize {
    return roundUp(max(bytes, this.bytes << 1));
  }

  /** Room for `bytes` bytes in place of what the region held; where it is, or 0, and the region is empty, if memory is unavailable. */
  replace(bytes: usize): usize {
    if (bytes > this.bytes) {
      // In debug builds the room ends where the bytes end, so that what is written beyond them is found.
      const wanted = ASC_NO_ASSERT ? this.sizeFor(bytes) : roundUp(bytes);
      this.release();
      this.at = allocate(wanted);
      if (this.at) this.bytes = wanted;
    }
    return this.at;
  }

  /** Room for `bytes` bytes, of which the first `kept` are kept; false, and the region stays as it is, if memory is unavailable. */
  grow(bytes: usize, kept: usize): bool {
    if (bytes <= this.bytes) return true;
    let wanted = this.sizeFor(bytes);
    let moved = allocate(wanted);
    if (!moved) {
      wanted = roundUp(bytes);
      moved = allocate(wanted);
    }
    if (!moved) return false;
    memory.copy(moved, this.at, kept);
    this.release();
    this.at = moved;
    this.bytes = wanted;
    return true;
  }

  release(): void {
    release(this.at, this.bytes);
    this.at = 0;
    this.bytes = 0;
  }

  /** The `index`-th record. */
  @inline
  record<T>(index: u32): T {
    return changetype<T>(this.at + <usize>index * offsetof<T>());
  }

  /** Room for `count` records, which are not kept; false if memory is unavailable. */
  @inline
  reserveFor<T>(count: u32): bool {
    return this.grow(<usize>count * (isInteger<T>() ? sizeof<T>() : offsetof<T>()), 0);
  }

  /** The same, and sets all of these records to 0. */
  @inline
  reserveZeroed<T>(count: u32): bool {
    if (!this.reserveFor<T>(count)) return false;
    memory.fill(this.at, 0, <usize>count * (isInteger<T>() ? sizeof<T>() : offsetof<T>()));
    return true;
  }

  /** The `index`-th word. */
  @inline
  word(index: u32): u32 {
    return load<u32>(this.at + ((<usize>index) << 2));
  }

  @inline
  setWord(index: u32, value: u32): void {
    store<u32>(this.at + ((<usize>index) << 2), value);
  }
}

/** A region without memory. */
// @ts-ignore: decorator
@inline
export function newRegion(): Region {
  return changetype<Region>(memory.data(<i32>offsetof<Region>(), 8));
}
