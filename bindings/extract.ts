import type { BytesOptions } from './bytes/decode.ts';
import * as check from './check.ts';
import { Detector, DOCUMENT_OPTIONS } from './detector.ts';
import { InputError, UsageError } from './errors.ts';
import type { PageInput } from './input.ts';
import type { PageDocument, PageField, PageFields } from './record/fields.ts';
import type { DocumentOptions } from './record/options.ts';

/**
 * The detector of all calls. It never counts a page, so that its table has no keys which a page could collide with, and needs no
 * random seed: Node takes 3 ms to make its first one. While it is made, calls wait for the same one. */
let making: Promise<Detector> | undefined;
/** The same: a promise of one request cannot be awaited in another one by every edge runtime. */
let made: Detector | undefined;

/**
 * One page as a document. The page is judged alone, as the first of its site, and nothing is learned of it. For more pages of a site,
 * `page.document()` of a {@link Detector} knows what they repeat.
 *
 * ```ts
 * const { title, authors, published, markdown } = await extract(html, { url });
 * ```
 *
 * @param html text, bytes in any character set, a live document or element, or a `Response`
 * @throws {InputError} `INPUT_INVALID` for anything else; `NOT_HTML`
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
    // A module that failed, or that could not be read, is tried again by the next call.
    if (made === undefined || error instanceof UsageError) [making, made] = [undefined, undefined];
    throw error;
  }
}

/** Refuses a text that is where a page is, and no page: its address or the name of its file. */
function checkNoName(text: string): void {
  const [, isAddress, isFile] = /^(?:(https?:\/\/)[^\s<]{1,2000}|[^\s<]{1,250}(\.x?html?))$/i.exec(text) ?? [];
  if (isAddress)
    throw new InputError(`extract takes a page, not its address: extract(await fetch(${check.describe(text)}))`);
  if (isFile)
    throw new InputError(`extract takes a page, not a file: extract(await readFile(${check.describe(text)}))`);
}
