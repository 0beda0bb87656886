/** Whether metadata is what a person wrote down, and whether the page says it at all. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageMetadata } from 'refrain';
import { Problem } from '../../bench/command-line.ts';

/** Letters and digits in lower case. */
export const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What is compared. A value is undefined where the page does not say what a person wrote down. */
export interface Comparison {
  /** Whether the headline is the title, letter by letter, and by letters and digits. */
  readonly titleExact: boolean | undefined;
  readonly title: boolean | undefined;
  readonly author: boolean | undefined;
  readonly date: boolean | undefined;
  /** Whether an author, and a date, was found on a page for which nobody wrote one down; undefined on other pages. */
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
  return {
    titleExact: says(gold.title) ? title === gold.title : undefined,
    title: says(gold.title) ? keyOf(title) === keyOf(gold.title) : undefined,
    author:
      names.length > 0 && names.every(says) && !isSite(gold, said)
        ? names.every((name) => keys.includes(keyOf(name)))
        : undefined,
    date: gold.date !== '' && saysDate(said, gold.date) ? days.includes(gold.date) : undefined,
    otherAuthor: gold.title !== '' && gold.author === '' ? authors.length > 0 : undefined,
    otherDate: gold.title !== '' && gold.date === '' ? published !== undefined : undefined,
  };
}

/** Whether the author is the site: by the host, or by `og:site_name`. Sites are no authors. */
function isSite({ author, url }: GoldMetadata, html: string): boolean {
  const name = /<meta[^>]*og:site_name[^>]*>/i.exec(html)?.[0] ?? '';
  return keyOf(new URL(url).hostname).includes(keyOf(author)) || keyOf(name).includes(keyOf(author));
}

/** Names without degrees, posts and what stands in brackets: "Jane Doe (jd), MD, Staff Writer". */
const authorsOf = (text: string): string[] =>
  text
    .replace(/ (?:\([^)]*\)|<[^>]*>)$/, '')
    .split(/\s*(?:[,;&|]|\sand\s|^and\s)+\s*/)
    .map((name) => name.replace(/^(?:and |Dr\.? )/, ''))
    .filter((name) => name !== '' && !POST.test(name));

const POST =
  /^(?:[A-Z][A-Za-z]?[A-Z. ]{1,5}|Ph\.?D\.?|[JS]r\.?|VTS.*|E-RYT.*|CFP|.*\b(?:Writer|Editor|Director|Dietitian|CEO|Manager|Years|Newsroom|Expert|Representative)\b.*)$/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Whether a day stands in a text in one of the usual forms, with the month by number or in English. */
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

// Pages whose title, authors and date a person wrote down.

export interface GoldMetadata {
  readonly name: string;
  readonly html: Buffer;
  readonly kind: string;
  readonly url: string;
  /** Each is empty where the page does not say it. */
  readonly title: string;
  readonly author: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** Number of the cells of a row without source, licence and language. */
const LONG = 6;

/**
 * The pages of a folder with `index.tsv`: name, kind, URL, title, author and date, without a header; or name, source, licence, kind,
 * language, URL, title, authors and time.
 *
 * @throws {Problem} where there is no such file
 */
export function* readGoldMetadata(folder: string): Generator<GoldMetadata> {
  const index = join(folder, 'index.tsv');
  if (!existsSync(index)) throw new Problem(`${index}: there is no such file`);
  for (const line of readFileSync(index, 'utf8').split('\n')) {
    const cells = line.split('\t');
    const name = cells[0] ?? '';
    const isLong = cells.length > LONG;
    const [kind = '', url = '', title = '', author = '', time = ''] = isLong
      ? [cells[3], ...cells.slice(5)]
      : cells.slice(1);
    const date = /^\d{4}-\d\d-\d\d/.exec(time)?.[0] ?? '';
    const file = join(folder, `${name}.html`);
    if (name !== '' && existsSync(file)) yield { name, html: readFileSync(file), kind, url, title, author, date };
  }
}

// The beginning of Markdown of articles.

/** Undefined where the page is no article, or shows no line that is the headline. */
export interface Beginning {
  /** Whether it is the first line. */
  readonly begins: boolean | undefined;
  /** Whether that is a heading of the first level. */
  readonly asHeading: boolean | undefined;
  /** Whether another heading says the same. */
  readonly twice: boolean | undefined;
}

/** `text`: all of the page. */
export function compareBeginning(
  { kind, title }: { readonly kind: string; readonly title: string },
  markdown: string,
  text: string,
): Beginning {
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

/** The text of a line without pictures, the addresses of links and tags. */
const withoutMarkup = (line: string): string =>
  line
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\\)<[^>]*>/g, '');
