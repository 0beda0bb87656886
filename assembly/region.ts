import { allocate, release, roundUp } from './memory';

/** A growing region of linear memory; 0 and 0 without memory. */
@unmanaged
export class Region {
  at: usize;
  bytes: usize;

  /** The first size is exact, later sizes are doubled. So all previous regions together are smaller than the current one. */
  private sizeFor(bytes: usize): usize {
    return roundUp(max(bytes, this.bytes << 1));
  }

  /** Replaces the contents by uninitialised bytes; returns the address, or 0 with an empty region if memory is unavailable. */
  replace(bytes: usize): usize {
    if (bytes > this.bytes) {
      // Exact in debug builds, so that writes beyond the capacity are detected.
      const wanted = ASC_NO_ASSERT ? this.sizeFor(bytes) : roundUp(bytes);
      this.release();
      this.at = allocate(wanted);
      if (this.at) this.bytes = wanted;
    }
    return this.at;
  }

  /** Grows and keeps the first `kept` bytes; false, without a change, if memory is unavailable. */
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

  @inline
  record<T>(index: u32): T {
    return changetype<T>(this.at + <usize>index * offsetof<T>());
  }

  /** Reserves records without contents; false if memory is unavailable. */
  @inline
  reserveFor<T>(count: u32): bool {
    return this.grow(<usize>count * (isInteger<T>() ? sizeof<T>() : offsetof<T>()), 0);
  }

  /** Replaces the contents by cleared records. */
  @inline
  reserveZeroed<T>(count: u32): bool {
    if (!this.reserveFor<T>(count)) return false;
    memory.fill(this.at, 0, <usize>count * (isInteger<T>() ? sizeof<T>() : offsetof<T>()));
    return true;
  }

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

/** A record that is followed by others of its kind. */
@unmanaged
export class Row {
  @inline
  nextRecord<T>(): T {
    return changetype<T>(changetype<usize>(this) + offsetof<T>());
  }

  @inline
  @operator('<')
  static isBefore(one: Row, other: Row): bool {
    return changetype<usize>(one) < changetype<usize>(other);
  }
}
