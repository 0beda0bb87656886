/** Documents of a stream of pages, the first of each site judged by what all of them teach. */
import type { InputError, LimitError, PageDocument } from 'refrain';
import { check, FirstPages, type Outcome, SETTLE } from 'refrain/engine';
import { isRefusal } from '../errors.ts';
import type { CheckedPage, GivenPage } from '../page.ts';

/** How the pages of a stream become documents. */
export interface DocumentsOptions {
  /** The first pages of a site wait until this many are known, or the stream ends; 0: none waits. Up to 256, default: 8. */
  readonly settle?: number | undefined;
}

/** A page as a document, or why it was refused: plain data. */
export type SiteDocument<T = PageDocument> =
  | { readonly url: string; readonly document: T; readonly error?: undefined }
  | { readonly url: string; readonly error: InputError | LimitError; readonly document?: undefined };

/** How pages are checked, and how those of a site are judged. */
interface Source<T> extends DocumentsOptions {
  readonly check: (page: GivenPage) => CheckedPage;
  readonly judge: (pages: readonly CheckedPage[], settle: number) => Promise<readonly Outcome<CheckedPage, T>[]>;
  /** If false, verdicts do not depend on other pages. */
  readonly learns: boolean;
}

/** Memory of a page besides its HTML. */
const PAGE_BYTES = 1024;

export async function* documentsOf<T>(
  source: Source<T>,
  pages: AsyncIterable<GivenPage> | Iterable<GivenPage>,
): AsyncGenerator<SiteDocument<T>> {
  const { settle = SETTLE.default } = source;
  check.whole('settle', settle, SETTLE.min, SETTLE.max);
  const first = new FirstPages<CheckedPage>(source.learns ? settle : 0);
  const judgeAll = async function* (groups: readonly (readonly CheckedPage[])[]): AsyncGenerator<SiteDocument<T>> {
    for (const group of groups)
      for (const outcome of await source.judge(group, settle)) {
        const { id, url = id } = outcome.source;
        yield 'error' in outcome ? refused(url, outcome.error) : { url, document: outcome.record };
      }
  };
  for await (const page of pages) {
    let checked: CheckedPage;
    try {
      checked = source.check(page);
    } catch (error) {
      yield refused(String(page?.url), error);
      continue;
    }
    yield* judgeAll(first.add(checked.site, checked, PAGE_BYTES + sizeOf(checked.html)));
  }
  yield* judgeAll(first.end());
}

/** Bytes of HTML in memory. Text takes two bytes for a character. */
const sizeOf = (html: string | Uint8Array): number =>
  typeof html === 'string' ? 2 * html.length : (html?.byteLength ?? 0);

/** The document of a page that is refused; throws any other error. */
function refused(url: string, error: unknown): SiteDocument<never> {
  if (isRefusal(error)) return { url, error };
  throw error;
}
