/** Figures of a site that overview and site page both show. */
import type { SiteCollection } from './collect.ts';
import type { Fact } from './shell.ts';

/** Share of the site's text that is template, by the final table. */
export const shareOf = ({ text }: SiteCollection): number => text.template / Math.max(1, text.template + text.content);

export const RECALL_NOTE: Fact = [
  'Found at first reading',
  'of the text that is template by the verdicts of the first or the final table, the share that was found when each page was first read; mean of the pages',
];

export const TABLE_NOTE: Fact = [
  'Table',
  'what refrain keeps of a site: one entry for each text segment that it remembers, and their size in memory',
];
