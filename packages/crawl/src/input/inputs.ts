import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from 'refrain';
import { check, htmlRule } from 'refrain/engine';
import { ARCHIVES_OPTIONS, type ArchivesOptions, readIndexed } from '../archive/read-indexed.ts';
import type { InputPage } from '../crawl-page.ts';
import { NoPagesError } from '../errors.ts';
import { Feed, openFile } from '../reading/bytes.ts';
import { asError, checkReadOptions, maxPageBytesOf, type ReadOptions, reportFailure } from '../reading/failures.ts';
import { inflate, isGzip } from '../reading/gzip.ts';
import { collect } from '../reading/join.ts';
import type { WarcOther } from '../warc/capture.ts';
import { readWarc } from '../warc/read-warc.ts';
import { readWacz } from '../warc/wacz.ts';
import { readHead } from './file.ts';
import { listPages, type PageList, readList } from './folder.ts';
import { HEAD_BYTES, type InputKind, kindOf } from './kind.ts';
import { readNdjson } from './ndjson.ts';

export const STDIN = '-';

/** An input with many pages, or an input that can be read only once: standard input, a pipe. */
export interface Archive {
  /** As written by the user: a path, or `-`. */
  readonly name: string;
  /** Undefined if the input can be read only once, until it is read. */
  readonly kind: Exclude<InputKind, 'html'> | undefined;
}

export interface SortedInputs {
  readonly list: PageList;
  /** All other inputs, in the given order, each once. */
  readonly archives: readonly Archive[];
}

/** Sorts inputs by the first bytes of files. A missing input is a failure of the list. */
export async function sortInputs(inputs: readonly string[]): Promise<SortedInputs> {
  const listed: string[] = [];
  const archives: Archive[] = [];
  for (const name of new Set(inputs)) {
    const kind = name === STDIN ? undefined : kindOfPath(name);
    if (kind === 'html') listed.push(name);
    else archives.push({ name, kind });
  }
  return { list: await listPages(listed), archives };
}

/** Undefined for folders, and for inputs that cannot be opened: listing the pages reports the error. */
function kindOfPath(path: string): InputKind | undefined {
  try {
    const stat = statSync(path);
    if (stat.isFile()) return kindOf(readHead(path, HEAD_BYTES), path);
    return stat.isDirectory() ? 'html' : undefined;
  } catch {
    return 'html';
  }
}

/** Options of inputs, with those of an index of archives. */
export interface InputOptions extends ReadOptions, Omit<ArchivesOptions, 'archives'> {
  readonly archives?: ArchivesOptions['archives'] | undefined;
  /** The stream for `-`; default: the standard input of the process. */
  readonly stdin?: AsyncIterable<Uint8Array>;
}

