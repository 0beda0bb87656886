import type { Encoding } from '../bytes/encoding.ts';
import * as check from '../check.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { InputError } from '../errors.ts';
import type { ResolvedOptions } from '../options.ts';
import { FIELDS, type PageDocument, type PageField, type PageFields, type PageMetadata } from '../record/fields.ts';
import { checkFields, type DocumentOptions } from '../record/options.ts';
import { type RecordOrigin, RecordSource } from '../record/source.ts';
import { lazy } from '../values.ts';
import { Block } from './block.ts';
import { contentMarksOf } from './content-hash.ts';
import { PageContext, type PageOrigin } from './context.ts';
import { embeddedDataOf } from './embedded.ts';
import { type MarkdownOptions, writeMarkdown } from './markdown.ts';
import type { PageKind, Part, Verdict } from './records.ts';
import { hasMainContent, othersThan, selectionOf } from './selection.ts';
import { confidenceOf, withPrice } from './verdicts.ts';

// For `contextOf`. A private member, because a `WeakMap` of pages would be slow.
let isPage: (page: unknown) => boolean;
let readContext: <N, E>(page: Page<N, E>) => PageContext<N>;

const RECORD = ['page', 'counted', 'kind', 'kindConfidence', 'blocks', 'text'] as const;

/** A page as plain data. */
export interface PageRecord extends Pick<PageFields, (typeof RECORD)[number]> {}

/**
 * The result for one page, as a view of the module's memory. Objects and strings are created only on access. The view
 * is valid until the detector reads the next page; then access throws `PAGE_STALE`. `N` and `E` are the types of nodes
 * and elements of a given tree.
 */
export class Page<N = unknown, E = N> {
  /** Number of counted pages of the site, including this one if `counted`. */
  readonly number: number;
  /** True if this call counted the page; false for `label`, and if the id was counted before. */
  readonly counted: boolean;
  /** Number of different segments that were new to the table. */
  readonly fresh: number;
  /**
   * Id of the layout of the page in `detector.layouts()`; undefined if only repetition decides, or if `label` finds no
   * matching layout.
   */
  readonly layout: number | undefined;
  /** True if the page is the first of its layout. */
  readonly isNewLayout: boolean;
  /** Steps that the module took to read the page: see the option `maxWork`. */
  readonly work: number;
  /** For bytes: the character set and what declared it. */
  readonly encoding: Encoding | undefined;
  readonly #context: PageContext<N>;
  #blocks: readonly Block<N, E>[] | undefined;
  readonly #marks = lazy(() => contentMarksOf(this.#context.core));

  static {
    isPage = (page) => check.isObject(page) && #context in page;
    readContext = (page) => page.#context;
  }

  constructor(core: Core, options: ResolvedOptions, origin: PageOrigin<N>) {
    this.#context = new PageContext(core, options, origin);
    this.encoding = origin.encoding;
    this.number = core.result(layout.Page.NUMBER);
    this.counted = core.result(layout.Page.COUNTED) !== 0;
    this.fresh = core.result(layout.Page.NEW_SEGMENTS);
    this.layout = core.result(layout.Page.LAYOUT) || undefined;
    this.isNewLayout = core.result(layout.Page.IS_NEW_LAYOUT) !== 0;
    this.work = core.result(layout.Page.WORK + 4) * 2 ** 32 + core.result(layout.Page.WORK);
  }

  /** The blocks with text, in document order; the root block is first. */
  get blocks(): readonly Block<N, E>[] {
    const { core } = this.#context;
    this.#blocks ??= core.textBlocks().map((at) => new Block<N, E>(this.#context, at));
    return this.#blocks;
  }

