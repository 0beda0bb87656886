// ── Layouts of a site: their number, the last id, `common`, capacity; then the records ──
//
//   0    4       8       12     16       20       24   24: its paths          0      4        5       6
//   │ id │ pages │ first │ last │ weight │ paths │ …                           │ hash │ parent │ count │
//
// A layout has up to 64 paths, each with a hash, the number of its parent path in the layout, and how many of the last `weight` pages have
// it.
@unmanaged
export class Layouts {
  count: u32;
  lastId: u32;
  /** From 0 to `COMMON_MAX`. A page with a text that half of the known pages have increments it, another page decrements it. */
  common: u32;
  capacity: u32;
  static readonly BYTES: usize = offsetof<Layouts>();
  static readonly COMMON_MAX: u32 = 32;
  /** Maximum number of layouts of a site. */
  static readonly MAX: u32 = 32;
  /** End of saved layouts: the fields before `capacity`, and the number of bytes (layout-snapshot.ts). */
  static readonly SAVED_END_BYTES: usize = 16;
}

@unmanaged
export class LayoutPath {
  hash: u32;
  parent: u8;
  count: u8;
  static readonly BYTES: usize = offsetof<LayoutPath>();
}

@unmanaged
export class Layout {
  static readonly PATHS_MAX: u32 = 64;
  /** At this number of pages, the counts of a layout are halved. */
  static readonly WEIGHT_MAX: u32 = 32;
  id: u32;
  pages: u32;
  first: u32;
  last: u32;
  weight: u32;
  paths: u32;
  static readonly FIRST_PATH: usize = offsetof<Layout>();
  static readonly BYTES: usize = offsetof<Layout>() + 64 * offsetof<LayoutPath>();
}

export namespace ParentPath {
  /** The parent is the root block. */
  export const ROOT: u32 = 0;
  /** The parent was evicted. */
  export const FORGOTTEN: u32 = 255;
}
