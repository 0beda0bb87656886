/** Indexes as they are compared: the same pages, of which different things are left out. */
import { IndexBuilder, type IndexOptions, type IndexTemplate } from '@refrain/search';

/** Each as it comes, with the blocks that a detector has unless told otherwise; in the order of the reports. */
export const TEMPLATES: readonly IndexTemplate[] = ['none', 'two-stage', 'incremental'];

export interface IndexedPage {
  readonly url: string;
  readonly html: string | Uint8Array;
}

/** A builder that has all pages. */
export async function gatherPages(
  location: string,
  pages: readonly IndexedPage[],
  options: IndexOptions,
): Promise<IndexBuilder> {
  const builder = await IndexBuilder.create(location, options);
  for (const { url, html } of pages) builder.add(url, html);
  return builder;
}
