/** Facts of a page, from what it says of itself and from what its site repeats. */

import type { PageKind } from '../page/records.ts';
import { BEFORE, bylineOf, firstNames, keyOf } from './authors.ts';
import { datesOf } from './dates-of.ts';
import { type Fact, LINES, Named, PART, plain } from './facts.ts';
import { headlineOf, isRepeated, type TitlePart } from './headline.ts';
import { LinkedData, SITE_RANK } from './linked-data.ts';
import type { PageMetadata } from './records.ts';

/** What the facts of a page do not say. */
export interface MetadataContext {
  /** The URL of the page, if it is known. */
  readonly url: string | undefined;
  readonly title: string;
  readonly kind: PageKind | undefined;
  /** Pages of the site before this one. */
  readonly pages: number;
  /** The time in milliseconds, behind which no date can be. */
  readonly now: number;
}

export function metadataOf(facts: readonly Fact[], context: MetadataContext): Omit<PageMetadata, 'kind'> {
  const { title, now } = context;
  const data = new LinkedData(facts);
  const { meta, micro } = namedIn(facts);
  const links = facts.filter(({ attributes }) => attributes.has('rel'));
  const linked = (rel: string): string | undefined =>
    links
      .find(({ attributes }) => attributes.get('rel')?.toLowerCase().split(/\s+/).includes(rel))
      ?.attributes.get('href');

  const canonical = linked('canonical') ?? meta.first('og:url');
  const base = facts.find(({ name }) => name === 'base')?.attributes.get('href');
  const own = parsedUrl(context.url ?? '') ?? parsedUrl(canonical ?? '');
  const root = parsedUrl(base ?? '', own) ?? own;
  const absolute = (url: string | undefined): string | undefined =>
    url === undefined || /^\s*(?:javascript|data|vbscript):/i.test(url)
      ? undefined
      : (parsedUrl(url, root)?.href ?? url);
  const canonicalUrl = absolute(canonical);

  const parts = facts
    .filter(({ name }) => name === PART)
    .map(({ text, more }): TitlePart => ({ text, df: Number(more) }));
  const named = [
    ...meta.all('og:site_name'),
    ...data.texts('name', 'name', SITE_RANK, SITE_RANK),
    ...data.texts('publisher'),
    ...meta.all('application-name', 'apple-mobile-web-app-title', 'dc.publisher'),
  ];
  const siteKeys = new Set([...named.map(keyOf), ...hostParts(parts, own?.hostname)].filter((key) => key !== ''));
  const heads = (level: string): string[] =>
    facts.filter(({ name }, at) => name === level && facts[at + 1]?.name === LINES).map(({ text }) => text);
  const headline = headlineOf(title, parts, {
    pages: context.pages,
    siteKeys,
    headings: [heads('h1'), data.texts('headline', 'name', 0, 0), heads('h2')],
    titles: meta.all('og:title', 'twitter:title', 'dc.title', 'citation_title'),
  });
  const repeated = parts.filter((part) => isRepeated(part, context.pages)).sort((a, b) => b.df - a.df)[0];
  const siteName = named[0] ?? repeated?.text ?? parts.find(({ text }) => siteKeys.has(keyOf(text)))?.text;
  const near = nearHeading(facts, headline);

  const optional = {
    url: context.url ?? canonicalUrl,
    canonicalUrl,
    siteName,
    language: languageOf([
      facts.find(({ name }) => name === 'html')?.attributes.get('lang'),
      ...meta.all('content-language', 'og:locale', 'dc.language', 'language'),
      ...data.texts('inLanguage'),
    ]),
    ...datesOf({ data, meta, micro, near, now, url: own?.pathname ?? '' }),
    description:
      meta.first('description', 'og:description', 'twitter:description', 'dc.description') ??
      data.texts('description')[0],
    image: absolute(
      meta.first('og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src') ??
        data.texts('image', 'url')[0] ??
        micro.first('image') ??
        linked('image_src'),
    ),
    licence: absolute(
      linked('license') ??
        data.texts('license', 'url')[0] ??
        meta.first('dcterms.license', 'dc.rights', 'dcterms.rights'),
    ),
  };
  const notAuthors = new Set([...siteKeys, keyOf(siteName ?? '')].filter((key) => !data.persons.has(key)));
  const authors = firstNames(authorTexts(data, meta, near, context.kind), notAuthors);
  const present = Object.entries(optional).filter(([, value]) => value !== undefined && value !== '');
  return { title: title || headline, headline, authors, ...Object.fromEntries(present) };
}

/** Values by the names of `meta` elements, and by those of microdata and RDFa, without prefix. */
function namedIn(facts: readonly Fact[]): { meta: Named; micro: Named } {
  const [meta, micro] = [new Named(), new Named()];
  for (const { name, text, attributes } of facts) {
    const content = attributes.get('content');
    if (name === 'meta') {
      for (const key of ['name', 'property', 'http-equiv']) meta.add(attributes.get(key) ?? '', content);
    }
    const value = content ?? attributes.get('datetime') ?? (text || (attributes.get('src') ?? attributes.get('href')));
    const keys = `${attributes.get('itemprop') ?? ''} ${name === 'meta' ? '' : (attributes.get('property') ?? '')}`;
    for (const key of keys.split(/\s+/)) micro.add(key.replace(/^.*:/, ''), value);
  }
  return { meta, micro };
}

