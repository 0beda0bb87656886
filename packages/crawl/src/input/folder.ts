import { type Dirent, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check } from 'refrain/engine';
import { NoPagesError } from '../errors.ts';
import {
  asError,
  type CrawlPage,
  checkReadOptions,
  type InputFailure,
  maxPageBytesOf,
  type ReadOptions,
  reportFailure,
} from '../reading/page.ts';
import { readPage } from './file.ts';

const PAGE_NAME = /\.(html?|xhtml)$/i;

/** A page file that was not read yet. A list may hold a million of them. */
export interface PageFile {
  /** Absolute. */
  readonly path: string;
  /** The path as the user would write it. */
  readonly source: string;
  /** Its path below the common folder of all inputs, with slashes. */
  readonly id: string;
  readonly site: string;
}

/** The page files of inputs. */
export interface PageList {
  /** In path order, each file once. */
  readonly pages: readonly PageFile[];
  readonly failures: readonly InputFailure[];
  /** Absolute paths of the inputs that are folders. */
  readonly folders: readonly string[];
  /** The common folder of all inputs: ids are paths below it. */
  readonly root: string;
}

type FoundFile = Omit<PageFile, 'id'>;

/**
 * Lists page files and reads none of them: the files that are inputs, and in folders and below all files with a name of HTML.
 * Links to folders are not followed, because they may lead back up.
 *
 * The site of a file that is an input is its folder. A folder with page files of its own is one site, with all that is below it. A
 * folder with page files only below its subfolders is a crawl, and each of these subfolders is a site. Sites have the names of
 * their folders.
 *
 * Missing inputs, and folders that cannot be read or have no page (`NO_PAGES`), are failures; the other inputs are listed.
 */
export async function listPages(inputs: readonly string[]): Promise<PageList> {
  const found = new Map<string, FoundFile>();
  const failures: InputFailure[] = [];
  const folders: string[] = [];
  const homes: string[] = [];
  for (const source of inputs) {
    const path = resolve(source);
    try {
      const isFolder = statSync(path).isDirectory();
      homes.push(isFolder ? path : dirname(path));
      if (isFolder) folders.push(path);
      const files = isFolder
        ? await walk({ path, source }, failures)
        : [{ path, source, site: basename(dirname(path)) }];
      for (const file of files) if (!found.has(file.path)) found.set(file.path, file);
    } catch (error) {
      failures.push({ source, error: asError(error) });
    }
  }
  const root = commonFolder(homes);
  const start = root.endsWith(sep) ? root.length : root.length + 1;
  const pages = Array.from(
    found.values(),
    (file): PageFile => ({ ...file, id: file.path.slice(start).split(sep).join('/') }),
  ).sort((one, other) => (one.id < other.id ? -1 : 1));
  return { pages, failures, folders, root };
}

/** The page files below a folder. A subfolder that cannot be read is a failure; the others are listed. */
async function walk(
  top: { readonly path: string; readonly source: string },
  failures: InputFailure[],
): Promise<FoundFile[]> {
  const files: { readonly path: string; readonly source: string }[] = [];
  const folders = [top];
  let holdsPages = false;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    let entries: Dirent[];
    try {
      entries = await readdir(folder.path, { withFileTypes: true });
    } catch (error) {
      failures.push({ source: folder.source, error: asError(error) });
      continue;
    }
    for (const entry of entries) {
      const inside = { path: join(folder.path, entry.name), source: join(folder.source, entry.name) };
      if (entry.isDirectory()) folders.push(inside);
      else if (PAGE_NAME.test(entry.name) && (entry.isFile() || entry.isSymbolicLink())) files.push(inside);
    }
    if (folder === top) holdsPages = files.length > 0;
  }
  if (files.length === 0) {
    failures.push({ source: top.source, error: new NoPagesError('no .html, .htm or .xhtml file in it') });
  }
  const name = basename(top.path);
  return files.map((file) => ({
    ...file,
    site: holdsPages ? name : (relative(top.path, file.path).split(sep)[0] ?? name),
  }));
}

function commonFolder(folders: readonly string[]): string {
  const [first = resolve('.'), ...others] = folders;
  const steps = first.split(sep);
  for (const folder of others) {
    const path = folder.split(sep);
    const differs = steps.findIndex((step, depth) => step !== path[depth]);
    if (differs >= 0) steps.length = differs;
  }
  return steps.join(sep) || sep;
}

/** Reads the pages of a list, one after another. Failures of the list are reported first. */
export async function* readList(list: PageList, options: ReadOptions = {}): AsyncGenerator<CrawlPage> {
  const maxPageBytes = maxPageBytesOf(options);
  for (const failure of list.failures) reportFailure(options, failure);
  for (const { path, source, id, site } of list.pages) {
    let bytes: Uint8Array;
    try {
      bytes = readPage(path, maxPageBytes);
    } catch (error) {
      reportFailure(options, { source, error: asError(error) });
      continue;
    }
    yield { url: pathToFileURL(path).href, bytes, contentType: undefined, id, site, source };
  }
}

/**
 * The pages of a folder, in path order: all files in it and below with a name of HTML. A folder with page files of its own is one
 * site; otherwise each of its subfolders is one.
 *
 * Failures: `NO_PAGES` for a folder without pages, `PAGE_TOO_LARGE`, `INPUT_DAMAGED` for broken gzip, `INPUT_INVALID` for files that
 * are not HTML, and the system's errors.
 *
 * @throws {OptionError} `OPTION_INVALID`; and without `onFailure` the first failure
 */
export async function* readFolder(path: string, options: ReadOptions = {}): AsyncGenerator<CrawlPage> {
  if (typeof path !== 'string') throw check.optionError('the path of readFolder', 'a string', path);
  checkReadOptions('readFolder', options);
  yield* readList(await listPages([path]), options);
}
