/** A page as one document: what it says of itself and what it is about, as plain data. */
import type { Encoding } from '../bytes/encoding.ts';
import * as check from '../check.ts';
import type { PageMetadata } from '../metadata/records.ts';
import type { Product } from '../product/record.ts';
import type { PageContext } from './context.ts';
import type { MarkdownOptions } from './markdown.ts';
import { type PagePost, postsOf } from './posts.ts';
import type { PageKind, Part } from './records.ts';
import type { Shortfall } from './shown.ts';

/** A page as a document, which outlives the page. What the page does not say is absent. */
export interface PageDocument {
  /** The headline: the title without the parts that the site repeats. Empty where the page has none. */
  title: string;
  authors: string[];
  /** When it was published and changed, as ISO 8601: a day, or a day and a time. */
  published?: string;
  modified?: string;
  /** The name that the page gives its site. */
  siteName?: string;
  /** The declared language, a tag of BCP 47. */
  language?: string;
  description?: string;
  /** Address of a picture. */
  image?: string;
  kind?: PageKind;
  /** What the page says of its product, if it is about one. */
  product?: Product;
  /** The given address, else the one that the page says. Links and images of `markdown` are absolute by it. */
  url?: string;
  /** The posts of a thread in their order; the first one's author is that of the page. */
  posts?: PagePost[];
  /** The main content as Markdown, as text, and as a document of HTML; all content with `reason` and where no model decides. */
  markdown: string;
  text: string;
  html: string;
  /** The character set of a page given as bytes, and what said so. */
  encoding?: Encoding;
  /** How sure the verdicts are, .5 to 1; .5 with `reason`. Undefined where no model decides. */
  confidence?: number;
  /** Present where the page has no main content, or nothing at all. */
  reason?: Shortfall;
}

/** Options of `Page.document`, `Page.metadata` and `extract`. */
export interface DocumentOptions {
  /** Address of the page. Default: an id that is a URL, else what the page says. */
  url?: string | URL | undefined;
}

/** What a document needs of a page. */
interface Source {
  readonly confidence: number | undefined;
  readonly encoding: Encoding | undefined;
  metadata(options: DocumentOptions): PageMetadata;
  markdown(part: Part, options: MarkdownOptions): string;
  text(part: Part): string;
  html(part: Part): string;
}

/** The authors of a page; of a thread who wrote its first post, whoever else is named. */
function writersOf(authors: string[], [first]: readonly PagePost[]): string[] {
  return first?.author === undefined ? authors : [first.author];
}

/** Throws as `Page.document` does. */
export function documentOf<N>(page: Source, context: PageContext<N>, options: DocumentOptions): PageDocument {
  const { url: given } = check.object('page.document', options, ['url']);
  const { title, authors, published, modified, siteName, language, description, image, kind, url } = page.metadata({
    url: given,
  });
  const { core, product: found } = context;
  const { part, reason } = context.shown(undefined);
  const posts = reason === undefined ? postsOf(context) : [];
  const confidence = reason === undefined || !core.hasMain ? page.confidence : 0.5;
  return {
    ...{ title, authors: writersOf(authors, posts) },
    ...(published !== undefined && { published }),
    ...(modified !== undefined && { modified }),
    ...(siteName !== undefined && { siteName }),
    ...(language !== undefined && { language }),
    ...(description !== undefined && { description }),
    ...(image !== undefined && { image }),
    ...(kind !== undefined && { kind }),
    ...(found && { product: found.product }),
    ...(url !== undefined && { url }),
    ...(posts.length > 0 && { posts }),
    markdown: page.markdown(part, { url }),
    text: page.text(part),
    html: page.html(part),
    ...(page.encoding && { encoding: page.encoding }),
    ...(confidence !== undefined && { confidence }),
    ...(reason !== undefined && { reason }),
  };
}
