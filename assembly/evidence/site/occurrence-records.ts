import { Row } from '../../region';
import { CountRecord } from '../../page/records';

// ── Occurrence: what is counted of a page besides its segments; see occurrences.ts ──
@unmanaged
export class Occurrence extends CountRecord {
  /** The segment of a folded text or a near copy. */
  segment: u32;
  /** `COPY` for a near copy, `DATED` for a folded text with a date, 0 for others. */
  kind: u32;
  /** For a known position or a verdict: 1 if it applies to the page, which is then counted. Other occurrences are always counted. */
  isCounted: u32;
  static readonly BYTES: usize = offsetof<Occurrence>();
  static readonly COPY: u32 = 1;
  static readonly DATED: u32 = 2;
}

// ── Position: the blocks with the same path and names that contain text ──
@unmanaged
export class Position extends Row {
  blocks: u32;
  /** Length of their text. */
  text: u32;
  /** Length of their known text. */
  known: u32;
  /** Length of their text that is template by score; see position-verdicts.ts. */
  template: u32;
  /** Number of its repeated blocks. */
  repeatedItems: u32;
  /** Number of the occurrence of template verdicts; the one of content verdicts is next. NO_VERDICTS if the position is new to the site. */
  verdictOccurrence: u32;
  /** Verdicts of other pages, as in `Measure.verdicts`. */
  verdicts: u32;
  /** Length of their linked text, if main content is requested. */
  linked: u32;
  /** Length of their prose, if main content is requested. */
  prose: u32;
  /** Their evidence for main content, if that is requested; see model/page-scores.ts. */
  evidence: f64;
  static readonly BYTES: usize = offsetof<Position>();
  static readonly NO_VERDICTS: u32 = 0xffffffff;
  /** Minimum number of blocks at the position of cards. */
  static readonly CARDS_LEAST: u32 = 3;
}
