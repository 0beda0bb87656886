/** Metadata and Markdown of a page, as JSON. */
import type { Page, Shortfall } from 'refrain';

export interface PageResult {
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly markdown: string;
  /** A description of the Markdown, unless it is the whole main content. */
  readonly note: string;
}

const FACTS = [
  'title',
  'authors',
  'published',
  'modified',
  'siteName',
  'language',
  'kind',
  'description',
  'url',
] as const;

/** Maximum length of Markdown, in UTF-16 code units. */
const MARKDOWN_MAX = 200_000;

/** A description of the Markdown of a page. */
export const SHORTFALLS: Readonly<Record<Shortfall, string>> = {
  'no-main': 'No main content was found: this is all content.',
  'no-content': 'All text of this page is template.',
  'no-text': 'This page has no text. Perhaps its scripts write it.',
};

/** Reads the current page of a detector. */
export function resultOf(page: Page): PageResult {
  const { markdown, reason, ...facts } = page.document({ fields: [...FACTS, 'markdown', 'reason'] });
  const isCut = markdown.length > MARKDOWN_MAX;
  return {
    facts: Object.entries(facts).flatMap(([name, value]) => (value.length > 0 ? [[name, String(value)] as const] : [])),
    markdown: isCut ? markdown.slice(0, MARKDOWN_MAX).toWellFormed() : markdown,
    note: [reason && SHORTFALLS[reason], isCut && 'Only its beginning is shown.'].filter(Boolean).join(' '),
  };
}
