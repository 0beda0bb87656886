/**
 * Checks the indexes before they are timed: on some pages of every site, template blocks and search results must equal those
 * of plain TypeScript.
 */
import { join } from 'node:path';
import { Detector, resolveOptions } from 'refrain';
import type { IndexTemplate } from 'refrain/index';
import { parseStandard } from '../../test/html/parse5-standard.ts';
import { type DividedBlock, decide, divideDocument, ReferenceIndex } from '../../test/reference/two-stage.ts';
import { Problem } from '../problem.ts';
import { withScratch } from '../scratch.ts';
import { collectPages, TEMPLATES } from '../search/indexes.ts';
import { knownItems } from '../search/known-items.ts';
import { searchText } from '../search/queries.ts';
import { type AddressedPage, SITE_OF } from './indexing.ts';

export interface IndexValidation {
  readonly pages: number;
  /** Blocks that two-stage detection judges template. */
  readonly templateBlocks: number;
  /** Compared searches, over all indexes. */
  readonly searches: number;
}

/** Compared pages of each site. */
const PAGES = 40;
const QUERIES = 25;

/** A page, and its blocks in plain TypeScript. */
interface Divided {
  readonly page: AddressedPage;
  readonly blocks: readonly DividedBlock[];
}

/** For each page of one site, whether each of its blocks is template. */
async function judge(template: IndexTemplate, site: readonly Divided[]): Promise<boolean[][]> {
  if (template === 'two-stage') return decide(site.map(({ blocks }) => ({ site: '', blocks })));
  if (template === 'none') return site.map(() => []);
  const detector = await Detector.create();
  return site.map(({ page }) => detector.learn(page.bytes).blocks.map(({ kind }) => kind === 'template'));
}

const separators: ReadonlySet<string> = new Set(resolveOptions().separators);

const divide = (html: string): DividedBlock[] => divideDocument(parseStandard(html, true), { separators });

/** Compares one kind of index. Returns the number of template blocks. */
async function validateOne(template: IndexTemplate, site: readonly Divided[], queries: readonly string[]) {
  const expected = await judge(template, site);
  const isTemplate = (page: number, block: number): boolean => expected[page]?.[block] === true;
  const reference = new ReferenceIndex(
    site.map(({ blocks }, page) => blocks.map(({ words }, block) => ({ words, keep: !isTemplate(page, block) }))),
  );
  await withScratch(async (folder) => {
    const pages = site.map(({ page }) => page);
    const options = { template, siteOf: SITE_OF, titles: false };
    const builder = await collectPages(join(folder, 'index'), pages, options);
    if (template === 'two-stage') {
      const verdicts = await builder.detect();
      for (const [at, { page, blocks }] of site.entries()) {
        const block = blocks.findIndex((_, number) => verdicts.isTemplate(at, number) !== isTemplate(at, number));
        if (block >= 0)
          throw new Problem(
            `${page.name}: block ${block} has another verdict than in plain TypeScript; nothing was timed`,
          );
      }
    }
    using index = await builder.build();
    for (const query of queries) {
      const found = index.search(query).map(({ page, score }) => ({ page, score }));
      if (JSON.stringify(found) !== JSON.stringify(reference.search(query, 'bm25').slice(0, 10))) {
        throw new Problem(
          `${pages[0]?.site}, ${template}: the search for ${query} has other results than in plain TypeScript; nothing was timed`,
        );
      }
    }
  });
  return expected.flat().filter((is) => is).length;
}

/** @throws {Problem} where verdicts or search results differ */
export async function validateIndexes(sites: readonly (readonly AddressedPage[])[]): Promise<IndexValidation> {
  let [pages, templateBlocks, searches] = [0, 0, 0];
  for (const own of sites) {
    const site = own.slice(0, PAGES).map((page) => ({ page, blocks: divide(page.html) }));
    const queries = knownItems(site.map(({ page }) => page))
      .slice(0, QUERIES)
      .map(searchText);
    pages += site.length;
    for (const template of TEMPLATES) {
      const found = await validateOne(template, site, queries);
      if (template === 'two-stage') templateBlocks += found;
      searches += queries.length;
    }
  }
  return { pages, templateBlocks, searches };
}
