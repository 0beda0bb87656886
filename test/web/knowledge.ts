/** What a snapshot knows, whatever its seed: the keys of two tables that were learned apart differ. */
import { Detector } from 'refrain';

export interface Knowledge {
  readonly pages: number;
  readonly entries: number;
  /** DF and last page of each segment of some pages. */
  readonly segments: readonly (readonly [df: number, lastPage: number])[];
}

export async function knowledgeOf(snapshot: Uint8Array, pages: readonly (string | Uint8Array)[]): Promise<Knowledge> {
  const detector = await Detector.restore(snapshot);
  const segments = pages.flatMap((html) =>
    detector.label(html).blocks.flatMap((block) => block.segments.map(({ df, lastPage }) => [df, lastPage] as const)),
  );
  const { pages: counted, entries } = detector.stats;
  return { pages: counted, entries, segments };
}
