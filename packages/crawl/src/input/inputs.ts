import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LimitError, resolveOptions } from 'refrain';
import type { WarcOther } from '../warc/capture.ts';
import { readWarc } from '../warc/read.ts';
import { joined, openFile, peek } from './bytes.ts';
import { asError, NoPagesError, report } from './failure.ts';
import { readHead } from './file.ts';
import { listPages, type PageList, readList } from './folder.ts';
import { inflate, isGzip } from './gzip.ts';
import { HEAD_BYTES, type InputKind, kindOf } from './kind.ts';
import { readNdjson } from './ndjson.ts';
import type { CrawlPage, ReadOptions } from './page.ts';

/** What stands for standard input among the inputs. */
export const STDIN = '-';

/** An input that holds many pages, or that can be read only once: standard input, a pipe. */
export interface Archive {
  /** As it was named: a path, or `-`. */
  readonly name: string;
  /** Nothing for what can be read only once, and tells only then. */
  readonly kind: 'warc' | 'ndjson' | undefined;
}

/** Inputs by how they are read. */
export interface SortedInputs {
  /** Folders, and files that are pages. */
  readonly list: PageList;
  /** The rest, in the order given, each once. */
  readonly archives: readonly Archive[];
}

/** Tells inputs apart, by the first bytes of files. What does not exist is a failure of the list. */
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

/** Folders, and what can not be opened, go with the pages, whose list tells why. */
function kindOfPath(path: string): InputKind | undefined {
  try {
    const stat = statSync(path);
    if (stat.isFile()) return kindOf(readHead(path, HEAD_BYTES), path);
    return stat.isDirectory() ? 'html' : undefined;
  } catch {
    return 'html';
  }
}

/** How inputs are read. */
export interface InputOptions extends ReadOptions {
  /** What `-` stands for; default: the standard input of the process. */
  readonly stdin?: AsyncIterable<Uint8Array>;
}

/** How an archive is read. */
interface ArchiveOptions extends InputOptions {
  /** Whether the records of a WARC that are no pages come too. */
  readonly raw?: boolean;
}

/**
 * The pages of inputs of all kinds: folders, files of HTML, NDJSON and WARC, compressed by gzip or not, and `-` for
 * standard input with any of the three. What a file is, is told by its content, and by its name where that says
 * nothing.
 *
 * Pages of folders and HTML files come first, in path order, each file once; the rest in the order given. Inputs
 * without a page are failures with `NO_PAGES` where they are folders, or streams that were empty.
 */
export async function* readInputs(inputs: readonly string[], options: InputOptions = {}): AsyncGenerator<CrawlPage> {
  const { list, archives } = await sortInputs(inputs);
  yield* readList(list, options);
  for (const archive of archives) {
    for await (const item of readArchive(archive, options)) if (!('raw' in item)) yield item;
  }
}

/** The pages of one archive. */
export async function* readArchive(
  { name, kind }: Archive,
  options: ArchiveOptions = {},
): AsyncGenerator<CrawlPage | WarcOther> {
  if (kind === 'warc') yield* readWarc(name, { ...options, name });
  else if (kind === 'ndjson') yield* readNdjson(name, options);
  else yield* readStream(name === STDIN ? (options.stdin ?? process.stdin) : openFile(name), name, options);
}

/** As few bytes as tell what it is: whoever writes a page a second should not have to wait for them to be read. */
const STREAM_HEAD_BYTES = 512;

async function* readStream(
  stream: AsyncIterable<Uint8Array>,
  source: string,
  options: ArchiveOptions,
): AsyncGenerator<CrawlPage | WarcOther> {
  const name = source === STDIN ? 'stdin' : source;
  const opened = await peek(stream, STREAM_HEAD_BYTES).catch(asError);
  if (opened instanceof Error) return report(options, { source: name, error: opened });
  const { head, chunks } = opened;
  if (head.length === 0) return report(options, { source: name, error: new NoPagesError('it is empty') });
  const kind = kindOf(head, name);
  if (kind === 'warc') return yield* readWarc(chunks, { ...options, name });
  if (kind === 'ndjson') return yield* readNdjson(chunks, { ...options, name });
  const bytes = await collect(isGzip(head) ? inflate(chunks) : chunks, options.maxPageBytes).catch(asError);
  if (bytes instanceof Error) return report(options, { source: name, error: bytes });
  const path = source === STDIN ? '/dev/stdin' : resolve(source);
  const [id, site] = source === STDIN ? [name, name] : [basename(path), basename(dirname(path))];
  yield { url: pathToFileURL(path).href, bytes, contentType: undefined, id, site, source: name };
}

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  maxPageBytes = resolveOptions().maxPageBytes,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxPageBytes) throw new LimitError('PAGE_TOO_LARGE', `the page has more than ${maxPageBytes} bytes`);
    parts.push(chunk);
  }
  return joined(parts);
}
