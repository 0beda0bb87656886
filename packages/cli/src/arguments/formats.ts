/** Formats of the pages that are written. The first is the default. */
export const FORMATS = ['ndjson', 'text', 'markdown', 'html', 'csv', 'chunks', 'warc', 'bulk', 'minisearch'] as const;
export type Format = (typeof FORMATS)[number];
