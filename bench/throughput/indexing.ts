/**
 * Indexing and what finds template on the way, or before it. All get pages of one site and end with an index in a file. The
 * baselines keep trees of parse5, as everywhere in the bench, and their pages are indexed in full: how long it takes to leave
 * words out is not theirs to answer for.
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

/** A page of the bench with an address, the first folder of which is its site. */
export interface AddressedPage extends BenchPage {
  readonly url: string;
}

export const addressed = (pages: readonly BenchPage[], host = 'bench.example'): AddressedPage[] =>
  pages.map((page) => ({ ...page, url: `https://${host}/${encodeURI(page.name)}` }));

/** What makes one site of an address. */
export const SITE_OF = await siteFinder({ folders: 1 });

export const BASELINES = ['shingle', 'sst'] as const;

export type BaselineName = (typeof BASELINES)[number];

/** A baseline that is given its trees. */
export const withTrees = (name: BaselineName): string => `${name}, parsed before`;

const makers: Readonly<Record<BaselineName, () => Baseline>> = {
  shingle: () => new Shingle({ separators: BLOCKS, pages: 5, isNear: false }),
  sst: () => new StyleTree(),
};

/** Everything in one folder, which is the caller's. */
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
      contender(name, 'trees of parse5, fitted and labelled; then an index of all', () => round(readTrees)),
      contender(withTrees(name), 'the same, the trees being there', () => {
        // What a baseline has made of a tree it remembers: every round has new ones.
        const trees = readTrees();
        return round(() => trees);
      }),
    ];
  };
  return [...byIndexer, ...BASELINES.flatMap(byBaseline)];
}
