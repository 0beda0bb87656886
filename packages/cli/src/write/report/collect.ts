/** What a report collects of a crawl: for each site figures of its pages as they came, and the verdicts by the final table. */
import { type Arrival, type Judgement, pagesOfEach, type ReportNotes, SITES_MAX } from './observe.ts';
import type { PageEntry } from './page-data.ts';

/** A site, by its pages in the order in which they came. */
export class SiteCollection {
  readonly site: string;
  /** When pages were learned, which another run may have done: share of their text that was template, and the table after each. */
  readonly learned = { shares: [] as number[], entries: [] as number[], tableBytes: [] as number[] };
  /** Pages that can be opened; none of a site that is not listed. */
  readonly shown: PageEntry[] = [];
  /** Share of each page's text that is template, by the final table. */
  readonly shares: number[] = [];
  /** Pages that were counted, in all runs. */
  counted = 0;
  /** Unicode code points. */
  readonly text = { template: 0, content: 0 };

  constructor(site: string) {
    this.site = site;
  }

  /** Number of pages. */
  get pages(): number {
    return this.shares.length;
  }

  /** Share of the site's text that is template. */
  get share(): number {
    return this.text.template / Math.max(1, this.text.template + this.text.content);
  }

  arrive({ share, entries, tableBytes }: Arrival): void {
    this.learned.shares.push(share);
    this.learned.entries.push(entries);
    this.learned.tableBytes.push(tableBytes);
  }

  judge({ id, title, number, template, content, file, confidence }: Judgement): void {
    this.counted = number;
    this.text.template += template;
    this.text.content += content;
    const share = template / Math.max(1, template + content);
    this.shares.push(share);
    if (file !== undefined) this.shown.push({ id, title, position: this.pages, share, file, confidence });
  }
}

export class Collection {
  readonly #sites = new Map<string, SiteCollection>();

  /** All sites by their names. */
  get sites(): readonly SiteCollection[] {
    return [...this.#sites.values()].sort((one, other) => (one.site < other.site ? -1 : 1));
  }

  take({ came, judged }: ReportNotes): void {
    for (const arrival of came) this.#site(arrival.site).arrive(arrival);
    for (const judgement of judged) this.#site(judgement.site).judge(judgement);
  }

  #site(name: string): SiteCollection {
    const site = this.#sites.get(name) ?? new SiteCollection(name);
    this.#sites.set(name, site);
    return site;
  }

  /** The sites to list, which are the largest, and every how many of its pages one can be opened. */
  steps(max: number): Map<string, number> {
    const all = Array.from(this.#sites, ([site, { learned }]) => [site, learned.shares.length] as const);
    const largest = all.sort(([, one], [, other]) => other - one).slice(0, SITES_MAX);
    const each = pagesOfEach(max, largest.length);
    return new Map(largest.map(([site, pages]) => [site, Math.ceil(pages / each)]));
  }
}
