import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exportSite, refrain, site, withFolder } from './command.ts';

const LEARN = ['--state', 'store', '--site', 'news', '--quiet'] as const;

test(
  'rules from a store are those of the pages, and the store stays as it is',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', ...LEARN, '--events', 'events.ndjson');
    const before = await exportSite(folder, 'store', 'news');
    const { stdout, stderr } = await refrain(folder, 'rules', 'news', '--state', 'store');
    const ofPages = await refrain(folder, 'rules', 'site', '--site', 'news');
    assert.equal(JSON.parse(stdout).layouts[0].content, JSON.parse(ofPages.stdout).layouts[0].content);
    assert.is(JSON.parse(stdout).site, 'news');
    assert.match(stderr, 'refrain: rules from 8 pages of store');
    assert.equal(await exportSite(folder, 'store', 'news'), before);
  }),
);

const refused = async (folder: string, ...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await refrain(folder, ...words);
  assert.is(code, 2);
  assert.is(stdout, '');
  assert.is(stderr.trimEnd().split('\n').length, 1);
  return stderr;
};

test(
  'a site that was learned without events, and one that is unknown, are told apart in one line',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', ...LEARN);
    const without = await refused(folder, 'rules', 'news', '--state', 'store');
    assert.match(without, /no template of news.*--events.*template: true.*\(TEMPLATE_MISSING\)/);
    const unknown = await refused(folder, 'rules', 'sport', '--state', 'store');
    assert.match(unknown, /no site sport.*\(SITE_UNKNOWN\)/);
  }),
);

test(
  'rules from a store with few pages say how many they need',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site/1.html', 'site/2.html', ...LEARN, '--events', 'events.ndjson');
    assert.match(await refused(folder, 'rules', 'news', '--state', 'store'), /need 8 or more \(TOO_FEW_PAGES\)/);
  }),
);

test.run();
