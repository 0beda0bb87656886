import type { Page } from 'refrain';

/** The layout of a page; one for all where repetition alone decides. */
export const layoutOf = ({ layout }: Page): number | undefined => layout ?? 1;
