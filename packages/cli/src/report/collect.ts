/** What a report collects of a crawl: for each site the verdicts of its pages at the first reading and by the final table. */
import { Arrivals, type Arrived } from './arrivals.ts';
import { Column } from './column.ts';
import { BLOCKS_MAX, ID_MAX, pagesOfEach, SITES_MAX } from './limits.ts';
import type { Arrival, Judgement } from './observe.ts';
import type { ShownPage } from './page-data.ts';
import type { Region } from './regions.ts';

/** A region of a site's template, over all its pages. */
export interface SiteRegion {
  readonly key: string;
  readonly names: string;
  /** Number of pages that have it. */
  pages: number;
  /** Sums over these pages. */
  length: number;
  linked: number;
  before: number;
  behind: number;
  /** Maximum of its DF on these pages. */
  df: number;
  text: string;
}

/** Figures of the pages of a site, in the order of reading. */
class Measures {
  /** Share of the page's text that is template, by the final table. */
  readonly share = new Column();
  /**
   * Of the text that is template at the first reading or by the final table, the share found by each; unknown for pages
   * without such text, and for pages that this run did not learn.
   */
  readonly recallFirst = new Column();
  readonly recallFinal = new Column();
  /** Of the site's table after the page was counted; unknown for pages that this run did not learn. */
  readonly entries = new Column();
  readonly tableBytes = new Column();
}

const sumWhere = (lengths: Uint32Array, isIn: (at: number) => boolean): number =>
  lengths.reduce((sum, length, at) => (isIn(at) ? sum + length : sum), 0);

/** A site whose pages are listed. */
export class SiteCollection {
  readonly site: string;
  /** Pages that can be opened. */
  readonly shown: (ShownPage & { readonly verdicts: Arrived['verdicts'] })[] = [];
  readonly measures = new Measures();
  readonly regions = new Map<string, SiteRegion>();
  /** Pages that were counted, in all runs. */
  counted = 0;
  /** Unicode code points. */
  readonly text = { template: 0, content: 0 };
  readonly #arrivals: Arrivals;

  constructor(site: string, arrivals: Arrivals) {
    this.site = site;
    this.#arrivals = arrivals;
  }

  /** Number of pages. */
  get pages(): number {
    return this.measures.share.length;
  }

  judge({ site, id, title, number, template, lengths, regions, file }: Judgement): void {
    const arrivals = this.#arrivals;
    this.counted = number;
    const arrived = arrivals.take(site, id);
    // A page that changed between the two readings has other blocks.
    const verdicts = arrived?.verdicts?.blocks === template.length ? arrived.verdicts : undefined;
    const wasTemplate = (at: number): boolean => verdicts !== undefined && arrivals.isTemplate(verdicts, at);
    const whole = sumWhere(lengths, () => true);
    const found = sumWhere(lengths, (at) => template[at] === 1);
    const either = sumWhere(lengths, (at) => template[at] === 1 || wasTemplate(at));
    const foundFirst = sumWhere(lengths, wasTemplate);
    this.text.template += found;
    this.text.content += whole - found;
    const share = found / Math.max(1, whole);
    const isKnown = verdicts !== undefined && either > 0;
    this.measures.share.push(share);
    this.measures.recallFirst.push(isKnown ? foundFirst / either : undefined);
    this.measures.recallFinal.push(isKnown ? found / either : undefined);
    this.measures.entries.push(arrived?.entries);
    this.measures.tableBytes.push(arrived?.tableBytes);
    if (file !== undefined)
      this.shown.push({ id: id.slice(0, ID_MAX), title, position: this.pages, share, file, verdicts });
    for (const region of regions) this.#add(region);
  }

  /** The pages that can be opened, each with its first verdicts on the blocks that are shown. */
  get entries(): ShownPage[] {
    return this.shown.map(({ verdicts, ...page }) => ({
      ...page,
      ...(verdicts === undefined ? {} : { first: this.#firstOf(verdicts) }),
    }));
  }

  #firstOf(verdicts: { readonly start: number; readonly blocks: number }): string {
    const shown = Math.min(verdicts.blocks, BLOCKS_MAX);
    return Array.from({ length: shown }, (_, at) => (this.#arrivals.isTemplate(verdicts, at) ? '1' : '0')).join('');
  }

  #add(region: Region): void {
    const { key, names, text, length, linked, before, behind, df } = region;
    const known = this.regions.get(key);
    if (known === undefined) {
      if (this.regions.size >= REGIONS_MAX) this.#dropRare();
      this.regions.set(key, { key, names, text, length, linked, before, behind, df, pages: 1 });
      return;
    }
    known.pages += 1;
    known.length += length;
    known.linked += linked;
    known.before += before;
    known.behind += behind;
    known.df = Math.max(known.df, df);
  }

  /** Regions that only few pages have had so far are hardly template of the site. */
  #dropRare(): void {
    for (let few = 1; this.regions.size > REGIONS_MAX / 2; few *= 2) {
      for (const [key, { pages }] of this.regions) if (pages <= few) this.regions.delete(key);
    }
  }
}

/** Maximum of regions of a site that are counted at a time. */
const REGIONS_MAX = 10_000;

/** What is known of the sites that are not listed. */
export interface Others {
  readonly sites: number;
  readonly pages: number;
  readonly text: { readonly template: number; readonly content: number };
}

export class Collection {
  /** The sites that are listed, and can be opened. */
  readonly sites = new Map<string, SiteCollection>();
  readonly #arrivals = new Arrivals();
  readonly #others = { pages: 0, text: { template: 0, content: 0 } };
  /** Names of sites that are not listed, where there was no first reading that counts them. */
  readonly #unlisted = new Set<string>();

  get others(): Others {
    const { sites } = this.#arrivals;
    return { ...this.#others, sites: sites === 0 ? this.#unlisted.size : Math.max(0, sites - this.sites.size) };
  }

  arrive(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) this.#arrivals.add(arrival);
  }

  judge(judgements: readonly Judgement[]): void {
    for (const judgement of judgements) {
      const site = this.sites.get(judgement.site) ?? this.#list(judgement);
      if (site === undefined) this.#count(judgement);
      else site.judge(judgement);
    }
  }

  /** The first page of a site that is listed can be opened. */
  #list({ site: name, file }: Judgement): SiteCollection | undefined {
    if (file === undefined) return undefined;
    const site = new SiteCollection(name, this.#arrivals);
    this.sites.set(name, site);
    return site;
  }

  #count({ site, template, lengths }: Judgement): void {
    if (this.#arrivals.sites === 0) this.#unlisted.add(site);
    const found = sumWhere(lengths, (at) => template[at] === 1);
    this.#others.pages += 1;
    this.#others.text.template += found;
    this.#others.text.content += sumWhere(lengths, () => true) - found;
  }

  /** The sites to list, which are the largest, and every how many of its pages one can be opened. */
  steps(max: number): Map<string, number> {
    const largest = this.#arrivals.largest(SITES_MAX);
    const each = pagesOfEach(max, largest.length);
    return new Map(largest.map(([site, pages]) => [site, Math.ceil(pages / each)]));
  }
}
