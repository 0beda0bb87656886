/** Depths of elements in the tree of the current page. Written by open.ts. */
export namespace Depth {
  /** Maximum depth of an element. */
  export let max: u32 = 0;
  /** Depth of the deepest element that was open. */
  export let deepest: u32 = 0;
}
