/** Options for reading archives by their index. */

import { ArchiveError } from '@refrain/crawl';
import type { IndexedOptions } from '@refrain/crawl/input';
import { FetchError, type GetOptions, get } from './fetch.ts';
import type { InputArguments } from './inputs.ts';
import type { PageFilter } from './task.ts';

/** Requests ranges with the same guard and identity as pages. A refused URL ends the reading. */
const rangeRequester =
  (who: Pick<GetOptions, 'allowPrivate' | 'identity'>): NonNullable<IndexedOptions['requestRange']> =>
  async (url, question) => {
    try {
      return await get(url, { ...question, ...who, isPage: false });
    } catch (error) {
      const isRefused = error instanceof FetchError && /_REFUSED$/.test(error.code);
      throw isRefused ? new ArchiveError('ARCHIVES_REFUSED', error.message) : error;
    }
  };

interface IndexSettings extends Pick<InputArguments, 'archives' | 'pagesPerSite' | 'allowPrivate'> {
  readonly site: string | undefined;
  readonly siteOf: (url: string) => string;
  readonly identity: GetOptions['identity'];
  readonly known: PageFilter | undefined;
}

type IndexReadOptions = Pick<IndexedOptions, 'known' | 'pagesPerSite' | 'requestRange' | 'siteOf'> &
  Pick<InputArguments, 'archives'>;

/** Location of archives, maximum pages per site, and known pages. */
export function indexOptions({
  archives,
  pagesPerSite,
  allowPrivate = false,
  ...given
}: IndexSettings): IndexReadOptions {
  const { identity, known, site } = given;
  const siteOf = (url: string): string => site ?? given.siteOf(url);
  return {
    ...{ archives, pagesPerSite, siteOf, requestRange: rangeRequester({ allowPrivate, identity }) },
    known: known && ((pages) => known(pages.map(({ url }) => ({ site: siteOf(url), id: url })))),
  };
}
