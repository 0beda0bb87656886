/** What a run reads, in which order. */
import { statSync } from 'node:fs';
import type { PageFile } from '../input/folder.ts';
import { type Archive, readArchive, sortInputs } from '../input/inputs.ts';
import type { InputFailure } from '../input/page.ts';
import { siteFinder } from '../sites/site-of.ts';
import type { WarcPage } from '../warc/capture.ts';
import type { RunOptions } from './arguments.ts';
import { CommandError } from './errors.ts';
import { shuffle } from './shuffle.ts';
import type { Task } from './task.ts';

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
  /** Absolute paths of the inputs that are folders, and of the pages that are files. */
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

export async function planInputs(options: RunOptions, maxPageBytes: number, stdin: NodeJS.ReadStream): Promise<Plan> {
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
    const size = archive.name === '-' ? undefined : statSync(archive.name).size;
    const done: Progress = { size, at: 0, pages: 0 };
    progress.push(done);
    const how = { maxPageBytes, stdin, done, raw: options.format === 'warc' };
    steps.push({
      kind: 'stream',
      tasks: (step) => archiveTasks(archive, { ...how, ...step, site: options.site, siteOf }),
    });
  }
  return {
    steps,
    failures: list.failures,
    folders: list.folders,
    files: new Set(list.pages.map(({ path }) => path)),
    root: list.root,
    get total() {
      return estimate(tasks.length, progress);
    },
  };
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
  const { stdin, interrupted, onFailure, maxPageBytes, raw, done, site: given, siteOf } = options;
  const reading = { stdin, onFailure, maxPageBytes, raw };
  const isStdin = archive.name === '-';
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
      done.at = Number(/:(\d+)$/.exec(item.source)?.[1] ?? done.at);
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
