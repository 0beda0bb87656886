/** How the archives of an index are read. */

import { ArchiveError } from '@refrain/crawl';
import type { ArchivesOptions, AskRange } from '@refrain/crawl/input';
import { FetchError, get } from './fetch.ts';
import type { InputArguments } from './inputs.ts';

/** Asks a server by the rules of all addresses. One that is refused ends the reading. */
const askWith =
  (allowPrivate: boolean): AskRange =>
  async (url, question) => {
    try {
      return await get(url, { ...question, allowPrivate, isPage: false });
    } catch (error) {
      const isRefused = error instanceof FetchError && /_REFUSED$/.test(error.code);
      throw isRefused ? new ArchiveError('ARCHIVES_REFUSED', error.message) : error;
    }
  };

interface Indexed extends Pick<InputArguments, 'isRead' | 'archives' | 'pagesPerSite' | 'allowPrivate'> {
  /** The site of all pages. */
  readonly site: string | undefined;
  readonly siteOf: (url: string) => string;
}

/** Of an index: which pages are read, before their bytes are, and from where. */
export const ofIndex = ({ archives, pagesPerSite, allowPrivate = false, isRead, site, siteOf }: Indexed) =>
  ({
    ...{ archives, pagesPerSite, ask: askWith(allowPrivate) },
    takes: ({ url }) => isRead({ url, id: url }),
    siteOf: site === undefined ? siteOf : () => site,
  }) satisfies Partial<Record<keyof ArchivesOptions, unknown>> & Pick<ArchivesOptions, 'takes'>;
