import { stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import type { ReadOptions } from '@refrain/crawl/unstable';
import { readWarc, report } from '@refrain/crawl/unstable';
import { InputError } from 'refrain';
import type { PageByReference } from './request.ts';

/** How references are made. */
export interface ReferenceOptions extends ReadOptions {
  /** The folder that paths are to begin at, as the service has it; default: the one that the file is in. */
  readonly archive?: string;
}

/**
 * The pages of a WARC file, as references that `learn` and `learnMany` take in place of HTML.
 *
 * ```ts
 * for await (const { url, warc } of references('/crawl/2026/01.warc.gz', { archive: '/crawl' })) …
 * ```
 *
 * Where the file is compressed, each record must be a gzip member of its own, as WARC has it: a page that is not is a
 * failure with `INPUT_INVALID`. All other failures are those of `readWarc`.
 */
export async function* references(
  file: string,
  { archive = dirname(file), ...options }: ReferenceOptions = {},
): AsyncGenerator<PageByReference> {
  const path = relative(resolve(archive), resolve(file)).split(sep).join('/');
  let last: { readonly url: string; readonly offset: number } | undefined;
  const upTo = (end: number): PageByReference | undefined =>
    last && { url: last.url, warc: { path, offset: last.offset, length: end - last.offset } };
  // All records, because a page ends where whatever comes next begins.
  for await (const item of readWarc(file, { ...options, name: file, raw: true })) {
    const [, place = '', inner] = /:(\d+)(\+\d+)?$/.exec(item.source) ?? [];
    const offset = Number(place);
    // Several records of one gzip member have one place, and end with it.
    if (last !== undefined && offset > last.offset) {
      yield upTo(offset) as PageByReference;
      last = undefined;
    }
    if (item.kind !== 'page') continue;
    if (inner === undefined) last = { url: item.url, offset };
    else report(options, { source: item.source, error: new InputError('the page is not a gzip member of its own') });
  }
  const rest = upTo((await stat(file)).size);
  if (rest !== undefined) yield rest;
}
