/** The record of a post of a thread. */

// ── Post: one record for each post, in document order ──
@unmanaged
export class Post {
  /** The first node: an element around the mark, or a text. */
  node: u32;
  /** The node around the whole post: `node`, or its parent if the post has more than `node`. */
  around: u32;
  /** References of its first segment, and of the segment after its last. */
  start: u32;
  end: u32;
  /** The text that marks it, and the reference of its segment. */
  mark: u32;
  segment: u32;
  /** References of the segments with author and date, or Segment.NONE. */
  author: u32;
  date: u32;
  /** Sureness of author and date. */
  authorSureness: u32;
  dateSureness: u32;
  /** Number of posts above it in a chain of answers; 0 for the first post and direct answers to it. */
  level: u32;
  /** Number of the post that it answers, from 1 on; 0 without one. */
  above: u32;
  /** Start and end of its text in the last output of text. */
  from: u32;
  to: u32;
  static readonly BYTES: usize = offsetof<Post>();
}
