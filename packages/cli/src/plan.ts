/** The pages of the inputs, in the order in which they are read. */
import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { type SiteOf, siteFinder } from '@refrain/crawl';
import type { InputFailure, PageFile, WarcPage } from '@refrain/crawl/unstable';
import { type Archive, readArchive, STDIN, sortInputs } from '@refrain/crawl/unstable';
import { checkSite } from 'refrain/unstable';
import { CommandError } from './errors.ts';
import { NO_PATTERNS, type Patterns, pageTest } from './patterns.ts';
import { shuffle } from './shuffle.ts';
import type { Task } from './task.ts';
import { usageError } from './values.ts';

export interface PlanOptions {
  readonly inputs: readonly string[];
  /** Which pages are read. */
  readonly patterns?: Patterns;
  /** The site of all pages. */
  readonly site: string | undefined;
  readonly siteOf: SiteOf;
  /** Seed of a random order of files; undefined for path order. */
  readonly shuffle?: number | undefined;
  /** Whether records of WARCs that are not pages are read too. */
  readonly raw: boolean;
  readonly maxPageBytes: number;
}

export interface StepOptions {
  readonly onFailure: (failure: InputFailure) => void;
  readonly interrupted: AbortSignal;
}

/** Pages of a list of files, or of an archive that is read one page at a time. */
export type Step =
  | { readonly kind: 'files'; readonly tasks: readonly Task[] }
  | { readonly kind: 'stream'; readonly tasks: (options: StepOptions) => AsyncIterable<Task> };

export interface Plan {
  readonly steps: readonly Step[];
  /** Inputs that cannot be read at all. */
  readonly failures: readonly InputFailure[];
  /** Absolute paths of the inputs that are folders, and of the files that are read. */
  readonly folders: readonly string[];
  readonly files: ReadonlySet<string>;
  /** The deepest folder that contains all files and folders of the inputs. */
  readonly root: string;
  /** Expected number of pages; archives are estimated from the part read so far. Undefined for standard input. */
  readonly total: number | undefined;
}

/** Assumed bytes per page of an archive that has not been read yet. */
const BYTES_PER_PAGE = 8000;

/** Source of the one page on standard input. */
const STDIN_SOURCE = 'stdin';

/** How far an archive has been read, in bytes and pages. */
interface Position {
  readonly size: number | undefined;
  at: number;
  pages: number;
}

export async function planInputs(options: PlanOptions, stdin: NodeJS.ReadStream): Promise<Plan> {
  const { maxPageBytes, raw, patterns = NO_PATTERNS } = options;
  const isRead = pageTest(patterns);
  const { list, archives } = await sortInputs(options.inputs);
  if (options.shuffle !== undefined && archives.length > 0) {
    throw usageError(`--shuffle: orders files only, and ${archives[0]?.name} contains many pages`);
  }
  const siteOf = await siteFinder(options.siteOf);
  const isOnly = archives.length + list.pages.length + list.folders.length === 1;
  const files = list.pages.map((page) => ({ ...fileTask(page, options.site), isOnly })).filter(isRead);
  const tasks = options.shuffle === undefined ? files : shuffle(files, options.shuffle);
  const positions: Position[] = [];
  const steps: Step[] = tasks.length > 0 ? [{ kind: 'files', tasks }] : [];
  for (const archive of archives) {
    const position: Position = { size: sizeOf(archive), at: 0, pages: 0 };
    positions.push(position);
    const reading = { maxPageBytes, stdin, position, raw, isRead, isOnly };
    steps.push({
      kind: 'stream',
      tasks: (step) => archiveTasks(archive, { ...reading, ...step, site: options.site, siteOf }),
    });
  }
  const named = archives.map(({ name }) => name).filter((name) => name !== STDIN);
  return {
    steps,
    failures: list.failures,
    folders: list.folders,
    files: new Set([...list.pages.map(({ path }) => path), ...named.map((name) => resolve(name))]),
    root: list.root,
    get total() {
      return estimate(tasks.length, positions);
    },
  };
}

