import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  'a site that was learned without events and an unknown one give different errors, each of one line',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', ...LEARN);
    const without = await refused(folder, 'rules', 'news', '--state', 'store');
    assert.match(without, /no template of news.*--state store --events FILE \(TEMPLATE_MISSING\)/);
    const unknown = await refused(folder, 'rules', 'sport', '--state', 'store');
    assert.match(unknown, /no site sport.*\(SITE_UNKNOWN\)/);
  }),
);

test(
  'a site that was learned without events has rules when its pages were read again with events',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', ...LEARN);
    await refrain(folder, 'site', ...LEARN, '--events', 'events.ndjson');
    const { code, stdout } = await refrain(folder, 'rules', 'news', '--state', 'store');
    assert.is(code, 0);
    assert.is(JSON.parse(stdout).pages, 8);
  }),
);

test(
  'rules from a store with few pages say how many they need',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site/1.html', 'site/2.html', ...LEARN, '--events', 'events.ndjson');
    assert.match(await refused(folder, 'rules', 'news', '--state', 'store'), /need 8 or more \(TOO_FEW_PAGES\)/);
  }),
);

const EXAMPLE = fileURLToPath(new URL('../../../docs/example-site', import.meta.url));

/** The pages of the example, and the same with another header. */
const generations: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(EXAMPLE).flatMap((name) => {
    const html = readFileSync(join(EXAMPLE, name), 'utf8');
    const next = html.replace('<header class="site-header">', '<div id="masthead">').replace('</header>', '</div>');
    return [
      [`monday/${name}`, html],
      [`friday/${name}`, next],
    ];
  }),
);

test(
  'diff compares the rules of two stores, and of a file and a store',
  withFolder(generations, async (folder) => {
    const learn = (input: string, state: string, name = 'news') =>
      refrain(folder, input, '--state', state, '--site', name, '-q', '--events', 'events.ndjson');
    await learn('monday', 'old');
    await learn('friday', 'now');
    await refrain(folder, 'rules', 'news', '--state', 'old', '--out', 'old.json');
    const same = await refrain(folder, 'diff', 'old.json', 'old');
    assert.is(same.code, 0, same.stderr);
    assert.match(same.stdout, 'the template has not changed');
    const changed = await refrain(folder, 'diff', 'old', 'now');
    assert.is(changed.code, 1, changed.stderr);
    assert.match(changed.stdout, '#masthead');
    assert.is((await refrain(folder, 'diff', 'old.json', 'now')).stdout, changed.stdout);
    await learn('monday', 'now', 'sport');
    assert.match(
      await refusedWithUsage(folder, 'diff', 'old', 'now'),
      /now: the store has several sites; .*--site NAME: news, sport/,
    );
    assert.is((await refrain(folder, 'diff', 'old', 'now', '--site', 'news')).stdout, changed.stdout);
    assert.match(await refused(folder, 'diff', 'old.json', 'now', '--site', 'sport'), /old.json has the rules of news/);
    assert.match(
      await refused(folder, 'diff', 'monday', 'now'),
      /monday: the folder is no store; .*refrain rules monday.*\(INPUT_INVALID\)/,
    );
  }),
);

async function refusedWithUsage(folder: string, ...words: string[]): Promise<string> {
  const { code, stderr } = await refrain(folder, ...words);
  assert.is(code, 2);
  return stderr;
}

test.run();
