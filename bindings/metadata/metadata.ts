/** Facts of a page, from what it says of itself and from what its site repeats. */
import type { PageContext } from '../page/context.ts';
import type { PageKind } from '../page/records.ts';
import { firstNames, keyOf } from './authors.ts';
import { authorTexts } from './bylines.ts';
import { datesOf } from './dates-of.ts';
import { type Fact, LINES, metaIn, microIn, PART, plain, readFacts, valuesOf } from './facts.ts';
import { headlineOf, isRepeated, type TitlePart } from './headline.ts';
import { LinkedData, SITE_RANK } from './linked-data.ts';
import { nearHeadline } from './near.ts';
import type { PageMetadata } from './records.ts';
import { factsOfTree } from './tree.ts';

/** What the facts of a page do not say. */
export interface MetadataContext {
  readonly url: string | undefined;
  readonly title: string;
  readonly kind: PageKind | undefined;
  /** Pages of the site before this one. */
  readonly pages: number;
}

/** The facts of the current page. */
export function metadataOf<N>({ core, tree }: PageContext<N>, context: MetadataContext): PageMetadata {
  const read = readFacts(core.text((exports) => exports.renderFacts()));
  const facts = tree === undefined ? read : factsOfTree(tree, read);
  const name = core.pageName;
  const url = context.url ?? (/^https?:\/\//i.test(name) ? name : undefined);
  return metadataFrom(facts, { ...context, url });
}

function metadataFrom(facts: readonly Fact[], context: MetadataContext): PageMetadata {
  const { title, pages, kind } = context;
  const data = new LinkedData(facts);
  const [meta, micro] = [metaIn(facts), microIn(facts)];
  const links = facts.filter(({ attributes }) => attributes.has('rel'));
  const linked = (rel: RegExp): string | undefined =>
    links.find(({ attributes }) => rel.test(attributes.get('rel') ?? ''))?.attributes.get('href');
  const canonical = linked(/(?:^|\s)canonical(?:\s|$)/i) ?? valuesOf(meta, /^og:url$/)[0];
  const own = parsedUrl(context.url) ?? parsedUrl(canonical);
  const root = parsedUrl(facts.find((fact) => fact.name === 'base')?.attributes.get('href'), own) ?? own;
  const absolute = (url = ''): string =>
    /^(?:javascript|data|vbscript):/i.test(url) ? '' : (parsedUrl(url, root)?.href ?? url);

  const parts = facts
    .filter((fact) => fact.name === PART)
    .map(({ text, more }): TitlePart => ({ text, df: (more?.codePointAt(0) ?? 32) - 32 }));
  const names = [
    ...valuesOf(meta, /^og:site_name$/),
    ...data.texts('name', 'name', SITE_RANK, SITE_RANK),
    ...data.texts('publisher'),
    ...valuesOf(meta, /^(?:application-name|apple-mobile-web-app-title|dc\.publisher)$/),
  ].map(plain);
  const siteKeys = new Set([...names.map(keyOf), ...hostKeys(parts, own?.hostname)].filter((key) => key !== ''));
  const heads = (level: string): string[] =>
    facts.filter((fact, at) => fact.name === level && facts[at + 1]?.name === LINES).map(({ text }) => plain(text));
  const headline = headlineOf(title, parts, {
    ...{ pages, siteKeys },
    headings: [heads('h1'), data.texts('headline', 'name', 0, 0), heads('h2')],
    titles: valuesOf(meta, /^(?:og:title|twitter:title|dc\.title|citation_title)$/),
  });
  const repeated = parts.filter((part) => isRepeated(part, pages)).sort((a, b) => b.df - a.df)[0];
  const siteName = names[0] ?? repeated?.text ?? parts.find(({ text }) => siteKeys.has(keyOf(text)))?.text ?? '';
  const near = nearHeadline(facts, headline);
  const notAuthors = new Set([...siteKeys, keyOf(siteName)].filter((key) => !data.persons.has(key)));

  const strings = {
    url: context.url ?? absolute(canonical),
    canonicalUrl: absolute(canonical),
    siteName,
    language: languageOf([
      facts.find((fact) => fact.name === 'html')?.attributes.get('lang') ?? '',
      ...valuesOf(meta, /^(?:content-language|og:locale|dc\.language|language)$/),
      ...data.texts('inLanguage'),
    ]),
    description: valuesOf(meta, /^(?:(?:og:|twitter:|dc\.)?description)$/)[0] ?? data.texts('description')[0],
    image: absolute(
      valuesOf(meta, /^(?:og:image(?::(?:secure_)?url)?|twitter:image(?::src)?)$/)[0] ??
        data.texts('image', 'url')[0] ??
        valuesOf(micro, /^image$/)[0],
    ),
    licence: absolute(
      linked(/(?:^|\s)license(?:\s|$)/i) ??
        data.texts('license', 'url')[0] ??
        valuesOf(meta, /^dc(?:terms)?\.(?:license|rights)$/)[0],
    ),
  };
  const present = Object.entries(strings).map(([key, value]) => [key, plain(value ?? '')]);
  return {
    ...{ title: title || headline, headline },
    authors: firstNames(authorTexts(data, meta, near, kind), notAuthors),
    ...Object.fromEntries(present.filter(([, value]) => value !== '')),
    ...datesOf({ data, meta, micro, near, now: Date.now(), url: own?.pathname ?? '' }),
    ...(kind !== undefined && { kind }),
  };
}

const parsedUrl = (url = '', base?: URL): URL | undefined =>
  url !== '' && URL.canParse(url, base) ? new URL(url, base) : undefined;

/** Keys of the first and the last part of the title, where the host is called so. */
function hostKeys(parts: readonly TitlePart[], host = ''): string[] {
  const labels = host
    .split('.')
    .slice(0, -1)
    .map(keyOf)
    .filter((label) => label.length > 2 && label !== 'www');
  const keys = parts.length < 2 ? [] : [parts[0], parts.at(-1)].map((part) => keyOf(part?.text ?? ''));
  const isLike = (key: string, label: string): boolean =>
    key.length > 3 && (label.includes(key) || (key.includes(label) && key.length < label.length + 12));
  return keys.filter((key) => labels.some((label) => isLike(key, label)));
}

const languageOf = (tags: readonly string[]): string | undefined =>
  tags.map((tag) => tag.replaceAll('_', '-')).find((tag) => /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(tag));
