/** Where a date was found. */
export type DateSource = 'json-ld' | 'open-graph' | 'meta' | 'dublin-core' | 'microdata' | 'time' | 'text' | 'url';

/** Where the dates of a page were found. */
export interface DateSources {
  published?: DateSource;
  modified?: DateSource;
}
