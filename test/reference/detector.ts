/**
 * Reference implementation of the incremental method of Wang et al., WWW 2008 (page segmentation, expansion, detection
 * and shrinkage), in the simplest form and in the paper's order. The module must agree with it on every page.
 */
import { isForgotten, life, type ReferenceOptions, type ReferenceSettings, resolveOptions } from './options.ts';
import { type SegmentedBlock, segmentPage } from './segment.ts';
import { readTree } from './tree.ts';

export interface ReferenceSegment {
  readonly text: string;
  readonly path: string;
  readonly length: number;
  /** DF and last page after the page's expansion; 0 for a segment that is not in the table. */
  readonly df: number;
  readonly last: number;
  /** The last earlier page with the segment. Default: 0. */
  readonly previous: number;
}

export interface ReferenceBlock {
  readonly path: string;
  readonly verdict: 'template' | 'content';
  readonly length: number;
  readonly templateLength: number;
  readonly segments: readonly ReferenceSegment[];
}

export interface ReferencePage {
  readonly number: number;
  readonly counted: boolean;
  /** Segments that this page added to the table. */
  readonly fresh: number;
  readonly blocks: readonly ReferenceBlock[];
}

export interface ReferenceEntry {
  readonly path: string;
  readonly text: string;
  readonly df: number;
  readonly last: number;
}

/** Maximum number of ids of counted pages. */
const rememberedPages = 256;

/** Ratios are compared as whole millionths, so that 7 of 10 is never above 0.7. */
const ratioScale = 1_000_000;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

export class ReferenceDetector {
  readonly #options: ReferenceOptions;
  readonly #table = new Map<string, ReferenceEntry>();
  #page = 0;
  #expandedEntries = 0;
  /** Ids of the last counted pages. */
  readonly #recentIds: string[] = [];

  constructor(settings: ReferenceSettings) {
    this.#options = resolveOptions(settings);
  }

  /** Labels and counts the page. A page with a remembered id is only labelled. */
  learn(html: string, id?: string): ReferencePage {
    return this.learnSegmented(this.#segments(html), id);
  }

  /** Labels the page without changing the table. A page with a remembered id is labelled by other pages. */
  label(html: string, id?: string): ReferencePage {
    return this.#label(this.#segments(html), this.#isCounted(id));
  }

  #segments(html: string): SegmentedBlock[] {
    return segmentPage(readTree(html, this.#options.noscript), this.#options.separators);
  }

  /** `learn` for a segmented page, to measure the table without the parser. */
  learnSegmented(segmented: readonly SegmentedBlock[], id?: string): ReferencePage {
    if (this.#isCounted(id)) return this.#label(segmented, true);
    this.#page += 1;
    this.#remember(id);

    const before = this.#lastPages(segmented, 0);
    const fresh = this.#expand(segmented);
    this.#expandedEntries = this.#table.size;
    const blocks = segmented.map((block) => this.#detect(block, before, 0));
    this.#shrink();
    return { number: this.#page, counted: true, fresh, blocks };
  }

  get entries(): number {
    return this.#table.size;
  }

  /** Entries after the expansion of the last counted page: s_i of AverageSize (Wang et al., WWW 2008, experiments). */
  get expandedEntries(): number {
    return this.#expandedEntries;
  }

  table(): ReferenceEntry[] {
    return [...this.#table.values()].sort(
      (a, b) => compare(a.path, b.path) || compare(a.text, b.text) || a.df - b.df || a.last - b.last,
    );
  }

  /** For a counted page, each DF is one less. Segments that only this page has are unknown. */
  #label(segmented: readonly SegmentedBlock[], isCounted: boolean): ReferencePage {
    const own = isCounted ? 1 : 0;
    const before = this.#lastPages(segmented, own);
    const blocks = segmented.map((block) => this.#detect(block, before, own));
    return { number: this.#page, counted: false, fresh: 0, blocks };
  }

  #isCounted(id: string | undefined): boolean {
    return id !== undefined && this.#recentIds.includes(id);
  }

  #known(key: string, own: number): Pick<ReferenceEntry, 'df' | 'last'> {
    const { df, last } = this.#table.get(key) ?? { df: 0, last: 0 };
    return df > own ? { df: df - own, last } : { df: 0, last: 0 };
  }

  #remember(id: string | undefined): void {
    if (id === undefined) return;
    this.#recentIds.push(id);
    if (this.#recentIds.length > rememberedPages) this.#recentIds.shift();
  }

  /** The last page of each segment before this page, by key. */
  #lastPages(blocks: readonly SegmentedBlock[], own: number): ReadonlyMap<string, number> {
    const keys = blocks.flatMap(({ segments }) => segments.map(({ key }) => key));
    return new Map(keys.map((key) => [key, this.#known(key, own).last]));
  }

  /** Counts each segment of the page once. Returns the number of new segments. */
  #expand(blocks: readonly SegmentedBlock[]): number {
    let fresh = 0;
    for (const { path, text, key } of blocks.flatMap(({ segments }) => segments)) {
      const known = this.#table.get(key);
      if (known === undefined) fresh += 1;
      if (known?.last === this.#page) continue;
      this.#table.set(key, { path, text, df: (known?.df ?? 0) + 1, last: this.#page });
    }
    return fresh;
  }

  #detect(block: SegmentedBlock, before: ReadonlyMap<string, number>, own: number): ReferenceBlock {
    const segments = block.segments.map(({ text, path, length, key }) => {
      const { df, last } = this.#known(key, own);
      return { text, path, length, df, last, previous: before.get(key) ?? 0 };
    });
    const { templateDf, templateRatio } = this.#options;
    const length = sum(segments.map((segment) => segment.length));
    const templateLength = sum(segments.filter(({ df }) => df >= templateDf).map((segment) => segment.length));
    const isTemplate = templateLength * ratioScale > length * Math.round(templateRatio * ratioScale);
    return {
      path: block.path,
      verdict: isTemplate ? 'template' : 'content',
      length,
      templateLength,
      segments,
    };
  }

  #shrink(): void {
    const { baseLifetime, lifetimeGrowth, lifetimeBoundary } = this.#options;
    for (const [key, { df, last }] of this.#table) {
      const lifetime = life(df, baseLifetime, lifetimeGrowth);
      if (isForgotten(this.#page - last, lifetime, lifetimeBoundary)) this.#table.delete(key);
    }
  }
}
