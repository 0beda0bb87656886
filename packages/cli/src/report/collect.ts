/** What a report collects of a crawl: for each site the verdicts of its pages at the first reading and by the final table. */
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

/** Figures of one page. */
export interface Measures {
  /** Share of the page's text that is template, by the final table. */
  readonly share: number;
  /**
   * Of the text that is template at the first reading or by the final table, the share found by each; undefined for pages
   * without such text, and for pages that this run did not learn.
   */
  readonly recallFirst: number | undefined;
  readonly recallFinal: number | undefined;
  /** Of the site's table after the page was counted; undefined for pages that this run did not learn. */
  readonly entries: number | undefined;
  readonly tableBytes: number | undefined;
}

const sumWhere = (lengths: Uint32Array, isIn: (at: number) => boolean): number =>
  lengths.reduce((sum, length, at) => (isIn(at) ? sum + length : sum), 0);

export class SiteCollection {
  readonly site: string;
  /** Pages that can be opened. */
  readonly shown: ShownPage[] = [];
  readonly measures: Measures[] = [];
  readonly regions = new Map<string, SiteRegion>();
  /** Pages that were counted, in all runs. */
  counted = 0;
  /** Unicode code points. */
  readonly text = { template: 0, content: 0 };
  /** First readings of pages that were not labelled by the final table yet, by the ids of the pages. */
  readonly #arrivals = new Map<
    string,
    { readonly first: string; readonly entries: number; readonly tableBytes: number }
  >();
  #arrived = 0;

  constructor(site: string) {
    this.site = site;
  }

  /** Pages that this run learned. */
  get arrived(): number {
    return this.#arrived;
  }

  arrive({ id, template, entries, tableBytes }: Arrival): void {
    this.#arrived += 1;
    // A string takes less memory than an array, and all pages of a site may be kept here.
    this.#arrivals.set(id, { first: template.join(''), entries, tableBytes });
  }

  judge({ id, title, number, template, lengths, regions, file }: Judgement): void {
    this.counted = number;
    const arrival = this.#arrivals.get(id);
    this.#arrivals.delete(id);
    // A page that changed between the two readings has other blocks.
    const first = arrival?.first.length === template.length ? arrival.first : undefined;
    const whole = sumWhere(lengths, () => true);
    const found = sumWhere(lengths, (at) => template[at] === 1);
    const either = sumWhere(lengths, (at) => template[at] === 1 || first?.[at] === '1');
    const foundFirst = first === undefined ? 0 : sumWhere(lengths, (at) => first[at] === '1');
    this.text.template += found;
    this.text.content += whole - found;
    const share = found / Math.max(1, whole);
    const isKnown = first !== undefined && either > 0;
    this.measures.push({
      share,
      recallFirst: isKnown ? foundFirst / either : undefined,
      recallFinal: isKnown ? found / either : undefined,
      entries: arrival?.entries,
      tableBytes: arrival?.tableBytes,
    });
    if (file !== undefined) {
      const position = this.measures.length;
      this.shown.push({ id, title, position, share, file, ...(first === undefined ? {} : { first }) });
    }
    for (const region of regions) this.#add(region);
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

  /** A region that only one page has had so far is hardly template of the site. */
  #dropRare(): void {
    for (const [key, { pages }] of this.regions) if (pages === 1) this.regions.delete(key);
  }
}

/** Maximum of regions of a site that are counted at a time. */
const REGIONS_MAX = 10_000;

export class Collection {
  readonly sites = new Map<string, SiteCollection>();

  #of(site: string): SiteCollection {
    let found = this.sites.get(site);
    if (found === undefined) {
      found = new SiteCollection(site);
      this.sites.set(site, found);
    }
    return found;
  }

  arrive(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) this.#of(arrival.site).arrive(arrival);
  }

  judge(judgements: readonly Judgement[]): void {
    for (const judgement of judgements) this.#of(judgement.site).judge(judgement);
  }

  /** For each site with more than `max` pages: every how many pages one can be opened. */
  steps(max: number): Map<string, number> {
    const crowded = [...this.sites.values()].filter(({ arrived }) => arrived > max);
    return new Map(crowded.map(({ site, arrived }) => [site, Math.ceil(arrived / max)]));
  }
}
