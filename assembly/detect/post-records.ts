/** The record of a post of a thread. */

// ── Post: one record for each post, in document order ──
@unmanaged
export class Post {
  /** The node with which it begins: an element around what marks it, or a text. */
  node: u32;
  /** The node around all of it: `node`, or, where more of the post follows that, the node around both. */
  around: u32;
  /** Reference of its first segment, and the segment behind its last. */
  start: u32;
  end: u32;
  /** The text that marks it, and its reference. */
  mark: u32;
  segment: u32;
  /** References of the segments with its author and its date; Segment.NONE without. */
  author: u32;
  date: u32;
  /** How sure these are. */
  authorSureness: u32;
  dateSureness: u32;
  /** Number of posts that it answers, each an answer to the one before; 0 for the first post and the answers to it. */
  level: u32;
  /** The post that it answers, by its number from 1 on; 0 for none. */
  above: u32;
  /** Where its text begins and ends in the last output of text. */
  from: u32;
  to: u32;
  static readonly BYTES: usize = offsetof<Post>();
}
