/** The addresses that a page links to. */
import { decodeHtml } from '@refrain/crawl/internal';
import { HtmlParser } from 'refrain/html';

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
  linksOf(bytes: Uint8Array, contentType: string | undefined, url: string): ReadonlySet<string> {
    const found = new Set<string>();
    let base = url;
    const cursor = this.#parser.parse(decodeHtml(bytes, contentType).html).cursor();
    for (;;) {
      if (cursor.kind === 'element') {
        const { name } = cursor;
        if (name === 'a' || name === 'area') {
          const address = webAddress(cursor.attribute('href') ?? '', base);
          if (address !== undefined) found.add(address);
          if (found.size === LINKS_MAX) return found;
        } else if (name === 'base' && base === url) {
          const href = cursor.attribute('href') ?? '';
          if (URL.canParse(href, url)) base = new URL(href, url).href;
        }
      }
      if (cursor.firstChild()) continue;
      while (!cursor.nextSibling()) if (!cursor.parent()) return found;
    }
  }
}
