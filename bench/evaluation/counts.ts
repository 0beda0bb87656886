/**
 * Template precision and recall, by characters and by blocks. Template is what is looked for, so content that is called
 * template is lost. Where there was nothing to find, or nothing was claimed, no mistake was made: 0 of 0 is 1, and 0
 * where losses are counted.
 */
import type { Prediction } from './align.ts';
import { type GoldPage, goldBlocks, type Label } from './gold.ts';

/** The common block list: whatever a method's own units are, blocks are counted on the paper's. */
export const COMMON_SEPARATORS: ReadonlySet<string> = new Set(['table', 'div']);

const share = (part: number, whole: number, ofNothing: number): number => (whole === 0 ? ofNothing : part / whole);

/** How much of each label was called what. */
export class Counts {
  #templateFound = 0;
  #templateMissed = 0;
  #contentKept = 0;
  #contentTaken = 0;

  add(label: Label, calledTemplate: boolean, weight: number): void {
    if (label === 'template') {
      if (calledTemplate) this.#templateFound += weight;
      else this.#templateMissed += weight;
    } else if (calledTemplate) {
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

  /** Share of content that was called template. */
  get contentLost(): number {
    return share(this.#contentTaken, this.#contentTaken + this.#contentKept, 0);
  }
}

/** Every segment with its label and its verdict, weighed by its code points. */
export function countCharacters(counts: Counts, page: GoldPage, prediction: Prediction): void {
  for (const segment of page.segments) counts.add(segment.label, prediction.has(segment), segment.length);
}

/** More than seven tenths of the block's characters, in whole numbers. */
export function isMostly<T extends { readonly length: number }>(
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

/** A block is template, by its labels as by its verdicts, where more than 0.7 of its characters are. */
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
