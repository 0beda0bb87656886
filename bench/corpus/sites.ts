/**
 * Sites on disk. A site is a folder with pages in it and below, or a `.tar.gz` archive of one; a folder of sites is a
 * folder that holds no page itself but such folders and archives. Pages are the `.html` files.
 */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Problem } from '../problem.ts';
import { readArchive } from './archive.ts';

export interface SourcePage {
  /** Path below the site's folder or in its archive. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Path at which its site served it, where a manifest says so; else the name is. */
  readonly address?: string;
  /** Its main content as a person has it, where a text of the same name stands beside it. */
  readonly text?: string;
  /** What kind of page it is and where it is from, where an index says so. */
  readonly kind?: string;
  readonly url?: string;
}

/** Lists what pages were called before: file, path, and whatever else, between tabs. */
export const MANIFEST = 'manifest.tsv';
/** Lists pages of many sites: name, kind and URL, between tabs. */
export const INDEX = 'index.tsv';

/** Pages with the addresses that a manifest has for them. */
function withAddresses(pages: readonly SourcePage[], manifest: string): SourcePage[] {
  const lines = manifest.split('\n').map((line) => line.split('\t'));
  const paths = new Map(lines.map(([file, path]) => [file, path]));
  return pages.map((page) => {
    const address = paths.get(basename(page.name));
    return address === undefined ? page : { ...page, address };
  });
}

/** Files of a site that are no pages but say something of them, by path. */
export type Companions = ReadonlyMap<string, string>;

export const isCompanion = (path: string): boolean =>
  path.endsWith('.txt') || basename(path) === MANIFEST || basename(path) === INDEX;

/** Pages with all that other files say of them, in path order. */
export function joinPages(pages: readonly SourcePage[], companions: Companions): SourcePage[] {
  const lines = (companions.get(INDEX) ?? '').split('\n').map((line) => line.split('\t'));
  const index = new Map(lines.map(([name, kind, url]) => [name, { kind, url }]));
  const known = pages.map((page): SourcePage => {
    const stem = page.name.replace(/\.html$/, '');
    const text = companions.get(`${stem}.txt`);
    const { kind, url } = index.get(stem) ?? {};
    return { ...page, ...(text !== undefined && { text }), ...(url && { url }), ...(kind && { kind }) };
  });
  return withAddresses(known, companions.get(MANIFEST) ?? '').sort(byName);
}

export interface SiteSource {
  readonly name: string;
  /** All pages, in path order. */
  read(): Promise<SourcePage[]>;
}

const ARCHIVE = '.tar.gz';

export const isPageName = (name: string): boolean => name.endsWith('.html');

/** By code unit, so that the order is the same on every machine. */
const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

function fileNames(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length));
}

const hasPages = (folder: string): boolean => fileNames(folder).some(isPageName);

function folderSite(path: string): SiteSource {
  return {
    name: basename(path),
    read: async () => {
      const names = fileNames(path);
      const companions = names
        .filter(isCompanion)
        .map((name) => [name, readFileSync(join(path, name), 'utf8')] as const);
      const pages = names.filter(isPageName).map((name) => ({ name, bytes: readFileSync(join(path, name)) }));
      return joinPages(pages, new Map(companions));
    },
  };
}

function archiveSite(path: string): SiteSource {
  return { name: basename(path, ARCHIVE), read: () => readArchive(path) };
}

/** The site that an entry of a folder of sites is, if it is one. */
function siteOf(path: string, entry: Dirent): SiteSource | undefined {
  if (entry.isFile() && entry.name.endsWith(ARCHIVE)) return archiveSite(path);
  return entry.isDirectory() && hasPages(path) ? folderSite(path) : undefined;
}

/** The sites in a folder of sites, in order of their names; or the one site that the folder or archive is. */
export function findSites(path: string): SiteSource[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Problem(`${path}: there is no such folder`);
  if (found.isFile() && path.endsWith(ARCHIVE)) return [archiveSite(path)];
  if (!found.isDirectory()) throw new Problem(`${path}: neither a folder nor a ${ARCHIVE} archive`);
  const entries = readdirSync(path, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && isPageName(entry.name))) return [folderSite(path)];
  const sites = entries
    .map((entry) => siteOf(join(path, entry.name), entry))
    .filter((site) => site !== undefined)
    .sort(byName);
  if (sites.length === 0) throw new Problem(`${path}: no .html page, folder of pages or ${ARCHIVE} archive in it`);
  return sites;
}
