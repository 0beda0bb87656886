/**
 * Sites on disk: folders with `.html` files at any depth, or `.tar.gz` archives of them. A folder of sites contains
 * nothing else.
 */
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { list } from 'tar';
import { Problem } from '../command-line.ts';
import { byName, isCompanion, isPageName, joinPages, type SourcePage } from './site-files.ts';

export interface SiteSource {
  readonly name: string;
  read(): Promise<SourcePage[]>;
}

const ARCHIVE = '.tar.gz';

export function fileNames(folder: string): string[] {
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

function siteOf(path: string, entry: Dirent): SiteSource | undefined {
  if (entry.isFile() && entry.name.endsWith(ARCHIVE)) return archiveSite(path);
  return entry.isDirectory() && hasPages(path) ? folderSite(path) : undefined;
}

/** The sites in a folder by name; or one, if `path` is a site. */
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
  if (sites.length === 0) throw new Problem(`${path}: no .html page, folder of pages or ${ARCHIVE} archive found`);
  const list = `${resolve(path)}.tsv`;
  return existsSync(list) ? withLanguages(sites, readFileSync(list, 'utf8')) : sites;
}

/** Adds the languages of a list next to a folder of sites: site/page, language, other columns. */
function withLanguages(sites: readonly SiteSource[], list: string): SiteSource[] {
  const languages = new Map(list.split('\n').map((line) => line.split('\t', 2) as [string, string]));
  return sites.map(({ name, read }) => ({
    name,
    read: async () =>
      (await read()).map((page) => {
        const language = languages.get(`${name}/${page.name.replace(/\.html$/, '')}`);
        return language ? { ...page, language } : page;
      }),
  }));
}

/** Reads an archive into memory, without writing to disk. */
async function readArchive(file: string): Promise<SourcePage[]> {
  const files: Promise<{ name: string; bytes: Uint8Array }>[] = [];
  try {
    await list({
      file,
      strict: true,
      onReadEntry: (entry) => {
        const name = entry.path.replace(/^\.\//, '');
        if (entry.type !== 'File' || !(isPageName(name) || isCompanion(name))) return;
        files.push(entry.concat().then((bytes) => ({ name, bytes })));
      },
    });
  } catch (error) {
    throw new Problem(`${file}: cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  const read = await Promise.all(files);
  const companions = read.filter(({ name }) => isCompanion(name));
  return joinPages(
    read.filter(({ name }) => isPageName(name)),
    new Map(companions.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])),
  );
}
