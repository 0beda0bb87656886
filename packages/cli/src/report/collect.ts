/** What a report collects of a crawl: for each site figures of its pages as they came, and the verdicts by the final table. */
import { type Arrival, type Judgement, pagesOfEach, SITES_MAX } from './observe.ts';
import type { ShownPage } from './page-data.ts';

/** Figures of the pages of a site in the order in which they came; empty where this run did not learn them. */
class Growth {
  /** Share of the page's text that was template when it was learned. */
  readonly share: number[] = [];
  /** Of the site's table after the page was counted. */
  readonly entries: number[] = [];
  readonly tableBytes: number[] = [];
}

/** A site whose pages are listed. */
export class SiteCollection {
  readonly site: string;
  readonly growth: Growth;
  /** Pages that can be opened. */
  readonly shown: ShownPage[] = [];
  /** Share of each page's text that is template, by the final table. */
  readonly shares: number[] = [];
  /** Pages that were counted, in all runs. */
  counted = 0;
  /** Unicode code points. */
  readonly text = { template: 0, content: 0 };

  constructor(site: string, growth: Growth) {
    this.site = site;
    this.growth = growth;
  }

  /** Number of pages. */
  get pages(): number {
    return this.shares.length;
  }

  /** Share of the site's text that is template. */
  get share(): number {
    return this.text.template / Math.max(1, this.text.template + this.text.content);
  }

  judge({ id, title, number, template, content, file }: Judgement): void {
    this.counted = number;
    this.text.template += template;
    this.text.content += content;
    const share = template / Math.max(1, template + content);
    this.shares.push(share);
    if (file !== undefined) this.shown.push({ id, title, position: this.pages, share, file });
  }
}

/** What is known of the sites that are not listed. */
export interface Others {
  readonly sites: number;
  readonly pages: number;
  readonly text: { readonly template: number; readonly content: number };
}

export class Collection {
  /** The sites that are listed, and can be opened. */
  readonly sites = new Map<string, SiteCollection>();
  readonly #growth = new Map<string, Growth>();
  readonly #others = { pages: 0, text: { template: 0, content: 0 } };
  /** Names of all other sites. */
  readonly #unlisted = new Set<string>();

  get others(): Others {
    return { ...this.#others, sites: this.#unlisted.size };
  }

  arrive(arrivals: readonly Arrival[]): void {
    for (const { site, share, entries, tableBytes } of arrivals) {
      const growth = this.#growth.get(site) ?? new Growth();
      this.#growth.set(site, growth);
      growth.share.push(share);
      growth.entries.push(entries);
      growth.tableBytes.push(tableBytes);
    }
  }

  judge(judgements: readonly Judgement[]): void {
    for (const judgement of judgements) {
      const { site: name, file } = judgement;
      // The first page of a site that is listed can be opened.
      if (file !== undefined && !this.sites.has(name))
        this.sites.set(name, new SiteCollection(name, this.#growth.get(name) ?? new Growth()));
      const site = this.sites.get(name);
      if (site === undefined) this.#count(judgement);
      else site.judge(judgement);
    }
  }

  #count({ site, template, content }: Judgement): void {
    this.#unlisted.add(site);
    this.#others.pages += 1;
    this.#others.text.template += template;
    this.#others.text.content += content;
  }

  /** The sites to list, which are the largest, and every how many of its pages one can be opened. */
  steps(max: number): Map<string, number> {
    const all = Array.from(this.#growth, ([site, { share }]) => [site, share.length] as const);
    const largest = all.sort(([, one], [, other]) => other - one).slice(0, SITES_MAX);
    const each = pagesOfEach(max, largest.length);
    return new Map(largest.map(([site, pages]) => [site, Math.ceil(pages / each)]));
  }
}
