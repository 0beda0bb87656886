import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BY_REPETITION } from '../support/repetition.ts';
import { page, refrain, site, withFolder } from './command.ts';

test(
  'text: the content of the pages, a form feed between two',
  withFolder({ ...site, 'site/0.html': '', 'site/9.html': '<pre>form\ffeed&#12;</pre>' }, async (folder) => {
    const { code, stdout } = await refrain(folder, 'site', '--format', 'text', ...BY_REPETITION);
    assert.is(code, 0);
    const pages = stdout.split('\f');
    assert.is(pages.length, 10);
    assert.equal(pages.slice(0, 2), ['\n', 'Home News About us\nStory of day 1\n']);
    assert.equal(pages.slice(8), ['Story of day 8\n', 'form feed\n']);
  }),
);

test(
  'html: the source without its template; of one page, byte for byte what stays',
  withFolder({ ...site, 'one.html': page('Ü ber') }, async (folder) => {
    const many = await refrain(folder, 'site', '--format', 'html', ...BY_REPETITION);
    assert.is(many.stdout.split('\f')[7], '<html><body><div id="story"><p>Story of day 8</p></div></body></html>');
    const one = await refrain(folder, 'one.html', '--format', 'html', ...BY_REPETITION);
    assert.is(one.stdout, page('Ü ber'));
  }),
);

test(
  '--out: a file for each page, its path the id; text files keep the name of the page',
  withFolder({ ...site, 'site/deep/er/x.htm': page('X') }, async (folder) => {
    const html = await refrain(folder, 'site', '--format', 'html', '--out', 'clean/html', ...BY_REPETITION);
    assert.is(html.code, 0);
    assert.is(html.stdout, '');
    assert.is(
      readFileSync(join(folder, 'clean/html/8.html'), 'utf8'),
      '<html><body><div id="story"><p>Story of day 8</p></div></body></html>',
    );
    assert.ok(existsSync(join(folder, 'clean/html/deep/er/x.htm')));
    await refrain(folder, 'site', '--format', 'text', '--out', 'clean/text');
    assert.is(readFileSync(join(folder, 'clean/text/8.html.txt'), 'utf8'), 'Story of day 8\n');
  }),
);

test(
  '--out is refused where results would stand in for pages or among them',
  withFolder({ ...site, 'a.html': page('A') }, async (folder) => {
    for (const words of [
      ['site', '--out', 'site'],
      ['site', '--out', './site/clean'],
      ['.', '--out', 'clean'],
      ['a.html', '--out', '.'],
    ]) {
      const { code, stderr } = await refrain(folder, ...words, '--format', 'html');
      assert.is(code, 2);
      assert.match(stderr, /^refrain: --out \S+ must not be in a folder that pages are read from\n$/);
    }
    assert.equal(readdirSync(folder).sort(), ['a.html', 'site']);
    assert.is(readFileSync(join(folder, 'a.html'), 'utf8'), page('A'));
    assert.is((await refrain(folder, 'a.html', '--format', 'html', '--out', 'clean')).code, 0);
  }),
);

test(
  '--out is refused where it is an archive that pages are read from, which stays as it is',
  withFolder({ 'a.ndjson': `${JSON.stringify({ url: 'https://a.example/', html: page('A') })}\n` }, async (folder) => {
    const before = readFileSync(join(folder, 'a.ndjson'), 'utf8');
    for (const format of ['ndjson', 'warc', 'bulk']) {
      const { code, stderr } = await refrain(folder, 'a.ndjson', '--format', format, '--out', './a.ndjson');
      assert.is(code, 2);
      assert.is(stderr, 'refrain: --out ./a.ndjson must not be a file that pages are read from\n');
      assert.is(readFileSync(join(folder, 'a.ndjson'), 'utf8'), before);
    }
  }),
);

test(
  'an id that leads up stays below --out',
  withFolder(
    {
      'in/ids.ndjson': [
        '../up.html',
        '/../../up.html',
        'a/../../../up.html',
        'b/..',
        'https://a.example/%2e%2e/up.html',
      ]
        .map((id) => `${JSON.stringify({ url: 'https://a.example/', id, html: page(id) })}\n`)
        .join(''),
    },
    async (folder) => {
      const { code, stderr } = await refrain(
        folder,
        'in/ids.ndjson',
        '--format',
        'html',
        '--out',
        'deep/er/clean',
        '-q',
      );
      assert.is(code, 0, stderr);
      assert.equal(readdirSync(folder).sort(), ['deep', 'in']);
      assert.equal(readdirSync(join(folder, 'deep/er')), ['clean']);
      const written = readdirSync(join(folder, 'deep/er/clean'), { recursive: true, withFileTypes: true });
      assert.is(written.filter((entry) => entry.isFile()).length, 5);
    },
  ),
);

test(
  'a result that can not be written fails its page alone',
  withFolder({ ...site, 'out/1.html': '', 'out/2.html/in-the-way': '' }, async (folder) => {
    const { code, stderr } = await refrain(folder, 'site', '--format', 'html', '--out', 'out', '-q');
    assert.is(code, 1);
    assert.is(stderr, 'refrain: site/2.html: illegal operation on a directory (EISDIR)\n');
    assert.is(readdirSync(join(folder, 'out')).length, 8);
  }),
);

test.run();
