/** Pages of requests: each is learned for its site, and written. */
import { createHash, randomUUID } from 'node:crypto';
import type { Sites } from '@refrain/crawl';
import type { GivenPage } from '@refrain/crawl/engine';
import { jsonLine } from '../../formats/json-line.ts';
import type { Exchange } from './exchange.ts';
import { JSON_TYPE, MARKDOWN_TYPE, type Wanted } from './query.ts';

/** A page as a request has it. Default of its id: its URL, or else a hash of the bytes. A page with neither site nor URL is judged alone. */
export type RequestPage = GivenPage & { readonly html: Uint8Array };

/** Where pages are judged of which no site is known: a name that nobody gives, so that nothing is ever learned of it. */
const NO_SITE = randomUUID();

/** What is in a request is a page whatever its type says, as clients have types of their own; only the character set counts. */
const charsetIn = (contentType: string | undefined): string | undefined => contentType?.replace(/^[^;]*/, 'text/html');

/**
 * Learns a page, and gives what is wanted of it in a type. What is due to be saved is saved before.
 *
 * @throws {RefrainError} as `Sites.learn`; the reason why the exchange is over, before the page is counted
 */
export async function pageAs(
  sites: Sites,
  page: RequestPage,
  { type, keep: part, fields }: Wanted & { readonly type: string },
  exchange: Exchange,
): Promise<string | Uint8Array> {
  const { url, html, id = url ?? createHash('sha256').update(html).digest('hex') } = page;
  const site = page.site ?? (url === undefined ? undefined : sites.siteOf(url));
  const check = () => {
    exchange.check();
    return sites.check({ ...page, id, site: site ?? NO_SITE, contentType: charsetIn(page.contentType) });
  };
  const written = await sites.judge(check, {
    learns: site !== undefined,
    part,
    write(judged) {
      if (type === JSON_TYPE)
        return jsonLine(judged.record(fields.filter((field) => field !== 'site' || site !== undefined)));
      return type === MARKDOWN_TYPE ? judged.record(['markdown']).markdown : `${judged.record(['text']).text}\n`;
    },
  });
  await sites.flushIfDue();
  return written;
}
