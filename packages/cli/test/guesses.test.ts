/** Thirty command lines that a newcomer guesses: each works, or its message names the right call. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../../test/support/folder.ts';
import { describe } from '../src/errors.ts';
import { type Outcome, refrain, refrainWithInput, site } from './command.ts';

const PARAGRAPH =
  'The old bridge of the town was built of grey stone in the year 1540, and it still carries the road to the market.';

const onePage = (title: string): string =>
  `<title>${title}</title><nav><a href="/">Home</a></nav><main><h1>${title}</h1><p>${PARAGRAPH}</p><p>${PARAGRAPH}</p></main>`;

interface Guess {
  /** The beginning of standard output. */
  readonly prints?: string;
  /** A part of standard error. Default: it is empty. */
  readonly says?: string;
  readonly writes?: string;
}

const GUESSES: Readonly<Record<string, Guess>> = {
  'a.html': { prints: '# Old bridges' },
  '- ': { prints: '# Old bridges' },
  'b.html a.html': { prints: '{"id":"b.html"', says: '2 pages of 1 site' },
  site: { prints: '{"id":"1.html"', says: '8 pages of 1 site' },
  'site -o pages': { writes: 'pages/1.md', says: 'results in pages' },
  'site --output pages/': { writes: 'pages/1.md', says: 'results in pages/' },
  'a.html --output b.md': { writes: 'b.md' },
  'a.html -o new/b.md': { writes: 'new/b.md' },
  'a.html --markdown': { prints: '# Old bridges' },
  'a.html --json': { prints: '{"id":"a.html"' },
  'a.html --text': { prints: 'Old bridges\n' },
  'a.html --html': { prints: '<!DOCTYPE html>' },
  'a.html -f markdown': { prints: '# Old bridges' },
  'a.html -f json': { prints: '{"id":"a.html"' },
  'a.html --to text': { prints: 'Old bridges\n' },
  'a.html --stdout': { prints: '# Old bridges' },
  'a.html --title': { prints: 'Old bridges\n' },
  'a.html --json -u https://a.example/b': { prints: '{"id":"https://a.example/b"' },
  '-V': { prints: '0.' },
  version: { prints: '0.' },
  help: { prints: 'usage: refrain FILE|FOLDER|URL…' },
  '': { says: 'example: refrain https://example.org/' },
  'a.html -j': { prints: '{"id":"a.html"' },
  'a.html --fields links --url https://a.example/b': {
    prints: '{"links":[{"url":"https://a.example/","text":"Home","main":false}',
  },
  'a.html -t': { says: '--text' },
  'a.html b.md': { says: 'the output is named by -o b.md' },
  'site -o all.json': { says: 'did you mean .jsonl?' },
  'extract a.html': { says: 'pages need no command: refrain a.html' },
  'example.org/news': { says: 'an address is written https://example.org/news' },
  '127.0.0.1:9/a': { says: 'http://127.0.0.1:9/a: 127.0.0.1 is not in the public network; --allow-private reads it' },
  '127.0.0.1:9/a --allow-private': { says: 'connection refused by 127.0.0.1:9' },
  'empty -o new': { says: '0 pages of 0 sites, 1 failed; nothing was written' },
};

const run = (folder: string, guess: string): Promise<Outcome> =>
  guess === '- '
    ? refrainWithInput(folder, onePage('Old bridges'), '-')
    : refrain(folder, ...guess.split(' ').filter((word) => word !== ''));

for (const [guess, { prints = '', says, writes }] of Object.entries(GUESSES))
  test(`refrain ${guess}`, () =>
    inFolder({ ...site, 'a.html': onePage('Old bridges'), 'b.html': onePage('New bridges') }, async (folder) => {
      mkdirSync(join(folder, 'empty'));
      const { stdout, stderr } = await run(folder, guess);
      assert.is(stdout.slice(0, prints.length), prints);
      if (says === undefined) assert.is(stderr, '');
      else assert.match(stderr, says);
      if (writes !== undefined) assert.ok(existsSync(join(folder, writes)));
    }));

test('a folder prints at most two lines on standard error', () =>
  inFolder(site, async (folder) => {
    for (const words of [[], ['-o', 'pages'], ['-o', 'pages', '--state', 's']])
      assert.ok((await refrain(folder, 'site', ...words)).stderr.split('\n').length <= 3, words.join(' '));
  }));

test('a store announces a site that is named after a folder', () =>
  inFolder(
    Object.fromEntries(Object.values(site).map((html, at) => [`${at % 2 ? 'monday' : 'tuesday'}/${at}.html`, html])),
    async (folder) => {
      const NOTE = ', 1 new, named after the folder: --site NAME continues another)';
      assert.match((await refrain(folder, 'monday', '--state', 's')).stderr, `state in s (1 site${NOTE}`);
      assert.match((await refrain(folder, 'tuesday', '--state', 's')).stderr, `state in s (2 sites${NOTE}`);
      assert.not.match((await refrain(folder, 'tuesday', '--state', 's')).stderr, 'new');
      assert.not.match((await refrain(folder, 'monday', '--site', 'x', '--state', 's')).stderr, 'new');
    },
  ));

test('pages of several hosts in one folder are announced', () => {
  const files = (hosts: readonly string[]) =>
    Object.fromEntries(
      hosts.map((host, at) => [`in/${at}.html`, `<link rel=canonical href="https://${host}/${at}">${onePage('One')}`]),
    );
  return inFolder(files(['a.example', 'b.example', 'www.c.example', 'a.example']), async (folder) => {
    assert.match(
      (await refrain(folder, 'in')).stderr,
      'refrain: in: its pages name several hosts (a.example, b.example, c.example), but were judged as one site',
    );
    assert.not.match((await refrain(folder, 'in', '--site', 'x')).stderr, 'hosts');
  });
});

test('errors of the network name the host', () => {
  const system = (message: string, code: string): Error =>
    Object.assign(new Error(message), { code, syscall: 'connect' });
  const refused = system('connect ECONNREFUSED ::1:9', 'ECONNREFUSED');
  const all = Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' });
  assert.is(describe(all), 'connection refused by ::1:9 (ECONNREFUSED)');
  assert.is(describe(system('getaddrinfo ENOTFOUND a.invalid', 'ENOTFOUND')), 'no such host: a.invalid (ENOTFOUND)');
});

test('the list has at least 30 guesses', () => assert.ok(Object.keys(GUESSES).length >= 30));

test.run();
