/**
 * Precision and recall of template, by characters and by blocks. Content that is judged template counts as lost.
 * Without any characters, precision and recall are 1, and losses 0.
 */
import type { Prediction } from './align.ts';
import { type GoldPage, goldBlocks, type Label } from './gold.ts';

/** Separators of the paper (Wang et al.), which are the same for all methods. */
const COMMON_SEPARATORS: ReadonlySet<string> = new Set(['table', 'div']);

const share = (part: number, whole: number, ifEmpty: number): number => (whole === 0 ? ifEmpty : part / whole);

export class Counts {
  #templateFound = 0;
  #templateMissed = 0;
  #contentKept = 0;
  #contentTaken = 0;

  add(label: Label, isJudgedTemplate: boolean, weight: number): void {
    if (label === 'template') {
      if (isJudgedTemplate) this.#templateFound += weight;
      else this.#templateMissed += weight;
    } else if (isJudgedTemplate) {
      this.#contentTaken += weight;
    } else {
      this.#contentKept += weight;
    }
  }

  get precision(): number {
    return share(this.#templateFound, this.#templateFound + this.#contentTaken, 1);
  }

  get recall(): number {
    return share(this.#templateFound, this.#templateFound + this.#templateMissed, 1);
  }

  get f1(): number {
    const mistakes = this.#templateMissed + this.#contentTaken;
    return share(2 * this.#templateFound, 2 * this.#templateFound + mistakes, 1);
  }

  get contentLost(): number {
    return share(this.#contentTaken, this.#contentTaken + this.#contentKept, 0);
  }
}

/** Counts segments by label and verdict, weighted by code points. */
export function countCharacters(counts: Counts, page: GoldPage, prediction: Prediction): void {
  for (const segment of page.segments) counts.add(segment.label, prediction.has(segment), segment.length);
}

function isMostly<T extends { readonly length: number }>(
  block: readonly T[],
  isTemplate: (segment: T) => boolean,
): boolean {
  let template = 0;
  let all = 0;
  for (const segment of block) {
    all += segment.length;
    if (isTemplate(segment)) template += segment.length;
  }
  return template * 10 > all * 7;
}

/** A block is template, in labels and in verdicts, if more than 0.7 of its characters are. */
export function countBlocks(counts: Counts, page: GoldPage, prediction: Prediction): void {
  for (const block of goldBlocks(page, COMMON_SEPARATORS)) {
    const label = isMostly(block, (segment) => segment.label === 'template') ? 'template' : 'content';
    counts.add(
      label,
      isMostly(block, (segment) => prediction.has(segment)),
      1,
    );
  }
}
