/** Two sites never share data, whatever their names are. */
import { join } from 'node:path';
import { type SiteDatabase, Sites } from '@refrain/crawl';
import { readNdjson } from '@refrain/crawl/input';
import { MemoryLevel } from 'memory-level';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf, rejectedCode } from '../../../../test/support/errors.ts';
import { withFolder } from '../../../../test/support/folder.ts';

/** Names that keys of a store could confuse: prefixes, separators, long ones, forms of one letter. */
const NAMES = [
  ...[
    'a',
    'aa',
    'a\u0001',
    'a b',
    'a\nb',
    'a/b',
    '..',
    '/',
    'p',
    's',
    'sa',
    'm',
    'n',
    '\u007f',
    '\uffff',
    '\ufeffa',
    '😀',
  ],
  ...['é', 'e\u0301', 'A', 'a0000000000000000', '__proto__', 'x'.repeat(1000), `${'x'.repeat(999)}y`],
];
const INVALID = ['', '\0', 'a\0', 'a\u00000000000000000000', '\ud800', 'a\udc00b'];

/** More than the ids in a site's record. */
const PAGES = 260;

async function learnAll(sites: Sites, names: readonly string[]): Promise<number> {
  let counted = 0;
  for (let page = 0; page < PAGES; page += 1) {
    for (const site of names) {
      const learned = await sites.learn('https://example.org/', `<p>${page}`, { site, id: `page ${page}` });
      if (learned.counted) counted += 1;
    }
  }
  return counted;
}

/** Learns pages of sites with these names, closes the store, and finds all of them in it. */
async function learnAndReopen(open: () => Promise<Sites>, names: readonly string[]): Promise<Sites> {
  const first = await open();
  assert.is(await learnAll(first, names), PAGES * names.length);
  await first.close();
  const sites = await open();
  const listed: string[] = [];
  for await (const { site, pages } of sites.list()) {
    assert.is(pages, PAGES);
    listed.push(site);
  }
  assert.equal([...listed].sort(), [...names].sort());
  return sites;
}

const checkNames = async (open: () => Promise<Sites>): Promise<void> => {
  const sites = await learnAndReopen(open, NAMES);
  assert.is(await learnAll(sites, NAMES), 0);
  // If one site is removed, all others keep their ids.
  for (const site of ['a', 'p', 'x'.repeat(1000)]) {
    assert.ok(await sites.forget(site));
    await sites.flush();
    assert.is(
      await learnAll(
        sites,
        NAMES.filter((name) => name !== site),
      ),
      0,
    );
    assert.is(await learnAll(sites, [site]), PAGES);
  }
  for (const site of INVALID) {
    const page = ['https://example.org/', '<p>', { site }] as const;
    for (const run of [
      () => sites.learn(...page),
      () => sites.label(...page),
      () => sites.relabel(...page),
      () => sites.forget(site),
      () => sites.snapshot(site),
      () => sites.restore(site, new Uint8Array()),
    ]) {
      assert.is(await rejectedCode(run), 'INPUT_INVALID', `${run} ${JSON.stringify(site)}`);
    }
  }
  await sites.close();
};

test('sites of any names have separate pages and ids, in memory', async () => {
  const store: SiteDatabase = new MemoryLevel();
  await checkNames(() => Sites.open({ store }));
});

test(
  'sites of any names have separate pages and ids, on disk',
  withFolder({}, (folder) => checkNames(() => Sites.open({ location: join(folder, 'store') }))),
);

test(
  'two names of a megabyte that differ in their last letter are two sites',
  withFolder({}, async (folder) => {
    const [one, other] = ['x'.repeat(1_000_000), `${'x'.repeat(999_999)}y`] as const;
    const sites = await learnAndReopen(() => Sites.open({ location: join(folder, 'store') }), [one, other]);
    assert.ok(await sites.forget(one));
    const page = ['https://example.org/', '<p>0'] as const;
    assert.not.ok((await sites.learn(...page, { site: other, id: 'page 0' })).counted);
    assert.ok((await sites.learn(...page, { site: one, id: 'page 0' })).counted);
    await sites.close();
  }),
);

test('names from siteOf and from NDJSON are checked', async () => {
  for (const site of INVALID) {
    const sites = await Sites.open({ store: new MemoryLevel(), siteOf: () => site });
    assert.is(
      await rejectedCode(() => sites.learn('https://example.org/', '<p>')),
      'INPUT_INVALID',
      JSON.stringify(site),
    );
    const line = JSON.stringify({ url: 'https://example.org/', html: '<p>', site });
    const failures: string[] = [];
    const pages = readNdjson(
      (async function* () {
        yield new TextEncoder().encode(`${line}\n`);
      })(),
      { onFailure: ({ error }) => failures.push(codeOf(error)) },
    );
    for await (const page of pages) failures.push(`read as ${page.site}`);
    assert.is(failures.length, 1);
    assert.match(failures[0] ?? '', /^INPUT_/);
  }
});

test.run();
