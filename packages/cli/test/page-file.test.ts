/** Names of the files of pages: different on every file system, and valid there. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type PageExtension, pageFile } from '../src/write/file-name.ts';
import { hostileIds } from './hostile-ids.ts';

const nameOf = (id: string, extension: PageExtension = 'html'): string =>
  pageFile({ id, site: 's', namesSite: true }, extension);

/** What file systems that fold letter case, normalise Unicode and ignore some characters take as one name, and more. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');

test('plain ids keep their names', () => {
  for (const id of ['1.html', 'deep/er/x.htm', 'index.html', 'my page.html', 'a/b_c-d.2.xhtml'])
    assert.is(nameOf(id), id);
  assert.is(nameOf('https://a.example/b/c.html'), 'https/a.example/b/c.html');
  assert.is(nameOf('http://a.example/b/'), 'http/a.example/b/index.html');
  assert.is(nameOf('https://a.example/'), 'https/a.example/index.html');
  assert.is(nameOf('deep/1.html', 'md'), 'deep/1.md');
  assert.is(nameOf('deep/x.htm', 'txt'), 'deep/x.htm~.txt');
  assert.is(nameOf('otters', 'md'), 'otters~.md');
  assert.is(nameOf('https://a.example/b/', 'md'), 'https/a.example/b/index.md');
  assert.is(nameOf('https://a.example/about', 'txt'), 'https/a.example/about.txt');
});

test('other ids keep what can be read of them, and get a hash', () => {
  const hash = '~[0-9a-f]{32}';
  for (const [id, pattern] of [
    ['About.html', `About${hash}\\.html`],
    ['about', `about${hash}\\.html`],
    ['https://a.example/b?c=D', `https/a\\.example/b_c=D${hash}\\.html`],
    ['https://a.example/index.html', `https/a\\.example/index${hash}\\.html`],
    ['../../etc/passwd', `_/_/etc/passwd${hash}\\.html`],
    ['a.html/b', `a\\.html_/b${hash}\\.html`],
    ['nul.html', `_nul${hash}\\.html`],
    ['日本.html', `日本${hash}\\.html`],
    ['', `_${hash}\\.html`],
  ] as const) {
    assert.match(nameOf(id), new RegExp(`^${pattern}$`), id);
  }
});

test('the same id of two sites has two files, unless the id identifies the site', () => {
  const names = ['a', 'b'].flatMap((site) => [
    pageFile({ id: '1.html', site, namesSite: false }, 'html'),
    pageFile({ id: '1.html', site, namesSite: true }, 'html'),
  ]);
  assert.is(new Set(names).size, 3);
  // A site and an id do not become another id.
  const joined = pageFile({ id: 'b', site: 'a', namesSite: false }, 'html');
  for (const id of ['a\0b', '["a","b"]', 'a","b']) assert.is.not(nameOf(id), joined);
});

test('no two of ten thousand hostile ids have one file, whatever a file system folds', () => {
  const ids = hostileIds(10_000);
  for (const format of ['html', 'txt', 'md'] as const) {
    const names = ids.map((id) => nameOf(id, format));
    const files = new Set(names.map(folded));
    assert.is(files.size, ids.length);
    assert.not(files.has('index.tsv'));
    for (const name of names) {
      const parts = name.split('/');
      assert.ok(Buffer.byteLength(name) <= 1000, name);
      for (const part of parts) {
        assert.ok(part !== '' && Buffer.byteLength(part) <= 255, name);
        assert.match(part, /^[^. -].*[^. ]$|^[^. -]$/s, name);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in a name
        assert.not.match(part, /[\u0000-\u001f\\:*?"<>|\p{Cs}]/u, name);
        assert.not.match(part, /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)([ .]|$)/i, name);
      }
      // No folder of one page is the file of another.
      for (let end = 1; end < parts.length; end += 1) {
        const folder = folded(parts.slice(0, end).join('/'));
        assert.not(files.has(folder) || folder === 'index.tsv', name);
      }
    }
  }
});

test.run();
