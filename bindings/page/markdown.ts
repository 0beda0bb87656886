/** A page as Markdown. */
import * as check from '../check.ts';
import { layout } from '../core-exports.ts';
import { attempt } from '../values.ts';
import type { PageContext } from './context.ts';
import type { Part } from './records.ts';
import { hasMainContent, selectionOf } from './selection.ts';
import { withPrice } from './verdicts.ts';

/** Options of {@link Page.markdown}. */
export interface MarkdownOptions {
  /**
   * URL of the page, against which relative links and images are resolved. They remain relative if it is missing or
   * cannot be parsed, or if it or the base of the page has more than 2,048 bytes.
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
}

const KNOWN = ['url', 'title', 'headingShift', 'images', 'links', 'hidden'] as const;

/** The normalised URL of the page; empty if it is unknown or too long, or if its scheme has no folders. */
function baseOf(address: string, bytesMax: number): string {
  const url = attempt(() => new URL(address));
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href.length <= bytesMax ? url.href : '';
}

/** Writes a part of the page as Markdown to the output. Throws as `Page.markdown` does. */
export function writeMarkdown<N>(context: PageContext<N>, part: Part | undefined, all: MarkdownOptions): void {
  const options = check.object('page.markdown', all, KNOWN);
  const address = check.address('url', options.url);
  const url = baseOf(address ?? '', layout.BaseUrl.BYTES_MAX);
  const { core } = context;
  const { title: given, headingShift = 0, images = true, links = true, hidden = false } = options;
  if (given !== undefined && typeof given !== 'string') throw check.optionError('title', 'a string', given);
  const selection = selectionOf(core, part, images);
  const isMain = hasMainContent(selection);
  const { title, isHeadline } = isMain
    ? context.documentTitle(address, given)
    : { title: given ?? '', isHeadline: false };
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
