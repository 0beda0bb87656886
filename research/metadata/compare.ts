/** Evaluates metadata against manual labels. Labels that the page does not contain are ignored. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PageMetadata } from 'refrain';
import { Problem } from '../../bench/command-line.ts';

/** Letters and digits in lower case. */
export const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

export interface Comparison {
  /** True if the headline equals the title exactly, and by letters and digits. */
  readonly titleExact: boolean | undefined;
  readonly title: boolean | undefined;
  readonly author: boolean | undefined;
  readonly date: boolean | undefined;
  /** True if `published` is the labelled date: of pages with both, and of pages with that date or none. */
  readonly precision: boolean | undefined;
  readonly recall: boolean | undefined;
  /** True if an author (or date) was found although the page has no label for it; undefined if it has. */
  readonly otherAuthor: boolean | undefined;
  readonly otherDate: boolean | undefined;
}

export function compareMetadata(found: PageMetadata, gold: GoldMetadata, said: string): Comparison {
  const { title, authors, published, modified } = found;
  const text = keyOf(said);
  const says = (value: string): boolean => value !== '' && text.includes(keyOf(value));
  const names = authorsOf(gold.author);
  const keys = authors.map((name) => keyOf(name.replace(/^Dr\.? /, '')));
  const days = [published, modified].map((date) => date?.slice(0, 10));
  const isDated = gold.date === '' ? undefined : days[0] === gold.date;
  return {
    titleExact: says(gold.title) ? title === gold.title : undefined,
    title: says(gold.title) ? keyOf(title) === keyOf(gold.title) : undefined,
    author:
      names.length > 0 && names.every(says) && !isSite(gold, said)
        ? names.every((name) => keys.includes(keyOf(name)))
        : undefined,
    date: gold.date !== '' && saysDate(said, gold.date) ? days.includes(gold.date) : undefined,
    precision: published === undefined ? undefined : isDated,
    recall: isDated || published === undefined ? isDated : undefined,
    otherAuthor: gold.title !== '' && gold.author === '' ? authors.length > 0 : undefined,
    otherDate: gold.title !== '' && gold.date === '' ? published !== undefined : undefined,
  };
}

/** True if the author is only the name of the site, according to the host or `og:site_name`. */
function isSite({ author, url }: GoldMetadata, html: string): boolean {
  const name = /<meta[^>]*og:site_name[^>]*>/i.exec(html)?.[0] ?? '';
  return keyOf(new URL(url).hostname).includes(keyOf(author)) || keyOf(name).includes(keyOf(author));
}

/** Names without degrees, job titles and brackets, from "Jane Doe (jd), MD, Staff Writer". */
const authorsOf = (text: string): string[] =>
  text
    .replace(/ (?:\([^)]*\)|<[^>]*>)$/, '')
    .split(/\s*(?:[,;&|]|\sand\s|^and\s)+\s*/)
    .map((name) => name.replace(/^(?:and |Dr\.? )/, ''))
    .filter((name) => name !== '' && !POST.test(name));

const POST =
  /^(?:[A-Z][A-Za-z]?[A-Z. ]{1,5}|Ph\.?D\.?|[JS]r\.?|VTS.*|E-RYT.*|CFP|.*\b(?:Writer|Editor|Director|Dietitian|CEO|Manager|Years|Newsroom|Expert|Representative)\b.*)$/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** True if a text contains a day in a usual form, with the month by number or in English. */
function saysDate(text: string, date: string): boolean {
  const [year = '', month = '', day = ''] = date.split('-');
  const [m, d, name] = [Number(month), Number(day), MONTHS[Number(month) - 1] ?? '?'];
  const forms = [
    `${year}-?${month}-?${day}`,
    `${year}[/.]0?${m}[/.]0?${d}`,
    `0?${m}[/.-]0?${d}[/.-](?:${year}|${year.slice(2)})`,
    `0?${d}[/.-]0?${m}[/.-](?:${year}|${year.slice(2)})`,
    `${name}[a-z]*\\.?\\s+0?${d}(?:st|nd|rd|th)?,?\\s+${year}`,
    `0?${d}(?:st|nd|rd|th|\\.)?[\\s-]+(?:of\\s+)?${name}[a-z]*\\.?,?[\\s-]+${year}`,
  ];
  return new RegExp(`(?<!\\d)(?:${forms.join('|')})(?!\\d)`, 'i').test(text);
}

export interface GoldMetadata {
  readonly name: string;
  readonly html: Buffer;
  readonly kind: string;
  readonly url: string;
  /** Labels; each is empty if the page does not contain its value. */
  readonly title: string;
  readonly author: string;
  readonly date: string;
}

/** Number of cells of a row with a file, date, source and URL. */
const DATED = 4;
/** Maximum cells of other rows without source, licence and language. */
const LONG = 6;

/**
 * The pages of a folder with `index.tsv`. It has no header; columns are name, kind, URL, title, author and date; or
 * name, source, licence, kind, language, URL, title, authors and time; or file, date, source and URL.
 *
 * @throws {Problem} if the file does not exist
 */
export function* readGoldMetadata(folder: string): Generator<GoldMetadata> {
  const index = join(folder, 'index.tsv');
  if (!existsSync(index)) throw new Problem(`${index}: there is no such file`);
  for (const line of readFileSync(index, 'utf8').split('\n')) {
    const cells = line.split('\t');
    const name = cells[0] ?? '';
    const [kind = '', url = '', title = '', author = '', time = ''] = membersOf(cells);
    const date = /^\d{4}-\d\d-\d\d/.exec(time)?.[0] ?? '';
    const file = join(folder, cells.length === DATED ? name : `${name}.html`);
    if (name === '' || !existsSync(file)) continue;
    const bytes = readFileSync(file);
    yield { name, html: file.endsWith('.gz') ? gunzipSync(bytes) : bytes, kind, url, title, author, date };
  }
}

/** Kind, URL, title, author and date of a row. */
function membersOf(cells: readonly string[]): readonly (string | undefined)[] {
  if (cells.length === DATED) return ['', cells[3], '', '', cells[1]];
  return cells.length > LONG ? [cells[3], ...cells.slice(5)] : cells.slice(1);
}

/** How the Markdown of an article has its headline. */
export interface HeadlineLine {
  readonly begins: boolean | undefined;
  /** True for a heading of the first level. */
  readonly asHeading: boolean | undefined;
  /** True if another heading has the same text. */
  readonly twice: boolean | undefined;
}

/** `text`: the text of the whole page. */
export function compareBeginning(
  { kind, title }: { readonly kind: string; readonly title: string },
  markdown: string,
  text: string,
): HeadlineLine {
  const wanted = keyOf(title);
  const isIt = (line: string): boolean => keyOf(withoutMarkup(line)) === wanted;
  if (kind !== 'article' || wanted === '' || !text.split('\n').some((line) => keyOf(line) === wanted))
    return { begins: undefined, asHeading: undefined, twice: undefined };
  const lines = markdown.split('\n');
  const [first = ''] = lines;
  return {
    begins: isIt(first),
    asHeading: isIt(first) && first.startsWith('# '),
    twice: lines.filter((line) => line.startsWith('#') && isIt(line)).length > 1,
  };
}

/** A line of Markdown without images, link targets and tags. */
const withoutMarkup = (line: string): string =>
  line
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\\)<[^>]*>/g, '');
