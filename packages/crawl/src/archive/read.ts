/** Pages of web archives by an index of them: one site after another, as the index has them. */

import { check } from 'refrain/engine';
import { checkInput } from '../check.ts';
import { ArchiveError } from '../errors.ts';
import { openPlain } from '../input/ndjson.ts';
import { tooLarge } from '../reading/join.ts';
import { asError, checkReadOptions, maxPageBytesOf, type ReadOptions, reportFailure } from '../reading/page.ts';
import { type SiteOf, siteFinder } from '../sites/site-of.ts';
import type { WarcPage } from '../warc/capture.ts';
import { readEntries } from './entries.ts';
import type { IndexEntry } from './entry.ts';
import { FolderArchives } from './folder.ts';
import { type Archives, type ByteRange, rangesOf } from './ranges.ts';
import { pageOf, recordBytes, sourceOf } from './record.ts';
import { sample } from './sample.ts';
import { type AskRange, ServerArchives } from './server.ts';

/** Which pages of an index are read, and from where. */
export interface ArchivesOptions {
  /** A folder, or an address that begins with `http://` or `https://`. Paths in the index are those below it. */
  readonly archives: string;
  /** Asks a server for a range. Default: by `fetch`, in 60 seconds. */
  readonly ask?: AskRange | undefined;
  /** Whether each page of a batch is known, and is not read. Default: none is. */
  readonly known?: ((pages: readonly { readonly url: string }[]) => Promise<readonly boolean[]>) | undefined;
  /** Pages of a site that are read: those whose URLs have the lowest SHA-1. Default: all. */
  readonly pagesPerSite?: number | undefined;
  /** With `pagesPerSite`: the part of a URL that names the site. Default: `host`. */
  readonly siteOf?: SiteOf | undefined;
}

