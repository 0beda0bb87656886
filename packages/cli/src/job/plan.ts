/** The pages of the inputs, in the order in which they are read. */

import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { type SiteOf, siteFinder } from '@refrain/crawl';
import type { InputFailure, PageFile } from '@refrain/crawl/internal';
import { type Archive, STDIN, sortInputs } from '@refrain/crawl/internal';
import { usageError } from '../arguments/flags.ts';
import { CommandError } from '../errors.ts';
import { shuffle } from '../shuffle.ts';
import { archiveTasks, type Position, type StepOptions } from './archive-tasks.ts';
import { NO_PATTERNS, type Patterns, pageTest } from './patterns.ts';
import { READ_AHEAD_MIN, readAhead } from './read-ahead.ts';
import type { Task } from './task.ts';

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
  /** Whether large archives are read on a thread of their own. */
  readonly readsAhead: boolean;
}

/** Pages of a list of files, or of an archive that is read in groups: as many pages as are there without waiting. */
export type Step =
  | { readonly kind: 'files'; readonly tasks: readonly Task[] }
  | { readonly kind: 'stream'; readonly tasks: (options: StepOptions) => AsyncIterable<readonly Task[]> };

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

/** How far an archive of a size has been read. */
interface Reached extends Position {
  readonly size: number | undefined;
}

export async function planInputs(options: PlanOptions, stdin: Readable): Promise<Plan> {
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
  const positions: Reached[] = [];
  const steps: Step[] = tasks.length > 0 ? [{ kind: 'files', tasks }] : [];
  for (const archive of archives) {
    const position: Reached = { size: sizeOf(archive), at: 0, pages: 0 };
    positions.push(position);
    const reading = { maxPageBytes, raw, site: options.site, isOnly };
    const isAhead = options.readsAhead && isLargeFile(archive);
    steps.push({
      kind: 'stream',
      tasks: (step) =>
        isAhead
          ? readAhead({ ...reading, archive, siteOf: options.siteOf, patterns }, { ...step, position })
          : alone(archiveTasks(archive, { ...reading, ...step, siteOf, isRead, stdin, position })),
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

const isLargeFile = ({ name, kind }: Archive): boolean =>
  kind !== undefined && statSync(name).isFile() && statSync(name).size >= READ_AHEAD_MIN;

/** Groups of one page. */
async function* alone(tasks: AsyncIterable<Task>): AsyncGenerator<readonly Task[]> {
  for await (const task of tasks) yield [task];
}

/** Assumes that the unread part of an archive has as many pages per byte as the part read. */
function estimate(files: number, positions: readonly Reached[]): number | undefined {
  let total = files;
  for (const { size, at, pages } of positions) {
    if (size === undefined) return undefined;
    total += at > 0 ? Math.ceil((pages * size) / at) : Math.ceil(size / BYTES_PER_PAGE);
  }
  return total;
}

function fileTask({ path, source, id, site }: PageFile, given: string | undefined): Task {
  return { site: given ?? site, id, namesSite: true, url: '', source, from: { kind: 'file', path } };
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
