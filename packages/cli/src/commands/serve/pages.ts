/** Pages of requests: each is learned for its site, and written. */
import { createHash, randomUUID } from 'node:crypto';
import type { Sites } from '@refrain/crawl';
import { siteTables } from '@refrain/crawl/engine';
import { recordOf } from 'refrain/engine';
import { jsonLine } from '../../formats/json-line.ts';
import type { Exchange } from './exchange.ts';
import { JSON_TYPE, MARKDOWN_TYPE, type Wanted } from './query.ts';

/** A page as a request gives it. */
export interface GivenPage {
  readonly url?: string | undefined;
  /** Default: the URL, or else a hash of the bytes. */
  readonly id?: string | undefined;
  /** Default: that of the URL. A page with neither is judged alone. */
  readonly site?: string | undefined;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

/** Where pages are judged of which no site is known: a name that nobody gives, so that nothing is ever learned of it. */
const NO_SITE = randomUUID();

/** What is in a request is a page whatever its type says, as clients have types of their own; only the character set counts. */
const charsetIn = (contentType: string | undefined): string | undefined => contentType?.replace(/^[^;]*/, 'text/html');

/**
 * Learns a page, and gives what is wanted of it in a type. What is due to be saved is saved before.
 *
 * @throws {RefrainError} as `Sites.learn`; the reason why the exchange is over, before the page is counted
 */
export function pageAs(
  sites: Sites,
  { url, bytes, contentType, ...given }: GivenPage,
  { type, keep, fields }: Wanted & { readonly type: string },
  exchange: Exchange,
): Promise<string | Uint8Array> {
  const named = given.site ?? (url === undefined ? undefined : sites.siteOf(url));
  const site = named ?? NO_SITE;
  const id = given.id ?? url ?? createHash('sha256').update(bytes).digest('hex');
  return sites.run(async (tables) => {
    exchange.check();
    const read = siteTables.readHtml(bytes, { contentType: charsetIn(contentType) });
    const page = await tables[named === undefined ? 'label' : 'learn']({ site, id }, read);
    const origin = { url, site: named, part: keep };
    const written =
      type === JSON_TYPE
        ? jsonLine(recordOf(page, fields, origin))
        : type === MARKDOWN_TYPE
          ? recordOf(page, ['markdown'], origin).markdown
          : `${recordOf(page, ['text'], origin).text}\n`;
    await tables.flushIfDue();
    return written;
  });
}
