/** Options of the current output. */
export namespace Options {
  /** Added to the levels of headings. */
  export let shift: i32 = 0;
  export let images: bool = true;
  export let links: bool = true;
  /** True if content hidden by attributes is written. */
  export let hidden: bool = false;
  /** The output is main content, which is a document by itself. */
  export let isMain: bool = false;
}
