/** Plans a run: the pages of the inputs, in reading order. */
import { existsSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type SiteOf, siteFinder } from '@refrain/crawl';
import { inputFiles } from '@refrain/crawl/engine/node';
import type { InputFailure } from '@refrain/crawl/input';
import { usageError } from '../arguments/flag-kinds.ts';
import { isUrl, type Shard } from '../arguments/flag-values.ts';
import { type Header, withoutPasswords } from '../arguments/headers.ts';
import { CommandError, endsRun, withSource } from '../errors.ts';
import { openIdentity } from './identity/open-identity.ts';
import { addressTask, archiveTasks, type PlanReadOptions, type Position } from './input-tasks.ts';
import { checkInputs, type InputArguments } from './inputs.ts';
import { isInShard } from './shard.ts';
import { isPage, type PageTask, type ReadTask, readTask, type Task } from './task.ts';

export interface PlanOptions extends InputArguments {
  readonly site?: string | undefined;
  readonly siteOf: SiteOf;
  readonly url?: string | undefined;
  /** True if WARC records that are not pages are also read. */
  readonly raw?: boolean;
}

export interface Plan {
  /** Inputs, including those of the list. */
  readonly inputs: readonly string[];
  /** `files`: pages that are files. `failures`: inputs that cannot be read. */
  readonly files: readonly { readonly site: string }[];
  readonly failures: readonly InputFailure[];
  /**
   * True if archives are large: judging pages on a separate thread then saves time, because this thread decompresses
   * them.
   */
  readonly isLarge: boolean;
  /**
   * `root`: the deepest folder that contains all inputs. `folders`: the folders among the inputs. `isInput`: true if
   * the absolute path is an input file.
   */
  readonly root: string;
  readonly folders: readonly string[];
  isInput(path: string): boolean;
  /** Expected number of pages, estimated for archives. Undefined for standard input. */
  readonly total: number | undefined;
  /** True if `total` is an estimate, because archives were not read to their ends. */
  readonly isEstimate: boolean;
  tasks(options: PlanReadOptions): AsyncGenerator<Task>;
}

/** Assumed bytes per page of an unread archive. */
const BYTES_PER_PAGE = 8000;

/** Starting a thread takes the time of reading a few megabytes. */
export const LARGE_BYTES = 8 * 1024 * 1024;
/** A line of an index represents a page, and compresses well. */
const LARGE_INDEX_BYTES = 64 * 1024;

/** Position in an archive of a known size. */
interface ArchiveProgress extends Position {
  readonly archive: inputFiles.Archive;
  readonly size: number | undefined;
}

const identityFor = async (addresses: readonly string[], options: PlanOptions, headers: readonly Header[]) =>
  addresses.length > 0 || isUrl(options.archives ?? '')
    ? await openIdentity({ ...options.identity, headers: [...(options.identity?.headers ?? []), ...headers] })
    : undefined;

/**
 * @param interrupted ends the reading of a list
 * @throws {CommandError} if a list cannot be read, or contains an invalid input
 */
export async function planInputs(options: PlanOptions, stdin: Readable, interrupted?: AbortSignal): Promise<Plan> {
  const { site, url, isRead, shard, raw = false, allowPrivate = false } = options;
  const { inputs, headers } = withoutPasswords(await inputsOf(options, stdin, interrupted));
  const siteOf = await siteFinder(options.siteOf);
  // The shard is chosen by the given URL, because redirects are not known yet.
  const addresses = inputs.filter((input) => isUrl(input) && isInShard(shard, site ?? siteOf(input)));
  const { list, archives } = await inputFiles.sortInputs(inputs.filter((input) => !isUrl(input)));
  checkArchives(archives, options.archives);
  const identity = await identityFor(addresses, options, headers);
  const isOnly = archives.length + list.pages.length + list.folders.length + inputs.filter(isUrl).length === 1;
  const named = (task: Task): Task => {
    if (url === undefined) return task;
    if (task.isOnly !== true) throw usageError('--url: belongs to one page, and there are several');
    return { ...task, url, id: url, site: site ?? siteOf(url), namesSite: true };
  };
  const taskOf = (page: inputFiles.PageFile): Task => named(fileTask(page, site, isOnly));
  // Tasks are made when they are read: a list may contain a million files.
  const files = list.pages.filter((page) => isInShard(shard, site ?? page.site) && isRead(taskOf(page)));
  const reached = archives.map((archive) => startOf(archive, shard));
  return {
    inputs,
    files,
    failures: list.failures,
    isLarge: archives.some(
      ({ name, kind }) =>
        kind !== undefined && statSync(name).size >= (kind === 'cdx' ? LARGE_INDEX_BYTES : LARGE_BYTES),
    ),
    ...{ folders: list.folders, root: list.root },
    isInput: (path) =>
      list.pages.some((page) => page.path === path) || archives.some(({ name }) => resolve(name) === path),
    get total() {
      return estimate(files.length + addresses.length, reached);
    },
    get isEstimate() {
      return reached.some(({ size, at }) => size !== undefined && at < size);
    },
    async *tasks(reading) {
      list.failures.forEach(reading.onFailure);
      for (const file of files) yield taskOf(file);
      const pages = { ...reading, site, siteOf, isOnly, identity };
      try {
        for (const position of reached) {
          if (reading.interrupted.aborted) return;
          Object.assign(position, { at: 0, pages: 0 });
          const archive = { ...pages, stdin, position, raw, inputArguments: options };
          for await (const task of archiveTasks(position.archive, archive)) yield named(task);
        }
        for (const address of addresses) {
          if (reading.interrupted.aborted) return;
          const task = await addressTask(address, { ...pages, allowPrivate });
          if (task !== undefined && isRead(task)) yield named(task);
        }
      } finally {
        identity?.close();
      }
    },
  };
}

