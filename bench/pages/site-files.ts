import { basename } from 'node:path';

export interface SourcePage {
  /** Path below the folder of the site, or in its archive. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Path on its site, from a manifest. Default: the name. */
  readonly address?: string;
  /** Main content as labelled by hand, from a text file with the same name. */
  readonly text?: string;
  /** From an index. */
  readonly kind?: string;
  readonly url?: string;
  /** English name of the language, from an index. */
  readonly language?: string;
  /** The headline, which may be missing in the text. */
  readonly headline?: string;
}

/** Original paths: file, path, other columns. */
const MANIFEST = 'manifest.tsv';
/**
 * Pages of many sites: name, kind, URL, other columns; or name, source, licence, kind, language, URL, headline, other
 * columns. The second form has a headline, because it may be missing in the text.
 */
const INDEX = 'index.tsv';

function withAddresses(pages: readonly SourcePage[], manifest: string): SourcePage[] {
  const lines = manifest.split('\n').map((line) => line.split('\t'));
  const paths = new Map(lines.map(([file, path]) => [file, path]));
  return pages.map((page) => {
    const address = paths.get(basename(page.name));
    return address === undefined ? page : { ...page, address };
  });
}

export type Companions = ReadonlyMap<string, string>;

export const isCompanion = (path: string): boolean =>
  path.endsWith('.txt') || basename(path) === MANIFEST || basename(path) === INDEX;

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/** German for "de-at". */
export function languageName(tag: string): string | undefined {
  const language = /^[a-z]{2,3}\b/i.exec(tag)?.[0];
  return language && (LANGUAGES.of(language) ?? language);
}

function ofIndex(columns: readonly string[]): Pick<SourcePage, 'kind' | 'url' | 'language' | 'headline'> {
  const isLong = /^https?:/.test(columns[5] ?? '');
  const [kind, tag, url, headline] = isLong ? columns.slice(3) : [columns[1], undefined, columns[2]];
  const language = languageName(tag ?? '');
  return {
    ...{ ...(kind && { kind }), ...(url && { url }), ...(headline && { headline }), ...(language && { language }) },
  };
}

/** Adds the companion files to the pages, and sorts them by path. */
export function joinPages(pages: readonly SourcePage[], companions: Companions): SourcePage[] {
  const lines = (companions.get(INDEX) ?? '').split('\n').map((line) => line.split('\t'));
  const index = new Map(lines.map((columns) => [columns[0], ofIndex(columns)]));
  const known = pages.map((page): SourcePage => {
    const stem = page.name.replace(/\.html$/, '');
    const text = companions.get(`${stem}.txt`);
    return { ...page, ...(text !== undefined && { text }), ...index.get(stem) };
  });
  // The manifest is in the folder of the pages, or above.
  const manifests = [...companions].filter(([path]) => basename(path) === MANIFEST);
  return withAddresses(known, manifests.map(([, text]) => text).join('\n')).sort(byName);
}

export const isPageName = (name: string): boolean => name.endsWith('.html');

/** By code unit, so that the order is the same on every machine. */
export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
