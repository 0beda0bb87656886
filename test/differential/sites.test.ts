/**
 * Module against twin on real sites: those in test/fixtures/sites, and all sites in the folder that REFRAIN_SITES names
 * where it is set. Every page's blocks, segments, DFs and verdicts; the whole table after every tenth page and the last; and that
 * the source with one kind of block cut out still has the words of the other.
 */

import { Detector, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites, type SiteSource } from '../../bench/corpus/sites.ts';
import { ReferenceDetector } from '../reference/detector.ts';
import { separatorPresets } from '../reference/options.ts';
import { comparePage, compareTables } from '../support/compare.ts';
import { npmSites, type SitePage } from '../support/npm-sites.ts';
import { REPETITION } from '../support/repetition.ts';

const law = { baseLifetime: 5, lifetimeGrowth: 8 };

const words = (text: string): string[] => (text.match(/[\p{L}\p{N}]+/gu) ?? []).sort();

/** Words of `wanted` that `found` does not have as often. */
const missing = (wanted: readonly string[], found: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  return wanted.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count <= 0;
  });
};

/** The words that stay, by the page, and those that the cut source has, read by a detector of its own. */
const checkCut = (page: Page, reader: Detector, name: string): void => {
  const kept = words(page.text('content'));
  const cut = page.html({ remove: 'template' });
  const read = words(reader.label(cut).text('all'));
  assert.equal(missing(kept, read), [], `${name}: words that should have stayed`);
};

const compareSite = async (pages: readonly SitePage[], separators: 'paper' | 'html5'): Promise<void> => {
  const detector = await Detector.create({
    ...REPETITION,
    ...(separators === 'paper' ? { preset: 'paper', separators } : {}),
    ...law,
  });
  const reader = await Detector.create(REPETITION);
  const twin = new ReferenceDetector({ ...law, separators: separatorPresets[separators] });
  for (const [index, { name, html }] of pages.entries()) {
    const page = detector.learn(html);
    comparePage(page, twin.learn(html), name, detector.options);
    checkCut(page, reader, name);
    if (index % 10 === 9 || index === pages.length - 1) compareTables(detector, twin, name);
  }
};

for (const { name, pages } of npmSites()) {
  for (const separators of ['paper', 'html5'] as const) {
    test(`${name}, ${pages.length} pages, separators ${separators}`, async () => {
      assert.ok(pages.length > 50);
      await compareSite(pages, separators);
    });
  }
}

const decoder = new TextDecoder();

const readSite = async (site: SiteSource): Promise<SitePage[]> =>
  (await site.read()).map(({ name, bytes }) => ({ name: `${site.name}/${name}`, html: decoder.decode(bytes) }));

const folder = process.env['REFRAIN_SITES'];
for (const site of folder ? findSites(folder) : []) {
  test(`${site.name}, in REFRAIN_SITES`, async () => compareSite(await readSite(site), 'paper'));
}

test.run();
