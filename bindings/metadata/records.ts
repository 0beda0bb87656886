/** Where a date was found. */
export type DateSource = 'json-ld' | 'open-graph' | 'meta' | 'dublin-core' | 'microdata' | 'time' | 'text' | 'url';

export interface DateSources {
  published?: DateSource;
  modified?: DateSource;
}
