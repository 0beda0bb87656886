/**
 * A wrong fast index is not timed: on some pages of every site, what is template, and what a search finds, has to be what it
 * is in plain TypeScript.
 */
import { join } from 'node:path';
import type { IndexTemplate } from '@refrain/search';
import { Detector, resolveOptions } from 'refrain';
import { parseStandard } from '../../test/html/parse5-standard.ts';
import { type DividedBlock, decide, divideDocument, ReferenceIndex } from '../../test/reference/two-stage.ts';
import { Problem } from '../problem.ts';
import { withScratch } from '../scratch.ts';
import { gatherPages, TEMPLATES } from '../search/indexes.ts';
import { knownItems } from '../search/known-items.ts';
import { asked } from '../search/queries.ts';
import { type AddressedPage, SITE_OF } from './indexing.ts';

export interface IndexValidation {
  readonly pages: number;
  /** Blocks that two stages hold for template. */
  readonly templateBlocks: number;
  /** Searches whose results were compared, over all indexes. */
  readonly searches: number;
}

/** Pages of a site that are looked at. */
const PAGES = 40;
const QUERIES = 25;

/** A page, and its blocks as plain TypeScript divides it. */
interface Divided {
  readonly page: AddressedPage;
  readonly blocks: readonly DividedBlock[];
}

/** Of the pages of one site, for each whether its blocks are template. */
async function judge(template: IndexTemplate, site: readonly Divided[]): Promise<boolean[][]> {
  if (template === 'two-stage') return decide(site.map(({ blocks }) => ({ site: '', blocks })));
  if (template === 'none') return site.map(() => []);
  const detector = await Detector.create();
  return site.map(({ page }) => detector.learn(page.bytes).blocks.map(({ kind }) => kind === 'template'));
}

const separators: ReadonlySet<string> = new Set(resolveOptions().separators);

const divide = (html: string): DividedBlock[] => divideDocument(parseStandard(html, true), { separators });

/** Throws where anything differs. */
async function validateOne(template: IndexTemplate, site: readonly Divided[], queries: readonly string[]) {
  const expected = await judge(template, site);
  const isTemplate = (page: number, block: number): boolean => expected[page]?.[block] === true;
  const reference = new ReferenceIndex(
    site.map(({ blocks }, page) => blocks.map(({ words }, block) => ({ words, keep: !isTemplate(page, block) }))),
  );
  await withScratch(async (folder) => {
    const pages = site.map(({ page }) => page);
    const options = { template, siteOf: SITE_OF, titles: false };
    const builder = await gatherPages(join(folder, 'index'), pages, options);
    if (template === 'two-stage') {
      const verdicts = await builder.detect();
      for (const [at, { page, blocks }] of site.entries()) {
        const block = blocks.findIndex((_, number) => verdicts.isTemplate(at, number) !== isTemplate(at, number));
        if (block >= 0) throw new Problem(`${page.name}: block ${block} is judged otherwise; nothing was timed`);
      }
    }
    using index = await builder.build();
    for (const query of queries) {
      const found = index.search(query).map(({ page, score }) => ({ page, score }));
      if (JSON.stringify(found) !== JSON.stringify(reference.search(query, 'bm25').slice(0, 10))) {
        throw new Problem(`${pages[0]?.site}, ${template}: other results for ${query}; nothing was timed`);
      }
    }
  });
  return expected.flat().filter((is) => is).length;
}

/** @throws {Problem} where anything differs */
export async function validateIndexes(sites: readonly (readonly AddressedPage[])[]): Promise<IndexValidation> {
  let [pages, templateBlocks, searches] = [0, 0, 0];
  for (const own of sites) {
    const site = own.slice(0, PAGES).map((page) => ({ page, blocks: divide(page.html) }));
    const queries = knownItems(site.map(({ page }) => page))
      .slice(0, QUERIES)
      .map(asked);
    pages += site.length;
    for (const template of TEMPLATES) {
      const found = await validateOne(template, site, queries);
      if (template === 'two-stage') templateBlocks += found;
      searches += queries.length;
    }
  }
  return { pages, templateBlocks, searches };
}
