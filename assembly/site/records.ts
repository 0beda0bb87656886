// ── Group of a table: sixteen slots, field by field, so that one vector instruction tests sixteen fields ──
//
//   0         16        32        48         112                128
//   │ control │ expiry  │ df      │ rest     │ expiry, high byte │
//     16 × u8   16 × u8   16 × u8   16 × u32   16 × u8
//
// control: EMPTY, or the low seven bits of the fingerprint. rest: its high 32 bits. expiry: the last page of the entry's life, modulo 2^8;
// for long lifetimes modulo 2^16, with the high bytes in the last row (table.ts).
export namespace Group {
  export const SLOTS: u32 = 16;
  export const CONTROL: usize = 0;
  export const EXPIRY: usize = CONTROL + 16;
  export const DF: usize = EXPIRY + 16;
  export const REST: usize = DF + 16;
  export const EXPIRY_HIGH: usize = REST + 64;
  /** The bits of a key that are its fingerprint. */
  export const FINGERPRINT: u64 = 0xffffffff0000007f;
  /** Maximum DF; counting stops there. */
  export const DF_MAX: u32 = 255;
}

// ── Site: the table of segments, the ids of the last pages in a ring, and layouts ──
//
//   0        4            8      12      16      20       24            28             32           36        40     56
//   │ groups │ groupCount │ capacity │ clock │ scrub │ recent │ recentCount │ recentCursor │ recentCapacity │ layouts │ seed │
@unmanaged
export class Table {
  groups: usize;
  groupCount: u32;
  /** Entries that may be added before a rebuild. */
  capacity: u32;
  /** Number of counted pages. */
  clock: u32;
  scrub: u32;

  /** Maximum groups of a probe. The probability that a key needs more is negligible; see table.ts. */
  static readonly PROBES_MAX: u32 = 8192;
}

@unmanaged
export class Site extends Table {
  recent: usize;
  recentCount: u32;
  recentCursor: u32;
  recentCapacity: u32;
  /** Its layouts, or 0. */
  layouts: usize;
  /** The secret seed of its keys. */
  seedLow: u64;
  seedHigh: u64;
  static readonly BYTES: usize = offsetof<Site>();

  static readonly RECENT_IDS: u32 = 256;
}

export namespace Lifetime {
  /** Maximum lifetime in pages; with expiries of 16 bits, 2^14 pages remain to scrub an expired entry. */
  export const MAX: u32 = 16384;
  /** Maximum lifetime for expiries of 8 bits; 2^6 pages remain. */
  export const SHORT: u32 = 64;
}

// ── Snapshot of a table: the seed of its keys, its entries ascending by fingerprint, the ids of its last pages, its layouts ──
//
//   0      16                            0             8    10     12
//   │ seed │ entries │ ids │ layouts │    │ fingerprint │ df │ left │     left: pages until the entry is forgotten, from 1
@unmanaged
export class SnapshotEntry {
  static readonly SEED_BYTES: usize = 16;
  static readonly ID_BYTES: usize = 8;
  fingerprint: u64;
  df: u16;
  left: u16;
  static readonly BYTES: usize = offsetof<SnapshotEntry>();

  @inline
  put(fingerprint: u64, df: u16, left: u16): void {
    this.fingerprint = fingerprint;
    this.df = df;
    this.left = left;
  }
}
