/** Growing regions of linear memory. */
import { allocate, release, roundUp } from './memory';

/** A region: where it is, and its size; both 0 while it has no memory. */
@unmanaged
export class Region {
  at: usize;
  bytes: usize;

  /** A size for a region that grows: doubled, so that all smaller sizes together waste less than one region; exact at first. */
  private sizeFor(bytes: usize): usize {
    const doubled = this.bytes << 1;
    return roundUp(bytes > doubled ? bytes : doubled);
  }

  /** Room for `bytes` bytes in place of what the region held; where it is, or 0, and the region is empty, if memory is unavailable. */
  replace(bytes: usize): usize {
    if (bytes > this.bytes) {
      const wanted = this.sizeFor(bytes);
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
}