function parsedUrl(url: string, base?: URL): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** Keys of the first and the last part of the title, where it is called as the host is. */
function hostParts(parts: readonly TitlePart[], host = ''): string[] {
  const labels = host
    .split('.')
    .slice(0, -1)
    .filter((label) => label.length > 2 && label !== 'www');
  const keys = [parts[0], parts.at(-1)].map((part) => keyOf(part?.text ?? ''));
  return parts.length < 2 ? [] : keys.filter((key) => labels.some((label) => isLike(key, keyOf(label))));
}

const isLike = (key: string, label: string): boolean =>
  key.length > 3 && (label.includes(key) || (key.includes(label) && key.length < label.length + 12));

function languageOf(values: readonly (string | undefined)[]): string | undefined {
  const tags = values.map((value) => value?.trim().replaceAll('_', '-') ?? '');
  return tags.find((tag) => /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(tag));
}

/** What stands around the heading that is most like the headline. */
export interface Near {
  /** Elements before it, the nearest first, and after it. */
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
  /** Lines before it and after it. */
  readonly linesBefore: readonly string[];
  readonly linesAfter: readonly string[];
}

/** Maximum length of a line with an author or a date. */
const LINE_MAX = 160;

function nearHeading(facts: readonly Fact[], headline: string): Near {
  const key = keyOf(headline);
  const tests: ((fact: Fact, at: number) => boolean)[] = [
    ({ name, text }) => (name === 'h1' || name === 'h2') && keyOf(text) === key,
    ({ name, text }, at) => name === 'h1' && text !== '' && facts[at + 1]?.name === LINES,
    ({ name }) => name === 'h1',
    ({ name }) => name === 'h2',
  ];
  const at = tests.map((test) => facts.findIndex(test)).find((found) => found >= 0) ?? 0;
  const lines = facts[at + 1];
  const linesOf = (text: string): string[] =>
    text
      .split('\n')
      .map(plain)
      .filter((line) => line.length <= LINE_MAX && line !== '');
  return {
    before: facts.slice(0, at).reverse(),
    after: facts.slice(at + 1),
    linesBefore: linesOf(lines?.more === undefined ? '' : lines.text).reverse(),
    linesAfter: linesOf(lines?.more ?? '').slice(1),
  };
}

/** Attributes of a fact that say what it is. */
const says = ({ attributes }: Fact): string =>
  ['class', 'itemprop', 'rel', 'id'].map((name) => attributes.get(name) ?? '').join(' ');

const contentOf = ({ text, attributes }: Fact): string => attributes.get('content') ?? text;

/** Elements between authors of one page. */
const GAP = 4;

/** Texts of the first elements in a row that say that they name an author; of one with others in it, the text of the innermost. */
function textsNamed(facts: readonly Fact[], attribute: string, pattern: RegExp): string[] {
  const found: string[] = [];
  let last = facts.length;
  for (const [at, fact] of facts.entries()) {
    if (at > last + GAP) break;
    const whole = contentOf(fact) || fact.text;
    if (!pattern.test(fact.attributes.get(attribute) ?? '') || /comment|social|share/i.test(says(fact))) continue;
    const inner = facts.slice(at + 1, at + 6).find((other) => isNameIn(whole, other));
    const text = inner === undefined ? whole : contentOf(inner);
    if (text === '' || text.length > LINE_MAX) continue;
    found.push(text);
    last = at;
  }
  return found;
}

/** Whether a fact behind an author has the name alone. */
function isNameIn(whole: string, fact: Fact): boolean {
  const text = contentOf(fact);
  if (text === '' || text === whole || !(whole === '' || whole.includes(text))) return false;
  return whole === ''
    ? fact.attributes.get('itemprop') === 'name'
    : fact.name === 'a' || /name|author|\bfn\b|user|person/i.test(says(fact));
}

/** Kinds of pages that show their authors. */
const AUTHORED: readonly (PageKind | undefined)[] = ['article', 'forum', undefined];

/** Texts that name authors, the most reliable first. */
function* authorTexts(data: LinkedData, meta: Named, near: Near, kind: PageKind | undefined): Generator<string[]> {
  const facts = [...near.after.slice(0, 80), ...near.before.slice(0, 20)];
  const close = [...near.after.slice(0, 12), ...near.before.slice(0, 4)];
  const isForum = kind === 'forum';
  const authors = data.texts('author');
  yield authors.filter((name) => !data.organisations.has(keyOf(name)));
  yield meta.all(
    'author',
    'article:author',
    'og:article:author',
    'citation_author',
    'parsely-author',
    'sailthru.author',
  );
  yield meta.all('article:author_name', 'dc.creator', 'dcterms.creator');
  if (/written by|author/i.test(meta.first('twitter:label1') ?? '')) yield meta.all('twitter:data1');
  yield textsNamed(facts, 'itemprop', /^(?:author|creator)$/i).slice(0, isForum ? 1 : undefined);
  yield textsNamed(facts, 'rel', /(?:^|\s)author(?:\s|$)/i);
  yield textsNamed(facts, 'class', /byline/i).filter((text) => BEFORE.test(text));
  const lines = [...near.linesAfter.slice(0, 10), ...near.linesBefore.slice(0, 2)];
  for (const [at, line] of lines.entries()) yield bylineOf(line, lines[at + 1] ?? '');
  if (AUTHORED.includes(kind)) {
    yield textsNamed(facts, 'class', /author.{0,2}name|name.{0,2}author/i);
    yield textsNamed(
      close,
      'href',
      isForum ? /author|member\.|members?\/|profile|\/u(?:sers?)?\//i : /author|contributor|\/people\//i,
    );
    yield textsNamed(facts, 'class', /author(?!i[tz])|byline/i).slice(0, 1);
  }
  yield authors;
}
