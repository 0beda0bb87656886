/** Searches for known items in indexes without the template that each method detects. */
import { join } from 'node:path';
import type { Index, IndexTemplate, Ranking } from '@refrain/search';
import type { Selection } from '../corpus/selection.ts';
import { selectPages } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { withoutGold } from '../evaluation/gold.ts';
import { urlOf } from '../evaluation/judge.ts';
import { withScratch } from '../scratch.ts';
import { collectPages, TEMPLATES } from './indexes.ts';
import { type KnownItem, knownItems, type SearchPage } from './known-items.ts';
import { distinctQueries, sampleQueries, searchText } from './queries.ts';
import { figuresOf, movesOf, type RankFigures, type Ranks } from './ranks.ts';

export const RANKINGS: readonly Ranking[] = ['bm25', 'pivoted'];

/** Maximum rank: a page behind it counts as not found. */
export const DEPTH = 100;

/** Maximum queries of a site. */
export const QUERIES = 500;

/** Seed of the sample of queries. */
const SEED = 1;

/** Name of the index of all sites. */
export const TOGETHER = 'all together';

/** Figures of one index with one ranking. */
export interface SearchFigures extends RankFigures {
  /** A site, or all of them in one index. */
  readonly scope: string;
  readonly pages: number;
  readonly template: IndexTemplate;
  readonly ranking: Ranking;
  /** Words of the index over words of the index without removal. */
  readonly wordsKept: number;
  /** Queries whose page ranks higher, and lower, than in the index without removal. */
  readonly better: number;
  readonly worse: number;
}

/** Pages of one index, and the queries for them. */
export interface Searched {
  readonly scope: string;
  readonly pages: readonly SearchPage[];
  readonly items: readonly KnownItem[];
}

const decoder = new TextDecoder();

export async function readSearched(site: SiteSource, selection: Selection): Promise<Searched> {
  const pages = selectPages(await site.read(), selection).map((page) => ({
    url: urlOf(site.name, page),
    html: withoutGold(decoder.decode(page.bytes)),
  }));
  return { scope: site.name, pages, items: knownItems(pages) };
}

/** The pages of all sites for one index. A query that two sites share is left out. */
export const together = (sites: readonly Searched[]): Searched => ({
  scope: TOGETHER,
  pages: sites.flatMap(({ pages }) => pages),
  items: distinctQueries(sites.map(({ items }) => items)),
});

/** With at most `count` queries. */
export const sampled = (searched: Searched, count: number): Searched => ({
  ...searched,
  items: sampleQueries(searched.items, count, SEED),
});

export const ranksOf = (index: Index, items: readonly KnownItem[], ranking: Ranking): Ranks =>
  items.map((item) => {
    const at = index.search(searchText(item), { ranking, limit: DEPTH }).findIndex(({ url }) => url === item.url);
    return at < 0 ? undefined : at + 1;
  });

/** Runs a function on an index of the bodies. Titles are not indexed, since most queries are titles. */
export async function withIndex<T>(
  pages: readonly SearchPage[],
  template: IndexTemplate,
  run: (index: Index) => T,
): Promise<T> {
  return withScratch(async (folder) => {
    const builder = await collectPages(join(folder, 'index'), pages, { template, titles: false });
    using index = await builder.build();
    return run(index);
  });
}

/** Figures for every kind of index and every ranking. */
export async function measureSearch({ scope, pages, items }: Searched): Promise<SearchFigures[]> {
  const found: SearchFigures[] = [];
  const before = new Map<Ranking, Ranks>();
  let allWords = 0;
  for (const template of TEMPLATES) {
    await withIndex(pages, template, (index) => {
      if (template === 'none') allWords = index.stats.words;
      for (const ranking of RANKINGS) {
        const ranks = ranksOf(index, items, ranking);
        if (template === 'none') before.set(ranking, ranks);
        found.push({
          ...{ scope, pages: pages.length, template, ranking },
          ...figuresOf(ranks),
          wordsKept: index.stats.words / allWords,
          ...movesOf(before.get(ranking) ?? [], ranks),
        });
      }
    });
  }
  return found;
}

/** Figures for the index of each site, then for one index of all sites where there are several. */
export async function measureKnownItems(sites: readonly Searched[], queries: number): Promise<SearchFigures[]> {
  const some = sites.map((site) => sampled(site, queries));
  const scopes = some.length > 1 ? [...some, together(some)] : some;
  const found: SearchFigures[] = [];
  for (const searched of scopes) found.push(...(await measureSearch(searched)));
  return found;
}
