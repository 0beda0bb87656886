/**
 * Why a document does not have main content. `no-main`: less than a sentence besides its headline, or hardly any of the items of a list, so
 * the document has all content. `no-content`: all text of the page is template. `no-text`: the page has no text; its scripts may write it.
 */
export type Shortfall = keyof typeof SHORTFALLS;

/** In words, for users. */
export const SHORTFALLS = {
  'no-main': 'hardly any main content: all content is kept',
  'no-content': 'all of its text is template',
  'no-text': 'no text: scripts may write it',
} as const;
