/**
 * Why a document has no main content. `no-main`: less than a sentence was found besides the headline, or hardly any
 * items of a list, so the document has all content. `no-content`: all text of the page is template, or in its footer. `no-text`: the page
 * has no text, possibly because scripts write it.
 */
export type Shortfall = keyof typeof SHORTFALLS;

/** Explanations for users. */
export const SHORTFALLS = {
  'no-main': 'hardly any main content: all content is kept',
  'no-content': 'all of its text is template',
  'no-text': 'no text: scripts may write it',
} as const;
