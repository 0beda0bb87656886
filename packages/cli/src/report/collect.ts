/** What a report knows of a crawl: of each site what its pages were when they came, and what they are seen as in the end. */
import type { Arrival, Judgement } from './observe.ts';
import type { ShownPage } from './page-data.ts';
import type { Region } from './regions.ts';

/** A region of a site's template, over all its pages. */
export interface SiteRegion {
  readonly key: string;
  readonly names: string;
  /** On how many pages it is. */
  pages: number;
  /** Sums over them. */
  length: number;
  linked: number;
  before: number;
  behind: number;
  /** The highest DF that it was seen with. */
  df: number;
  text: string;
}

/** Numbers of one page, in the order in which pages came. */
export interface Measures {
  /** Share of the page's text that is template, by all that the site has taught. */
  readonly share: number;
  /** Of the text that was taken for template in the end or when it came, what was found so each time; none on pages without. */
  readonly recallCame: number | undefined;
  readonly recallEnd: number | undefined;
  /** Of the site's table when the page had been counted; undefined where it did not come in this run. */
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
  /** Pages that came and were not judged yet, by their ids. */
  readonly #arrivals = new Map<
    string,
    { readonly came: string; readonly entries: number; readonly tableBytes: number }
  >();
  #arrived = 0;

  constructor(site: string) {
    this.site = site;
  }

  /** Pages that came in this run. */
  get arrived(): number {
    return this.#arrived;
  }

  arrive({ id, template, entries, tableBytes }: Arrival): void {
    this.#arrived += 1;
    // A text takes less than an array, and there may be many.
    this.#arrivals.set(id, { came: template.join(''), entries, tableBytes });
  }

  judge({ id, title, number, template, lengths, regions, file }: Judgement): void {
    this.counted = number;
    const arrival = this.#arrivals.get(id);
    this.#arrivals.delete(id);
    // A page that changed between two readings is not the same.
    const came = arrival?.came.length === template.length ? arrival.came : undefined;
    const whole = sumWhere(lengths, () => true);
    const found = sumWhere(lengths, (at) => template[at] === 1);
    const either = sumWhere(lengths, (at) => template[at] === 1 || came?.[at] === '1');
    const foundThen = came === undefined ? 0 : sumWhere(lengths, (at) => came[at] === '1');
    this.text.template += found;
    this.text.content += whole - found;
    const share = found / Math.max(1, whole);
    const isKnown = came !== undefined && either > 0;
    this.measures.push({
      share,
      recallCame: isKnown ? foundThen / either : undefined,
      recallEnd: isKnown ? found / either : undefined,
      entries: arrival?.entries,
      tableBytes: arrival?.tableBytes,
    });
    if (file !== undefined) {
      const place = this.measures.length;
      this.shown.push({ id, title, place, share, file, ...(came === undefined ? {} : { came }) });
    }
    for (const region of regions) this.#add(region);
  }

  #add(region: Region): void {
    const { key, names, text, length, linked, before, behind, df } = region;
    const known = this.regions.get(key);
    if (known === undefined) {
      if (this.regions.size >= REGIONS_MOST) this.#forgetRare();
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

  /** What only one page has had until now is hardly template of the site. */
  #forgetRare(): void {
    for (const [key, { pages }] of this.regions) if (pages === 1) this.regions.delete(key);
  }
}

/** Regions of a site that are kept count of at a time. */
const REGIONS_MOST = 10_000;

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

  /** Of sites with more pages than `most`, how many there are to one that can be opened. */
  steps(most: number): Map<string, number> {
    const crowded = [...this.sites.values()].filter(({ arrived }) => arrived > most);
    return new Map(crowded.map(({ site, arrived }) => [site, Math.ceil(arrived / most)]));
  }
}
