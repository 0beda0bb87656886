/** The work on one page that streams of both kinds share. */

import { InputError, LimitError, type Page, type PageRecord, type Part, type Shortfall } from 'refrain';
import { check, contextOf, selection } from 'refrain/engine';
import { checkFields, fieldsOf, type PageField, type PageFields } from '../output/fields.ts';
import type { SitePageOptions, Sites } from '../sites/sites.ts';

/** A page of a crawl, and how it is read. */
export interface CrawledPage extends SitePageOptions {
  readonly url: string;
  /** A string, or bytes in the character set that they and `contentType` name. */
  readonly html: string | Uint8Array;
}

/** The default output for a page. */
export interface LabelledPage extends PageRecord {
  readonly url: string;
  /** Present where the page has next to nothing of the part: main content is all content then. */
  readonly reason?: Shortfall;
}

/** How pages go through a stream. `T` is the output for a page, `E` the output for a page that is refused. */
export interface TemplateStreamOptions<I extends CrawledPage, T, E = never> {
  /** `learn` (default) counts pages; `label` changes nothing. */
  readonly mode?: 'learn' | 'label';
  /** The part of the page whose text is written. It has no meaning with `map`. Default: `main`, or `content` where no model decides. */
  readonly part?: Part;
  /** The fields of the output for a page, in their order, in place of all of `page.toJSON()`. It has no meaning with `map`. */
  readonly fields?: readonly PageField[];
  /** Makes the output for a page, synchronously, while the page is valid. Default: its URL and the result of `page.toJSON()`. */
  readonly map?: (page: Page<never>, input: I) => T;
  /**
   * Makes the output for a page that is refused; undefined for none. Without it such a page ends the stream, as an error of the
   * store always does.
   */
  readonly onError?: (error: InputError | LimitError, input: I) => E | undefined;
}

/** The same, with `map`. */
export type MappedStreamOptions<I extends CrawledPage, T, E = never> = TemplateStreamOptions<I, T, E> &
  Required<Pick<TemplateStreamOptions<I, T, E>, 'map'>>;

/** What the options of streams and of Crawlee share. */
type OutputOptions<I, T, E> = Pick<TemplateStreamOptions<CrawledPage, T, E>, 'mode' | 'part' | 'fields'> & {
  readonly map?: (page: Page<never>, input: I) => T;
  readonly onError?: (error: InputError | LimitError, input: I) => E | undefined;
};

/**
 * A function that reads a page and makes its output: by `map`, else the `fields`, else what `whole` makes.
 *
 * @param user the function with these options, and `more` names of its options
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {UsageError} `NO_MAIN` for main content of sites where no model decides
 */
export function outputs<I, T, E, D>(
  user: string,
  sites: Sites,
  options: OutputOptions<I, T, E>,
  {
    more = [],
    whole,
  }: { more?: readonly string[]; whole: (page: Page<never>, part: Part | undefined, url: string) => D },
): (read: CrawledPage, input: I, method?: 'learn' | 'label') => Promise<T | E | D | Partial<PageFields> | undefined> {
  const isSites = typeof sites === 'object' && sites !== null && 'learn' in sites && 'flush' in sites;
  if (!isSites) throw check.optionError(`the first argument of ${user}`, 'a Sites', sites);
  check.object(user, options, ['mode', 'part', 'fields', 'map', 'onError', ...more]);
  const { mode = 'learn', part, map, onError } = options;
  const hasMain = sites.options.evidence !== 'repetition';
  const fields = options.fields === undefined ? undefined : checkFields(options.fields);
  check.oneOf('mode', mode, ['learn', 'label']);
  selection.check('part', part, hasMain);
  check.type('map', map, 'function');
  check.type('onError', onError, 'function');
  return async (read, input, method = mode) => {
    let page: Page<never>;
    try {
      const { url, html, id, site, contentType } = checkCrawled(read);
      page = await sites[method](url, html, { id, site, contentType });
    } catch (error) {
      if (onError !== undefined && isRefusal(error)) return onError(error, input);
      throw error;
    }
    if (map !== undefined) return map(page, input);
    const { url, id = url, site } = read;
    if (fields === undefined) return whole(page, part, url);
    return fieldsOf(page, fields, { url, id, site: site ?? sites.siteOf(url), part });
  };
}

/** Whether a page was refused: it would be refused again, and other pages may be read. */
export const isRefusal = (error: unknown): error is InputError | LimitError =>
  error instanceof InputError || error instanceof LimitError;

/** The outputs of a stream. */
export function labelling<I extends CrawledPage, T, E>(
  user: string,
  sites: Sites,
  options: TemplateStreamOptions<I, T, E>,
): (input: I) => Promise<T | E | LabelledPage | Partial<PageFields> | undefined> {
  const output = outputs(user, sites, options, {
    whole: (page, part, url): LabelledPage => ({ url, ...recordWith(page, part).record }),
  });
  return (input) => output(input, input);
}

/** The record of a page with the text that is shown of a part. */
export function recordWith(
  page: Page<never>,
  given: Part | undefined,
): { readonly shown: Part; readonly record: PageRecord & { readonly reason?: Shortfall } } {
  const { part, reason } = contextOf(page).shown(given);
  const record = page.toJSON();
  // It has the text of the default part.
  if (given === undefined && reason === undefined) return { shown: part, record };
  return { shown: part, record: { ...record, ...(reason && { reason }), text: page.text(part) } };
}

function checkCrawled(input: CrawledPage): CrawledPage {
  if (typeof input === 'object' && input !== null) return input;
  throw new InputError(`a page of a stream must be an object with url and html, not ${check.shown(input)}`);
}
