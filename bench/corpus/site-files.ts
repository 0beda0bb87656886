/** The files of a site: which of them are pages, and what the others say about these pages. */
import { basename } from 'node:path';

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
const MANIFEST = 'manifest.tsv';
/** Lists pages of many sites: name, kind and URL, between tabs. */
const INDEX = 'index.tsv';

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

export const isPageName = (name: string): boolean => name.endsWith('.html');

/** By code unit, so that the order is the same on every machine. */
export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
