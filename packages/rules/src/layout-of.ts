import type { Page } from 'refrain';

/** The layout of a page; one for all pages where repetition alone decides. */
export const layoutOf = (page: Page): number | undefined => page.layout ?? (page.kind === undefined ? 1 : undefined);
