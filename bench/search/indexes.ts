/** The indexes that are compared: the same pages without the template that each method detects. */
import { IndexBuilder, type IndexOptions, type IndexTemplate } from '@refrain/search';

/** With default options, in the order of the reports. */
export const TEMPLATES: readonly IndexTemplate[] = ['none', 'two-stage', 'incremental'];

export interface IndexedPage {
  readonly url: string;
  readonly html: string | Uint8Array;
}

/** A builder to which all pages are added. */
export async function collectPages(
  location: string,
  pages: readonly IndexedPage[],
  options: IndexOptions,
): Promise<IndexBuilder> {
  const builder = await IndexBuilder.create(location, options);
  for (const { url, html } of pages) builder.add(url, html);
  return builder;
}
