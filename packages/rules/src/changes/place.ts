/** Where a page stands on its site, read from its id: pages of one place mostly have one template. */

/** A file that stands for its folder. */
const INDEX = /(?:^|\/)index\.[a-z]+$/;
/** What ends the first word of a file's name. */
const WORD_END = /[^\p{L}_]/u;

/**
 * The folder of an id, and the first word of the file's name behind it, which is the kind of page on many sites: `class.Button.html`.
 * Digits are one, so that the days of a blog are one folder. A page with a query stands in its script: all threads of a forum do.
 */
export function placeOf(id: string): string {
  const start = id.indexOf('://');
  const from = start < 0 ? 0 : Math.max(0, id.indexOf('/', start + 3));
  const hash = id.indexOf('#', from);
  const address = id.slice(from, hash < 0 ? undefined : hash);
  const query = address.indexOf('?');
  if (query >= 0) return masked(address.slice(0, query));
  const path = masked(address.replace(INDEX, '').replace(/\/+$/, ''));
  const file = path.lastIndexOf('/') + 1;
  const end = path.slice(file).search(WORD_END);
  return end < 0 ? path : path.slice(0, file + end);
}

const masked = (path: string): string => path.replace(/\d+/g, '0');

/** The folder of a place, with its slash. */
export const folderOf = (place: string): string => place.slice(0, place.lastIndexOf('/') + 1);
