/** Documents of a stream of pages, the first of each site judged by what all of them teach. */
import { InputError, type LimitError, type Page, type PageDocument } from 'refrain';
import { check, checkFields, recordOf } from 'refrain/engine';
import { isRefusal } from '../errors.ts';
import { FirstPages, SETTLE } from './first-pages.ts';
import type { CrawledPage } from './sites-options.ts';
import type { PageRef, ReadPage, SiteTables } from './tables.ts';

/** How the pages of a stream become documents. */
export interface DocumentsOptions {
  /** The first pages of a site wait until this many are known, or the stream ends; 0: none waits. Up to 256, default: 8. */
  readonly settle?: number;
}

/** A page as a document, or why it was refused: plain data. */
export type SiteDocument =
  | { readonly url: string; readonly document: PageDocument; readonly error?: undefined }
  | { readonly url: string; readonly error: InputError | LimitError; readonly document?: undefined };

/** What documents need of sites. */
interface Host {
  /** Whether verdicts depend on other pages. */
  readonly learns: boolean;
  ref(page: CrawledPage): PageRef;
  read(page: CrawledPage): ReadPage<never>;
  /** Applies rules by hand. */
  byHand(ref: PageRef, page: Page<never>): Page<never>;
  run<T>(call: (tables: SiteTables) => Promise<T>): Promise<T>;
}

interface Crawled {
  readonly page: CrawledPage;
  readonly ref: PageRef;
}

/** Memory of a page beside its HTML. */
const PAGE_BYTES = 1024;

export async function* documentsOf(
  host: Host,
  pages: AsyncIterable<CrawledPage> | Iterable<CrawledPage>,
  options: DocumentsOptions,
): AsyncGenerator<SiteDocument> {
  const { settle = SETTLE.default } = check.object('documents', options, ['settle']);
  check.whole('settle', settle, SETTLE.min, SETTLE.max);
  const first = new FirstPages<Crawled>(host.learns ? settle : 0);
  const judge = (group: readonly Crawled[]): Promise<SiteDocument[]> =>
    host.run((tables) => judgeGroup(host, tables, group, settle));
  for await (const page of pages) {
    let ref: PageRef;
    try {
      if (typeof page !== 'object' || page === null)
        throw new InputError(`a page must be an object with url and html, not ${check.shown(page)}`);
      ref = host.ref(page);
    } catch (error) {
      yield refused(String(page?.url), error);
      continue;
    }
    // Text takes two bytes for a character.
    const bytes = PAGE_BYTES + (typeof page.html === 'string' ? 2 * page.html.length : (page.html?.byteLength ?? 0));
    for (const group of first.add(ref.site, { page, ref }, bytes)) yield* await judge(group);
  }
  for (const group of first.end()) yield* await judge(group);
}

/** The document of a page that is refused; throws any other error. */
function refused(url: string, error: unknown): SiteDocument {
  if (isRefusal(error)) return { url, error };
  throw error;
}

/** The documents of pages of a site. Where it has few pages, all are learned first, and then labelled. */
async function judgeGroup(
  host: Host,
  tables: SiteTables,
  group: readonly Crawled[],
  settle: number,
): Promise<SiteDocument[]> {
  await tables.flushIfDue();
  const [first] = group;
  const waits = first !== undefined && group.length > 1 && (await tables.pagesOf(first.ref.site)) < settle;
  const refusals = new Map<Crawled, SiteDocument>();
  for (const crawled of waits ? group : []) {
    try {
      await tables.learn(crawled.ref, host.read(crawled.page));
    } catch (error) {
      refusals.set(crawled, refused(crawled.page.url, error));
    }
  }
  const documents: SiteDocument[] = [];
  for (const crawled of group) {
    const { ref, page } = crawled;
    const { url } = page;
    const judge = async (): Promise<SiteDocument> => {
      const judged = await tables[waits ? 'label' : 'learn'](ref, host.read(page));
      return { url, document: recordOf(host.byHand(ref, judged), checkFields(undefined), { url, site: ref.site }) };
    };
    documents.push(refusals.get(crawled) ?? (await judge().catch((error: unknown) => refused(url, error))));
  }
  return documents;
}
