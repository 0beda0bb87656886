import type { PageKind } from '../page/records.ts';

/** Where a date was found. */
export type DateSource = 'json-ld' | 'open-graph' | 'meta' | 'dublin-core' | 'microdata' | 'time' | 'text' | 'url';

/** A date of a page. */
export interface PageDate {
  /** ISO 8601: a day, or a day and a time, with its zone where the page gives one. */
  value: string;
  from: DateSource;
}

/** Facts of a page as plain data. What a page does not say is absent. URLs are absolute where the page's URL is known. */
export interface PageMetadata {
  /** Text of the `title` element; else the headline. */
  title: string;
  /** The title without the parts that the site repeats. */
  headline: string;
  /** The given URL; else the canonical one. */
  url?: string;
  canonicalUrl?: string;
  siteName?: string;
  /** The declared language, a tag of BCP 47. */
  language?: string;
  authors: string[];
  published?: PageDate;
  modified?: PageDate;
  description?: string;
  image?: string;
  kind?: PageKind;
  licence?: string;
}

/** Options of `Page.metadata`. */
export interface MetadataOptions {
  /** The URL of the page. Without it, an id that is a URL, else the canonical URL of the page. */
  url?: string | URL | undefined;
}
