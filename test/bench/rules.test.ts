/** Rules made from the first pages of a site, on the pages after them. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../support/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const page = (number: number): [string, string] => [
  `site/${String(number).padStart(2, '0')}.html`,
  `<nav id=menu><a href=/>Home of the site</a> <a href=/news>All the news</a></nav>
  <main id=story><h1>Story ${number}</h1><p>What happened on day ${number}, word${number} by word${number}.</p></main>`,
];

test('npm run bench rules prints the figures of each site', () =>
  inFolder(Object.fromEntries(Array.from({ length: 24 }, (_, number) => page(number))), (folder) => {
    const words = ['--import', 'tsx', 'bench/rules.ts', folder, '--quick', '--json'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    assert.is(status, 0, stderr);
    const [row] = JSON.parse(stdout);
    assert.is(row.site, 'site');
    assert.is(row.order, 'random');
    assert.is(row.pages, 24);
    assert.ok(row.cssSelect > 0.95, `${row.cssSelect}`);
    assert.ok(row.linkedom > 0.95, `${row.linkedom}`);
    assert.is(row.refrainGold, undefined);
  }));

test('sites with too few pages are one line', () =>
  inFolder(Object.fromEntries([page(1), page(2)]), (folder) => {
    const words = ['--import', 'tsx', 'bench/rules.ts', folder, '--quick'];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    assert.is(status, 1);
    assert.is(stderr.trimEnd().split('\n').length, 1);
    assert.match(stderr, /no site has pages enough/);
  }));

test.run();
