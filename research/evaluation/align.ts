/** Matches the verdicts of a method with the labels. */
import { Problem } from '../../bench/command-line.ts';
import { withoutJoiners } from '../../test/reference/text.ts';
import { type GoldPage, type GoldSegment, goldBlocks } from './gold.ts';

export interface SegmentVerdict {
  readonly text: string;
  readonly template: boolean;
}

/** refrain removes soft hyphens and joiners from texts, other methods do not. */
const shown = (text: string): string => withoutJoiners(text).replace(/\s+/g, ' ').trim();

/** Segments judged template. */
export type Prediction = ReadonlySet<GoldSegment>;

/**
 * Assigns verdicts to labelled segments. Methods with separators yield verdicts block by block, others in document
 * order.
 *
 * @throws {Problem} if method and labels have different segments
 */
export function align(
  page: GoldPage,
  verdicts: readonly SegmentVerdict[],
  separators: ReadonlySet<string>,
): Prediction {
  const segments = goldBlocks(page, separators).flat();
  const template = new Set<GoldSegment>();
  for (const [index, segment] of segments.entries()) {
    const verdict = verdicts[index];
    if (verdict === undefined || shown(verdict.text) !== shown(segment.text)) {
      const found = verdict === undefined ? 'no segment' : JSON.stringify(verdict.text);
      throw new Problem(
        `${page.name}: segment ${index + 1} is ${JSON.stringify(segment.text)}, but the method has ${found}`,
      );
    }
    if (verdict.template) template.add(segment);
  }
  if (verdicts.length > segments.length) {
    throw new Problem(`${page.name}: the method has ${verdicts.length} segments, the page has ${segments.length}`);
  }
  return template;
}
