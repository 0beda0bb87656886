/** The URLs that a page links to. */

import { decodeHtml } from 'refrain';
import { linkElements } from 'refrain/engine';
import { type Cursor, HtmlParser } from 'refrain/html';

/** Maximum bytes that are read of a page. */
const PART_MAX = 4 * 1024 * 1024;

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
    const { html } = decodeHtml(bytes, { contentType });
    for (const { url: address, isFeed } of linkElements(this.#parser.parse(html.slice(0, PART_MAX)).tree, url))
      found[isFeed ? 'feeds' : 'pages'].add(address);
    return found;
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