interface ArchiveOptions extends InputOptions {
  /** True to yield also the records of a WARC that are not pages. */
  readonly raw?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * The pages of inputs of all kinds: folders, files of HTML, NDJSON and WARC, compressed by gzip or not, WACZ files, and
 * `-` for standard input with HTML, NDJSON or WARC; with `archives` also indexes of WARCs. The kind of a file is
 * detected by its content, otherwise by its name.
 *
 * Pages of folders (in path order) and HTML files come first, then the other inputs, both in the given order.
 *
 * Failures: folders without a page, and empty NDJSON files and streams, with `NO_PAGES`; bytes that are not HTML (a PDF
 * file, JSON, a sitemap) with `INPUT_INVALID`; and those of `readFolder`, `readNdjson`, `readWarc` and `readIndexed`.
 *
 * @throws {OptionError} `OPTION_INVALID`; and without `onFailure` the first failure
 */
export async function* readInputs(inputs: readonly string[], options: InputOptions = {}): AsyncGenerator<InputPage> {
  const isList = Array.isArray(inputs) && inputs.every((input) => typeof input === 'string');
  if (!isList) throw check.optionError('the inputs of readInputs', 'an array of strings', inputs);
  checkReadOptions('readInputs', options, ['stdin', ...ARCHIVES_OPTIONS]);
  const { list, archives } = await sortInputs(inputs);
  yield* readList(list, options);
  for (const archive of archives) {
    for await (const item of readArchive(archive, options)) if (!('raw' in item)) yield item;
  }
}

export async function* readArchive(
  { name, kind }: Archive,
  options: ArchiveOptions = {},
): AsyncGenerator<InputPage | WarcOther> {
  if (kind === 'warc') yield* readWarc(name, warcOptions(name, options));
  else if (kind === 'wacz') yield* readWacz(name, warcOptions(name, options));
  else if (kind === 'cdx') yield* readArchives(name, name, options);
  else if (kind === 'ndjson') yield* readLines(name, name, options);
  else yield* readStream(name, options);
}

const warcOptions = (name: string, { onFailure, maxPageBytes, takes, raw = false }: ArchiveOptions) =>
  ({ onFailure, maxPageBytes, takes, name, raw }) as const;

async function* readArchives(
  input: string | AsyncIterable<Uint8Array>,
  name: string,
  { raw, stdin, archives, ...options }: ArchiveOptions,
): AsyncGenerator<InputPage> {
  if (archives !== undefined) yield* readIndexed(input, { ...options, archives, name });
  else
    reportFailure(options, {
      source: name,
      error: new InputError(`the input is an index of archives; ${NO_ARCHIVES}`),
    });
}

const NO_ARCHIVES = 'set the option archives to their location';

/** An input without pages and failures is reported as empty. */
async function* readLines(
  input: string | AsyncIterable<Uint8Array>,
  name: string,
  options: ArchiveOptions,
): AsyncGenerator<InputPage> {
  let isEmpty = true;
  const onFailure: ReadOptions['onFailure'] = (failure) => {
    isEmpty = false;
    reportFailure(options, failure);
  };
  const takes: ReadOptions['takes'] = (page) => {
    isEmpty = false;
    return options.takes?.(page) !== false;
  };
  yield* readNdjson(input, { maxPageBytes: options.maxPageBytes, onFailure, takes, name });
  if (isEmpty) reportFailure(options, { source: name, error: new NoPagesError('the input is empty') });
}

/** Bytes of a stream that are read to detect its kind. Waiting for more would delay slow streams. */
const STREAM_HEAD_BYTES = 512;
const [BRACE, LINE_FEED] = [0x7b, 0x0a];

/** True if the head contains a whole line of JSON: the writer may wait for its result before writing more. */
const isEnough = (head: Uint8Array): boolean =>
  head.length >= STREAM_HEAD_BYTES || (head[0] === BRACE && head.includes(LINE_FEED));

async function readHeadOf(feed: Feed): Promise<void> {
  while (!isEnough(feed.bytes) && (await feed.want(feed.bytes.length + 1)));
}

async function* readStream(source: string, options: ArchiveOptions): AsyncGenerator<InputPage | WarcOther> {
  const isStdin = source === STDIN;
  const stream = isStdin ? (options.stdin ?? process.stdin) : openFile(source, options.signal);
  const name = isStdin ? 'stdin' : source;
  const fail = (error: Error): void => reportFailure(options, { source: name, error });
  const feed = new Feed(stream);
  const failure = await readHeadOf(feed).catch(asError);
  if (failure !== undefined) return fail(failure);
  const head = feed.bytes;
  const chunks = feed.rest();
  if (head.length === 0) return fail(new NoPagesError('the input is empty'));
  const kind = kindOf(head, name);
  if (kind === 'warc') return yield* readWarc(chunks, warcOptions(name, options));
  if (kind === 'wacz') return fail(new InputError('a WACZ is read from a file, not from a stream'));
  if (kind === 'cdx') return yield* readArchives(chunks, name, options);
  if (kind === 'ndjson') return yield* readLines(chunks, name, options);
  const html = await readPage(isGzip(head) ? inflate(chunks) : chunks, maxPageBytesOf(options)).catch(asError);
  if (html instanceof Error) return fail(html);
  const path = isStdin ? '/dev/stdin' : resolve(source);
  const [id, site] = isStdin ? [name, name] : [basename(path), basename(dirname(path))];
  yield { url: pathToFileURL(path).href, html, contentType: undefined, id, site, source: name };
}

async function readPage(chunks: AsyncIterable<Uint8Array>, maxPageBytes: number): Promise<Uint8Array> {
  const page = await collect(chunks, maxPageBytes);
  htmlRule.checkHtml(page);
  return page;
}
