/** Whether one site has most of the pages: then workers share its pages, instead of one site each. */
import { isPage, type Task } from '../task.ts';

/** Pages of a stream after which it is known whether it has one large site. */
const PAGES_SEEN = 256;

/** Pages after which counting begins again, so that the sites of a long stream take bounded memory. */
const PAGES_MAX = 4096;

/** Counts the pages of sites. */
export class SiteShare {
  readonly #sites = new Map<string, number>();
  #pages = 0;
  #most = 0;

  add(task: Task): void {
    if (!isPage(task)) return;
    const count = (this.#sites.get(task.site) ?? 0) + 1;
    this.#sites.set(task.site, count);
    this.#pages += 1;
    this.#most = Math.max(this.#most, count);
  }

  /** Whether no site has more than half of the pages. */
  get isSpread(): boolean {
    return this.#most * 2 <= this.#pages;
  }

  /** Whether another count should begin. */
  get isFull(): boolean {
    return this.#pages >= PAGES_MAX;
  }

  /** Whether enough pages were counted. */
  get isKnown(): boolean {
    return this.#pages >= PAGES_SEEN;
  }
}

/** Whether the pages of a list are those of many sites. */
export function isSpread(tasks: readonly Task[]): boolean {
  const share = new SiteShare();
  for (const task of tasks) share.add(task);
  return share.isSpread;
}
