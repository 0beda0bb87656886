/**
 * Compares module and reference on real sites: test/fixtures/sites, and the folder REFRAIN_SITES. Compares blocks,
 * segments, DFs and verdicts of every page, and the table after every tenth page and the last one. A source without its
 * template blocks must contain all words of the content.
 */

import { Detector, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites, type SiteSource } from '../../bench/pages/sites.ts';
import { ReferenceDetector } from '../reference/detector.ts';
import { separatorPresets } from '../reference/options.ts';
import { comparePage, compareTables } from '../support/compare.ts';
import { testSample } from '../support/effort.ts';
import { realSites, type SitePage } from '../support/real-sites.ts';
import { REPETITION } from '../support/repetition.ts';

const law = { baseLifetime: 5, lifetimeGrowth: 8 };

const words = (text: string): string[] => (text.match(/[\p{L}\p{N}]+/gu) ?? []).sort();

const missing = (wanted: readonly string[], found: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  return wanted.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count <= 0;
  });
};

/** Fails if the source without template lacks words of the content. A separate detector reads it. */
const checkCut = (page: Page, reader: Detector, name: string): void => {
  const kept = words(page.text('content'));
  const cut = page.html('content', { mode: 'cut' });
  const read = words(reader.label(cut).text('all'));
  assert.equal(missing(kept, read), [], `${name}: missing content words`);
};

const compareSite = async (pages: readonly SitePage[], separators: 'paper' | 'html5'): Promise<void> => {
  const detector = await Detector.create({
    ...REPETITION,
    ...(separators === 'paper' ? { preset: 'paper', separators } : {}),
    ...law,
  });
  const reader = await Detector.create(REPETITION);
  const reference = new ReferenceDetector({ ...law, separators: separatorPresets[separators] });
  for (const [index, { name, html }] of pages.entries()) {
    const page = detector.learn(html);
    comparePage(page, reference.learn(html), name);
    checkCut(page, reader, name);
    if (index % 10 === 9 || index === pages.length - 1) compareTables(detector, reference, name);
  }
};

for (const { name, pages } of realSites()) {
  for (const separators of ['paper', 'html5'] as const) {
    test(`${name}: ${pages.length} pages agree with separators ${separators}`, async () => {
      assert.ok(pages.length > 50);
      await compareSite(testSample(pages, 4), separators);
    });
  }
}

const decoder = new TextDecoder();

const readSite = async (site: SiteSource): Promise<SitePage[]> =>
  (await site.read()).map(({ name, bytes }) => ({ name: `${site.name}/${name}`, html: decoder.decode(bytes) }));

const folder = process.env['REFRAIN_SITES'];
for (const site of folder ? findSites(folder) : []) {
  test(`${site.name} of REFRAIN_SITES: pages agree`, async () =>
    compareSite(testSample(await readSite(site), 4), 'paper'));
}

test.run();
