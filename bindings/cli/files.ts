import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { LimitError } from '../errors.ts';
import { NoPagesError } from './errors.ts';
import type { Input, InputFailure, InputPage } from './input.ts';
import { shuffle } from './shuffle.ts';

const PAGE_NAME = /\.(html?|xhtml)$/i;

interface PageFile {
  /** As the user would write it. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** The files that inputs name, by absolute path, so that a file named twice is read once. */
export interface FileList {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly failures: readonly InputFailure[];
  /** Absolute paths of the inputs that are folders. */
  readonly folders: readonly string[];
  /** The folder that all inputs have in common: ids are paths from here. */
  readonly root: string;
  /** Name of the first input's folder. */
  readonly site: string;
}

/** Finds the pages: files as they are named, and those with a name of HTML in folders and below. */
export async function listFiles(inputs: readonly string[]): Promise<FileList> {
  const files = new Map<string, PageFile>();
  const failures: InputFailure[] = [];
  const folders: string[] = [];
  const homes: string[] = [];
  for (const name of inputs) {
    const path = resolve(name);
    try {
      const isFolder = (await stat(path)).isDirectory();
      homes.push(isFolder ? path : dirname(path));
      if (isFolder) folders.push(path);
      const found = isFolder ? await walk({ name, path }, failures) : [{ name, path }];
      for (const file of found) files.set(file.path, file);
    } catch (error) {
      failures.push({ name, error });
    }
  }
  const root = commonFolder(homes);
  return { files, failures, folders, root, site: basename(homes[0] ?? root) };
}

/** The files below a folder; a folder in it that can not be read is a failure and stops nothing. */
async function walk(top: PageFile, failures: InputFailure[]): Promise<PageFile[]> {
  const files: PageFile[] = [];
  const folders: PageFile[] = [top];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    let entries: Dirent[];
    try {
      entries = await readdir(folder.path, { withFileTypes: true });
    } catch (error) {
      failures.push({ name: folder.name, error });
      continue;
    }
    for (const entry of entries) {
      const found = { name: join(folder.name, entry.name), path: join(folder.path, entry.name) };
      // A link to a folder is not followed: it may lead back up.
      if (entry.isDirectory()) folders.push(found);
      else if (PAGE_NAME.test(entry.name) && (entry.isFile() || entry.isSymbolicLink())) files.push(found);
    }
  }
  if (files.length === 0)
    failures.push({ name: top.name, error: new NoPagesError('no .html, .htm or .xhtml file in it') });
  return files;
}

function commonFolder(folders: readonly string[]): string {
  const [first = resolve('.'), ...others] = folders;
  const steps = first.split(sep);
  for (const folder of others) {
    const path = folder.split(sep);
    const parting = steps.findIndex((step, depth) => step !== path[depth]);
    if (parting >= 0) steps.length = parting;
  }
  return steps.join(sep) || sep;
}

/** The pages of files in path order, or shuffled. */
export function fileInput(
  list: FileList,
  how: { readonly site: string | undefined; readonly shuffle: number | undefined; readonly maxPageBytes: number },
): Input {
  const site = how.site ?? list.site;
  const ordered = [...list.files.values()]
    .map((file) => ({ ...file, id: relative(list.root, file.path).split(sep).join('/') }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const files = how.shuffle === undefined ? ordered : shuffle(ordered, how.shuffle);
  async function* pages(): AsyncGenerator<InputPage | InputFailure> {
    yield* list.failures;
    for (const { id, name, path } of files) {
      try {
        yield { id, site, name, bytes: await readFile(path, how.maxPageBytes) };
      } catch (error) {
        yield { name, error };
      }
    }
  }
  return { site, total: files.length + list.failures.length, pages: pages() };
}

/** A file's bytes; one that is too large is not even read. */
async function readFile(path: string, maxPageBytes: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > maxPageBytes) {
      throw new LimitError('PAGE_TOO_LARGE', `the page has ${size} bytes, more than ${maxPageBytes}`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}
