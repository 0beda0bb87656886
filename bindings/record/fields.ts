/**
 * The table of fields: one row for each value of a page in an output. Types, documents, lines, tables, schemas and the
 * documentation are derived from it (scripts/generate-tables.ts). The comment of a row is its description.
 */
import { blockRecords } from '../page/block.ts';
import { linksOf, type PageLink } from '../page/links.ts';
import { field } from './field.ts';
import type { RecordSource } from './source.ts';

/** Rounds a share to four decimals. */
const share = (value: number): number => Math.round(1e4 * value) / 1e4;

/** Metadata in the order of `page.metadata()`. */
export const METADATA = {
  /** The headline, or the `title` element without what the site repeats; empty without one. */
  title: field('text', ({ metadata }: RecordSource) => metadata.title, 'headline name h1'),
  /** The authors. If a thread does not declare who began it, the author of its first post. */
  authors: field(
    'texts',
    (source: RecordSource) => {
      const { authors } = source.metadata;
      const starter = authors.length > 0 ? undefined : source.starter;
      return starter === undefined ? authors : [starter];
    },
    'author by byline creator',
  ),
  /** Text of the `title` element. */
  titleElement: field('text', ({ metadata }: RecordSource) => metadata.titleElement),
  /** The URL of the page: the option `url`, or the URL that the page declares. */
  url: field('text', ({ address }: RecordSource) => address, 'link address uri'),
  /** The canonical URL that the page declares. */
  canonicalUrl: field('text', ({ metadata }: RecordSource) => metadata.canonicalUrl, 'canonical'),
  /** The name of the site, as declared by the page. */
  siteName: field('text', ({ metadata }: RecordSource) => metadata.siteName, 'publisher'),
  /** The language, as a BCP 47 tag. */
  language: field('text', ({ metadata }: RecordSource) => metadata.language, 'lang'),
  /** Date of publication in ISO 8601: a day, or a day and a time, with the time zone if the page declares one. */
  published: field('date', ({ metadata }: RecordSource) => metadata.published, 'date time created datepublished'),
  /** Date of the last change, in the same format. */
  modified: field('date', ({ metadata }: RecordSource) => metadata.modified, 'updated lastmod datemodified'),
  /** The description that the page declares. */
  description: field('text', ({ metadata }: RecordSource) => metadata.description, 'summary'),
  /** URL of the image that represents the page. */
  image: field('text', ({ metadata }: RecordSource) => metadata.image, 'thumbnail'),
  /** The kind of page, if it is known. */
  kind: field('kind', ({ context }: RecordSource) => context.judgedKind.kind, 'type category'),
  /** URL or name of the licence. */
  licence: field('text', ({ metadata }: RecordSource) => metadata.licence, 'license'),
  /** Where the dates were found. */
  sources: field('sources', ({ metadata }: RecordSource) => metadata.sources),
};

