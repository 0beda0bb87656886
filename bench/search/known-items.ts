/**
 * Known-item queries: the title or the heading of a page, as a user types it who looks for that page. The page itself is the
 * only relevant answer, so no human judgement is needed.
 */
import { type DefaultTreeAdapterTypes, html as markup, parse } from 'parse5';
import { IGNORED, normalise } from '../evaluation/gold.ts';

export interface KnownItem {
  /** Normalised text. */
  readonly query: string;
  /** URL of the page to find. */
  readonly url: string;
  /** The source of the query. */
  readonly kind: 'title' | 'heading';
}

export interface SearchPage {
  readonly url: string;
  readonly html: string;
}

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** A separator between parts of a title. Looks ahead for the space behind it, which may belong to the next separator. */
const SEPARATOR = / (-|\||—|::|·|»)(?= )/;

/** A part that this share of the titles has, and at least two titles, belongs to the site. */
const SITE_SHARE = 1 / 5;
const SITE_TITLES = 2;

/** Texts with the same key are the same query. */
const keyOf = (text: string): string => text.toLowerCase();

const isWorded = (query: string): boolean => /\p{L}/u.test(query);

/** A part of a title, and the separator before it. */
interface Part {
  readonly text: string;
  readonly separator: string;
}

function partsOf(title: string): Part[] {
  // A title may begin or end with a separator, and normalised text has no space there.
  const [first = '', ...rest] = ` ${title} `.split(SEPARATOR);
  const parts = [{ text: first.trim(), separator: '' }];
  for (let at = 0; at < rest.length; at += 2) {
    parts.push({ text: (rest[at + 1] ?? '').trim(), separator: rest[at] ?? '' });
  }
  return parts.filter(({ text }) => text !== '');
}

/** Keys of the parts that belong to the site. */
function siteParts(titles: readonly (readonly Part[])[]): Set<string> {
  const counts = new Map<string, number>();
  for (const parts of titles) {
    for (const key of new Set(parts.map(({ text }) => keyOf(text)))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(SITE_TITLES, titles.length * SITE_SHARE);
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
}

const joined = (parts: readonly Part[]): string =>
  parts.map(({ text, separator }, at) => (at === 0 ? text : ` ${separator} ${text}`)).join('');

/** Title and heading of a page; empty where it has none. */
interface Names {
  readonly title: string;
  readonly heading: string;
}

const isElement = (node: Node): node is Element => 'tagName' in node;

const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

/** All text below an element, with a space for each `br`. */
function textOf(element: Element): string {
  let text = '';
  const visits: Node[] = element.childNodes.toReversed();
  for (let node = visits.pop(); node !== undefined; node = visits.pop()) {
    if (isText(node)) text += node.value;
    else if (node.nodeName === 'br') text += ' ';
    else if (isElement(node) && !IGNORED.has(node.tagName)) visits.push(...node.childNodes.toReversed());
  }
  return normalise(text);
}

/** Reads the first title and heading with text, since a heading may be a logo without text. */
function readNames(source: string): Names {
  const found = new Map<string, string>();
  const visits: Node[] = parse(source).childNodes.toReversed();
  for (let node = visits.pop(); node !== undefined; node = visits.pop()) {
    if (!isElement(node)) continue;
    const name = node.tagName;
    // SVG has title elements too.
    if (node.namespaceURI === markup.NS.HTML && ['title', 'h1', 'h2'].includes(name) && !found.has(name)) {
      const text = textOf(node);
      if (text !== '') found.set(name, text);
    }
    // `head` is an ignored element, but it has the title.
    if (name === 'head' || !IGNORED.has(name)) visits.push(...node.childNodes.toReversed());
  }
  return { title: found.get('title') ?? '', heading: found.get('h1') ?? found.get('h2') ?? '' };
}

/**
 * The queries of one site, in the order of its pages, title before heading. A title is used without the parts of the site. The
 * first heading is a query too where it differs from the title. A text that two pages share is not a query.
 */
export function knownItems(pages: readonly SearchPage[]): KnownItem[] {
  const named = pages.map(({ url, html }) => {
    const { title, heading } = readNames(html);
    return { url, title: partsOf(title), heading };
  });
  const common = siteParts(named.map(({ title }) => title).filter((parts) => parts.length > 0));
  const items = named.flatMap(({ url, title: parts, heading }): KnownItem[] => {
    const title = joined(parts.filter(({ text }) => !common.has(keyOf(text))));
    const items: KnownItem[] = [{ query: title, url, kind: 'title' }];
    if (keyOf(heading) !== keyOf(title)) items.push({ query: heading, url, kind: 'heading' });
    return items.filter(({ query }) => isWorded(query));
  });
  const counts = new Map<string, number>();
  for (const { query } of items) counts.set(keyOf(query), (counts.get(keyOf(query)) ?? 0) + 1);
  return items.filter(({ query }) => counts.get(keyOf(query)) === 1);
}
