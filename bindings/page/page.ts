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

// For `contextOf`: a map of pages would take the time of all else that is made for a page.
let isPage: (page: unknown) => boolean;
let readContext: <N, E>(page: Page<N, E>) => PageContext<N>;

const RECORD = ['page', 'counted', 'kind', 'kindConfidence', 'blocks', 'text'] as const;

/** A page as plain data. */
export interface PageRecord extends Pick<PageFields, (typeof RECORD)[number]> {}

/**
 * The result for one page: a view of the module's memory. Objects and strings are made only when they are read. It is valid
 * until the detector reads the next page; after that, reading throws `PAGE_STALE`. `N` and `E` are the types of nodes and
 * elements of a given tree.
 */
export class Page<N = unknown, E = N> {
  /** Number of the page: how many pages of the site are counted. */
  readonly number: number;
  /** True if this call counted the page; false for `label`, and for the id of a page that was counted. */
  readonly counted: boolean;
  /** Number of different segments that were new to the table. */
  readonly fresh: number;
  /**
   * Id of the page's layout, which `detector.layouts()` has; undefined if only repetition decides, and if `label` finds no layout that
   * fits.
   */
  readonly layout: number | undefined;
  /** True if the page is the first of its layout. */
  readonly isNewLayout: boolean;
  /** Steps that the module took to read the page: see the option `maxWork`. */
  readonly work: number;
  /** The character set of a page given as bytes, and its origin. */
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
    this.encoding = origin.tree === undefined ? origin.encoding : undefined;
    this.number = core.result(layout.Page.NUMBER);
    this.counted = core.result(layout.Page.COUNTED) !== 0;
    this.fresh = core.result(layout.Page.NEW_SEGMENTS);
    this.layout = core.result(layout.Page.LAYOUT) || undefined;
    this.isNewLayout = core.result(layout.Page.IS_NEW_LAYOUT) !== 0;
    this.work = core.result(layout.Page.WORK + 4) * 2 ** 32 + core.result(layout.Page.WORK);
  }

  /** The blocks that have text, in document order, the root block first. */
  get blocks(): readonly Block<N, E>[] {
    const { core } = this.#context;
    this.#blocks ??= core.textBlocks().map((at) => new Block<N, E>(this.#context, at));
    return this.#blocks;
  }

  /**
   * Keeps a template block in the content of this view: in `text('content')`, for example. The evidence, the verdicts,
   * the ratio and `lengths` do not change. A content block does not change.
   *
   * @throws {UsageError} `PAGE_STALE` after the next page, and for a block of another page
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
   * Text of the page's first `title` element, white space collapsed; empty if there is none. For a page given as a tree, it is read
   * from the tree at the time of this call.
   */
  get titleElement(): string {
    return this.#context.titleElement;
  }

  /**
   * The JSON that the page contains: texts of `script` elements and long attributes that begin with `{` or `[`. It may be broken.
   * For a page given as a tree, the scripts are read from the tree at the time of this call, and no attributes are.
   */
  get embeddedData(): readonly string[] {
    return embeddedDataOf(this.#context);
  }

  /**
   * What the page declares: title, URL, site, language, authors, dates, description, image, kind, licence. What it does not declare is
   * absent. Nothing is guessed: a date whose day could be its month is left out if the language is unknown.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {UsageError} `PAGE_STALE` after the next page
   */
  metadata(options: Pick<DocumentOptions, 'url'> = {}): PageMetadata {
    const { url } = check.object('page.metadata', options, ['url']);
    return recordOf(this, ['metadata'], { url: check.address('url', url) }).metadata;
  }

  /**
   * The page as one document, which outlives it: title, authors, dates, and the main content as Markdown and text. If that is less than
   * a sentence, it is all content, and `reason` states it. `fields`: other members, as `html` and `contentHash`; each takes its own time.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {UsageError} `NO_SOURCE` for a page given as a tree; `PAGE_STALE` after the next page
   * @throws {LimitError} `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
   */
  document<F extends PageField = keyof PageDocument>(options: DocumentOptions<F> = {}): Pick<PageFields, F> {
    const { url, fields } = check.object('page.document', options, ['url', 'fields']);
    return recordOf(this, checkFields<F>(fields), { url: check.address('url', url) });
  }

  /** The headline: the title without the parts that the site repeats on its pages; empty if the page has none. */
  get title(): string {
    return recordOf(this, ['title'], {}).title;
  }

  /**
   * The confidence in all verdicts: mean probability that the verdict on a block is right, weighted by the length of its text, 0.5 to 1.
   * Undefined if no model decides, and without text.
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
   * A hash of the content, 16 hexadecimal digits. It does not change with the template, rotating teasers or counters, in every crawl and
   * by every seed; it changes with every word of its prose. Undefined if no model decides, and without content.
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
   * `text` as bytes of UTF-8. `room`: memory for them, which begins there if it fits; otherwise, and by default, new memory is taken.
   *
   * @throws {OptionError} `OPTION_INVALID`; {UsageError} as `text` does
   */
  textBytes(part?: Part, options: { readonly room?: Uint8Array<ArrayBuffer> } = {}): Uint8Array<ArrayBuffer> {
    const { core } = this.#context;
    const { room } = check.object('page.textBytes', options, ['room']);
    if (room !== undefined && !((room as unknown) instanceof Uint8Array))
      throw check.optionError('room', 'a Uint8Array', room);
    const selection = selectionOf(core, part);
    core.check((exports) => exports.renderSelected(selection));
    const text = core.output();
    const memory = room !== undefined && room.length >= text.length ? room.subarray(0, text.length) : text.slice();
    memory.set(text);
    return memory;
  }

  /**
   * A part of the page as Markdown (CommonMark, with the tables, strikethrough, task lists and footnotes of GitHub), written from
   * the tree of the blocks that are kept. It ends with a line feed; a part without text is an empty string.
   *
   * @throws {OptionError} `OPTION_INVALID` for an unknown part or option
   * @throws {UsageError} `NO_MAIN` as `text` does; `PAGE_STALE` after the next page
   * @throws {LimitError} `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
   */
  markdown(part?: Part, options: MarkdownOptions = {}): string {
    writeMarkdown(this.#context, part, options);
    return this.#context.core.outputText();
  }

  /** `markdown` as bytes of UTF-8. */
  markdownBytes(part?: Part, options: MarkdownOptions = {}): Uint8Array<ArrayBuffer> {
    writeMarkdown(this.#context, part, options);
    return this.#context.core.output().slice();
  }

  /**
   * A part of the page as HTML; parts as `text` has them.
   *
   * - `clean` (default): a whole document, with title, language, base and canonical URL. Scripts, styles, frames, form controls,
   *   hidden elements, elements that are empty now, event handlers and addresses that act are left out.
   * - `cut`: the source without all other blocks: `html('content', { mode: 'cut' })` is the source without the template. An element is
   *   removed whole if all text in it is removed; no other text is removed.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {UsageError} `NO_SOURCE` for a page given as a tree; `NO_MAIN` as `text` does; `PAGE_STALE` after the next page
   */
  html(part?: Part, options: { readonly mode?: 'clean' | 'cut' } = {}): string {
    const { core } = this.#context;
    const { mode = 'clean' } = check.object('page.html', options, ['mode']);
    check.oneOf('mode', mode, ['clean', 'cut']);
    const selection = selectionOf(core, part, true);
    const source = this.#context.requireSource();
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
 * The internals of a page, for packages that need more than its public members.
 *
 * @throws {InputError} `INPUT_INVALID` for something else than a page of a detector
 */
export function contextOf<N, E>(page: Page<N, E>): PageContext<N> {
  if (isPage(page)) return readContext(page);
  throw new InputError(`a page of a detector is needed, not ${check.describe(page)}`);
}

/** Some fields of a page, in their order, without those that it does not have. Throws as `Page.document` does. */
export const recordOf = <N, E, F extends PageField>(
  page: Page<N, E>,
  fields: readonly F[],
  origin: RecordOrigin,
): Pick<PageFields, F> => new RecordSource(page, contextOf(page), origin, FIELDS).values(fields) as Pick<PageFields, F>;