  /**
   * Keeps a template block in the content of this view, for example in `text('content')`. Evidence, verdict, ratio and
   * `lengths` do not change. Has no effect on content blocks.
   *
   * @throws {UsageError} `PAGE_STALE` after the next page, or for a block of another page
   */
  keep(block: Block<N, E>): void {
    Block.keepIn(this.#context, block);
  }

  /** `keep` for every template block of the page. */
  keepAll(): void {
    for (const block of this.blocks) this.keep(block);
  }

  /** Length of the text in blocks of each verdict, kept or not, in Unicode code points. */
  get lengths(): Readonly<Record<Verdict, number>> {
    const { core } = this.#context;
    return { template: core.result(layout.Page.TEMPLATE_LENGTH), content: core.result(layout.Page.CONTENT_LENGTH) };
  }

  /**
   * Text of the first `title` element with collapsed white space; empty without one.
   */
  get titleElement(): string {
    return this.#context.titleElement;
  }

  /**
   * The JSON that the page contains: texts of `script` elements and long attributes that begin with `{` or `[`. It may
   * be invalid.
   */
  get embeddedData(): readonly string[] {
    return embeddedDataOf(this.#context.core);
  }

  /**
   * The metadata that the page declares: title, URL, site, language, authors, dates, description, image, kind, licence.
   * Missing values are absent. Nothing is guessed: a date whose day and month could be
   * exchanged is omitted if the language is unknown.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {UsageError} `PAGE_STALE` after the next page
   */
  metadata(options: Pick<DocumentOptions, 'url'> = {}): PageMetadata {
    const { url } = check.object('page.metadata', options, ['url']);
    return recordOf(this, ['metadata'], { url: check.address('url', url) }).metadata;
  }

  /**
   * The page as a document, which remains valid after the page: title, authors, dates, and the main content as Markdown
   * and text. If the main content is shorter than a sentence, the document has all content, and a `reason`. `fields`:
   * other members, such as `html` and `contentHash`; each needs additional time.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {UsageError} `PAGE_STALE` after the next page
   * @throws {LimitError} `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
   */
  document<F extends PageField = keyof PageDocument>(options: DocumentOptions<F> = {}): Pick<PageFields, F> {
    const { url, fields } = check.object('page.document', options, ['url', 'fields']);
    return recordOf(this, checkFields<F>(fields), { url: check.address('url', url) });
  }

  /** The headline, or the `title` element without what the site repeats; empty without one. */
  get title(): string {
    return recordOf(this, ['title'], {}).title;
  }

  /**
   * The confidence in the verdicts, 0.5 to 1: the mean probability that a verdict is correct, weighted by the length of
   * the block. Undefined if no model decides, or without text.
   */
  get confidence(): number | undefined {
    return confidenceOf(this.#context.core);
  }

  /** Share of the text that is in template blocks, 0 to 1; 0 without text. */
  get templateShare(): number {
    const { template, content } = this.lengths;
    return template + content === 0 ? 0 : template / (template + content);
  }

  /** The kind of page; undefined if that is unknown. */
  get kind(): PageKind | undefined {
    return this.#context.judgedKind.kind;
  }

  /** The confidence in its kind, 0 to 1; undefined if that is unknown. */
  get kindConfidence(): number | undefined {
    return this.#context.judgedKind.confidence;
  }

  /**
   * A hash of the content, 16 hexadecimal digits. It does not depend on template, changing teasers, counters, crawl or
   * seed; it changes with every word of the prose. Undefined if no model decides, or without content.
   */
  get contentHash(): string | undefined {
    return this.#marks().hash();
  }

  /** A digest of the same texts, 16 hexadecimal digits, for `contentSimilarity`. */
  get contentDigest(): string | undefined {
    return this.#marks().digest();
  }

  /**
   * Text of a part of the page. Default: `main`, or `content` if no model decides. Blocks and line breaks of the page become lines;
   * cells of a table are separated by tabs. Kept template blocks count as content.
   *
   * @throws {OptionError} `OPTION_INVALID` for an unknown part
   * @throws {UsageError} `NO_MAIN` for main content and comments if no model decides
   */
  text(part?: Part): string {
    const { core } = this.#context;
    const selection = selectionOf(core, part);
    return core.text((exports) => exports.renderSelected(selection));
  }

  /**
   * `text` as bytes of UTF-8.
   *
   * @throws {OptionError} `OPTION_INVALID`; {UsageError} as `text` does
   */
  textBytes(part?: Part): Uint8Array<ArrayBuffer> {
    const { core } = this.#context;
    const selection = selectionOf(core, part);
    core.check((exports) => exports.renderSelected(selection));
    return core.output().slice();
  }

  /**
   * A part of the page as Markdown (CommonMark with the tables, strikethrough, task lists and footnotes of GitHub). It
   * ends with a line feed; if the part has no text, it is empty.
   *
   * @throws {OptionError} `OPTION_INVALID` for an unknown part or option
   * @throws {UsageError} `NO_MAIN` as `text` does; `PAGE_STALE` after the next page
   * @throws {LimitError} `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
   */
  markdown(part?: Part, options: MarkdownOptions = {}): string {
    writeMarkdown(this.#context, part, options);
    return this.#context.core.outputText();
  }

  /**
   * A part of the page as HTML; parts as `text` has them.
   *
   * - `clean` (default): a whole document, with title, language, base and canonical URL. Scripts, styles, frames, form controls,
   *   hidden and empty elements, event handlers and unsafe URLs are removed.
   * - `cut`: the source without all other blocks: `html('content', { mode: 'cut' })` is the source without the template. An element is
   *   removed completely if all of its text is removed.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {UsageError} `NO_MAIN` as `text` does; `PAGE_STALE` after the next page
   */
  html(part?: Part, options: { readonly mode?: 'clean' | 'cut' } = {}): string {
    const { core } = this.#context;
    const { mode = 'clean' } = check.object('page.html', options, ['mode']);
    check.oneOf('mode', mode, ['clean', 'cut']);
    const selection = selectionOf(core, part, true);
    const { source } = this.#context;
    const write = <R>(run: () => R): R => (hasMainContent(selection) ? withPrice(this.#context, run) : run());
    if (mode === 'clean') return write(() => core.text((exports) => exports.renderClean(selection)));
    const removed = write(() => core.findRemoval(othersThan(selection), source.length)).sort(([a], [b]) => a - b);
    const pieces: string[] = [];
    let at = 0;
    for (const [start, end] of removed) {
      if (start > at) pieces.push(source.slice(at, start));
      at = Math.max(at, end);
    }
    pieces.push(source.slice(at, source.length));
    return pieces.join('');
  }

  /** The page as plain data: its fields `page`, `counted`, `kind`, `kindConfidence`, `blocks` and `text`. */
  toJSON(): PageRecord {
    return recordOf(this, RECORD, {});
  }
}

/**
 * The internals of a page, for other packages.
 *
 * @throws {InputError} `INPUT_INVALID` if the value is not a `Page`
 */
export function contextOf<N, E>(page: Page<N, E>): PageContext<N> {
  if (isPage(page)) return readContext(page);
  throw new InputError(`the page must be a page of a detector, not ${check.describe(page)}`);
}

/** Some fields of a page, in their order, without those that it does not have. Throws as `Page.document` does. */
export const recordOf = <N, E, F extends PageField>(
  page: Page<N, E>,
  fields: readonly F[],
  origin: RecordOrigin,
): Pick<PageFields, F> => new RecordSource(page, contextOf(page), origin, FIELDS).values(fields) as Pick<PageFields, F>;
