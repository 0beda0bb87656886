/** Verdict figures of pages, with the final tables of their sites. */
import type { Page, Shortfall } from 'refrain';

/** A page that can be opened. */
export interface PageEntry {
  readonly site: string;
  readonly id: string;
  readonly title: string;
  /** Position among all pages of the site in reading order, from 1. */
  readonly position: number;
  /** Share of the page's text that is template. */
  readonly share: number;
  /** Confidence of the document, 0.5 to 1; undefined if only repetition decides. */
  readonly confidence?: number | undefined;
  readonly reason?: Shortfall | undefined;
  /** Path of its data file in a report. */
  readonly file?: string | undefined;
}

/** A page as judged by the final table. */
export interface Judgement {
  readonly site: string;
  /** Counted pages of the site. */
  readonly counted: number;
  readonly lengths: Page['lengths'];
  /** Undefined for a page that cannot be opened. */
  readonly entry: Omit<PageEntry, 'site' | 'position' | 'share'> | undefined;
}

/** Collects a site's pages in reading order. */
export class SiteCollection {
  readonly site: string;
  /** Pages that can be opened. */
  readonly shown: PageEntry[] = [];
  pages = 0;
  /** Pages that were counted in all runs. */
  counted = 0;
  /** Unicode code points. */
  readonly lengths = { template: 0, content: 0 };

  constructor(site: string) {
    this.site = site;
  }

  get share(): number {
    return shareOf(this.lengths);
  }

  judge({ counted, lengths, entry }: Judgement): void {
    this.pages += 1;
    this.counted = counted;
    this.lengths.template += lengths.template;
    this.lengths.content += lengths.content;
    if (entry !== undefined)
      this.shown.push({ ...entry, site: this.site, position: this.pages, share: shareOf(lengths) });
  }
}

export const shareOf = ({ template, content }: Page['lengths']): number => template / Math.max(1, template + content);

export class Collection {
  readonly #sites = new Map<string, SiteCollection>();

  get sites(): readonly SiteCollection[] {
    return [...this.#sites.values()].sort((one, other) => (one.site < other.site ? -1 : 1));
  }

  site(name: string): SiteCollection {
    const site = this.#sites.get(name) ?? new SiteCollection(name);
    this.#sites.set(name, site);
    return site;
  }
}