export const FIELDS = {
  /** Identity of the page on its site: the given id, the URL, or the path below the common folder of all inputs. */
  id: field('text', ({ context }: RecordSource) => context.core.pageName || undefined),
  /** The site of the page: its host, or a given name. */
  site: field('text', ({ origin }: RecordSource) => origin.site, 'host domain'),
  ...METADATA,
  /** Title, authors and the other metadata as one object. */
  metadata: field('metadata', (source: RecordSource) => source.values(Object.keys(METADATA)) as PageMetadata, 'meta'),
  /** Price, brand and other data of a product page. */
  product: field('product', ({ context }: RecordSource) => context.product?.product),
  /** The posts of a thread in their order: author, date, level and text. */
  posts: field('posts', ({ posts }: RecordSource) => (posts.length > 0 ? posts : undefined)),
  /** JSON-LD data of the page, such as articles, recipes and products. */
  data: field('data', ({ metadata }: RecordSource) => metadata.data, 'jsonld'),
  /** Main content, or another requested part, as Markdown; links are resolved against `url`. */
  markdown: field(
    'text',
    ({ page, context, shown: { part, reason }, address }: RecordSource) => {
      // Main content begins with the title, and so does the content that replaces it.
      const title = reason === undefined ? undefined : context.documentTitle(address).title;
      return page.markdown(part, { url: address, title });
    },
    'md',
  ),
  /** Main content, or another requested part, as text. */
  text: field('text', ({ page, shown: { part } }: RecordSource) => page.text(part), 'content body article main plain'),
  /** Main content, or another requested part, as a clean document. */
  html: field('text', ({ page, shown: { part } }: RecordSource) => page.html(part)),
  /** Character set of a page whose input is bytes, and what declared it. */
  encoding: field('encoding', ({ page }: RecordSource) => page.encoding),
  /** Certainty of the verdicts, from 0.5 to 1; 0.5 if there is a `reason`. Absent if no model decides. */
  confidence: field(
    'share',
    ({ page, context, shown: { reason } }: RecordSource) =>
      reason !== undefined && context.core.hasScores ? 0.5 : page.confidence,
    'score',
  ),
  /**
   * Why the part is nearly empty. `no-main`: the main content has less than a sentence besides the headline, or on a list page less than a
   * tenth of the content; all content is written instead. `no-content`: all text is template, or in the footer. `no-text`: JavaScript may
   * create the text.
   */
  reason: field('reason', ({ shown }: RecordSource) => shown.reason),
  /** Number of characters in the part that styles hide from a reader, or that no font shows. Absent if it is 0. */
  unseen: field('number', ({ context, shown: { part } }: RecordSource) => context.unseenIn(part) || undefined),
  /** Number of counted pages of the site, including this one if `counted`. */
  page: field('count', ({ page, origin }: RecordSource) => origin.learned?.page ?? page.number),
  /** True if this call or run counted the page. */
  counted: field('flag', ({ page, origin }: RecordSource) => origin.learned?.counted ?? page.counted),
  /** Certainty of the kind. */
  kindConfidence: field('share', ({ context }: RecordSource) => context.judgedKind.confidence),
  /** Id of the layout: pages with the same structure have the same id. */
  layout: field('number', ({ page }: RecordSource) => page.layout),
  /** Share of the text that is template. */
  templateShare: field('share', ({ page }: RecordSource) => share(page.templateShare)),
  /** Unicode code points of text in blocks of each verdict. */
  lengths: field('lengths', ({ page }: RecordSource) => page.lengths),
  /** Hash of the text that is not template. It does not change with template, teasers or counters. Absent if no model decides. */
  contentHash: field('hash', ({ page }: RecordSource) => page.contentHash),
  /** Similarity hash of the same text, for `contentSimilarity`. */
  contentDigest: field('hash', ({ page }: RecordSource) => page.contentDigest),
  /** The blocks that have text, in document order. */
  blocks: field('blocks', ({ context, page }: RecordSource) => blockRecords(context, page.blocks)),
  /** The links of the whole page in their order, with absolute URL, text, and whether they are main content. */
  links: field(
    'links',
    ({ context, address }: RecordSource): PageLink[] =>
      linksOf(context, address).map(({ url, text, main }) => ({ url, text, main })),
    'hrefs urls outlinks',
  ),
};

/** The fields of a document, unless others are requested. */
export const DOCUMENT = [
  ...(['title', 'authors', 'published', 'modified', 'siteName', 'language', 'description', 'image', 'kind'] as const),
  ...(['product', 'url', 'posts', 'markdown', 'text', 'encoding', 'confidence', 'reason', 'unseen'] as const),
];

// Types derived from the rows.

type Value<F> = F extends { read(source: never): infer V } ? V : never;
type Values<T> = { -readonly [N in keyof T]: Exclude<Value<T[N]>, undefined> };
type Always<T> = { [N in keyof T]: undefined extends Value<T[N]> ? never : N }[keyof T];
/** The values of rows; values that may be missing are optional. */
type ValuesOf<T> = Pick<Values<T>, Always<T>> & Partial<Omit<Values<T>, Always<T>>>;

/** Metadata of a page as plain data. Missing values are absent. URLs are absolute if the URL of the page is known. */
export interface PageMetadata extends ValuesOf<typeof METADATA> {}

/** The values of all fields. Missing values are absent. */
export interface PageFields extends ValuesOf<typeof FIELDS> {}

/** Name of a field. */
export type PageField = keyof PageFields;

/** A page as a document, which remains valid after the page. */
export interface PageDocument extends Pick<PageFields, (typeof DOCUMENT)[number]> {}
