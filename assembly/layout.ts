/**
 * The model, and options, codes and sizes that several folders share, or the module and its bindings. Folders contain their other records.
 * `scripts/generate-exports.ts` writes offsets and values for the bindings.
 *
 * The memory map:
 *
 *   0 ─────────────► __heap_base ───────────────────────────────────────────────► memory.size()
 *   │ static tables │ blocks of memory.ts, in any order:                          │
 *   │ page result   │   page workspace, reused from page to page: input, nodes,   │
 *   │               │   segments, blocks, stack, output                           │
 *   │               │   one table per site: header, groups, recent page ids       │
 *
 * A *reference* to a node, segment or block is its byte offset in its region, because regions may move. Reference 0 is the document or the
 * first record. A *slot* is an address: group base + index.
 */

// ── Model of the evidence ──
//
//   0       8         12         16        20    36        52          60
//   │ magic │ version │ features │ lexicon │ trees │ base of │ threshold │ lexicon │ trees │ hash │
//                                  words     prior   prior     template    words     bytes   8 B
//                                            joint   joint     main
//                                            main    main
//                                            whole   whole
//
// A tree is oblivious: all nodes of a level compare the same feature with the same threshold. The results are the bits of the leaf's index,
// highest first. Leaves are log odds in 1/256, bases and threshold in 1/1024.
@unmanaged
export class Model {
  magic: u64;
  version: u32;
  features: u32;
  lexicon: u32;
  priorTrees: u32;
  jointTrees: u32;
  mainTrees: u32;
  wholeTrees: u32;
  priorBase: i32;
  jointBase: i32;
  mainBase: i32;
  wholeBase: i32;
  threshold: i32;
  mainThreshold: i32;
  /** Bytes of the kinds' data, after the trees. */
  kindBytes: u32;
  static readonly HEADER_BYTES: usize = offsetof<Model>();
  static readonly HASH_BYTES: usize = 8;
  static readonly KNOWN_MAGIC: u64 = 0x0a6c65646f6d6672;
  static readonly KNOWN_VERSION: u32 = 5;

  /** Number of trees of the `index`-th forest. */
  treesOf(index: u32): u32 {
    return load<u32>(changetype<usize>(this) + ((<usize>index) << 2), offsetof<Model>('priorTrees'));
  }

  baseOf(index: u32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>index) << 2), offsetof<Model>('priorBase'));
  }
}

// ── Kinds of pages in the model ──
//
//   0       4         32            96
//   │ count │ bases   │ confidences │ features │ weights │
//             i32 × 7   u16 × 32      u32        i8: of all features for the first kind, then for the next, …; padded with zeros
//
// A feature is the high 24 bits of its hash; features are sorted. Bases and weights are log odds in 1/16. Confidences are in 1/1000; the
// difference of the two largest scores, in steps of `1 << MARGIN_SHIFT`, selects one.
export namespace Kinds {
  export const COUNT: u32 = 7;
  /** Codes of `Page.kind`. Pages of posts are FORUM; pages of offers are PRODUCT or above. */
  export const ARTICLE: u32 = 1;
  export const DOCUMENTATION: u32 = 2;
  export const FORUM: u32 = 3;
  export const PRODUCT: u32 = 4;
  export const LISTING: u32 = 5;
  export const COLLECTION: u32 = 6;
  export const FEATURES_AT: usize = 0;
  export const BASES_AT: usize = FEATURES_AT + 4;
  export const CONFIDENCES: u32 = 32;
  export const CONFIDENCES_AT: usize = BASES_AT + 4 * 7;
  export const HEADER_BYTES: usize = CONFIDENCES_AT + 2 * 32;
  export const MARGIN_SHIFT: u32 = 2;
}

export namespace Tree {
  export const DEPTH: u32 = 6;
  export const FEATURES: usize = 0;
  export const LIMITS: usize = FEATURES + DEPTH;
  export const LEAVES: usize = LIMITS + DEPTH;
  export const BYTES: usize = LEAVES + (1 << DEPTH);
  /** Maximum trees of a forest: the sum of their leaves, each at least -128, fits into 16 bits. */
  export const MAX: u32 = 256;
}

export namespace Features {
  /** Blocks are scored sixteen at a time: a tile has a row of sixteen bytes for each feature. */
  export const TILE_BLOCKS: u32 = 16;
  /** Number of site features, which come first. */
  export const SITE: u32 = 23;
  /** Number of page features, which follow. */
  export const PAGE: u32 = 65;
  /** Number of features of the template forests. */
  export const TEMPLATE: u32 = SITE + PAGE;
  /** Number of context features, which follow, for main content only. */
  export const CONTEXT: u32 = 80;
  export const COUNT: u32 = TEMPLATE + CONTEXT;
  /** Number of features of the last forest, which uses no others. */
  export const WHOLE: u32 = 41;
}

export namespace Evidence {
  export const REPETITION: u32 = 0;
  export const PAGE: u32 = 1;
  export const JOINT: u32 = 2;
}

/** How a page is judged: one of the first three values, plus HAS_ID if it has an id. */
export namespace Reading {
  /** Changes nothing. If the page's id is recent, its earlier count is subtracted. */
  export const LABEL: u32 = 0;
  /** Counts the page, unless its id is recent. */
  export const LEARN: u32 = 1;
  /** Like `LABEL`, for a page that was counted. */
  export const LABEL_COUNTED: u32 = 2;
  export const HAS_ID: u32 = 4;
}

// ── Options of an instance: numbers that the bindings write and `configure` reads ──
@unmanaged
export class Options {
  /** Minimum number of pages with a template segment. */
  templateDf: f64;
  /** Template ratio above which a block is template. */
  templateRatio: f64;
  /** Minimum share of pages with a repeated text; infinite: never repeated. */
  templateShare: f64;
  /** Lifetime of a segment seen once, in pages. */
  baseLifetime: f64;
  /** Ratio of a frequent segment's lifetime to `baseLifetime`. */
  lifetimeGrowth: f64;
  evidence: f64;
  /** Weight of the recall of main content relative to its precision. */
  recall: f64;
  /** 1: omit text with an invisible style. */
  omitUnseen: f64;
  maxTableBytes: f64;
  /** Maximum bytes of linear memory. */
  maxMemory: f64;
  maxNodes: f64;
  /** In elements. */
  maxDepth: f64;
  /** Maximum steps of work on a page. */
  maxWork: f64;
}

export namespace MarkdownOption {
  export const IMAGES: u32 = 1;
  export const LINKS: u32 = 2;
  /** Also content that attributes hide is written. */
  export const HIDDEN: u32 = 4;
  /** The title differs from the first heading of the main content, and is written above it. */
  export const TITLE: u32 = 8;
}

export namespace Status {
  export const OK: u32 = 0;
  export const OUT_OF_MEMORY: u32 = 1;
  export const TABLE_FULL: u32 = 2;
  export const BAD_ENTRIES: u32 = 4;
  export const TOO_MANY_NODES: u32 = 5;
  export const NOT_UTF8: u32 = 6;
  export const BAD_MODEL: u32 = 7;
  export const TOO_COMPLEX: u32 = 8;
}
