/** Fields of a page as plain data. Each is computed only where it is asked for. */
import {
  type BlockRecord,
  type Encoding,
  OptionError,
  type Page,
  type PageKind,
  type PageMetadata,
  type Part,
  type Product,
  type Shortfall,
  type Verdict,
} from 'refrain';
import { check, contextOf, type PageContext } from 'refrain/engine';

/** What each field has. */
export interface PageFields {
  url: string;
  /** Identity of the page on its site. */
  id: string;
  /** The site whose table judges the page: its host, or a given name. */
  site: string;
  /** The headline: the title without the parts that the site repeats. Empty if the page has none. */
  title: string;
  /** Number of the page: how many pages of the site are counted. */
  page: number;
  /** Whether this call counted it. */
  counted: boolean;
  /** Missing where it is unknown. */
  kind: PageKind;
  /** How sure the kind is, 0 to 1. */
  kindConfidence: number;
  /** What the page says of its product. Missing on other pages. */
  product: Product;
  /** The character set of a page given as bytes, and what said so. */
  encoding: Encoding;
  /** Id of the page's layout, a group of pages of the same structure. Missing where it has none. */
  layout: number;
  /** Share of the text that is template, 0 to 1. */
  templateShare: number;
  /** A hash of what the page says, and a digest for `contentSimilarity`. Missing without content, and where no model decides. */
  contentHash: string;
  contentDigest: string;
  /** How sure the verdicts are together, 0.5 to 1; 0.5 with a reason. Missing where no model decides. */
  confidence: number;
  /** Present where the page has next to nothing of the part: main content is all content then. */
  reason: Shortfall;
  /** Characters of the part that the page keeps from a reader by its styles, or that no font shows. Missing for none. */
  unseen: number;
  /** Unicode code points of text in blocks of each verdict. */
  lengths: Readonly<Record<Verdict, number>>;
  /** The text of the part. */
  text: string;
  /** The part as Markdown, its links absolute by the URL, or by the one that the page says. */
  markdown: string;
  /** A clean document with the part. */
  html: string;
  /** What the page says of itself. `title` and the fields below are members of it. */
  metadata: PageMetadata;
  /** Text of the `title` element. */
  titleElement: string;
  canonicalUrl: string;
  /** The name that the page gives its site. */
  siteName: string;
  language: string;
  authors: readonly string[];
  /** ISO 8601. */
  published: string;
  modified: string;
  /** Where the dates were found. */
  sources: PageMetadata['sources'];
  description: string;
  image: string;
  licence: string;
  /** Articles, recipes, products and the like, as the page has them in JSON-LD. Not a member of `metadata`. */
  data: readonly object[];
  blocks: BlockRecord[];
}

/** Name of a field. */
export type PageField = keyof PageFields;

/** What an output shows of a page. */
export type Shown = ReturnType<PageContext<unknown>['shown']>;

/** Where a page came from, and which part of it the fields have. */
export interface FieldSource {
  readonly url?: string | undefined;
  readonly id?: string | undefined;
  readonly site?: string | undefined;
  /** Default: as `Page.text` has it. */
  readonly part?: Part | undefined;
  /** What is written of that part, where it is known. */
  readonly shown?: Shown | undefined;
}

type Metadata = ReturnType<PageContext<unknown>['metadata']>;

/** Reads the fields of a page, what the module has written of its metadata once for all of them. */
export class FieldReader {
  readonly page: Page;
  readonly source: FieldSource;
  #metadata: Metadata | undefined;
  #shown: Shown | undefined;

  constructor(page: Page<unknown>, source: FieldSource) {
    this.page = page;
    this.source = source;
  }

  /** Undefined where the page does not have it. */
  value<F extends PageField>(field: F): PageFields[F] | undefined {
    return READERS[field](this);
  }

  get metadata(): Metadata {
    this.#metadata ??= contextOf(this.page).metadata(this.source.url);
    return this.#metadata;
  }

  /** The address of the page, or the one that it says: of all facts, if they are read anyway. */
  get address(): string | undefined {
    return this.source.url ?? (this.#metadata === undefined ? contextOf(this.page).address : this.#metadata.url);
  }

  /** The part that the fields have, and what it lacks. */
  get shown(): Shown {
    this.#shown ??= this.source.shown ?? contextOf(this.page).shown(this.source.part);
    return this.#shown;
  }
}

type Readers = { readonly [F in PageField]: (read: FieldReader) => PageFields[F] | undefined };

/** Shares are rounded to the ten-thousandth. */
const share = (value: number): number => Math.round(1e4 * value) / 1e4;

const READERS: Readers = {
  url: ({ source }) => source.url,
  id: ({ source }) => source.id,
  site: ({ source }) => source.site,
  title: ({ metadata }) => metadata.title,
  page: ({ page }) => page.number,
  counted: ({ page }) => page.counted,
  kind: ({ page }) => page.kind,
  kindConfidence: ({ page }) => page.kindConfidence,
  product: ({ page }) => contextOf(page).product?.product,
  encoding: ({ page }) => page.encoding,
  layout: ({ page }) => page.layout,
  templateShare: ({ page }) => share(page.templateShare),
  contentHash: ({ page }) => page.contentHash,
  contentDigest: ({ page }) => page.contentDigest,
  confidence: ({ page: { confidence }, shown: { reason } }) =>
    confidence === undefined ? undefined : reason === undefined ? share(confidence) : 0.5,
  reason: ({ shown: { reason } }) => reason,
  unseen: ({ page, shown: { part } }) => contextOf(page).unseenIn(part) || undefined,
  lengths: ({ page }) => page.lengths,
  text: ({ page, shown: { part } }) => page.text(part),
  markdown: ({ page, shown: { part }, address }) => page.markdown(part, { url: address }),
  html: ({ page, shown: { part } }) => page.html(part),
  metadata: ({ metadata }) => metadata.record(),
  titleElement: ({ page }) => contextOf(page).titleElement || undefined,
  canonicalUrl: ({ metadata }) => metadata.canonicalUrl,
  siteName: ({ metadata }) => metadata.siteName,
  language: ({ metadata }) => metadata.language,
  authors: ({ metadata }) => metadata.authors,
  published: ({ metadata }) => metadata.published,
  modified: ({ metadata }) => metadata.modified,
  sources: ({ metadata }) => metadata.sources,
  description: ({ metadata }) => metadata.description,
  image: ({ metadata }) => metadata.image,
  licence: ({ metadata }) => metadata.licence,
  data: ({ metadata }) => metadata.data,
  blocks: ({ page }) => page.blocks.map((block) => block.toJSON()),
};

/** All fields. */
export const PAGE_FIELDS = Object.keys(READERS) as readonly PageField[];

/**
 * Checks names of fields, each of which counts once.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkFields(fields: unknown): readonly PageField[] {
  if (!Array.isArray(fields) || fields.length === 0)
    throw new OptionError(`fields must be an array of names of fields, not ${check.shown(fields)}`);
  return [...new Set(Array.from(fields, (field: unknown) => check.oneOf('fields', field, PAGE_FIELDS)))];
}

/** Some fields of a page, in the given order, without those that it does not have. */
export function fieldsOf<N>(
  page: Page<N>,
  fields: readonly PageField[],
  source: FieldSource,
): Partial<Readonly<PageFields>> {
  const reader = new FieldReader(page, source);
  const values: Partial<Record<PageField, unknown>> = {};
  for (const field of fields) {
    const value = reader.value(field);
    if (value !== undefined) values[field] = value;
  }
  return values as Partial<PageFields>;
}
