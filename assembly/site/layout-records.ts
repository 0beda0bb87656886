/** Records of the layouts of a site. */

// ── Layouts of a site: how many there are, the last id, whether pages have common texts, how many have room; then the records ──
//
//   0    4       8       12     16       20       24   24: its places          0      4        5       6
//   │ id │ pages │ first │ last │ weight │ places │ …                           │ hash │ around │ count │
//
// A layout has up to 64 places: hash, number of the layout's place around it, and on how many of the last `weight` pages it was.
@unmanaged
export class Layouts {
  count: u32;
  lastId: u32;
  /** How many more of the last pages had a text that half of the pages known have than had none; 0 to `COMMON_MAX`. */
  common: u32;
  room: u32;
  static readonly BYTES: usize = offsetof<Layouts>();
  static readonly COMMON_MAX: u32 = 32;
  /** Maximum number of layouts of a site. */
  static readonly MAX: u32 = 32;
  /** The end of saved layouts: what stands before their room, and all bytes about them (saved.ts). */
  static readonly SAVED_END_BYTES: usize = 16;
}

@unmanaged
export class LayoutPlace {
  hash: u32;
  around: u8;
  count: u8;
  static readonly BYTES: usize = offsetof<LayoutPlace>();
}

@unmanaged
export class Layout {
  static readonly PLACES_MAX: u32 = 64;
  /** At this number of pages, the counts of a layout are halved. */
  static readonly WEIGHT_MAX: u32 = 32;
  id: u32;
  pages: u32;
  first: u32;
  last: u32;
  weight: u32;
  places: u32;
  /** Its places follow. */
  static readonly FIRST_PLACE: usize = offsetof<Layout>();
  static readonly BYTES: usize = offsetof<Layout>() + 64 * offsetof<LayoutPlace>();
}

export namespace Around {
  /** In place of a place's number: the root block is around it. */
  export const ROOT: u32 = 0;
  /** In place of a place's number: the place around it was forgotten. */
  export const FORGOTTEN: u32 = 255;
}
