// ── Place: written by places/places.ts ──
//
//   0        4                8     16     20      24         28        32     36       40
//   │ parent │ tag, position │ key │ node │ count │ template │ content │ main │ linked │
//     plus 1   16 bits each         first  elements  code points, in the elements of the place
@unmanaged
export class Place {
  parent: u32;
  tag: u32;
  key: u64;
  node: u32;
  count: u32;
  template: u32;
  content: u32;
  main: u32;
  linked: u32;
  static readonly BYTES: usize = offsetof<Place>();

  /** Maximum number of places; further elements belong to their parent's place. */
  static readonly RECORDS_MAX: u32 = 1024;
}
