/** A page as Markdown. */
import * as check from '../check.ts';
import { layout } from '../core-exports.ts';
import { InputError, type RefrainError } from '../errors.ts';
import { attempt } from '../values.ts';
import type { DocumentTitle, PageContext } from './context.ts';
import type { Part } from './records.ts';
import { hasMainContent, selectionOf } from './selection.ts';
import { withPrice } from './verdicts.ts';

/** Options of {@link Page.markdown}. */
export interface MarkdownOptions {
  /**
   * Address of the page: relative links and images become absolute. They remain relative without it, and if it or the base of the page is
   * longer than 2,048 bytes.
   */
  url?: string | URL | undefined;
  /**
   * Title of the document: its first heading, unless the part begins with a heading that is the title. Default: of main content the
   * title of the page, of other parts none.
   */
  title?: string | undefined;
  /** Added to the levels of headings, within 1 to 6: a whole number from -5 to 5. Default: 0. */
  headingShift?: number | undefined;
  /** True if images are written. Default: true. */
  images?: boolean | undefined;
  /** True if links have their addresses; else only their text is written. Default: true. */
  links?: boolean | undefined;
  /** True if content is written that the page hides by its attributes. Default: false. */
  hidden?: boolean | undefined;
  /** Called with an error `URL_INVALID` if `url` cannot be parsed, or is too long. Links are not changed then. */
  onWarning?: ((warning: RefrainError) => void) | undefined;
}

const KNOWN = ['url', 'title', 'headingShift', 'images', 'links', 'hidden', 'onWarning'] as const;

/** The address of the page, resolved; empty if it is unknown, too long, or of a scheme without folders. */
function baseOf({ url: address, onWarning }: MarkdownOptions, bytesMax: number): string {
  const given = check.address('url', address) ?? '';
  if (onWarning !== undefined && typeof onWarning !== 'function')
    throw check.optionError('onWarning', 'a function', onWarning);
  if (given === '') return '';
  const url = attempt(() => new URL(given));
  if (url === undefined || url.href.length > bytesMax) {
    const why = url === undefined ? 'cannot be parsed' : `is longer than ${bytesMax} bytes`;
    onWarning?.(new InputError(`the URL of the page ${why}: links stay as they are`, 'URL_INVALID'));
    return '';
  }
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : '';
}

/** Writes a part of the page as Markdown to the output. Throws as `Page.markdown` does. */
export function writeMarkdown<N>(context: PageContext<N>, part: Part | undefined, given: MarkdownOptions): void {
  const options = check.object('page.markdown', given, KNOWN);
  const url = baseOf(options, layout.BaseUrl.BYTES_MAX);
  const { core } = context;
  const { headingShift = 0, images = true, links = true, hidden = false } = options;
  const selection = selectionOf(core, part, images);
  const isMain = hasMainContent(selection);
  const { title, isHeadline } = titleOf(context, options, isMain);
  // Posts begin with their authors and dates, with pictures or without.
  if (isMain) core.divideItems();
  const shift = check.whole('headingShift', headingShift, -5, 5);
  const bits =
    (check.boolean('images', images) ? layout.MarkdownOption.IMAGES : 0) |
    (check.boolean('links', links) ? layout.MarkdownOption.LINKS : 0) |
    (check.boolean('hidden', hidden) ? layout.MarkdownOption.HIDDEN : 0) |
    (isHeadline ? 0 : layout.MarkdownOption.TITLE);
  context.requireSource();
  const write = () => core.renderMarkdown(selection, bits, shift, { url, title });
  if (isMain && images) withPrice(context, write);
  else write();
}

/** The title of the document; `isHeadline` if the part begins with it. */
function titleOf<N>(context: PageContext<N>, { title, url }: MarkdownOptions, isMain: boolean): DocumentTitle {
  if (title !== undefined && typeof title !== 'string') throw check.optionError('title', 'a string', title);
  if (isMain) return context.documentTitle(check.address('url', url), title);
  return { title: title ?? '', isHeadline: false };
}
