/** Records of what is counted of a page besides its segments. */
import { Row } from '../../region';
import { CountRecord } from '../../page/records';

// ── Occurrence: a part of the title, the language of the page, a folded text, a near copy, a position, a verdict on one ──
@unmanaged
export class Occurrence extends CountRecord {
  /** The segment of a folded text or a near copy. */
  segment: u32;
  /** 1 for a near copy. */
  isCopy: u32;
  /** For a known position or a verdict: 1 if the page counts for it. The page counts for all others. */
  isCounted: u32;
  static readonly BYTES: usize = offsetof<Occurrence>();
}

// ── Position: the blocks with the same path and names, some with text in them ──
@unmanaged
export class Position extends Row {
  /** Number of its blocks with text in them. */
  blocks: u32;
  /** Length of the text in them. */
  text: u32;
  /** Length of the known text in them. */
  known: u32;
  /** Length of the text in them that is template by score; see position-verdicts.ts. */
  template: u32;
  /** The occurrence of the verdict template on it; that of content follows. NO_VERDICTS if the position is new to the site. */
  verdictOccurrence: u32;
  /** Verdicts of other pages on it, as in `Measure.verdicts`. */
  verdicts: u32;
  /** Length of the linked text in them, if main content is requested. */
  linked: u32;
  /** Length of the prose in them, if main content is requested. */
  prose: u32;
  /** Their evidence for main content, if that is requested; see model/page-scores.ts. */
  evidence: f64;
  static readonly BYTES: usize = offsetof<Position>();
  static readonly NO_VERDICTS: u32 = 0xffffffff;
  /** Minimum number of blocks at one position that are cards. */
  static readonly CARDS_LEAST: u32 = 3;
}
