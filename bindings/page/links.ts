/** The links of a page. */

import { layout } from '../core-exports.ts';
import { attributesOf, elementsOf, type ModuleTree } from '../html/records.ts';
import { attempt } from '../values.ts';
import type { PageContext } from './context.ts';
import { inherited } from './paths.ts';

/** A link of a page to http or https. */
export interface PageLink {
  /** Absolute, without fragment, name and password; as on the page if it is relative and the URL of the page is unknown. */
  url: string;
  /** Empty for a picture. */
  text: string;
  /** True if its text is main content; for a picture, the text after it. False if no model decides. */
  main: boolean;
}

/** Maximum number of links that are read of a page, also of those with other schemes. */
const LINKS_MAX = 10_000;
/** Maximum UTF-16 code units of a URL, and of the base of relative URLs. */
const LENGTH_MAX = 2000;
/** Maximum UTF-16 code units of all URLs per byte of the page: each may repeat a long base. */
const UNITS_PER_BYTE = 32;
/** UTF-16 code units of URLs that every page may have in addition. */
const UNITS_MIN = 1 << 16;

const FEED = /^application\/(?:rss|atom)\+xml\b/i;

/** A URL without fragment, name and password. Undefined for schemes other than http and https. */
export function webUrl(link: string, base?: string): string | undefined {
  const url = link.length > LENGTH_MAX ? undefined : attempt(() => new URL(link, base));
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  for (const part of ['hash', 'username', 'password'] as const) url[part] = '';
  return url.href.length > LENGTH_MAX ? undefined : url.href;
}

/** The URL of a link; undefined for a position in the page, and for other schemes. */
function linkUrl(href: string, base: string | undefined): string | undefined {
  if (href.startsWith('#')) return undefined;
  const isRelative = base === undefined && !/^\s*[a-z][a-z\d+.-]*:/i.test(href);
  return isRelative ? href.slice(0, LENGTH_MAX).trim() : webUrl(href, base);
}

/**
 * The links of `a`, `area` and feeds in page order, up to the limits. `address`: URL of the page, without which relative
 * links remain relative.
 */
export function* linkElements({ core }: ModuleTree, address?: string) {
  let base = address;
  let [count, left] = [0, core.result(layout.Page.BYTES) * UNITS_PER_BYTE + UNITS_MIN];
  for (const node of elementsOf(core)) {
    const name = core.nameOf(node);
    // A copy of a tag, which invalid markup makes, has no position.
    if (!/^(?:a|area|base|link)$/.test(name) || core.node(node, layout.Node.START) === layout.Node.NO_OFFSET) continue;
    const attributes = attributesOf(core, node);
    const isFeed = name === 'link' && FEED.test(attributes.get('type') ?? '');
    if (name === 'link' && !isFeed) continue;
    const href = attributes.get('href') ?? '#';
    if (name === 'base') {
      if (base === address) base = webUrl(href, address) ?? address;
      continue;
    }
    const url = linkUrl(href, base);
    count += 1;
    left -= url?.length ?? 0;
    if (count > LINKS_MAX || left < 0) return;
    if (url !== undefined) yield { node, url, isFeed };
  }
}

/** A link with the block of its text; for a picture, of the text after it. */
interface BlockLink extends PageLink {
  block: number;
}

/** The links of a page. `address`: its URL, if known. */
export function linksOf<N>(context: PageContext<N>, address?: string): BlockLink[] {
  const { core } = context;
  const links = [...linkElements(context, address)]
    .filter(({ isFeed }) => !isFeed)
    .map(({ node, url }) => ({ node, url, text: '', main: false, block: 0 }));
  const known = new Map<number, BlockLink | undefined>(links.map((link) => [link.node, link]));
  const linkAround = inherited(core, known, (link) => link);
  let next = 0;
  for (let at = 0; at < core.result(layout.Page.SEGMENT_COUNT) * layout.Segment.BYTES; at += layout.Segment.BYTES) {
    const [node, block] = [core.segment(at, layout.Segment.NODE), core.segment(at, layout.Segment.BLOCK)];
    for (let link = links[next]; link !== undefined && link.node < node; link = links[++next])
      Object.assign(link, { block, main: core.partOf(block) === layout.Part.MAIN });
    const link = linkAround(node);
    if (link === undefined) continue;
    // A gap is any kind of white space.
    const isApart =
      link.text !== '' && (core.segment(at, layout.Segment.GAP) & layout.Break.LINE) !== layout.Break.NONE;
    link.text += (isApart ? ' ' : '') + core.renderSegment(at);
  }
  return links;
}
