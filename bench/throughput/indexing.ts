/**
 * Contenders that index the pages of one site, with template detection inside the indexer or before it. Each ends with an index
 * in a file. The baselines use trees of parse5, as everywhere in the bench. All their pages are indexed in full: the time to
 * leave words out is not counted.
 */

import { join } from 'node:path';
import { siteFinder } from '@refrain/crawl';
import { IndexBuilder, type IndexTemplate } from '@refrain/search';
import type { Baseline } from '../baselines/baseline.ts';
import { type PageTree, readTree } from '../baselines/document.ts';
import { BLOCKS, Shingle } from '../baselines/shingle.ts';
import { StyleTree } from '../baselines/style-tree.ts';
import { TEMPLATES } from '../search/indexes.ts';
import type { Contender, Round } from './contender.ts';
import { collectGarbage } from './garbage.ts';
import type { BenchPage } from './pages.ts';

/** A page of the bench with a URL whose first path segment is its site. */
export interface AddressedPage extends BenchPage {
  readonly url: string;
}

export const addressed = (pages: readonly BenchPage[], host = 'bench.example'): AddressedPage[] =>
  pages.map((page) => ({ ...page, url: `https://${host}/${encodeURI(page.name)}` }));

/** The first path segment of a URL is the site. */
export const SITE_OF = await siteFinder({ folders: 1 });

export const BASELINES = ['shingle', 'sst'] as const;

export type BaselineName = (typeof BASELINES)[number];

/** Name of a baseline whose trees are parsed outside the measured time. */
export const withTrees = (name: BaselineName): string => `${name}, parsed before`;

const makers: Readonly<Record<BaselineName, () => Baseline>> = {
  shingle: () => new Shingle({ separators: BLOCKS, pages: 5, isNear: false }),
  sst: () => new StyleTree(),
};

/** All files are in `folder`, which the caller deletes. */
export function indexing(pages: readonly AddressedPage[], folder: string): Contender[] {
  const location = join(folder, 'index');
  const begin = async (template: IndexTemplate): Promise<() => Promise<number>> => {
    const builder = await IndexBuilder.create(location, { template, siteOf: SITE_OF });
    return async () => {
      for (const { url, bytes } of pages) builder.add(url, bytes);
      const index = await builder.build();
      index.close();
      return index.stats.words;
    };
  };
  const contender = (name: string, meaning: string, prepare: () => Promise<Round>): Contender => ({
    ...{ name, meaning, isAsync: true },
    prepare: async () => {
      const round = await prepare();
      collectGarbage();
      return round;
    },
  });
  const byIndexer = TEMPLATES.map((template) =>
    contender(template, `an index, template: ${template}`, async () => {
      const index = await begin(template);
      return async () => ({ found: await index() });
    }),
  );
  const readTrees = (): PageTree[] => pages.map(({ html, url }) => readTree(html, url));
  const byBaseline = (name: BaselineName): Contender[] => {
    const round = async (trees: () => readonly PageTree[]): Promise<Round> => {
      const [baseline, index] = [makers[name](), await begin('none')];
      return async () => {
        const batch = trees();
        baseline.fit(batch);
        let found = 0;
        for (const tree of batch) for (const isTemplate of baseline.label(tree)) if (isTemplate) found += 1;
        return { found: found + (await index()) };
      };
    };
    return [
      contender(name, 'parses with parse5, fits, labels; then indexes all pages', () => round(readTrees)),
      contender(withTrees(name), 'the same without the time to parse', () => {
        // Baselines remember results by tree, so every round needs new trees.
        const trees = readTrees();
        return round(() => trees);
      }),
    ];
  };
  return [...byIndexer, ...BASELINES.flatMap(byBaseline)];
}
