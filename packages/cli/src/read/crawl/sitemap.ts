/**
 * The addresses that a sitemap or a feed names. Crawlee's reader hashes the whole text anew for each address: ten thousand addresses of
 * a sitemap of 50 MB take half an hour.
 */

/** No part matches a `<`, so that it is linear in time. Elements of other namespaces (`image:loc`) are no addresses of pages. */
const ADDRESS = /<(loc|link)\b([^<>]*)>(?:\s*<!\[CDATA\[)?([^<]*)/g;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const OTHER_REL = /\brel\s*=\s*["'](?!alternate)/;
/** Where an index says what it is. */
const HEAD_LENGTH = 4096;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#38': '&' };

const decoded = (text: string): string =>
  text
    .replace(/\]\]>\s*$/, '')
    .trim()
    .replace(/&(amp|lt|gt|quot|apos|#38);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Whether the addresses of a sitemap are sitemaps. */
export const isSitemapIndex = (text: string): boolean => /<sitemapindex[\s>]/.test(text.slice(0, HEAD_LENGTH));

/** Addresses in the order of a sitemap in XML or as a list, of RSS or Atom; as they are written there. */
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
