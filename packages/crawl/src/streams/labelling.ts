/** The work on one page that streams of both kinds share. */

import { type Choice, InputError, LimitError, type Page, type PageRecord } from 'refrain';
import { checkChoice, checkObject, oneOf, optionError, shown } from 'refrain/internal';
import { checkType } from '../check.ts';
import { checkFields, fieldsOf, isMainField, type PageField, type PageFields } from '../output/fields.ts';
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
}

/** How pages go through a stream. `T` is the output for a page, `E` the output for a page that is refused. */
export interface TemplateStreamOptions<I extends CrawledPage, T, E = never> {
  /** `learn` (default) counts pages; `label` changes nothing. */
  readonly mode?: 'learn' | 'label';
  /** The part of the page whose text `content` is: main content, for example. It has no meaning with `map`. Default: `content`. */
  readonly part?: Choice;
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

/** @throws {OptionError} for what is not a `Sites` */
export function checkSites(user: string, sites: unknown): asserts sites is Sites {
  const isSites = typeof sites === 'object' && sites !== null && 'learn' in sites && 'flush' in sites;
  if (!isSites) throw optionError(`the first argument of ${user}`, 'a Sites', sites);
}

/**
 * A function from pages to outputs.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {UsageError} `NO_MAIN` for main content of sites where no model decides
 */
export function labelling<I extends CrawledPage, T, E>(
  user: string,
  sites: Sites,
  options: TemplateStreamOptions<I, T, E>,
): (input: I) => Promise<T | E | LabelledPage | Partial<PageFields> | undefined> {
  checkSites(user, sites);
  checkObject(user, options, ['mode', 'part', 'fields', 'map', 'onError']);
  const { mode = 'learn', part = 'content', map, onError } = options;
  const fields = checkSitesFields(sites, options.fields);
  oneOf('mode', mode, ['learn', 'label']);
  checkSitesPart(sites, part);
  checkType('map', map, 'function');
  checkType('onError', onError, 'function');
  return async (input) => {
    let page: Page<never>;
    try {
      const { url, html } = checkCrawled(input);
      page = await sites[mode](url, html, pageOptions(input));
    } catch (error) {
      if (onError !== undefined && (error instanceof InputError || error instanceof LimitError)) {
        return onError(error, input);
      }
      throw error;
    }
    if (map !== undefined) return map(page, input);
    if (fields === undefined) return { url: input.url, ...recordWith(page, part) };
    const { url, id = url, site } = input;
    return fieldsOf(page, fields, { url, id, site: site ?? sites.siteOf(url), part });
  };
}

/**
 * Checks fields before a page is read.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {UsageError} `NO_MAIN` for main content and comments where no model decides
 */
export function checkSitesFields({ options }: Sites, fields: unknown): readonly PageField[] | undefined {
  if (fields === undefined) return undefined;
  const names = checkFields(fields);
  if (names.some(isMainField)) checkChoice('fields', 'main', options.evidence !== 'repetition');
  return names;
}

/**
 * Checks the part of pages before one is read.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {UsageError} `NO_MAIN`
 */
export function checkSitesPart({ options }: Sites, part: unknown): void {
  checkChoice('part', part, options.evidence !== 'repetition');
}

/** The record of a page, whose `content` is the text of a part. */
export function recordWith(page: Page<never>, part: Choice): PageRecord {
  const record = page.toJSON();
  return part === 'content' ? record : { ...record, content: page.text(part) };
}

function checkCrawled(input: CrawledPage): CrawledPage {
  if (typeof input === 'object' && input !== null) return input;
  throw new InputError(`a page of a stream must be an object with url and html, not ${shown(input)}`);
}

/** The options of a page among its other properties. */
export const pageOptions = ({ id, site, contentType }: SitePageOptions): SitePageOptions => ({
  ...(id === undefined ? {} : { id }),
  ...(site === undefined ? {} : { site }),
  contentType,
});