/** How the pages of an index are read. */
export interface IndexedOptions extends ReadOptions, ArchivesOptions {
  /** Name of the index in failures; default: its path, or `stream`. */
  readonly name?: string | undefined;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

export const ARCHIVES_OPTIONS = ['archives', 'ask', 'known', 'pagesPerSite', 'siteOf'] as const;

/** Pages per site at most: as many entries are held. */
const PAGES_PER_SITE = { min: 1, max: 100_000 } as const;

/** Entries whose records are read together, and the bytes of these. The next batch is read while one is given. */
const BATCH_ENTRIES = 4096;
const BATCH_BYTES = 32 * 1024 * 1024;

/**
 * Pages of web archives by an index: CDXJ, as Common Crawl has it and crawlers write it, or rows of the columnar index as NDJSON;
 * compressed by gzip or not. Of the archives only the records of pages are read, which the index tells by status and type; those
 * that are near each other together. Pages come in the order of the index, in which those of a site stand together. A page has
 * the source, the headers and the bytes that `readWarc` gives it, and the character set of the index.
 *
 * A server is asked for 16 ranges at the same time, and for fewer after it has answered with 429 or 503, whose `Retry-After` it is given.
 * A range is asked for up to ten times in ten minutes. A server that does not answer at all ends the reading with `ARCHIVES_DOWN`:
 * pages that were given before are complete.
 *
 * Failures: lines that are damaged with `INPUT_DAMAGED`; pages with an {@link ArchiveError}, `INPUT_DAMAGED` for a damaged record,
 * and what `readWarc` has for pages.
 *
 * Memory does not grow with the index or the archives: the records of two batches of 4,096 entries or 32 MiB are held.
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
  check.type('ask', options.ask, 'function');
  const name = options.name ?? (typeof input === 'string' ? input : 'stream');
  yield* readFrom(archivesAt(options), openPlain(input), { ...options, name });
}

/** Reads the pages of an index from archives, and closes these. */
export async function* readFrom(
  archives: Archives,
  chunks: AsyncIterable<Uint8Array>,
  options: Omit<IndexedOptions, 'archives' | 'ask'> & { readonly name: string },
): AsyncGenerator<WarcPage> {
  const { signal } = options;
  signal?.throwIfAborted();
  const reading = { ...options, archives, maxPageBytes: maxPageBytesOf(options) };
  const stop = (): void => archives.close();
  signal?.addEventListener('abort', stop);
  try {
    let batch: Batch | undefined;
    for await (const entries of batchesOf(await chosen(chunks, reading))) {
      const known = await reading.known?.(entries);
      const next = begin(known === undefined ? entries : entries.filter((_, at) => known[at] !== true), reading);
      if (batch !== undefined) yield* pagesOf(batch, reading);
      batch = next;
    }
    if (batch !== undefined) yield* pagesOf(batch, reading);
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

/** @throws {OptionError} */
function archivesAt({ archives, ask }: IndexedOptions): Archives {
  const place = check.string('archives', archives);
  if (!/^https?:\/\//i.test(place)) return new FolderArchives(place);
  if (!URL.canParse(place)) throw check.optionError('archives', 'a folder or an address', place);
  return new ServerArchives(place, ask);
}

type Reading = Omit<IndexedOptions, 'archives'> & {
  readonly name: string;
  readonly maxPageBytes: number;
  readonly archives: Archives;
};

/** The entries that are read, in the order of the index. */
async function chosen(chunks: AsyncIterable<Uint8Array>, reading: Reading): Promise<AsyncIterable<IndexEntry>> {
  const { pagesPerSite, siteOf = 'host' } = reading;
  const entries = readEntries(chunks, reading);
  if (pagesPerSite === undefined) return entries;
  return sample(entries, pagesPerSite, await siteFinder(siteOf), (entry, error) =>
    reportFailure(reading, { source: sourceOf(entry), error: asError(error) }),
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

/** Entries in their order, with the bytes of their ranges or why they cannot be read. */
type Batch = readonly (readonly [IndexEntry, ByteRange, Promise<Buffer | Error>])[];

/** Begins to read the ranges of some entries, in the order in which they are needed. */
function begin(entries: readonly IndexEntry[], { archives, maxPageBytes }: Reading): Batch {
  const most = recordBytes(maxPageBytes);
  const isLarge = ({ length }: IndexEntry): boolean => length > most;
  const ranges = rangesOf(entries.filter((entry) => !isLarge(entry)));
  const begun = new Map<ByteRange, Promise<Buffer | Error>>();
  return entries.map((entry) => {
    const range = ranges.get(entry);
    if (range === undefined) return [entry, entry, Promise.resolve(tooLarge(`${entry.length} bytes`, 'record'))];
    const bytes = begun.get(range) ?? archives.read(range).catch(asError);
    begun.set(range, bytes);
    return [entry, range, bytes];
  });
}

async function* pagesOf(batch: Batch, reading: Reading): AsyncGenerator<WarcPage> {
  for (const [entry, range, read] of batch) {
    let page: WarcPage | undefined;
    try {
      const bytes = await read;
      if (bytes instanceof Error) throw bytes;
      page = pageOf(partOf(bytes, range, entry), entry, reading.maxPageBytes);
    } catch (error) {
      reading.signal?.throwIfAborted();
      if (endsReading(error)) throw error;
      reportFailure(reading, { source: sourceOf(entry), error: asError(error) });
      continue;
    }
    if (page !== undefined) yield page;
  }
}

/** Whether no other page can be read either. */
const endsReading = (error: unknown): boolean =>
  error instanceof ArchiveError && (error.code === 'ARCHIVES_DOWN' || error.code === 'ARCHIVES_REFUSED');

/** @throws {ArchiveError} `ARCHIVE_UNREADABLE` where the archive ends before the record does */
function partOf(bytes: Buffer, range: ByteRange, { offset, length }: IndexEntry): Buffer {
  const part = bytes.subarray(offset - range.offset, offset - range.offset + length);
  if (part.length === length) return part;
  throw new ArchiveError('ARCHIVE_UNREADABLE', `the archive ends before byte ${offset + length}`);
}
