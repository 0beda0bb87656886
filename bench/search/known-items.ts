/**
 * Known-item queries: what somebody types who wants one page of a site and remembers what it is called. The one right
 * answer is the page itself, so nobody has to judge what else would have been relevant.
 */
import { type DefaultTreeAdapterTypes, html as markup, parse } from 'parse5';
import { IGNORED, normalise } from '../evaluation/gold.ts';

export interface KnownItem {
  /** Normalised text. */
  readonly query: string;
  /** Of the page that is to be found. */
  readonly url: string;
  /** What of the page the query is. */
  readonly kind: 'title' | 'heading';
}

export interface SearchPage {
  readonly url: string;
  readonly html: string;
}

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** Between the parts of a title. The space behind it is only looked at: it may be the one before the next separator. */
const SEPARATOR = / (-|\||—|::|·|»)(?= )/;

/** A part on this share of the titles is the site's; on two at least, or all titles of a small site would be. */
const SITE_SHARE = 1 / 5;
const SITE_TITLES = 2;

/** Texts with one key are one query. */
const keyOf = (text: string): string => text.toLowerCase();

const isWorded = (query: string): boolean => /\p{L}/u.test(query);

/** The part of a title, and what separates it from the one before. */
interface Part {
  readonly text: string;
  readonly separator: string;
}

function partsOf(title: string): Part[] {
  // A site that puts nothing before its name leaves the separator at the edge, where normalised text has no space.
  const [first = '', ...rest] = ` ${title} `.split(SEPARATOR);
  const parts = [{ text: first.trim(), separator: '' }];
  for (let at = 0; at < rest.length; at += 2) {
    parts.push({ text: (rest[at + 1] ?? '').trim(), separator: rest[at] ?? '' });
  }
  return parts.filter(({ text }) => text !== '');
}

/** Keys of the parts that so many titles have that they are the site's. */
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

/** What a page calls itself; empty where it does not. */
interface Names {
  readonly title: string;
  readonly heading: string;
}

const isElement = (node: Node): node is Element => 'tagName' in node;

const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

/** All text below, with a space where a line is broken. */
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

/** The first text, in document order, of each of some elements: logos are headings too, but have none. */
function readNames(source: string): Names {
  const found = new Map<string, string>();
  const visits: Node[] = parse(source).childNodes.toReversed();
  for (let node = visits.pop(); node !== undefined; node = visits.pop()) {
    if (!isElement(node)) continue;
    const name = node.tagName;
    // Drawings have titles of their own.
    if (node.namespaceURI === markup.NS.HTML && ['title', 'h1', 'h2'].includes(name) && !found.has(name)) {
      const text = textOf(node);
      if (text !== '') found.set(name, text);
    }
    // The title of the page is in an element that has no other text.
    if (name === 'head' || !IGNORED.has(name)) visits.push(...node.childNodes.toReversed());
  }
  return { title: found.get('title') ?? '', heading: found.get('h1') ?? found.get('h2') ?? '' };
}

/**
 * The queries of one site, in the order of its pages, title before heading. A page's title is taken without what is the
 * site's; its first heading is a query too if it says something else. A text that two pages have finds neither.
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
