/** A page as one document: what it says of itself and what it is about, as plain data. */
import type { Encoding } from '../bytes/encoding.ts';
import * as check from '../check.ts';
import type { PageMetadata } from '../metadata/records.ts';
import type { Product } from '../product/record.ts';
import { lazy, membersOf } from '../values.ts';
import type { PageContext } from './context.ts';
import type { MarkdownOptions } from './markdown.ts';
import { type PagePost, postsOf } from './posts.ts';
import type { Part } from './records.ts';
import type { Shortfall } from './shown.ts';

/** A page as a document, which outlives the page. What the page does not say is absent. */
export interface PageDocument
  extends Pick<PageMetadata, 'title' | 'authors' | 'published' | 'modified' | 'siteName' | 'language'>,
    Pick<PageMetadata, 'description' | 'image' | 'kind'> {
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
  /**
   * Characters that the page keeps from a reader by styles of its own, or that no font shows: programs alone read them. Absent for none.
   */
  unseen?: number;
}

/** A member of a document. */
export type DocumentField = keyof PageDocument;

/** Options of `Page.document` and `extract`. */
export interface DocumentOptions<F extends DocumentField = DocumentField> {
  /** Address of the page. Default: an id that is a URL, else what the page says. */
  url?: string | URL | undefined;
  /** The members of the document; the others are not looked for, which takes a fraction of the time. Default: all. */
  fields?: readonly F[] | undefined;
}

/** What a document needs of a page. */
interface Source {
  readonly confidence: number | undefined;
  readonly encoding: Encoding | undefined;
  markdown(part: Part, options: MarkdownOptions): string;
  text(part: Part): string;
  html(part: Part): string;
}

/** What the members are made of, found when the first of them asks. */
function materialsOf(page: Source, context: PageContext<unknown>, url: string | undefined) {
  const facts = lazy(() => context.metadata(url));
  const shown = lazy(() => context.shown(undefined));
  const posts = lazy(() => (shown().reason === undefined ? postsOf(context) : []));
  return { page, context, facts, shown, posts };
}

type Members = { readonly [F in DocumentField]: (made: ReturnType<typeof materialsOf>) => PageDocument[F] };

/** How each member is made, in their order. */
const MEMBERS: Members = {
  title: ({ facts }) => facts().title,
  // Of a thread who wrote its first post, whoever else is named.
  authors: ({ facts, posts }) => {
    const author = posts()[0]?.author;
    return author === undefined ? facts().authors : [author];
  },
  published: ({ facts }) => facts().published,
  modified: ({ facts }) => facts().modified,
  siteName: ({ facts }) => facts().siteName,
  language: ({ facts }) => facts().language,
  description: ({ facts }) => facts().description,
  image: ({ facts }) => facts().image,
  kind: ({ context }) => context.judgedKind.kind,
  product: ({ context }) => context.product?.product,
  url: ({ facts }) => facts().url,
  posts: ({ posts }) => (posts().length > 0 ? posts() : undefined),
  markdown: ({ page, facts, shown }) => page.markdown(shown().part, { url: facts().url }),
  text: ({ page, shown }) => page.text(shown().part),
  html: ({ page, shown }) => page.html(shown().part),
  encoding: ({ page }) => page.encoding,
  confidence: ({ page, context, shown }) =>
    shown().reason === undefined || !context.core.hasMain ? page.confidence : 0.5,
  reason: ({ shown }) => shown().reason,
  unseen: ({ context, shown }) => context.unseenIn(shown().part) || undefined,
};

const DOCUMENT_FIELDS = Object.keys(MEMBERS) as DocumentField[];

/** The members that are wanted, in the order of a document. @throws {OptionError} `OPTION_INVALID` */
export function documentFields<F extends DocumentField>(given: readonly F[] | undefined): readonly F[] {
  if (given === undefined) return DOCUMENT_FIELDS as F[];
  const list = check.list('fields', 'a list of members of a document', given);
  const fields = new Set(list.map((field) => check.oneOf('a field', field, DOCUMENT_FIELDS)));
  return DOCUMENT_FIELDS.filter((field): field is F => fields.has(field));
}

/** Throws as `Page.document` does. */
export function documentOf<N, F extends DocumentField>(
  page: Source,
  context: PageContext<N>,
  options: DocumentOptions<F>,
): Pick<PageDocument, F> {
  const { url, fields } = check.object('page.document', options, ['url', 'fields']);
  const made = materialsOf(page, context, check.address('url', url));
  return membersOf(documentFields(fields), (field) => MEMBERS[field](made)) as Pick<PageDocument, F>;
}
