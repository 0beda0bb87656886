import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveOptions } from 'refrain';
import { asError, NoPagesError, report } from './failure.ts';
import { readPage } from './file.ts';
import type { CrawlPage, InputFailure, ReadOptions } from './page.ts';

const PAGE_NAME = /\.(html?|xhtml)$/i;

/** A file that is a page, not yet read. */
export class PageFile {
  /** Absolute. */
  readonly path: string;
  /** As the user would write it. */
  readonly source: string;
  /** Its path from the folder that all inputs have in common, with slashes. */
  readonly id: string;
  readonly site: string;

  constructor(file: { readonly path: string; readonly source: string; readonly id: string; readonly site: string }) {
    this.path = file.path;
    this.source = file.source;
    this.id = file.id;
    this.site = file.site;
  }

  /** Made when it is asked for: a list may hold a million files. */
  get url(): string {
    return pathToFileURL(this.path).href;
  }
}

/** The pages that inputs name. */
export interface PageList {
  /** In path order, a file that is named twice once. */
  readonly pages: readonly PageFile[];
  readonly failures: readonly InputFailure[];
  /** Absolute paths of the inputs that are folders. */
  readonly folders: readonly string[];
  /** The folder that all inputs have in common: ids are paths from here. */
  readonly root: string;
}

interface FoundFile {
  readonly path: string;
  readonly source: string;
  readonly site: string;
}

/**
 * Finds pages, and reads none of them: files as they are named, and those with a name of HTML in folders and below.
 * Links to folders are not followed: they may lead back up.
 *
 * The site of a file is the folder that it is in. A folder that holds pages itself is one site, by its name, with all
 * that is below it. A folder that has pages only in the folders in it is a crawl, and each of those folders a site by
 * its name.
 *
 * Inputs that do not exist, folders that can not be read or have no page (`NO_PAGES`) are failures and stop nothing.
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
    (file) => new PageFile({ ...file, id: file.path.slice(start).split(sep).join('/') }),
  ).sort((one, other) => (one.id < other.id ? -1 : 1));
  return { pages, failures, folders, root };
}

/** Folders that are read before other work has its turn. */
const FOLDERS_AT_ONCE = 64;

/** The files below a folder; a folder in it that can not be read is a failure and stops nothing. */
async function walk(
  top: { readonly path: string; readonly source: string },
  failures: InputFailure[],
): Promise<FoundFile[]> {
  const files: { readonly path: string; readonly source: string }[] = [];
  const folders = [top];
  let holdsPages = false;
  let turn = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    let entries: Dirent[];
    try {
      entries = readdirSync(folder.path, { withFileTypes: true });
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
    turn += 1;
    if (turn % FOLDERS_AT_ONCE === 0) await new Promise(setImmediate);
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
    const parting = steps.findIndex((step, depth) => step !== path[depth]);
    if (parting >= 0) steps.length = parting;
  }
  return steps.join(sep) || sep;
}

/** Reads the pages of a list, one after another; failures of the list come first. */
export async function* readList(list: PageList, options: ReadOptions = {}): AsyncGenerator<CrawlPage> {
  const maxPageBytes = options.maxPageBytes ?? resolveOptions().maxPageBytes;
  for (const failure of list.failures) report(options, failure);
  for (const { path, source, id, site, url } of list.pages) {
    let bytes: Uint8Array;
    try {
      bytes = readPage(path, maxPageBytes);
    } catch (error) {
      report(options, { source, error: asError(error) });
      continue;
    }
    yield { url, bytes, contentType: undefined, id, site, source };
  }
}

/** The pages of a folder, or of a crawl in one, in path order: see `listPages` for what is a site. */
export async function* readFolder(path: string, options: ReadOptions = {}): AsyncGenerator<CrawlPage> {
  yield* readList(await listPages([path]), options);
}
