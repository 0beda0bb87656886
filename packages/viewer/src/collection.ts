/** Figures of a front end's pages: for each site in the order of reading, and the verdicts by the final table. */
import type { Page, Shortfall } from 'refrain';

/** A page that can be opened. */
export interface PageEntry {
  readonly site: string;
  readonly id: string;
  readonly title: string;
  /** Position among all pages of the site in the order of reading, from 1. */
  readonly position: number;
  /** Share of its text that is template, by the final table. */
  readonly share: number;
  /** Confidence of its verdicts, 0.5 to 1; undefined if only repetition decides. */
  readonly confidence?: number | undefined;
  readonly reason?: Shortfall | undefined;
  /** Path of its data file in a report. */
  readonly file?: string | undefined;
}

/** A page at the first reading. */
export interface Arrival {
  readonly site: string;
  /** Unicode code points of its text. */
  readonly lengths: Page['lengths'];
  /** The site's table after the page was counted. */
  readonly entries: number;
  readonly tableBytes: number;
}

/** A page by the final table. */
export interface Judgement {
  readonly site: string;
  /** Pages of the site that were counted. */
  readonly counted: number;
  readonly lengths: Page['lengths'];
  /** Undefined for a page that cannot be opened. */
  readonly entry: Omit<PageEntry, 'site' | 'position' | 'share'> | undefined;
}

/** A site, by its pages in the order of reading. */
export class SiteCollection {
  readonly site: string;
  /**
   * The pages when learned, possibly by another run: share of their text that was template, and the table after each.
   */
  readonly learned = { shares: [] as number[], entries: [] as number[], tableBytes: [] as number[] };
  /** Pages that can be opened. */
  readonly shown: PageEntry[] = [];
  /** Share of each page's text that is template, by the final table. */
  readonly shares: number[] = [];
  /** Pages that were counted, in all runs. */
  counted = 0;
  /** Unicode code points. */
  readonly lengths = { template: 0, content: 0 };

  constructor(site: string) {
    this.site = site;
  }

  /** Number of pages. */
  get pages(): number {
    return this.shares.length;
  }

  /** Share of the site's text that is template. */
  get share(): number {
    return shareOf(this.lengths);
  }

  arrive({ lengths, entries, tableBytes }: Arrival): void {
    this.learned.shares.push(shareOf(lengths));
    this.learned.entries.push(entries);
    this.learned.tableBytes.push(tableBytes);
  }

  judge({ counted, lengths, entry }: Judgement): void {
    this.counted = counted;
    this.lengths.template += lengths.template;
    this.lengths.content += lengths.content;
    const share = shareOf(lengths);
    this.shares.push(share);
    if (entry !== undefined) this.shown.push({ ...entry, site: this.site, position: this.pages, share });
  }
}

export const shareOf = ({ template, content }: Page['lengths']): number => template / Math.max(1, template + content);

export class Collection {
  readonly #sites = new Map<string, SiteCollection>();

  /** All sites by their names. */
  get sites(): readonly SiteCollection[] {
    return [...this.#sites.values()].sort((one, other) => (one.site < other.site ? -1 : 1));
  }

  site(name: string): SiteCollection {
    const site = this.#sites.get(name) ?? new SiteCollection(name);
    this.#sites.set(name, site);
    return site;
  }
}
