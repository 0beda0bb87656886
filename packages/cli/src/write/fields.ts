/** `--fields`: the members of a JSON line, and the columns of a table. */

import type { PageField } from '@refrain/crawl';
import { errors, pageFields } from '@refrain/crawl/engine';
import type { Page, Part } from 'refrain';
import type { StructuredReader } from 'refrain/structured';
import { suggestion, usageError } from '../arguments/flags.ts';
import type { ShownPage } from '../judge/page.ts';
import { fetchedAt, knownUrl, sourceOf, type Task } from '../read/task.ts';

/** Fields of pages, and those that only a run has. */
export type Field = PageField | 'source' | 'fetched' | 'passed' | 'structured';

export const FIELDS: readonly Field[] = [...pageFields.PAGE_FIELDS, 'source', 'fetched', 'passed', 'structured'];

/** The usual fields: what most programs want of a page. */
export const USUAL_FIELDS = [
  ...(['id', 'url', 'site', 'title', 'authors', 'published', 'language', 'kind', 'confidence', 'reason'] as const),
  ...(['passed', 'structured'] as const),
] satisfies readonly Field[];

/** Words that people use for fields. */
const SYNONYMS: Readonly<Record<string, Field>> = {
  ...{ author: 'authors', by: 'authors', byline: 'authors', creator: 'authors' },
  ...{ date: 'published', time: 'published', created: 'published', datepublished: 'published' },
  ...{ updated: 'modified', lastmod: 'modified', datemodified: 'modified' },
  ...{ headline: 'title', name: 'title', h1: 'title' },
  ...{ content: 'text', body: 'text', article: 'text', main: 'text', md: 'markdown', plain: 'text' },
  ...{ lang: 'language', type: 'kind', category: 'kind', score: 'confidence', summary: 'description' },
  ...{ link: 'url', address: 'url', uri: 'url', host: 'site', domain: 'site', publisher: 'siteName' },
  ...{ canonical: 'canonicalUrl', license: 'licence', thumbnail: 'image', meta: 'metadata', jsonld: 'data' },
  ...{ path: 'source', file: 'source', filename: 'source' },
};

/** The flags that decide the fields of a run. */
interface FieldFlags {
  readonly fields: string | undefined;
  readonly print: string | undefined;
  readonly structured: boolean;
  readonly detectLanguage: boolean;
  readonly maxRemoved: number | undefined;
}

/** The fields of a run; empty for formats without fields. */
export function readFields(
  { fields: named, print, structured, detectLanguage, maxRemoved }: FieldFlags,
  { fields: usual, isTable }: { readonly fields?: readonly Field[]; readonly isTable?: true },
): readonly Field[] {
  const text = print ?? named;
  if (usual === undefined) {
    if (text !== undefined) throw usageError('--fields: works only with --format ndjson, csv or value');
    return [];
  }
  const isMissing = { structured: !structured, passed: maxRemoved === undefined };
  if (text === undefined) return usual.filter((name) => !isMissing[name as keyof typeof isMissing]);
  const fields = readNames(print === undefined ? '--fields' : '--print', text);
  if (isTable && fields.includes('blocks'))
    throw usageError('--fields: blocks is a list, which a table has no column for');
  if (detectLanguage && !fields.includes('language')) throw usageError('--detect-language: needs language in --fields');
  if (fields.includes('structured') && !structured) throw usageError('--fields: structured needs --structured');
  return fields;
}

/** The fields that a flag names, with commas between them. */
export const readNames = (flag: string, text: string): readonly Field[] => [
  ...new Set(text.split(',').map((name) => fieldOf(flag, name.trim()))),
];

function fieldOf(flag: string, name: string): Field {
  const found = FIELDS.find((field) => field === name);
  if (found !== undefined) return found;
  if (/^\w+[\s;|]+\w/.test(name))
    throw usageError(`${flag}: names have commas between them, without spaces: ${name.split(/[\s;|]+/).join(',')}`);
  const near = suggestion(name, FIELDS, SYNONYMS);
  throw usageError(
    `${flag}: ${near === '' ? `must be some of ${FIELDS.join(', ')}, separated by commas, not ${name}` : `no field ${name}${near}`}`,
  );
}

/** What is written of every page. */
export interface Parts {
  /** The part that is asked for; undefined for the default. */
  readonly keep: Part | undefined;
  /** Where the run writes; undefined for standard output. */
  readonly out: string | undefined;
  /** Members of a line, or columns of a table. */
  readonly fields: readonly Field[];
  /** Reads text that stands in the data of a page only, where it is asked for. */
  readonly structured: StructuredReader | undefined;
  /** Tells the language of a page that names none, where it is asked for. */
  readonly languageOf: LanguageReader | undefined;
}

/** The text of the page that is in its data only; undefined where there is none. */
export const structuredText = (page: Page, { structured }: Parts): string | undefined =>
  structured?.text(page) || undefined;

/** Fields whose values manual rules may find. */
const OWN: ReadonlySet<Field> = new Set<Field>(['title', 'authors', 'published']);

/** The values of some fields, in their order, without those that the page does not have. */
type ValuesOfPage = (fields: readonly Field[]) => Readonly<Record<string, unknown>>;

export function valuesOf(task: Task, page: Page, shown: ShownPage, parts: Parts): ValuesOfPage {
  const { id, site } = task;
  const reader = new pageFields.FieldReader(page, { url: knownUrl(task), id, site, shown });
  const value = (field: Field): unknown => {
    if (field === 'fetched') return fetchedAt(task);
    if (field === 'source') return sourceOf(task);
    if (field === 'page' || field === 'counted') return shown.learned[field];
    if (field === 'encoding') return shown.encoding;
    if (field === 'passed') return shown.isPassed || undefined;
    if (field === 'reason' && task.absence !== undefined) return task.absence;
    const own = OWN.has(field) ? shown.own[field as keyof ShownPage['own']] : undefined;
    if (own !== undefined) return own;
    if (field === 'structured') return structuredText(page, parts);
    const found = reader.value(field);
    return found === undefined && field === 'language' ? parts.languageOf?.(page.text(shown.part)) : found;
  };
  return (fields) =>
    Object.fromEntries(fields.map((field) => [field, value(field)]).filter(([, found]) => found !== undefined));
}

/** A tag of two letters; undefined where the text does not tell. */
type LanguageReader = (text: string) => string | undefined;

/** What is used of eld. */
interface Eld {
  detect(text: string): { readonly language: string; isReliable(): boolean };
}

/** A larger table decides no text of this length otherwise. The compiler does not look for the package. */
const TABLE: string = 'eld/small';
/** UTF-16 code units that are read: more of a text tells no more. */
const LENGTH = 4000;

/**
 * Detects by eld, which is no dependency of the command.
 *
 * @throws {PackageError} `PACKAGE_MISSING`
 */
export async function languageReader(): Promise<LanguageReader> {
  const { eld } = await errors.importPackage(
    'eld',
    '--detect-language',
    () => import(TABLE) as Promise<{ readonly eld: Eld }>,
  );
  return (text) => {
    const found = eld.detect(text.slice(0, LENGTH));
    return found.isReliable() ? found.language : undefined;
  };
}
