/** The timed pages: real pages of several sites. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shuffle } from '../random.ts';
import { findSites } from './sites.ts';

export interface BenchPage {
  readonly name: string;
  /** Name of the site; each site has its own detector. */
  readonly site: string;
  readonly bytes: Uint8Array;
  readonly html: string;
}

export interface BenchSite {
  readonly name: string;
  readonly pages: readonly BenchPage[];
}

/** Three sites of the repository, with free licences. */
const SITES_FOLDER = fileURLToPath(new URL('../../test/fixtures/sites/', import.meta.url));
const SEED = 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Removes labels from a page. `data-main` with the name of a file is not a label, and is kept. */
export const withoutGold = (html: string): string =>
  html.replace(/ data-(?:gold="[^"]*"|main="(?:main|comments|rest)")/g, '');

/** The sites of a folder or the repository, each with its pages in a seeded order. */
export async function readBenchSites(folder = SITES_FOLDER): Promise<BenchSite[]> {
  const sites: BenchSite[] = [];
  for (const { name, read } of findSites(folder)) {
    const pages = (await read()).map((page) => {
      const html = withoutGold(decoder.decode(page.bytes));
      return { name: `${name}/${page.name}`, site: name, bytes: encoder.encode(html), html };
    });
    sites.push({ name, pages: shuffle(pages, SEED) });
  }
  return sites;
}

/** At most `count` pages in a seeded order, the same number from each site if possible. */
export function mixPages(sites: readonly BenchSite[], count: number): BenchPage[] {
  const mixed: BenchPage[] = [];
  const longest = Math.max(...sites.map(({ pages }) => pages.length));
  for (let at = 0; at < longest && mixed.length < count; at += 1) {
    for (const { pages } of sites) {
      const page = pages[at];
      if (page !== undefined && mixed.length < count) mixed.push(page);
    }
  }
  return shuffle(mixed, SEED);
}

export const megabytesOf = (pages: readonly BenchPage[]): number =>
  pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;

export function writeFolders(sites: readonly BenchSite[], copy: number, folder: string): string[] {
  return sites.map(({ name, pages }) => {
    const home = join(folder, `${name}-${copy}`);
    for (const page of pages) {
      const path = join(home, page.name.slice(name.length + 1));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, page.bytes);
    }
    return home;
  });
}
