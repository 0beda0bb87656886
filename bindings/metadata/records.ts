import type { PageKind } from '../page/records.ts';

/** Where a date was found. */
export type DateSource = 'json-ld' | 'open-graph' | 'meta' | 'dublin-core' | 'microdata' | 'time' | 'text' | 'url';

/** Facts of a page as plain data. What a page does not say is absent. URLs are absolute where the page's URL is known. */
export interface PageMetadata {
  /** The headline: the title without the parts that the site repeats. Empty where the page has none. */
  title: string;
  /** Text of the `title` element. */
  titleElement?: string;
  /** The given URL; else the canonical one. */
  url?: string;
  canonicalUrl?: string;
  /** The name that the page gives its site. */
  siteName?: string;
  /** The declared language, a tag of BCP 47. */
  language?: string;
  authors: string[];
  /** When it was published and changed, as ISO 8601: a day, or a day and a time, with its zone where the page gives one. */
  published?: string;
  modified?: string;
  /** Where the dates were found. */
  sources: { published?: DateSource; modified?: DateSource };
  description?: string;
  image?: string;
  kind?: PageKind;
  licence?: string;
}
