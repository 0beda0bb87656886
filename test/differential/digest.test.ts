/**
 * A page that is judged by its digest equals a page that is judged whole: every output, and the bytes of the snapshot. On the sites in
 * test/fixtures/sites, and on all sites of the folder that REFRAIN_SITES names.
 */
import { Detector, type DetectorOptions, Digester, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/corpus/sites.ts';
import { realSites, type SitePage } from '../support/real-sites.ts';

/** What a user can read of a page; what is made on demand only where `isWhole`. */
const contentsOf = (page: Page, hasMain: boolean, isWhole: boolean): string => {
  const { work, fresh, lengths, blocks } = page;
  const segments = blocks.map((block) => block.segments.map(({ df, lastPage }) => [df, lastPage]));
  const first = [page.toJSON(), work, fresh, lengths, segments, page.headline];
  if (!isWhole) return JSON.stringify(first);
  const outputs = [page.markdown(), page.html({ remove: 'template' }), page.metadata(), blocks[0]?.explain()];
  const main = hasMain ? [page.text('main'), page.text('comments'), page.kind, page.kindConfidence] : [];
  return JSON.stringify([first, outputs, main]);
};

async function compareSite(pages: readonly SitePage[], options: DetectorOptions): Promise<void> {
  const whole = await Detector.create(options);
  const owner = await Detector.restore(whole.snapshot());
  const digester = await Digester.create(owner.digestKey());
  const hasMain = whole.options.evidence !== 'repetition';
  for (const [index, { name, html }] of pages.entries()) {
    // Some pages come twice under one id, and are counted once.
    const how = { id: `https://example.org/${index - Number(index % 11 === 10)}` };
    const isWhole = index % 7 === 0;
    if (index % 5 === 4) {
      const wanted = contentsOf(whole.label(html, how), hasMain, isWhole);
      const answer = owner.labelDigest(digester.digest(html, how), how);
      assert.is(contentsOf(digester.apply(answer), hasMain, isWhole), wanted, `${name}, labelled`);
    }
    const wanted = contentsOf(whole.learn(html, how), hasMain, isWhole);
    const answer = owner.learnDigest(digester.digest(html, how), how);
    assert.is(contentsOf(digester.apply(answer), hasMain, isWhole), wanted, name);
  }
  assert.equal(owner.snapshot(), whole.snapshot());
}

const OPTIONS: Readonly<Record<string, DetectorOptions>> = {
  default: {},
  paper: { preset: 'paper' },
  'short keys, evidence of the page': { evidence: 'page', fingerprintBits: 23, path: 'classes' },
  'long DFs, no forgetting': { templateDf: 300, baseLifetime: Number.POSITIVE_INFINITY, fingerprintBits: 64 },
};

for (const { name, pages } of realSites()) {
  for (const [title, options] of Object.entries(OPTIONS)) {
    test(`${name}, ${title}: digests give the pages and the table that whole pages give`, () =>
      compareSite(pages, options));
  }
}

const decoder = new TextDecoder();
const folder = process.env['REFRAIN_SITES'];
for (const site of folder ? findSites(folder) : []) {
  test(`${site.name} of REFRAIN_SITES: digests give the pages that whole pages give`, async () => {
    const pages = (await site.read()).map(({ name, bytes }) => ({ name, html: decoder.decode(bytes) }));
    await compareSite(pages, {});
  });
}

test.run();
