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
  /** Default: an id that is a URL, else the address that the page declares. */
  readonly url?: string | undefined;
  readonly site?: string | undefined;
  /** The part in `text`, `markdown` and `html`. Default: `main`, or `content` if no model decides. */
  readonly part?: Part | undefined;
  /** The part that is written instead, if known. */
  readonly shown?: PartChoice | undefined;
  /** Number of a page that was counted earlier, and whether it was new. */
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
  /** State that the views of the page share. */
  readonly context: PageContext<unknown>;
  readonly origin: RecordOrigin;
  readonly #table: FieldTable<never>;
  #metadata: MetadataReader | undefined;
  #shown: PartChoice | undefined;
  readonly #posts = lazy((): readonly PagePost[] => (this.#isWhole ? postsOf(this.context) : []));

  /** `table`: rows that are read from this source, or from a class that extends it. */
  constructor(page: RecordPage, context: PageContext<unknown>, origin: RecordOrigin, table: FieldTable<never>) {
    this.page = page;
    this.context = context;
    this.origin = origin;
    this.#table = table;
  }

  /** The values of fields in the order of their names, without those that the page does not have. */
  values(names: readonly string[]): Readonly<Record<string, unknown>> {
    const read = (name: string): unknown => this.context.decided[name] ?? this.#table[name]?.read(this as never);
    // The metadata for the title includes the address: reading that first would be slower.
    if (names.includes('title')) void this.metadata;
    return membersOf(names, read) as Readonly<Record<string, unknown>>;
  }

  get metadata(): MetadataReader {
    this.#metadata ??= this.context.metadata(this.origin.url);
    return this.#metadata;
  }

  /** The address of the page, without reading all metadata. */
  get address(): string | undefined {
    return this.origin.url || (this.#metadata === undefined ? this.context.address : this.#metadata.url);
  }

  /** The written part, and why it is not the requested one. */
  get shown(): PartChoice {
    this.#shown ??= this.origin.shown ?? this.context.choosePart(this.origin.part);
    return this.#shown;
  }

  /** True if the page has enough main content, whichever part is written. */
  get #isWhole(): boolean {
    const shown = this.origin.part === undefined ? this.shown : this.context.choosePart(undefined);
    return shown.reason === undefined;
  }

  /** The author of a thread; undefined for other pages, whose posts are comments, and without main content. */
  get starter(): string | undefined {
    const { context } = this;
    return context.judgedKind.kind === 'forum' && this.#isWhole ? firstAuthorOf(context) : undefined;
  }

  /** The posts of a thread, whichever part of the page is written; none of a page without main content. */
  get posts(): readonly PagePost[] {
    return this.#posts();
  }
}
