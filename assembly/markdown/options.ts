/** What the caller asked for. */
export namespace Options {
  /** Levels that are added to those of headings. */
  export let shift: i32 = 0;
  export let images: bool = true;
  export let links: bool = true;
  /** Content that attributes hide is written. */
  export let hidden: bool = false;
  /** Main content is written, which is a document of its own. */
  export let isMain: bool = false;
}
