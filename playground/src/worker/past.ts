/**
 * What was known of a site when a page was learned: snapshots on the way, from which the pages between are learned again.
 * So any page can be judged as it was at first, at the cost of a few dozen pages.
 */

import type { Sites } from '@refrain/crawl';
import { Detector, type Page, RefrainError } from 'refrain';
import type { HeldPage } from './hand.ts';

/** The least number of pages from one snapshot to the next, and how much more HTML than snapshot there is between. */
const LEAST_PAGES = 32;
const LEAST_HTML = 4;

interface Stop {
  /** Pages that had been counted. */
  readonly pages: number;
  /** None where nothing was known. */
  readonly snapshot: Uint8Array | undefined;
}

interface Way {
  readonly stops: Stop[];
  pages: number;
  /** Since the last stop. */
  pagesSince: number;
  htmlSince: number;
}

export class Past {
  readonly #ways = new Map<string, Way>();

  clear(): void {
    this.#ways.clear();
  }

  /** To be called before a page of the site is learned that is to be kept in hand. */
  async note(sites: Sites, site: string): Promise<void> {
    const way = this.#ways.get(site);
    if (way !== undefined) {
      const last = way.stops.at(-1)?.snapshot?.length ?? 0;
      if (way.pagesSince < LEAST_PAGES || way.htmlSince < LEAST_HTML * last) return;
      way.stops.push({ pages: way.pages, snapshot: await sites.snapshot(site) });
      way.pagesSince = 0;
      way.htmlSince = 0;
      return;
    }
    const stop = await firstStop(sites, site);
    this.#ways.set(site, { stops: [stop], pages: stop.pages, pagesSince: 0, htmlSince: 0 });
  }

  /** To be told of every page that was counted. */
  learned(site: string, number: number, length: number): void {
    const way = this.#ways.get(site);
    if (way === undefined) return;
    way.pages = number;
    way.pagesSince += 1;
    way.htmlSince += length;
  }

  /**
   * The page as it was judged when it was learned. Undefined where that can not be told any more: it was not counted here, or
   * pages before it are not in hand.
   */
  async recall(sites: Sites, page: HeldPage, held: Iterable<HeldPage>): Promise<Page | undefined> {
    const { site, number } = page;
    if (number === undefined) return undefined;
    const stop = this.#ways.get(site)?.stops.findLast(({ pages }) => pages < number);
    if (stop === undefined) return undefined;
    const between = [...held]
      .filter((other) => other.site === site && (other.number ?? 0) > stop.pages && (other.number ?? 0) < number)
      .sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
    if (between.length !== number - 1 - stop.pages) return undefined;
    const { snapshot } = stop;
    const detector = await (snapshot === undefined ? Detector.create(sites.options) : Detector.restore(snapshot));
    for (const { html, id } of between) detector.learn(html, { id });
    return detector.learn(page.html, { id: page.id });
  }
}

async function firstStop(sites: Sites, site: string): Promise<Stop> {
  try {
    const snapshot = await sites.snapshot(site);
    return { pages: (await Detector.restore(snapshot)).stats.pages, snapshot };
  } catch (error) {
    if (error instanceof RefrainError && error.code === 'SITE_UNKNOWN') return { pages: 0, snapshot: undefined };
    throw error;
  }
}
