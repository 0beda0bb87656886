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
   * URL of the page, against which relative links and images are resolved. They remain relative if it is missing, or if
   * it or the base of the page has more than 2,048 bytes.
   */
  url?: string | URL | undefined;
  /**
   * Title of the document. It becomes the first heading, unless the part begins with this heading. Default: the title
   * of the page for main content, none for other parts.
   */
  title?: string | undefined;
  /** A whole number from -5 to 5 that is added to the levels of headings, which remain from 1 to 6. Default: 0. */
  headingShift?: number | undefined;
  /** True if images are written. Default: true. */
  images?: boolean | undefined;
  /** If false, only the text of links is written. Default: true. */
  links?: boolean | undefined;
  /** True to write also content that attributes hide. Default: false. */
  hidden?: boolean | undefined;
  /** Called with an error `URL_INVALID` if `url` cannot be parsed or is too long. Then links are not changed. */
  onWarning?: ((warning: RefrainError) => void) | undefined;
}

const KNOWN = ['url', 'title', 'headingShift', 'images', 'links', 'hidden', 'onWarning'] as const;

/** The normalised URL of the page; empty if it is unknown or too long, or if its scheme has no folders. */
function baseOf({ url: address, onWarning }: MarkdownOptions, bytesMax: number): string {
  const given = check.address('url', address) ?? '';
  if (onWarning !== undefined && typeof onWarning !== 'function')
    throw check.optionError('onWarning', 'a function', onWarning);
  if (given === '') return '';
  const url = attempt(() => new URL(given));
  if (url === undefined || url.href.length > bytesMax) {
    const why = url === undefined ? 'cannot be parsed' : `is longer than ${bytesMax} bytes`;
    onWarning?.(new InputError(`the URL of the page ${why}: links are not changed`, 'URL_INVALID'));
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
  // Needed because posts begin with their authors and dates.
  if (isMain) core.divideItems();
  const shift = check.whole('headingShift', headingShift, -5, 5);
  const bits =
    (check.boolean('images', images) ? layout.MarkdownOption.IMAGES : 0) |
    (check.boolean('links', links) ? layout.MarkdownOption.LINKS : 0) |
    (check.boolean('hidden', hidden) ? layout.MarkdownOption.HIDDEN : 0) |
    (isHeadline ? 0 : layout.MarkdownOption.TITLE);
  const write = () => core.renderMarkdown(selection, bits, shift, { url, title });
  if (isMain && images) withPrice(context, write);
  else write();
}

/** The title of the document. `isHeadline`: true if the part begins with it. */
function titleOf<N>(context: PageContext<N>, { title, url }: MarkdownOptions, isMain: boolean): DocumentTitle {
  if (title !== undefined && typeof title !== 'string') throw check.optionError('title', 'a string', title);
  if (isMain) return context.documentTitle(check.address('url', url), title);
  return { title: title ?? '', isHeadline: false };
}
