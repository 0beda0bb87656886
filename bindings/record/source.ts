/** What the fields of a page are read from. Each part is made when the first field needs it. */
import type { Encoding } from '../bytes/encoding.ts';
import type { MetadataReader } from '../metadata/metadata.ts';
import type { Block } from '../page/block.ts';
import type { PageContext } from '../page/context.ts';
import type { MarkdownOptions } from '../page/markdown.ts';
import { firstAuthorOf, type PagePost, postsOf } from '../page/posts.ts';
import type { Part, Verdict } from '../page/records.ts';
import type { WrittenPart } from '../page/verdicts.ts';
import { lazy, membersOf } from '../values.ts';
import type { Field } from './field.ts';

/** Where a page came from, and which part of it is written. */
export interface RecordOrigin {
  /** Default: an id that is a URL, else the address that the page declares. */
  readonly url?: string | undefined;
  readonly site?: string | undefined;
  /** The part that `text`, `markdown` and `html` have. Default: `main`, or `content` where no model decides. */
  readonly part?: Part | undefined;
  /** What is written of that part, if it is known. */
  readonly shown?: WrittenPart | undefined;
  /** The number of a page that was counted earlier, and whether it was new then. */
  readonly learned?: { readonly page: number; readonly counted: boolean } | undefined;
}

/** The members of a page that fields are made of. */
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

/** Rows by the names of their fields. */
export type FieldTable<S> = Readonly<Record<string, Field<S>>>;

export class RecordSource {
  readonly page: RecordPage;
  /** What the views of the page share. */
  readonly context: PageContext<unknown>;
  readonly origin: RecordOrigin;
  readonly #table: FieldTable<never>;
  #facts: MetadataReader | undefined;
  #shown: WrittenPart | undefined;
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
    // The facts with the title have the address too: to read that first would take longer.
    if (names.includes('title')) void this.facts;
    return membersOf(names, read) as Readonly<Record<string, unknown>>;
  }

  /** The metadata that the page declares. */
  get facts(): MetadataReader {
    this.#facts ??= this.context.metadata(this.origin.url);
    return this.#facts;
  }

  /** The address of the page: read with all facts only if these are needed anyway. */
  get address(): string | undefined {
    return this.origin.url || (this.#facts === undefined ? this.context.address : this.#facts.url);
  }

  /** The part that is written, and why it is not the requested one. */
  get shown(): WrittenPart {
    this.#shown ??= this.origin.shown ?? this.context.writtenPart(this.origin.part);
    return this.#shown;
  }

  /** True if the page has enough main content, whichever part is written. */
  get #isWhole(): boolean {
    const shown = this.origin.part === undefined ? this.shown : this.context.writtenPart(undefined);
    return shown.reason === undefined;
  }

  /** Who began a thread; undefined for other pages, whose posts are comments, and without main content. */
  get starter(): string | undefined {
    const { context } = this;
    return context.judgedKind.kind === 'forum' && this.#isWhole ? firstAuthorOf(context) : undefined;
  }

  /** The posts of a thread, whichever part of the page is written; none of a page without main content. */
  get posts(): readonly PagePost[] {
    return this.#posts();
  }
}
