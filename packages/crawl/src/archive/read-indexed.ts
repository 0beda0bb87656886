import { check } from 'refrain/engine';
import { checkInput } from '../check.ts';
import { ArchiveError } from '../errors.ts';
import { openPlain } from '../input/ndjson.ts';
import { asError, checkReadOptions, maxPageBytesOf, type ReadOptions, reportFailure } from '../reading/failures.ts';
import { tooLargeError } from '../reading/join.ts';
import { type SiteOf, siteFinder } from '../sites/site-of.ts';
import type { WarcPage } from '../warc/capture.ts';
import { readEntries } from './entries.ts';
import type { IndexEntry } from './entry.ts';
import { FolderArchives } from './folder-archives.ts';
import { pageOf, recordBytes, sourceOf } from './indexed-record.ts';
import { type Archives, type ByteRange, rangesOf } from './ranges.ts';
import { sample } from './sample.ts';
import { type RequestRange, ServerArchives } from './server-archives.ts';

/** The archives of an index, and the selection of its pages. */
export interface ArchivesOptions {
  /** A folder, or a base URL with `http://` or `https://`, to which paths in the index are relative. */
  readonly archives: string;
  /** Requests a range from a server. Default: `fetch` with a timeout of 60 seconds. */
  readonly requestRange?: RequestRange | undefined;
  /** Returns true for each page of a batch that should be skipped, because it is known. Default: none. */
  readonly known?: ((pages: readonly { readonly url: string }[]) => Promise<readonly boolean[]>) | undefined;
  /** Maximum pages of a site; those with the lowest SHA-1 of the URL are read. Default: all. */
  readonly pagesPerSite?: number | undefined;
  /** With `pagesPerSite`: the part of a URL that names the site. Default: `host`. */
  readonly siteOf?: SiteOf | undefined;
}

