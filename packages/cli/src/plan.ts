/** What a run reads, in which order. */
import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { type SiteOf, siteFinder } from '@refrain/crawl';
import type { InputFailure, PageFile, WarcPage } from '@refrain/crawl/unstable';
import { type Archive, readArchive, STDIN, sortInputs } from '@refrain/crawl/unstable';
import { CommandError } from './errors.ts';
import { shuffle } from './shuffle.ts';
import type { Task } from './task.ts';

/** What is to be read. */
export interface PlanOptions {
  readonly inputs: readonly string[];
  /** Of all pages, where it was given. */
  readonly site: string | undefined;
  readonly siteOf: SiteOf;
  /** Seed of the order of files, where that is to be random. */
  readonly shuffle?: number | undefined;
  /** Whether the records of WARCs that are no pages are read too. */
  readonly raw: boolean;
  readonly maxPageBytes: number;
}

export interface StepOptions {
  readonly onFailure: (failure: InputFailure) => void;
  readonly interrupted: AbortSignal;
}

/** Pages that are known from the start, or that come one by one. */
export type Step =
  | { readonly kind: 'files'; readonly tasks: readonly Task[] }
  | { readonly kind: 'stream'; readonly tasks: (options: StepOptions) => AsyncIterable<Task> };

export interface Plan {
  readonly steps: readonly Step[];
  /** Inputs that can not be read at all. */
  readonly failures: readonly InputFailure[];
  /** Absolute paths of the inputs that are folders, and of the files that are read. */
  readonly folders: readonly string[];
  readonly files: ReadonlySet<string>;
  /** The folder that inputs of the file system have in common. */
  readonly root: string;
  /** Pages that there will be, as far as that can be told now; undefined for standard input. */
  readonly total: number | undefined;
}

/** What an archive's pages are taken to need in it, in bytes, before any has been seen. */
const BYTES_PER_PAGE = 8000;

/** How far an archive has been read. */
interface Progress {
  readonly size: number | undefined;
  at: number;
  pages: number;
}

export async function planInputs(options: PlanOptions, stdin: NodeJS.ReadStream): Promise<Plan> {
  const { maxPageBytes, raw } = options;
  const { list, archives } = await sortInputs(options.inputs);
  if (options.shuffle !== undefined && archives.length > 0) {
    throw new CommandError(`--shuffle wants files, and ${archives[0]?.name} holds many pages`);
  }
  const siteOf = await siteFinder(options.siteOf);
  const files = list.pages.map((page) => fileTask(page, options.site));
  const tasks = options.shuffle === undefined ? files : shuffle(files, options.shuffle);
  const progress: Progress[] = [];
  const steps: Step[] = tasks.length > 0 ? [{ kind: 'files', tasks }] : [];
  for (const archive of archives) {
    const done: Progress = { size: sizeOf(archive), at: 0, pages: 0 };
    progress.push(done);
    const how = { maxPageBytes, stdin, done, raw };
    steps.push({
      kind: 'stream',
      tasks: (step) => archiveTasks(archive, { ...how, ...step, site: options.site, siteOf }),
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
      return estimate(tasks.length, progress);
    },
  };
}

/** Bytes of an archive, as `Progress` counts them; lines are counted as they are when they are not compressed. */
function sizeOf({ name, kind }: Archive): number | undefined {
  const isUnknown = name === STDIN || (kind === 'ndjson' && /\.gz$/i.test(name));
  return isUnknown ? undefined : statSync(name).size;
}

/** An archive that has been read in part is taken to go on as it began. */
function estimate(files: number, progress: readonly Progress[]): number | undefined {
  let total = files;
  for (const { size, at, pages } of progress) {
    if (size === undefined) return undefined;
    total += at > 0 ? Math.ceil((pages * size) / at) : Math.ceil(size / BYTES_PER_PAGE);
  }
  return total;
}

function fileTask({ path, source, id, site }: PageFile, given: string | undefined): Task {
  return { site: given ?? site, id, url: '', source, from: { kind: 'file', path } };
}

interface ArchiveOptions extends StepOptions {
  readonly maxPageBytes: number;
  readonly stdin: NodeJS.ReadStream;
  readonly raw: boolean;
  readonly done: Progress;
  readonly site: string | undefined;
  readonly siteOf: (url: string) => string;
}

async function* archiveTasks(archive: Archive, options: ArchiveOptions): AsyncGenerator<Task> {
  const { stdin, interrupted, maxPageBytes, raw, done, site: given, siteOf } = options;
  const isStdin = archive.name === STDIN;
  // An end that we made is no failure of the input.
  const onFailure = (failure: InputFailure): void => {
    if (!isStdin || !interrupted.aborted) options.onFailure(failure);
  };
  const reading = { stdin, onFailure, maxPageBytes, raw };
  // Who waits for standard input must not have to wait for it to end the run.
  const stop = (): void => void stdin.destroy();
  if (isStdin) interrupted.addEventListener('abort', stop);
  try {
    // `raw` is for WARCs only, which then give their other records too.
    for await (const item of readArchive(archive, reading)) {
      if ('raw' in item) {
        yield { site: '', id: '', url: '', source: item.source, from: { kind: 'record', raw: item.raw } };
        continue;
      }
      done.pages += 1;
      // A record of a WARC is named by its byte; a line by its number, so that what it holds has to do.
      const place = archive.kind === 'ndjson' ? undefined : /:(\d+)$/.exec(item.source)?.[1];
      done.at = place === undefined ? done.at + item.bytes.length : Number(place);
      try {
        const site = given ?? item.site ?? siteOf(item.url);
        const { url, id = url, source, bytes, contentType } = item;
        const capture = 'capture' in item ? (item as WarcPage).capture : undefined;
        yield { site, id, url, source, from: { kind: 'bytes', bytes, contentType, capture } };
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

/** Results among the pages would be read as pages by the next run, or stand where the pages were. */
export function checkOut(out: string, { folders, root, files }: Plan, flag = '--out'): void {
  const path = resolve(out);
  if (files.has(path)) throw new CommandError(`${flag} ${out} must not be a file that pages are read from`);
  const within = folders.some((folder) => relative(folder, path).split(sep)[0] !== '..');
  if (within || path === root) {
    throw new CommandError(`${flag} ${out} must not be in a folder that pages are read from`);
  }
}
