/**
 * The twin: the incremental method of Wang et al., WWW 2008, as plainly as
 * it can be said. One page at a time, in the paper's order: segment, expand,
 * detect, shrink. Everything else in this project is measured against it.
 */
import { isForgotten, life } from './lifetime.ts';
import { type ReferenceOptions, type ReferenceSettings, resolveOptions } from './options.ts';
import { type SegmentedBlock, segmentPage } from './segment.ts';
import { parseTree, type ReferenceElement } from './tree.ts';

export interface ReferenceSegment {
  readonly text: string;
  readonly path: string;
  readonly length: number;
  /** As the table has them after the page's expansion; 0 and 0 for a segment it does not hold. */
  readonly df: number;
  readonly last: number;
  /** The page it was last seen on before this one; 0 for a segment that was not in the table. */
  readonly previous: number;
}

export interface ReferenceBlock {
  readonly path: string;
  readonly kind: 'template' | 'content';
  readonly length: number;
  readonly templateLength: number;
  readonly segments: readonly ReferenceSegment[];
}

export interface ReferencePage {
  /** The page counter after the call. */
  readonly number: number;
  readonly counted: boolean;
  /** How many different segments this page brought into the table. */
  readonly fresh: number;
  readonly blocks: readonly ReferenceBlock[];
}

export interface ReferenceEntry {
  readonly path: string;
  readonly text: string;
  /** On how many pages the segment was seen, once per page. */
  readonly df: number;
  /** The page it was last seen on. */
  readonly last: number;
}

/** A page given again within this many counted pages of known id is not new evidence. */
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
  /** Ids of the last counted pages that had one. */
  readonly #recentIds: string[] = [];

  constructor(settings: ReferenceSettings) {
    this.#options = resolveOptions(settings);
  }

  /** Labels the page and counts it; a page whose id was counted lately is only labelled. */
  learn(html: string, id?: string): ReferencePage {
    return this.learnTree(parseTree(html), id);
  }

  /** Labels the page by the table as it stands, and changes nothing. */
  label(html: string): ReferencePage {
    return this.labelTree(parseTree(html));
  }

  learnTree(tree: ReferenceElement, id?: string): ReferencePage {
    return this.learnSegmented(segmentPage(tree, this.#options), id);
  }

  /** `learnTree` for a page that is segmented already, so that a benchmark can time the table's work alone. */
  learnSegmented(segmented: readonly SegmentedBlock[], id?: string): ReferencePage {
    if (id !== undefined && this.#recentIds.includes(id)) return this.#label(segmented);
    this.#page += 1;
    this.#remember(id);

    const before = this.#lastPages(segmented);
    const fresh = this.#expand(segmented);
    this.#expandedEntries = this.#table.size;
    const blocks = segmented.map((block) => this.#detect(block, before));
    this.#shrink();
    return { number: this.#page, counted: true, fresh, blocks };
  }

  labelTree(tree: ReferenceElement): ReferencePage {
    return this.#label(segmentPage(tree, this.#options));
  }

  /** How many entries the table holds. */
  get entries(): number {
    return this.#table.size;
  }

  /** How many it held after the last counted page's expansion: the s_i of the paper's AverageSize. */
  get expandedEntries(): number {
    return this.#expandedEntries;
  }

  /** The whole table, sorted by path and text. */
  table(): ReferenceEntry[] {
    return [...this.#table.values()].sort(
      (a, b) => compare(a.path, b.path) || compare(a.text, b.text) || a.df - b.df || a.last - b.last,
    );
  }

  #label(segmented: readonly SegmentedBlock[]): ReferencePage {
    const before = this.#lastPages(segmented);
    const blocks = segmented.map((block) => this.#detect(block, before));
    return { number: this.#page, counted: false, fresh: 0, blocks };
  }

  #remember(id: string | undefined): void {
    if (id === undefined) return;
    this.#recentIds.push(id);
    if (this.#recentIds.length > rememberedPages) this.#recentIds.shift();
  }

  /** When the table saw the page's segments last. */
  #lastPages(blocks: readonly SegmentedBlock[]): ReadonlyMap<string, number> {
    const keys = blocks.flatMap(({ segments }) => segments.map(({ key }) => key));
    return new Map(keys.map((key) => [key, this.#table.get(key)?.last ?? 0]));
  }

  /** Counts each different segment of the page once; returns how many were not in the table. */
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

  #detect(block: SegmentedBlock, before: ReadonlyMap<string, number>): ReferenceBlock {
    const segments = block.segments.map(({ text, path, length, key }) => {
      const { df, last } = this.#table.get(key) ?? { df: 0, last: 0 };
      return { text, path, length, df, last, previous: before.get(key) ?? 0 };
    });
    const { templateDf, templateRatio } = this.#options;
    const length = sum(segments.map((segment) => segment.length));
    const templateLength = sum(segments.filter(({ df }) => df >= templateDf).map((segment) => segment.length));
    const isTemplate = templateLength * ratioScale > length * Math.round(templateRatio * ratioScale);
    return {
      path: block.path,
      kind: isTemplate ? 'template' : 'content',
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
