/** Metadata and Markdown of a page, as JSON. */
import type { Page } from 'refrain';
import { SHORTFALLS } from 'refrain/engine';

export interface PageResult {
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly markdown: string;
  /** Describes the Markdown, unless it is the whole main content. */
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

/** Maximum UTF-16 code units of Markdown. */
const MARKDOWN_MAX = 200_000;

/** Reads the current page of a detector. */
export function resultOf(page: Page): PageResult {
  const { markdown, reason, ...facts } = page.document({ fields: [...FACTS, 'markdown', 'reason'] });
  const isCut = markdown.length > MARKDOWN_MAX;
  return {
    facts: Object.entries(facts).flatMap(([name, value]) => (value.length > 0 ? [[name, String(value)] as const] : [])),
    markdown: isCut ? markdown.slice(0, MARKDOWN_MAX).toWellFormed() : markdown,
    note: [reason && SHORTFALLS[reason], isCut && 'only its beginning is shown'].filter(Boolean).join('; '),
  };
}
