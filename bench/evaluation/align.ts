/** Lays what a method says beside the labels. */
import { Problem } from '../problem.ts';
import { type GoldPage, type GoldSegment, goldBlocks } from './gold.ts';

/** What a method says of a text segment. */
export interface SegmentVerdict {
  /** Normalised text. */
  readonly text: string;
  readonly template: boolean;
}

/** The segments that the method holds for template. */
export type Prediction = ReadonlySet<GoldSegment>;

/**
 * Verdicts come in the method's order: block by block where it has separators, in document order where it has none.
 *
 * @throws {Problem} where method and labels are not of the same segments: a figure made of that would mean nothing.
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
    if (verdict?.text !== segment.text) {
      const said = verdict === undefined ? 'nothing' : JSON.stringify(verdict.text);
      throw new Problem(
        `${page.name}: segment ${index + 1} is ${JSON.stringify(segment.text)}, but the method has ${said} there`,
      );
    }
    if (verdict.template) template.add(segment);
  }
  if (verdicts.length > segments.length) {
    throw new Problem(`${page.name}: the method has ${verdicts.length} segments, the page ${segments.length}`);
  }
  return template;
}
