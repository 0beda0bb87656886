import type { BytesOptions } from './bytes/decode.ts';
import * as check from './check.ts';
import { Detector, DOCUMENT_OPTIONS } from './detector.ts';
import { InputError, UsageError } from './errors.ts';
import type { PageInput } from './input.ts';
import type { PageDocument, PageField, PageFields } from './record/fields.ts';
import type { DocumentOptions } from './record/options.ts';

/**
 * The promise of the detector of all calls. Its table remains empty, so keys cannot collide, and no random seed is
 * needed, which takes Node 3 ms.
 */
let making: Promise<Detector> | undefined;
/** The detector itself, because some edge runtimes cannot await a promise of another request. */
let made: Detector | undefined;

/**
 * Returns one page as a document. The page is judged as the first of its site, and is not learned. For several pages of
 * a site, use `page.document()` of a {@link Detector}, which detects what they repeat.
 *
 * ```ts
 * const { title, authors, published, markdown } = await extract(html, { url });
 * ```
 *
 * @param html text, bytes in any character set, a live document or element, or a `Response`
 * @throws {InputError} `INPUT_INVALID` for anything else; `NOT_HTML`; `URL_INVALID`; `HTTP_STATUS` for a `Response` without a page
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {UsageError} `CORE_FAILED`
 * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
 */
export async function extract<F extends PageField = keyof PageDocument>(
  html: PageInput | Response,
  options: DocumentOptions<F> & BytesOptions = {},
): Promise<Pick<PageFields, F>> {
  const given = check.object('extract', options, DOCUMENT_OPTIONS);
  if (typeof html === 'string') checkNoName(html);
  try {
    making ??= Detector.create({ seed: 0 });
    made ??= await making;
    return await made.documentOf(html, given, false);
  } catch (error) {
    // After a failure, the next call loads the module again.
    if (made === undefined || error instanceof UsageError) [making, made] = [undefined, undefined];
    throw error;
  }
}

/** Throws if the text is a URL or a file name instead of HTML. */
function checkNoName(text: string): void {
  const [, isAddress, isFile] = /^(?:(https?:\/\/)[^\s<]{1,2000}|[^\s<]{1,250}(\.x?html?))$/i.exec(text) ?? [];
  if (isAddress)
    throw new InputError(`extract requires a page, not its URL: extract(await fetch(${check.describe(text)}))`);
  if (isFile)
    throw new InputError(`extract requires a page, not a file: extract(await readFile(${check.describe(text)}))`);
}
