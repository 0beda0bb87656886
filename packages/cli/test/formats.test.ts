import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { page, refrain, site, withFolder } from './command.ts';

test(
  'refuses --out in a folder that pages are read from',
  withFolder({ ...site, 'a.html': page('A') }, async (folder) => {
    for (const words of [
      ['site', '--out', 'site'],
      ['site', '--out', './site/clean'],
      ['.', '--out', 'clean'],
      ['a.html', '--out', '.'],
    ]) {
      const { code, stderr } = await refrain(folder, ...words, '--format', 'html');
      assert.is(code, 2);
      assert.match(
        stderr,
        /^refrain: --out \S+: must not be in a folder that pages are read from \(OUTPUT_INVALID\)\n$/,
      );
    }
    assert.equal(readdirSync(folder).sort(), ['a.html', 'site']);
    assert.is(readFileSync(join(folder, 'a.html'), 'utf8'), page('A'));
    assert.is((await refrain(folder, 'a.html', '--format', 'html', '--out', 'clean')).code, 0);
  }),
);

test(
  'writes a page whose id contains ".." below --out',
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
      // Five pages and their index.
      assert.is(written.filter((entry) => entry.isFile()).length, 6);
    },
  ),
);

test.run();