/** Bytes of an archive in the unit of `Position.at`; undefined for compressed NDJSON, whose lines are counted inflated. */
function sizeOf({ name, kind }: Archive): number | undefined {
  const isUnknown = name === STDIN || (kind === 'ndjson' && /\.gz$/i.test(name));
  return isUnknown ? undefined : statSync(name).size;
}

/** Assumes that the unread part of an archive has as many pages per byte as the part read. */
function estimate(files: number, positions: readonly Position[]): number | undefined {
  let total = files;
  for (const { size, at, pages } of positions) {
    if (size === undefined) return undefined;
    total += at > 0 ? Math.ceil((pages * size) / at) : Math.ceil(size / BYTES_PER_PAGE);
  }
  return total;
}

function fileTask({ path, source, id, site }: PageFile, given: string | undefined): Task {
  return { site: given ?? site, id, tellsSite: true, url: '', source, from: { kind: 'file', path } };
}

interface ArchiveOptions extends StepOptions {
  readonly maxPageBytes: number;
  readonly stdin: NodeJS.ReadStream;
  readonly raw: boolean;
  readonly position: Position;
  readonly site: string | undefined;
  readonly siteOf: (url: string) => string;
  readonly isRead: (task: Task) => boolean;
  readonly isOnly: boolean;
}

async function* archiveTasks(archive: Archive, options: ArchiveOptions): AsyncGenerator<Task> {
  const { stdin, interrupted, maxPageBytes, raw, position, site: given, siteOf, isRead } = options;
  const isStdin = archive.name === STDIN;
  // After an interruption we end standard input ourselves, which is not a failure.
  const onFailure = (failure: InputFailure): void => {
    if (!isStdin || !interrupted.aborted) options.onFailure(failure);
  };
  const reading = { stdin, onFailure, maxPageBytes, raw };
  // An interrupted run must not wait for more standard input.
  const stop = (): void => void stdin.destroy();
  if (isStdin) interrupted.addEventListener('abort', stop);
  try {
    // With `raw`, WARCs also give records that are not pages.
    for await (const item of readArchive(archive, reading)) {
      if ('raw' in item) {
        yield {
          site: '',
          id: '',
          tellsSite: false,
          url: '',
          source: item.source,
          from: { kind: 'record', raw: item.raw },
        };
        continue;
      }
      position.pages += 1;
      // The source of a WARC record ends in its byte offset. Lines have a number only, so their HTML is counted.
      const offset = archive.kind === 'ndjson' ? undefined : /:(\d+)$/.exec(item.source)?.[1];
      position.at = offset === undefined ? position.at + item.bytes.length : Number(offset);
      try {
        const site = given ?? checkSite(item.site ?? siteOf(item.url));
        const { url, id = url, source, bytes, contentType } = item;
        const capture = 'capture' in item ? (item as WarcPage).capture : undefined;
        const tellsSite = given !== undefined || (id === url && isSiteOf(item.site, url, siteOf));
        // The source of a page among others has its number or offset.
        const isOnly = options.isOnly && (source === archive.name || source === STDIN_SOURCE);
        const from = { kind: 'bytes', bytes, contentType, capture } as const;
        const task = { site, id, tellsSite, url, source, isOnly, from };
        if (isRead(task)) yield task;
      } catch (error) {
        onFailure({ source: item.source, error: error as Error });
      }
    }
  } catch (error) {
    if (!interrupted.aborted) onFailure({ source: archive.name, error: error as Error });
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

/** Whether the URL alone gives the site, which a line may name too. */
function isSiteOf(named: string | undefined, url: string, siteOf: (url: string) => string): boolean {
  if (named === undefined) return true;
  try {
    return siteOf(url) === named;
  } catch {
    return false;
  }
}

/** Refuses an output that would overwrite pages, or that the next run would read as pages. */
export function checkOut(out: string, { folders, root, files }: Plan, flag = '--out'): void {
  const path = resolve(out);
  if (files.has(path))
    throw new CommandError(`${flag} ${out}: must not be a file that pages are read from`, { code: 'OUTPUT_INVALID' });
  const within = folders.some((folder) => relative(folder, path).split(sep)[0] !== '..');
  if (within || path === root) {
    throw new CommandError(`${flag} ${out}: must not be in a folder that pages are read from`, {
      code: 'OUTPUT_INVALID',
    });
  }
}
