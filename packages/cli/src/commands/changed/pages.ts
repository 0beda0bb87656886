/** What is compared of the pages of a crawl, and the names by which those of two crawls are paired. */
import type { Page } from 'refrain';
import { knownUrl, type Task } from '../../read/task.ts';

/** A page of a crawl. */
export interface PageFacts {
  /** The name by which it is paired, and the one that is shown. */
  readonly key: string;
  readonly name: string;
  readonly hash: string | undefined;
  readonly digest: string | undefined;
  /** Undefined where only hashes of the crawl are known. */
  readonly texts: Texts | undefined;
}

export interface Texts {
  readonly main: string;
  readonly all: string;
}

/** What names a page. */
type NamedPage = Pick<Task, 'site' | 'id' | 'namesSite' | 'url'>;

/** Parameters that say where a visitor came from, not which page it is. */
const TRACKING = /^(?:utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|mc_cid|mc_eid|igshid|_ga|_gl|ref_src)$/i;

/** A URL without its fragment and without parameters that only track. Others stay as they are written, and so does a slash at the end. */
function normalisedUrl(text: string): string {
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

/**
 * The URL of a page where it has one, its id otherwise: for a file its path below the crawl. The key has the site too where pages of two
 * sites may have the name; otherwise both are one string, since those of all pages stay in memory.
 */
export function namesOf(page: NamedPage): Pick<PageFacts, 'key' | 'name'> {
  const url = knownUrl(page);
  const name = url === undefined ? page.id : normalisedUrl(url);
  return { name, key: page.namesSite || url !== undefined ? name : `${page.site}\0${name}` };
}

/** The facts of the current page. */
export const factsOf = (task: Task, page: Page): PageFacts => ({
  ...namesOf(task),
  ...{ hash: page.contentHash, digest: page.contentDigest },
  texts: { main: page.text('main'), all: page.text('all') },
});
