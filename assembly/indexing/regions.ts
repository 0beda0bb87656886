/** Growing regions of linear memory for indexing. */
import { allocate, release, roundUp } from '../memory';

/**
 * Longest probe in a table of a region. These tables are at most two thirds full, so that chance makes fewer than one probe in
 * 10^15 so long; others are made of keys that were chosen with the seed.
 */
export const SLOT_PROBES_MAX: u32 = 512;

// ── Region: two words of static memory ──
//
//   0       4
//   │ start │ room │     room: in bytes
@unmanaged
export class Region {
  start: usize;
  room: usize;

  /** The `index`-th record. */
  @inline
  at<T>(index: u32): T {
    return changetype<T>(this.start + <usize>index * offsetof<T>());
  }

  /** Grows to at least `bytes` and keeps the first `keeps` bytes; false if memory is unavailable. It grows by half or more. */
  reserve(bytes: usize, keeps: usize): bool {
    const have = this.room;
    if (!ASC_NO_ASSERT) assert(keeps <= have, 'regions: more bytes to keep than the region has');
    if (bytes <= have) return true;
    let wanted = roundUp(max(bytes, have + (have >> 1)));
    let moved = allocate(wanted);
    if (!moved) {
      wanted = roundUp(bytes);
      moved = allocate(wanted);
    }
    if (!moved) return false;
    if (keeps) memory.copy(moved, this.start, keeps);
    release(this.start, have);
    this.start = moved;
    this.room = wanted;
    return true;
  }

  /** Grows to at least `count` records, which are not kept; false if memory is unavailable. */
  @inline
  reserveFor<T>(count: u32): bool {
    return this.reserve(<usize>count * (isInteger<T>() ? sizeof<T>() : offsetof<T>()), 0);
  }

  /** The same, and sets all of these records to 0. */
  @inline
  reserveZeroed<T>(count: u32): bool {
    const bytes = <usize>count * (isInteger<T>() ? sizeof<T>() : offsetof<T>());
    if (!this.reserve(bytes, 0)) return false;
    memory.fill(this.start, 0, bytes);
    return true;
  }

  /** The `index`-th word. */
  @inline
  word(index: u32): u32 {
    return load<u32>(this.start + ((<usize>index) << 2));
  }

  @inline
  setWord(index: u32, value: u32): void {
    store<u32>(this.start + ((<usize>index) << 2), value);
  }

  swap(other: Region): void {
    const held = load<u64>(changetype<usize>(this));
    store<u64>(changetype<usize>(this), load<u64>(changetype<usize>(other)));
    store<u64>(changetype<usize>(other), held);
  }

  giveBack(): void {
    release(this.start, this.room);
    this.start = 0;
    this.room = 0;
  }
}

/** A region without memory. */
// @ts-ignore: decorator
@inline
export function newRegion(): Region {
  return changetype<Region>(memory.data(<i32>offsetof<Region>(), 8));
}
