/** The URLs that a page links to. */

import type { PageLink } from '@refrain/rules';
import { decodeHtml } from 'refrain';
import { type Cursor, HtmlParser } from 'refrain/html';

/** Maximum number of links that are read of a page, also of those that are not followed. */
const LINKS_MAX = 10_000;
/** Maximum UTF-16 units of a link, and of the base of relative links. */
const LENGTH_MAX = 2000;
/** Maximum bytes that are read of a page. */
const PART_MAX = 4 * 1024 * 1024;

/** A URL without fragment, name and password. Undefined for schemes other than http and https. */
export function webUrl(link: string, base?: string): string | undefined {
  if (link.length > LENGTH_MAX || !URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  for (const part of ['hash', 'username', 'password'] as const) url[part] = '';
  const isWeb = /^https?:$/.test(url.protocol) && url.href.length <= LENGTH_MAX;
  return isWeb ? url.href : undefined;
}

const FEED = /^application\/(?:rss|atom)\+xml\b/i;

export class LinkReader {
  readonly #parser: HtmlParser;

  private constructor(parser: HtmlParser) {
    this.#parser = parser;
  }

  static async create(): Promise<LinkReader> {
    return new LinkReader(await HtmlParser.create({ maxPageBytes: 4 * PART_MAX }));
  }

  /**
   * URLs of `a` and `area`, and those of feeds, in page order; only the first ones.
   *
   * @throws {LimitError}
   */
  addressesOf(bytes: Uint8Array, contentType: string | undefined, url: string) {
    const found = { pages: new Set<string>(), feeds: new Set<string>() };
    for (const { url: address, isFeed } of this.#links(decodeHtml(bytes, { contentType }).html, url))
      found[isFeed ? 'feeds' : 'pages'].add(address);
    return found;
  }

  /** Links with their texts and positions. URLs may repeat. */
  linksOf(html: Uint8Array | string, url: string): PageLink[] {
    const found: PageLink[] = [];
    for (const { url: address, cursor, isFeed } of this.#links(html, url)) {
      if (!isFeed) found.push({ url: address, start: cursor.start ?? 0, text: textOf(cursor.clone()) });
    }
    return found;
  }

  *#links(html: Uint8Array | string, url: string) {
    let base = url;
    let count = 0;
    const cursor = this.#parser.parse(html.slice(0, PART_MAX)).cursor();
    for (;;) {
      // A copy of a tag, which invalid markup makes, has no position.
      if (cursor.kind === 'element' && cursor.start !== null) {
        const { name } = cursor;
        const isFeed = name === 'link' && FEED.test(cursor.attribute('type') ?? '');
        if (name === 'a' || name === 'area' || isFeed) {
          count += 1;
          if (count > LINKS_MAX) return;
          const address = webUrl(cursor.attribute('href') ?? '', base);
          if (address !== undefined) yield { url: address, cursor, isFeed };
        } else if (name === 'base' && base === url) {
          base = webUrl(cursor.attribute('href') ?? '', url) ?? url;
        }
      }
      if (cursor.firstChild()) continue;
      while (!cursor.nextSibling()) if (!cursor.parent()) return;
    }
  }
}

export function textOf(cursor: Cursor): string {
  let text = '';
  for (let depth = 0; ; ) {
    text += cursor.text;
    if (cursor.firstChild()) depth += 1;
    else {
      while (depth > 0 && !cursor.nextSibling()) {
        cursor.parent();
        depth -= 1;
      }
      if (depth === 0) return text.replace(/\s+/g, ' ').trim();
    }
  }
}
