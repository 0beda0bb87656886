/** Records of two-stage detection: of a group of sites, and of the current word; see clusters.ts. */

// ── Block of the group: what every posting reads; its counts are in a region of their own ──
//
//   0       4
//   │ style │ before │     style: its number, 0 where it cannot be template; before: the last position before its first word
@unmanaged
export class GroupBlock {
  style: u32;
  before: u32;
}

// ── Counts of the words of a block ──
//
//   0     4          8
//   │ all │ template │ rest │     template: its template words; rest: words that are counted as others
@unmanaged
export class WordCounts {
  all: u32;
  template: u32;
  rest: u32;

  /** Whether more than a fifth of the words are not template words: the block is content. */
  get isContent(): bool {
    return 5 * <u64>this.rest > <u64>this.all;
  }

  /** Whether at least four fifths of the words are template words. */
  get isTemplate(): bool {
    return this.all != 0 && 5 * <u64>this.template >= 4 * <u64>this.all;
  }
}

// ── Style, by number: 0 for blocks that cannot be template ──
//
//   0      4              8
//   │ word │ firstCluster │ open │     firstCluster: of the word; open: blocks without a verdict
@unmanaged
export class Style {
  word: u32;
  firstCluster: u32;
  open: u32;
}

// ── Cluster of the current word: blocks of one style in which the word has similar positions ──
//
//   0           16       20     24      28
//   │ signature │ blocks │ next │ style │     signature: that of its first block
@unmanaged
export class Cluster {
  signature: v128;
  blocks: u32;
  next: u32;
  style: u32;
  /** In place of the next cluster of a style. */
  static readonly NONE: u32 = 0xffffffff;
}

// ── Slot of the table that finds clusters of few bits by style and signature ──
//
//   0      4
//   │ word │ cluster │
@unmanaged
export class ClusterSlot {
  word: u32;
  cluster: u32;
}

// ── Block that has the current word ──
//
//   0       4       8
//   │ block │ times │ cluster │
@unmanaged
export class Hit {
  block: u32;
  times: u32;
  cluster: u32;
}

// ── Slot of the table that counts styles ──
//
//   0     8        12       16
//   │ key │ blocks │ number │
@unmanaged
export class StyleCount {
  key: u64;
  blocks: u32;
  number: u32;
}
