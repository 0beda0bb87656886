/** Records of what is counted of a page beside its segments. */
import { Counted } from '../../page/records';

// ── Sighting: a part of the title, the language of the page, a folded text, a near copy, a position, a verdict on one ──
@unmanaged
export class Sighting extends Counted {
  /** Of a folded text or a near copy: the segment. */
  segment: u32;
  /** Whether it is a near copy. */
  isCopy: u32;
  /** Of what is asked for of a position: whether the page counts for it. It counts for all others. */
  isCounted: u32;
  static readonly BYTES: usize = offsetof<Sighting>();

  /** The record behind it. */
  @inline
  get nextRecord(): Sighting {
    return changetype<Sighting>(changetype<usize>(this) + offsetof<Sighting>());
  }
}

// ── Position: the blocks of one path and one set of names, of which some have text in them ──
@unmanaged
export class Position {
  /** Number of its blocks with text in them. */
  blocks: u32;
  /** Length of the text in them. */
  text: u32;
  /** Length of the known text in them. */
  known: u32;
  /** Length of the text in them that is template by score; see position-verdicts.ts. */
  template: u32;
  /** The sighting of the verdict template on it; that of content is behind it. NO_VERDICTS if no page had the position before. */
  verdictSighting: u32;
  /** What other pages say of it, as in `Measure.verdicts`. */
  verdicts: u32;
  /** Length of the linked text in them, where main content is asked for. */
  linked: u32;
  /** Length of the prose in them, where main content is asked for. */
  prose: u32;
  /** Evidence of them for main content, where that is asked for; see model/page-scores.ts. */
  evidence: f64;
  static readonly BYTES: usize = offsetof<Position>();
  static readonly NO_VERDICTS: u32 = 0xffffffff;
  /** Minimum number of blocks at one position that are cards. */
  static readonly CARDS_LEAST: u32 = 3;

  /** The record behind it. */
  @inline
  get nextRecord(): Position {
    return changetype<Position>(changetype<usize>(this) + offsetof<Position>());
  }
}
