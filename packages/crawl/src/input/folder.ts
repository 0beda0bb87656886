import { type Dirent, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check } from 'refrain/engine';
import type { InputPage } from '../crawl-page.ts';
import { NoPagesError } from '../errors.ts';
import {
  asError,
  checkReadOptions,
  type InputFailure,
  maxPageBytesOf,
  type ReadOptions,
  reportFailure,
} from '../reading/failures.ts';
import { readPage } from './file.ts';

const PAGE_NAME = /\.(html?|xhtml)$/i;

/** What the files of an input have in common. */
interface Home {
  /** Absolute. */
  readonly path: string;
  /** As written by the user. */
  readonly source: string;
  /** Path below the common folder of all inputs, with slashes. */
  readonly id: string;
}

/** A page file that is not read yet. A list may contain a million, so each stores only its differences. */
export class PageFile {
  readonly #home: Home;
  /** Path below the home, with slashes. */
  readonly #name: string;
  readonly site: string;

  constructor(home: Home, name: string, site: string) {
    this.#home = home;
    this.#name = name;
    this.site = site;
  }

  get path(): string {
    return this.#home.path + this.#native;
  }

  /** Path as written by the user. */
  get source(): string {
    return this.#home.source + this.#native;
  }

  /** Path below the common folder of all inputs, with slashes. */
  get id(): string {
    return this.#home.id + this.#name;
  }

  get #native(): string {
    return sep === '/' ? this.#name : this.#name.replaceAll('/', sep);
  }

  /** The path order of files of one home. */
  static compare(one: PageFile, other: PageFile): number {
    return one.#name < other.#name ? -1 : Number(one.#name > other.#name);
  }
}

export interface PageList {
  /** In the order of the inputs, those of a folder in path order; each file once. */
  readonly pages: readonly PageFile[];
  readonly failures: readonly InputFailure[];
  /** Absolute paths of the inputs that are folders. */
  readonly folders: readonly string[];
  /** The common folder of all inputs: ids are paths below it. */
  readonly root: string;
}

/**
 * Lists page files without reading them: inputs that are files, and files with an HTML extension at any depth in
 * folders. Does not follow links to folders, which may form cycles.
 *
 * If an input is a file, its site is its folder. A folder that directly contains page files is one site, with
 * everything below it. Otherwise each of its subfolders is a site. Sites have the names of their folders.
 *
 * Missing inputs, and folders that cannot be read or have no page (`NO_PAGES`), are failures; the other inputs are
 * listed.
 */
export async function listPages(inputs: readonly string[]): Promise<PageList> {
  const failures: InputFailure[] = [];
  const found = inputs.map((source) => ({ source, path: resolve(source), kind: kindOf(source) }));
  const root = commonFolder(
    found.flatMap(({ path, kind }) => (kind === 'folder' ? path : kind === 'file' ? dirname(path) : [])),
  );
  const start = root.endsWith(sep) ? root.length : root.length + 1;
  const idOf = (path: string): string => path.slice(start).split(sep).join('/');
  const all: PageFile[] = [];
  for (const { source, path, kind } of found) {
    if (kind === 'folder') await walk({ source, path, id: idOf(path) }, all, failures);
    else if (kind === 'file') all.push(new PageFile({ source, path, id: idOf(path) }, '', basename(dirname(path))));
    else failures.push({ source, error: kind });
  }
  // If a file is in several inputs, the first input counts.
  const paths = new Set<string>();
  const isNew = ({ path }: PageFile): boolean => !paths.has(path) && paths.add(path) !== undefined;
  const pages = inputs.length === 1 ? all : all.filter(isNew);
  return { pages, failures, folders: found.flatMap(({ path, kind }) => (kind === 'folder' ? path : [])), root };
}

function kindOf(source: string): 'folder' | 'file' | Error {
  try {
    return statSync(resolve(source)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return asError(error);
  }
}

async function walk(top: Home, all: PageFile[], failures: InputFailure[]): Promise<void> {
  const pages: PageFile[] = [];
  const site = basename(top.path);
  const home = { path: inside(top.path), source: inside(top.source), id: top.id === '' ? '' : `${top.id}/` };
  const folders = [''];
  let holdsPages = false;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const isTop = folder === '';
    let entries: Dirent[];
    try {
      entries = await readdir(isTop ? top.path : join(top.path, folder), { withFileTypes: true });
    } catch (error) {
      failures.push({ source: isTop ? top.source : join(top.source, folder), error: asError(error) });
      continue;
    }
    const [step = site] = isTop || holdsPages ? [] : folder.split('/', 1);
    for (const entry of entries) {
      const name = isTop ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (PAGE_NAME.test(entry.name) && (entry.isFile() || entry.isSymbolicLink()))
        pages.push(new PageFile(home, name, step));
    }
    if (isTop) holdsPages = pages.length > 0;
  }
  for (const page of pages.sort(PageFile.compare)) all.push(page);
  if (pages.length === 0)
    failures.push({ source: top.source, error: new NoPagesError('the folder contains no .html, .htm or .xhtml file') });
}

const inside = (folder: string): string => join(folder, '_').slice(0, -1);

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

/** Reports the failures of the list, then reads its pages. */
export async function* readList(list: PageList, options: ReadOptions = {}): AsyncGenerator<InputPage> {
  const maxPageBytes = maxPageBytesOf(options);
  for (const failure of list.failures) reportFailure(options, failure);
  for (const { path, source, id, site } of list.pages) {
    const url = pathToFileURL(path).href;
    if (options.takes?.({ url, id, site }) === false) continue;
    let html: Uint8Array;
    try {
      html = readPage(path, maxPageBytes);
    } catch (error) {
      reportFailure(options, { source, error: asError(error) });
      continue;
    }
    yield { url, html, contentType: undefined, id, site, source };
  }
}

/**
 * The pages of a folder, in path order: all files with an HTML extension at any depth. A folder that directly contains
 * page files is one site; otherwise each of its subfolders is one.
 *
 * Failures: `NO_PAGES` for a folder without pages, `PAGE_TOO_LARGE`, `INPUT_DAMAGED` for broken gzip, `INPUT_INVALID`
 * for files that are not HTML, and the system's errors.
 *
 * @throws {OptionError} `OPTION_INVALID`; and without `onFailure` the first failure
 */
export async function* readFolder(path: string, options: ReadOptions = {}): AsyncGenerator<InputPage> {
  if (typeof path !== 'string') throw check.optionError('the path of readFolder', 'a string', path);
  checkReadOptions('readFolder', options);
  yield* readList(await listPages([path]), options);
}