/** Options of `readIndexed`. */
export interface IndexedOptions extends ReadOptions, ArchivesOptions {
  /** Name of the index in failures; default: its path, or `stream`. */
  readonly name?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export const ARCHIVES_OPTIONS = ['archives', 'known', 'pagesPerSite', 'requestRange', 'siteOf'] as const;

/** Limits of `pagesPerSite`. This number of entries is kept in memory. */
const PAGES_PER_SITE = { min: 1, max: 100_000 } as const;

/** Maximum entries of a batch, and maximum bytes of their records. While a batch is consumed, the next is read. */
const BATCH_ENTRIES = 4096;
const BATCH_BYTES = 32 * 1024 * 1024;

/**
 * Reads pages of web archives by an index: CDXJ, as written by Common Crawl and crawlers, or rows of the columnar index
 * as NDJSON; plain or gzip. Reads only records whose status and media type in the index are those of a page; records
 * close to each other share a read. Pages have the order of the index, which groups them by site. A page has the same
 * source, headers and bytes as from `readWarc`, and the character set of the index.
 *
 * A server gets at most 16 concurrent requests, and fewer after a 429 or 503; `Retry-After` is respected. A range is
 * requested up to ten times in ten minutes. If a server does not answer at all, reading ends with `ARCHIVES_DOWN`;
 * pages yielded before are complete.
 *
 * Failures: damaged lines with `INPUT_DAMAGED`; pages with an {@link ArchiveError}, `INPUT_DAMAGED` for a damaged
 * record, and the failures of `readWarc`.
 *
 * Memory is independent of the size of index and archives: two batches of 4,096 entries or 32 MiB.
 *
 * @param input path of a file, or its bytes in chunks
 * @throws {OptionError} `OPTION_INVALID`; and without `onFailure` the first failure
 */
export async function* readIndexed(
  input: string | AsyncIterable<Uint8Array>,
  options: IndexedOptions,
): AsyncGenerator<WarcPage> {
  checkInput('readIndexed', input);
  checkReadOptions('readIndexed', options, ['name', 'signal', ...ARCHIVES_OPTIONS]);
  check.type('name', options.name, 'string');
  check.type('known', options.known, 'function');
  if (options.pagesPerSite !== undefined)
    check.whole('pagesPerSite', options.pagesPerSite, PAGES_PER_SITE.min, PAGES_PER_SITE.max);
  check.type('requestRange', options.requestRange, 'function');
  const name = options.name ?? (typeof input === 'string' ? input : 'stream');
  yield* readFrom(archivesAt(options), openPlain(input), { ...options, name });
}

export async function* readFrom(
  archives: Archives,
  chunks: AsyncIterable<Uint8Array>,
  options: Omit<IndexedOptions, 'archives' | 'requestRange'> & { readonly name: string },
): AsyncGenerator<WarcPage> {
  const { signal } = options;
  signal?.throwIfAborted();
  const context = { ...options, archives, maxPageBytes: maxPageBytesOf(options) };
  const stop = (): void => archives.close();
  signal?.addEventListener('abort', stop);
  try {
    let batch: Batch | undefined;
    for await (const entries of batchesOf(await chosen(chunks, context))) {
      const known = await context.known?.(entries);
      const next = begin(known === undefined ? entries : entries.filter((_, at) => known[at] !== true), context);
      if (batch !== undefined) yield* pagesOf(batch, context);
      batch = next;
    }
    if (batch !== undefined) yield* pagesOf(batch, context);
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

function archivesAt({ archives, requestRange }: IndexedOptions): Archives {
  const location = check.string('archives', archives);
  if (!/^https?:\/\//i.test(location)) return new FolderArchives(location);
  if (!URL.canParse(location)) throw check.optionError('archives', 'a folder or a URL', location);
  return new ServerArchives(location, requestRange);
}

type ReaderContext = Omit<IndexedOptions, 'archives'> & {
  readonly name: string;
  readonly maxPageBytes: number;
  readonly archives: Archives;
};

async function chosen(chunks: AsyncIterable<Uint8Array>, context: ReaderContext): Promise<AsyncIterable<IndexEntry>> {
  const { pagesPerSite, siteOf = 'host' } = context;
  const entries = readEntries(chunks, context);
  if (pagesPerSite === undefined) return entries;
  return sample(entries, pagesPerSite, await siteFinder(siteOf), (entry, error) =>
    reportFailure(context, { source: sourceOf(entry), error: asError(error) }),
  );
}

async function* batchesOf(entries: AsyncIterable<IndexEntry>): AsyncGenerator<IndexEntry[]> {
  let batch: IndexEntry[] = [];
  let bytes = 0;
  for await (const entry of entries) {
    if (batch.length > 0 && (batch.length >= BATCH_ENTRIES || bytes + entry.length > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(entry);
    bytes += entry.length;
  }
  if (batch.length > 0) yield batch;
}

type Batch = readonly (readonly [IndexEntry, ByteRange, Promise<Buffer | Error>])[];

function begin(entries: readonly IndexEntry[], { archives, maxPageBytes }: ReaderContext): Batch {
  const most = recordBytes(maxPageBytes);
  const isLarge = ({ length }: IndexEntry): boolean => length > most;
  const ranges = rangesOf(entries.filter((entry) => !isLarge(entry)));
  const begun = new Map<ByteRange, Promise<Buffer | Error>>();
  return entries.map((entry) => {
    const range = ranges.get(entry);
    if (range === undefined) return [entry, entry, Promise.resolve(tooLargeError(`${entry.length} bytes`, 'record'))];
    const bytes = begun.get(range) ?? archives.read(range).catch(asError);
    begun.set(range, bytes);
    return [entry, range, bytes];
  });
}

async function* pagesOf(batch: Batch, context: ReaderContext): AsyncGenerator<WarcPage> {
  for (const [entry, range, read] of batch) {
    let page: WarcPage | undefined;
    try {
      const bytes = await read;
      if (bytes instanceof Error) throw bytes;
      page = pageOf(partOf(bytes, range, entry), entry, context.maxPageBytes);
    } catch (error) {
      context.signal?.throwIfAborted();
      if (endsReading(error)) throw error;
      reportFailure(context, { source: sourceOf(entry), error: asError(error) });
      continue;
    }
    if (page !== undefined) yield page;
  }
}

/** True if the error applies to all other pages too. */
const endsReading = (error: unknown): boolean =>
  error instanceof ArchiveError && (error.code === 'ARCHIVES_DOWN' || error.code === 'ARCHIVES_REFUSED');

/** @throws {ArchiveError} `ARCHIVE_UNREADABLE` if the archive ends within the record */
function partOf(bytes: Buffer, range: ByteRange, { offset, length }: IndexEntry): Buffer {
  const part = bytes.subarray(offset - range.offset, offset - range.offset + length);
  if (part.length === length) return part;
  throw new ArchiveError('ARCHIVE_UNREADABLE', `the archive ends before byte ${offset + length}`);
}
