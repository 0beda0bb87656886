/** How well pages are found again in indexes of which different things were left out. */
import { join } from 'node:path';
import type { Index, IndexTemplate, Ranking } from '@refrain/search';
import type { Selection } from '../corpus/selection.ts';
import { selectPages } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { withoutGold } from '../evaluation/gold.ts';
import { urlOf } from '../evaluation/judge.ts';
import { withScratch } from '../scratch.ts';
import { gatherPages, TEMPLATES } from './indexes.ts';
import { type KnownItem, knownItems, type SearchPage } from './known-items.ts';
import { asked, distinctQueries, sampleQueries } from './queries.ts';
import { figuresOf, movesOf, type RankFigures, type Ranks } from './ranks.ts';

export const RANKINGS: readonly Ranking[] = ['bm25', 'pivoted'];

/** Results that are looked through for the page; behind them it counts as not found. */
export const DEPTH = 100;

/** Queries of a site, at most. */
export const QUERIES = 500;

/** The order of the queries of which the first are taken. */
const SEED = 1;

/** What the index of all sites is called. */
export const TOGETHER = 'all together';

/** Of one index, by one ranking. */
export interface SearchFigures extends RankFigures {
  /** A site, or all of them in one index. */
  readonly scope: string;
  readonly pages: number;
  readonly template: IndexTemplate;
  readonly ranking: Ranking;
  /** Words that the index has, of those that it has with nothing left out. */
  readonly wordsKept: number;
  /** Queries whose page stands further up than with nothing left out, and further down. */
  readonly better: number;
  readonly worse: number;
}

/** Pages that are indexed together, and what they are looked for by. */
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

/** All in one index; a query that two sites have finds neither. */
export const together = (sites: readonly Searched[]): Searched => ({
  scope: TOGETHER,
  pages: sites.flatMap(({ pages }) => pages),
  items: distinctQueries(sites.map(({ items }) => items)),
});

/** So many queries of each at most. */
export const sampled = (searched: Searched, count: number): Searched => ({
  ...searched,
  items: sampleQueries(searched.items, count, SEED),
});

export const ranksOf = (index: Index, items: readonly KnownItem[], ranking: Ranking): Ranks =>
  items.map((item) => {
    const at = index.search(asked(item), { ranking, limit: DEPTH }).findIndex(({ url }) => url === item.url);
    return at < 0 ? undefined : at + 1;
  });

/** With one index, which has words of the body alone: most queries are titles. */
export async function withIndex<T>(
  pages: readonly SearchPage[],
  template: IndexTemplate,
  run: (index: Index) => T,
): Promise<T> {
  return withScratch(async (folder) => {
    const builder = await gatherPages(join(folder, 'index'), pages, { template, titles: false });
    using index = await builder.build();
    return run(index);
  });
}

/** Every template kind and ranking. */
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

/** Every site by itself, then all together where there are several. */
export async function measureKnownItems(sites: readonly Searched[], queries: number): Promise<SearchFigures[]> {
  const some = sites.map((site) => sampled(site, queries));
  const scopes = some.length > 1 ? [...some, together(some)] : some;
  const found: SearchFigures[] = [];
  for (const searched of scopes) found.push(...(await measureSearch(searched)));
  return found;
}
