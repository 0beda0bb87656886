/** What is compared of a page. */
import type { Page } from 'refrain';
import type { Task } from '../job/task.ts';
import { type NamedPage, pageKey, pageName } from './page-key.ts';

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

/** The names of a page. They are one string where they can be, since those of all pages stay in memory. */
export function namesOf(page: NamedPage): Pick<PageFacts, 'key' | 'name'> {
  const name = pageName(page);
  return { key: pageKey(page, name), name };
}

/** The facts of the current page. */
export const factsOf = (task: Task, page: Page): PageFacts => ({
  ...namesOf(task),
  ...{ hash: page.contentHash, digest: page.contentDigest },
  texts: { main: page.text('main'), all: page.text('all') },
});
