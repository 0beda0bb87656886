/**
 * Records of elements with metadata, which metadata-records.ts writes for the bindings.
 *
 *   RECORD marks name UNIT text [UNIT attribute VALUE value]…
 *
 * Lines around a heading, with authors and dates, are a separate output:
 *
 *   lines before UNIT its own line UNIT lines after UNIT
 *
 * Texts contain no separators: runs of white space and control characters become one space, or nothing at the ends.
 */

export namespace MetadataText {
  export const RECORD: u32 = 0x1e;
  export const UNIT: u32 = 0x1f;
  export const VALUE: u32 = 0x1d;
  export const LINE: u32 = 0x0a;
  /** Name of the record of a title part. */
  export const PART: u32 = 0x2d;
  /** Marks and DFs are one character each, from this one on. */
  export const NUMBER_BASE: u32 = 0x21;
}

/** Hints of what an element or line may contain. */
export namespace MetadataMark {
  /** A name of the element may be that of authors. */
  export const WRITER: u32 = 1;
  /** An attribute has a name for authors, dates or other metadata. */
  export const NAMED: u32 = 2;
  /** A property of microdata or RDFa. */
  export const PROPERTY: u32 = 4;
  /** A URL may be that of an author. */
  export const LINK: u32 = 8;
  /** The text, or an attribute of a `meta` element, has four successive digits. */
  export const YEAR: u32 = 16;
  /** A heading in template. */
  export const TEMPLATE: u32 = 32;
}