/** The given inputs and those of the list, one per line, or separated by NULs as from `find -print0`. */
async function inputsOf(
  { inputs, listFile }: InputArguments,
  stdin: Readable,
  interrupted?: AbortSignal,
): Promise<readonly string[]> {
  if (listFile === undefined) return inputs;
  const isStdin = listFile === inputFiles.STDIN;
  if (isStdin && interrupted !== undefined) addAbortSignal(interrupted, stdin);
  const chunks = isStdin ? stdin : inputFiles.openFile(listFile, interrupted);
  const list = await withSource(`--files-from ${listFile}`, () => text(chunks));
  const listed = list.split(list.includes('\0') ? '\0' : /\r?\n/).filter((line) => line !== '');
  checkInputs([...inputs, ...listed]);
  if (listFile === inputFiles.STDIN && listed.includes(inputFiles.STDIN))
    throw usageError('--files-from -: the list on standard input names standard input');
  return [...inputs, ...listed];
}

/** @throws {CommandError} for an index without its archives, and for archives without an index */
function checkArchives(archives: readonly inputFiles.Archive[], place: string | undefined): void {
  const index = archives.find(({ kind }) => kind === 'cdx');
  if (index !== undefined && place === undefined)
    throw usageError(`${index.name}: is an index of web archives; name their location by --archives PLACE`);
  if (place !== undefined && !isUrl(place) && !existsSync(place))
    throw usageError(`--archives: no such folder: ${place}; an address begins with http:// or https://`);
  if (place !== undefined && archives.every(({ kind }) => kind !== undefined && kind !== 'cdx'))
    throw usageError('--archives: belongs to an index of archives, and no input is one');
}

/**
 * Size of an archive in the unit of `Position.at`. Undefined for WARCs in a WACZ or of an index, and for compressed
 * NDJSON.
 */
function sizeOf({ name, kind }: inputFiles.Archive, shard: Shard | undefined): number | undefined {
  const isUnknown =
    name === inputFiles.STDIN || kind === 'wacz' || kind === 'cdx' || (kind === 'ndjson' && /\.gz$/i.test(name));
  // `Position.at` counts only lines of the shard.
  return isUnknown ? undefined : statSync(name).size / (kind === 'ndjson' ? (shard?.count ?? 1) : 1);
}

function startOf(archive: inputFiles.Archive, shard: Shard | undefined): ArchiveProgress {
  return { archive, size: sizeOf(archive, shard), at: 0, pages: 0 };
}

/** Extrapolates: the rest of an archive probably has as few or many pages per byte. */
function estimate(files: number, reached: readonly ArchiveProgress[]): number | undefined {
  let total = files;
  for (const { size, at, pages } of reached) {
    if (size === undefined) return undefined;
    total += at > 0 ? Math.ceil((pages * size) / at) : Math.ceil(size / BYTES_PER_PAGE);
  }
  return total;
}

function fileTask({ path, source, id, site }: inputFiles.PageFile, given: string | undefined, isOnly: boolean): Task {
  return { site: given ?? site, id, namesSite: true, url: '', source, isOnly, from: { kind: 'file', path } };
}

/**
 * Reads the pages in order until `take` returns false. Between pages the event loop runs, so that signals are handled.
 */
export async function eachPage(
  plan: Plan,
  options: PlanReadOptions,
  take: (task: PageTask, read: () => ReadTask) => unknown,
): Promise<void> {
  for await (const task of plan.tasks(options)) {
    await new Promise(setImmediate);
    if (options.interrupted.aborted) return;
    if (!isPage(task)) continue;
    try {
      if ((await take(task, () => readTask(task, options.maxPageBytes))) === false) return;
    } catch (error) {
      if (endsRun(error)) throw error;
      options.onFailure({ source: task.source, error: error as Error });
    }
  }
}

/** Refuses an output path that would overwrite inputs, or that the next run would read as input. */
export function checkOut(out: string | undefined, { folders, root, isInput }: Plan, flag = '--out'): void {
  if (out === undefined) return;
  const path = resolve(out);
  const within = folders.some((folder) => relative(folder, path).split(sep)[0] !== '..');
  const where = isInput(path) ? 'be a file' : within || path === root ? 'be in a folder' : undefined;
  if (where === undefined) return;
  throw new CommandError(`${flag} ${out}: must not ${where} that pages are read from`, { code: 'OUTPUT_INVALID' });
}
