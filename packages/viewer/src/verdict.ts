/** How a verdict is shown. */

export type Kind = 'template' | 'content';

/** What a block is to the main content of its page. */
export type Section = 'main' | 'comments' | 'rest';

/** Words for sections, after the kind of a block; none for the rest. */
export const sectionWords = (section: Section | undefined): string =>
  section === 'main' ? ', main content' : section === 'comments' ? ', comments' : '';

/** Log odds from which a verdict has the full tint: 6 is a ratio of four hundred to one. */
const FULL_ODDS = 6;

/** Confidence in a verdict, 0 to 1: by its log odds, or by the template ratio where repetition alone decides. */
export const sureness = (score: number | undefined, ratio: number): number =>
  score === undefined ? ratio : Math.min(Math.abs(score) / FULL_ODDS, 1);
