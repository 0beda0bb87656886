import type { Page } from 'refrain';

/** The layout of a page: all pages of a site have one. */
export const layoutOf = (_page: Page): number | undefined => 1;
