/** The addresses that a page links to. */
import { decodeHtml } from '@refrain/crawl/internal';
import type { PageLink } from '@refrain/rules';
import { type Cursor, HtmlParser } from 'refrain/html';

/** Links of one page that are followed, and the length of one. */
const LINKS_MAX = 10_000;
const LENGTH_MAX = 2000;

/** An address without its fragment; undefined for what is none of the web. */
export function webAddress(link: string, base?: string): string | undefined {
  if (link.length > LENGTH_MAX || !URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  url.hash = '';
  const isWeb = /^https?:$/.test(url.protocol) && url.href.length <= LENGTH_MAX;
  return isWeb ? url.href : undefined;
}

export class LinkReader {
  readonly #parser: HtmlParser;

  private constructor(parser: HtmlParser) {
    this.#parser = parser;
  }

  static async create(maxPageBytes: number): Promise<LinkReader> {
    return new LinkReader(await HtmlParser.create({ maxPageBytes }));
  }

  /**
   * The first addresses of `a` and `area`, in the order of the page.
   *
   * @throws {LimitError}
   */
  addressesOf(bytes: Uint8Array, contentType: string | undefined, url: string): ReadonlySet<string> {
    const found = new Set<string>();
    for (const { url: address } of this.#links(decodeHtml(bytes, contentType).html, url)) {
      found.add(address);
      if (found.size === LINKS_MAX) break;
    }
    return found;
  }

  /** The same with their texts and starts; an address more than once where it is linked more than once. */
  linksOf(html: Uint8Array | string, url: string): PageLink[] {
    const found: PageLink[] = [];
    for (const { url: address, cursor } of this.#links(html, url)) {
      found.push({ url: address, start: cursor.start ?? 0, text: textOf(cursor.clone()) });
      if (found.length === LINKS_MAX) break;
    }
    return found;
  }

  *#links(html: Uint8Array | string, url: string): Generator<{ readonly url: string; readonly cursor: Cursor }> {
    let base = url;
    const cursor = this.#parser.parse(html).cursor();
    for (;;) {
      if (cursor.kind === 'element') {
        const { name } = cursor;
        if (name === 'a' || name === 'area') {
          const address = webAddress(cursor.attribute('href') ?? '', base);
          if (address !== undefined) yield { url: address, cursor };
        } else if (name === 'base' && base === url) {
          const href = cursor.attribute('href') ?? '';
          if (URL.canParse(href, url)) base = new URL(href, url).href;
        }
      }
      if (cursor.firstChild()) continue;
      while (!cursor.nextSibling()) if (!cursor.parent()) return;
    }
  }
}

/** The text in an element, with single spaces. */
function textOf(cursor: Cursor): string {
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
