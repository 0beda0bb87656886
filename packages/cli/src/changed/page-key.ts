/** The name by which the pages of two crawls are paired. */
import { knownUrl, type Task } from '../job/task.ts';

/** What names a page. */
export type NamedPage = Pick<Task, 'site' | 'id' | 'namesSite' | 'url'>;

/** Parameters that say where a visitor came from, not which page it is. */
const TRACKING = /^(?:utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|mc_cid|mc_eid|igshid|_ga|_gl|ref_src)$/i;

/** A URL without its fragment and without parameters that only track. Others stay as they are written, and so does a slash at the end. */
export function normalisedUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(part.split('=', 1)[0] ?? ''));
  url.search = kept.join('&');
  return url.href;
}

/** The URL of a page where it has one, its id otherwise: for a file its path below the crawl. */
export function pageName(page: NamedPage): string {
  const url = knownUrl(page);
  return url === undefined ? page.id : normalisedUrl(url);
}

/** The name, with the site where pages of two sites may have it. */
export const pageKey = (page: NamedPage, name: string): string =>
  page.namesSite || knownUrl(page) !== undefined ? name : `${page.site}\0${name}`;
