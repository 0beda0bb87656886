/** Permissions, delays and sitemaps of the hosts of a crawl. */

import { inputFiles } from '@refrain/crawl/engine/node';
import { type Answer, type GetOptions, get, statusError } from '../fetch.ts';
import type { Pace } from './pace.ts';
import { RobotsFile } from './robots-file.ts';

/** The minimum that RFC 9309 requires. If a file is longer, the pages of its host fail. */
const ROBOTS_BYTES = 512 * 1024;
/** Maximum size by the sitemap protocol; maximum number of sitemaps of a site. */
const SITEMAP_BYTES = 50 * 1024 * 1024;
const SITEMAPS_MAX = 100;
/** Maximum number of hosts whose rules are kept. Pages in a browser may load files from any host. */
const HOSTS_MAX = 100;
/** Maximum delay in seconds. A crawl with longer delays would not end. */
const DELAY_MAX = 60;

export class RobotsRules {
  readonly #options: Omit<GetOptions, 'maxBytes'>;
  readonly #agent: string;
  readonly #pace: Pace;
  readonly #files = new Map<string, Promise<RobotsFile>>();

  constructor(options: Omit<GetOptions, 'maxBytes'>, agent: string, pace: Pace) {
    this.#options = options;
    this.#agent = agent;
    this.#pace = pace;
  }

  /**
   * @param page the page of a browser that loads the URL
   * @throws what `get` throws if the rules cannot be read; then the host may not be read
   * @throws {LimitError} `PAGE_TOO_COMPLEX` if its rules take too many steps
   */
  async isAllowed(url: string, page?: string): Promise<boolean> {
    return (await this.#of(url, page)).isAllowed(url);
  }

  async turn(url: string): Promise<void> {
    const { delay } = await this.#of(url).catch(() => ({ delay: 0 }));
    await this.#pace.turn(url, Number.isFinite(delay) ? Math.min(Math.max(delay, 0), DELAY_MAX) : 0);
  }

  /** At most `limit` URLs of the sitemaps in robots.txt. Default: `/sitemap.xml`. */
  async *sitemapPages(url: string, limit: number, onFailure: (url: string, error: Error) => void) {
    const named = (await this.#of(url)).sitemaps;
    const waiting = named.length > 0 ? [...named] : [new URL('/sitemap.xml', url).href];
    const known = new Set(waiting);
    let count = 0;
    for (let read = 0; read < SITEMAPS_MAX && waiting.length > 0 && count < limit; read += 1) {
      const sitemap = waiting.shift() ?? '';
      try {
        await this.turn(sitemap);
        const { status, headers, bytes } = await this.#read(sitemap, SITEMAP_BYTES);
        if (status !== 200) throw statusError({ status, headers });
        const plain = inputFiles.isGzip(bytes) ? inputFiles.inflatePage(bytes, SITEMAP_BYTES) : bytes;
        const text = new TextDecoder().decode(plain);
        const isIndex = isSitemapIndex(text);
        for (const address of addressesOf(text)) {
          if (isIndex) {
            if (known.size < SITEMAPS_MAX && !known.has(address)) waiting.push(address);
            known.add(address);
          } else {
            yield address;
            count += 1;
          }
          if (count >= limit || known.size > SITEMAPS_MAX) break;
        }
      } catch (error) {
        if (named.length === 0) continue;
        this.#pace.answered(sitemap, error);
        if (!this.#options.signal.aborted) onFailure(sitemap, error as Error);
      }
    }
  }

  #of(url: string, page?: string): Promise<RobotsFile> {
    const { origin } = new URL(url);
    const known = this.#files.get(origin);
    const file = known ?? this.#load(`${origin}/robots.txt`, page);
    this.#files.delete(origin);
    this.#files.set(origin, file);
    if (known !== undefined) return known;
    // A failed file is not kept, so that a retry requests it again.
    file.catch(() => this.#files.delete(origin));
    const [oldest] = this.#files.keys();
    if (this.#files.size > HOSTS_MAX && oldest !== undefined) this.#files.delete(oldest);
    return file;
  }

  async #load(url: string, page: string | undefined): Promise<RobotsFile> {
    const { status, headers, bytes } = await this.#read(url, ROBOTS_BYTES, page);
    if (status >= 500 || status === 429) throw statusError({ status, headers }, 'robots.txt: the server');
    return new RobotsFile(status === 200 ? new TextDecoder().decode(bytes) : '', this.#agent);
  }

  #read(url: string, maxBytes: number, page?: string): Promise<Answer> {
    return get(url, { ...this.#options, maxBytes, isPage: false, page });
  }
}

/**
 * No part of a match contains a second `<`, so the time is linear. Elements of other namespaces (`image:loc`) do not
 * contain URLs of pages.
 */
const ADDRESS = /<(loc|link)\b([^<>]*)>(?:\s*<!\[CDATA\[)?([^<]*)/g;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const OTHER_REL = /\brel\s*=\s*["'](?!alternate)/;
/** Maximum UTF-16 units before the root element. */
const HEAD_LENGTH = 4096;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#38': '&' };

const decoded = (text: string): string =>
  text
    .replace(/\]\]>\s*$/, '')
    .trim()
    .replace(/&(amp|lt|gt|quot|apos|#38);/g, (whole, name: string) => ENTITIES[name] ?? whole);

export const isSitemapIndex = (text: string): boolean => /<sitemapindex[\s>]/.test(text.slice(0, HEAD_LENGTH));

/**
 * URLs of a sitemap in XML or as a list, of RSS or Atom, in order. Crawlee's reader hashes the whole text for each URL,
 * which takes half an hour for 50 MB.
 */
export function* addressesOf(text: string): Generator<string> {
  if (!text.trimStart().startsWith('<')) {
    for (const [line] of text.matchAll(/https?:\/\/\S+/g)) yield line;
    return;
  }
  for (const [, , attributes = '', content = ''] of text.matchAll(ADDRESS)) {
    const [, double, single = ''] = HREF.exec(attributes) ?? [];
    const address = decoded(content) || (OTHER_REL.test(attributes) ? '' : decoded(double ?? single));
    if (address !== '') yield address;
  }
}
