/**
 * The tables of a site at earlier times: snapshots now and then, from which the pages after them are learned again. So any
 * page can be judged as it was when it was learned, at the cost of a few dozen pages.
 */

import type { Sites } from '@refrain/crawl';
import { Detector, type Page, RefrainError } from 'refrain';
import type { KeptPage } from './kept.ts';

/** Minimum of pages between two snapshots, and of HTML between them in sizes of the snapshot. */
const PAGES_MIN = 32;
const HTML_MIN = 4;

interface Checkpoint {
  /** Pages that were counted until then. */
  readonly pages: number;
  /** Undefined where no page was counted. */
  readonly snapshot: Uint8Array | undefined;
}

interface SiteHistory {
  readonly checkpoints: Checkpoint[];
  pages: number;
  /** Since the last checkpoint. */
  pagesSince: number;
  htmlSince: number;
}

export class History {
  readonly #sites = new Map<string, SiteHistory>();

  clear(): void {
    this.#sites.clear();
  }

  /** To be called before a page of the site is learned that will be kept. */
  async note(sites: Sites, site: string): Promise<void> {
    const history = this.#sites.get(site);
    if (history !== undefined) {
      const last = history.checkpoints.at(-1)?.snapshot?.length ?? 0;
      if (history.pagesSince < PAGES_MIN || history.htmlSince < HTML_MIN * last) return;
      history.checkpoints.push({ pages: history.pages, snapshot: await sites.snapshot(site) });
      history.pagesSince = 0;
      history.htmlSince = 0;
      return;
    }
    const checkpoint = await firstCheckpoint(sites, site);
    this.#sites.set(site, { checkpoints: [checkpoint], pages: checkpoint.pages, pagesSince: 0, htmlSince: 0 });
  }

  /** To be called after every page that was counted. */
  learned(site: string, number: number, length: number): void {
    const history = this.#sites.get(site);
    if (history === undefined) return;
    history.pages = number;
    history.pagesSince += 1;
    history.htmlSince += length;
  }

  /**
   * The page by the table of the time when it was learned. Undefined where that table is unavailable: the page was counted
   * before this session, or pages before it were not kept.
   */
  async recall(sites: Sites, page: KeptPage, kept: Iterable<KeptPage>): Promise<Page | undefined> {
    const { site, number } = page;
    if (number === undefined) return undefined;
    const checkpoint = this.#sites.get(site)?.checkpoints.findLast(({ pages }) => pages < number);
    if (checkpoint === undefined) return undefined;
    const between = [...kept]
      .filter((other) => other.site === site && (other.number ?? 0) > checkpoint.pages && (other.number ?? 0) < number)
      .sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
    if (between.length !== number - 1 - checkpoint.pages) return undefined;
    const { snapshot } = checkpoint;
    const detector = await (snapshot === undefined ? Detector.create(sites.options) : Detector.restore(snapshot));
    for (const { html, id } of between) detector.learn(html, { id });
    return detector.learn(page.html, { id: page.id });
  }
}

async function firstCheckpoint(sites: Sites, site: string): Promise<Checkpoint> {
  try {
    const snapshot = await sites.snapshot(site);
    return { pages: (await Detector.restore(snapshot)).stats.pages, snapshot };
  } catch (error) {
    if (error instanceof RefrainError && error.code === 'SITE_UNKNOWN') return { pages: 0, snapshot: undefined };
    throw error;
  }
}
