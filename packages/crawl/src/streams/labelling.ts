/** What the streams of both kinds do with one page. */

import type { Page, PageRecord } from 'refrain';
import { InputError, LimitError, OptionError } from 'refrain';
import type { SitePageOptions, Sites } from '../sites/sites.ts';

/** A page of a crawl, and how it is read. */
export interface CrawledPage extends SitePageOptions {
  readonly url: string;
  /** A string, or bytes in the character set that they and `contentType` say. */
  readonly html: string | Uint8Array;
}

/** What goes on of a page where nothing else is asked for. */
export interface LabelledPage extends PageRecord {
  readonly url: string;
}

/** How pages go through a stream: `T` is what goes on of a page, `E` what goes on in place of one that can not be taken. */
export interface TemplateStreamOptions<I extends CrawledPage, T, E = never> {
  /** `learn` (default) counts pages; `label` changes nothing. */
  readonly mode?: 'learn' | 'label';
  /** What goes on of a page, made as long as it is in hand. Default: its URL and what `page.toJSON()` gives. */
  readonly map?: (page: Page<never>, input: I) => T;
  /**
   * What goes on in place of a page that can not be taken, or undefined for nothing. Without it such a page ends the stream,
   * as what is wrong with the store always does.
   */
  readonly onError?: (error: InputError | LimitError, input: I) => E | undefined;
}

/** The same, where pages go on as they are made by `map`. */
export type MappedStreamOptions<I extends CrawledPage, T, E = never> = TemplateStreamOptions<I, T, E> &
  Required<Pick<TemplateStreamOptions<I, T, E>, 'map'>>;

const MODES = ['learn', 'label'] as const;

/** A function that makes of every page what goes on. */
export function labelling<I extends CrawledPage, T, E>(
  sites: Sites,
  { mode = 'learn', map, onError }: TemplateStreamOptions<I, T, E>,
): (input: I) => Promise<T | E | LabelledPage | undefined> {
  if (!MODES.includes(mode)) throw new OptionError(`mode must be one of ${MODES.join(', ')}, not ${String(mode)}`);
  const read = mode === 'learn' ? sites.learn : sites.label;
  return async (input) => {
    let page: Page<never>;
    try {
      if (typeof input !== 'object' || input === null) throw new InputError('a page is an object with url and html');
      page = await read.call(sites, input.url, input.html, input);
    } catch (error) {
      if (onError !== undefined && (error instanceof InputError || error instanceof LimitError)) {
        return onError(error, input);
      }
      throw error;
    }
    return map === undefined ? { url: input.url, ...page.toJSON() } : map(page, input);
  };
}
