import { stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { inputFiles } from '@refrain/crawl/engine/node';
import { type ReadOptions, readWarc } from '@refrain/crawl/input';
import { InputError } from 'refrain';
import { check } from 'refrain/engine';
import type { PageByReference } from './messages.ts';

/** Options of `references`. */
export interface ReferenceOptions extends ReadOptions {
  /** The base folder of paths, as in the service; default: the file's folder. */
  readonly archive?: string;
}

/**
 * The pages of a WARC file as references, which `learn` and `learnMany` accept instead of HTML.
 *
 * ```ts
 * for await (const { url, warc } of references('/crawl/2026/01.warc.gz', { archive: '/crawl' })) …
 * ```
 *
 * In a compressed file each record must be a separate gzip member, as the WARC standard recommends. A page in a member
 * with several records fails with `INPUT_INVALID`. Other failures are those of `readWarc`.
 *
 * @throws {OptionError} `OPTION_INVALID`; and without `onFailure` the first failure
 */
export async function* references(file: string, given: ReferenceOptions = {}): AsyncGenerator<PageByReference> {
  if (typeof file !== 'string') throw check.optionError('the file of references', 'a path', file);
  inputFiles.checkReadOptions('references', given, ['archive']);
  check.type('archive', given.archive, 'string');
  const { archive = dirname(file), ...options } = given;
  const path = relative(resolve(archive), resolve(file)).split(sep).join('/');
  let last: { readonly url: string; readonly offset: number } | undefined;
  const upTo = (end: number): PageByReference | undefined =>
    last && { url: last.url, warc: { path, offset: last.offset, length: end - last.offset } };
  // Records of all types are read, because a page ends at the start of the next record.
  for await (const item of readWarc(file, { ...options, name: file, raw: true })) {
    const [, start = '', inner] = /:(\d+)(\+\d+)?$/.exec(item.source) ?? [];
    const offset = Number(start);
    // Records of one gzip member have the same offset, and end with the member.
    if (last !== undefined && offset > last.offset) {
      yield upTo(offset) as PageByReference;
      last = undefined;
    }
    if (item.kind !== 'page') continue;
    if (inner === undefined) last = { url: item.url, offset };
    else {
      const error = new InputError('the page shares its gzip member with another record, so that it has no reference');
      inputFiles.reportFailure(options, { source: item.source, error });
    }
  }
  const rest = upTo((await stat(file)).size);
  if (rest !== undefined) yield rest;
}
