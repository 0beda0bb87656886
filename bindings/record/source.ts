/** Sources of the fields of a page, each created on demand. */
import type { Encoding } from '../bytes/encoding.ts';
import type { MetadataReader } from '../metadata/metadata.ts';
import type { Block } from '../page/block.ts';
import type { PageContext } from '../page/context.ts';
import type { MarkdownOptions } from '../page/markdown.ts';
import { firstAuthorOf, type PagePost, postsOf } from '../page/posts.ts';
import type { Part, Verdict } from '../page/records.ts';
import type { PartChoice } from '../page/verdicts.ts';
import { lazy, membersOf } from '../values.ts';
import type { Field } from './field.ts';

export interface RecordOrigin {
  /** URL of the page. Default: its id, if this is a URL; otherwise the URL that the page declares. */
  readonly url?: string | undefined;
  readonly site?: string | undefined;
  /** The part in `text`, `markdown` and `html`. Default: `main`, or `content` if no model decides. */
  readonly part?: Part | undefined;
  /** The part that is written instead, if known. */
  readonly shown?: PartChoice | undefined;
  /** For a page that was learned before: its number; true if that call counted it. */
  readonly learned?: { readonly page: number; readonly counted: boolean } | undefined;
}

export interface RecordPage {
  readonly number: number;
  readonly counted: boolean;
  readonly layout: number | undefined;
  readonly encoding: Encoding | undefined;
  readonly lengths: Readonly<Record<Verdict, number>>;
  readonly templateShare: number;
  readonly confidence: number | undefined;
  readonly contentHash: string | undefined;
  readonly contentDigest: string | undefined;
  readonly blocks: readonly Block[];
  text(part?: Part): string;
  markdown(part?: Part, options?: MarkdownOptions): string;
  html(part?: Part): string;
}

export type FieldTable<S> = Readonly<Record<string, Field<S>>>;

export class RecordSource {
  readonly page: RecordPage;
  /** State shared by the views of the page. */
  readonly context: PageContext<unknown>;
  readonly origin: RecordOrigin;
  readonly #table: FieldTable<never>;
  #metadata: MetadataReader | undefined;
  #shown: PartChoice | undefined;
  readonly #posts = lazy((): readonly PagePost[] => (this.#isWhole ? postsOf(this.context) : []));

  /** `table`: rows that are read from this source or a subclass. */
  constructor(page: RecordPage, context: PageContext<unknown>, origin: RecordOrigin, table: FieldTable<never>) {
    this.page = page;
    this.context = context;
    this.origin = origin;
    this.#table = table;
  }

  /** The values of fields in the order of their names, without those that the page does not have. */
  values(names: readonly string[]): Readonly<Record<string, unknown>> {
    const read = (name: string): unknown => this.context.decided[name] ?? this.#table[name]?.read(this as never);
    // Reads all metadata first: the title needs it, and reading the URL separately would be slower.
    if (names.includes('title')) void this.metadata;
    return membersOf(names, read) as Readonly<Record<string, unknown>>;
  }

  get metadata(): MetadataReader {
    this.#metadata ??= this.context.metadata(this.origin.url);
    return this.#metadata;
  }

  /** The URL of the page, without reading all metadata. */
  get address(): string | undefined {
    return this.origin.url || (this.#metadata === undefined ? this.context.address : this.#metadata.url);
  }

  /** The written part, and why it is not the requested part. */
  get shown(): PartChoice {
    this.#shown ??= this.origin.shown ?? this.context.choosePart(this.origin.part);
    return this.#shown;
  }

  /** True if the page has enough main content, independent of the written part. */
  get #isWhole(): boolean {
    const shown = this.origin.part === undefined ? this.shown : this.context.choosePart(undefined);
    return shown.reason === undefined;
  }

  /**
   * The author of a thread. Undefined for other pages, whose posts are comments, and for pages without main content.
   */
  get starter(): string | undefined {
    const { context } = this;
    return context.judgedKind.kind === 'forum' && this.#isWhole ? firstAuthorOf(context) : undefined;
  }

  /** The posts of a thread, independent of the written part; none for a page without main content. */
  get posts(): readonly PagePost[] {
    return this.#posts();
  }
}
