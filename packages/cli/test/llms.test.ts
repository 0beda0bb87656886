/** `llms.txt` and `llms-full.txt` of Markdown files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../../test/support/folder.ts';
import { writeLlms } from '../src/write/llms.ts';
import { PageFolder, preparePageFolder } from '../src/write/page-folder.ts';
import { refrain } from './command.ts';

const ORIGIN = 'https://site.example';

const PAGES: Readonly<Record<string, string>> = {
  '/': '---\ntitle: "The Site"\nsiteName: "Site"\ndescription: "What it\\n is."\n---\n\nHello.\n',
  '/docs/a': '---\ntitle: "A [b]"\n---\n\n# A [b]\n\nFirst.\n\n# Second\n',
  '/docs/b_(c)': '---\ntitle: "C"\ndescription: "D."\n---\n\n',
  '/other/plain': '# Heading\n\nText.\n',
  '/=1': 'No heading.\n',
};

function* addresses() {
  for (const path of [...Object.keys(PAGES), '/unknown']) yield ORIGIN + path;
}

test('llms.txt lists pages by section, and llms-full.txt joins them in that order', async () => {
  await inFolder({}, async (folder) => {
    preparePageFolder(folder);
    const pages = new PageFolder(folder, 'md');
    for (const [path, text] of Object.entries(PAGES).reverse())
      pages.write({ id: ORIGIN + path, site: 'site.example', namesSite: true }, text);
    await writeLlms(folder, addresses(), `${ORIGIN}/`);
    assert.is(
      readFileSync(join(folder, 'llms.txt'), 'utf8'),
      `# Site

> What it is.

## Pages

- [The Site](${ORIGIN}/): What it is.
- [${ORIGIN}/=1](${ORIGIN}/=1)

## docs

- [A \\[b\\]](${ORIGIN}/docs/a)
- [C](${ORIGIN}/docs/b_%28c%29): D.

## other

- [Heading](${ORIGIN}/other/plain)
`,
    );
    assert.is(
      readFileSync(join(folder, 'llms-full.txt'), 'utf8'),
      `# The Site

Source: ${ORIGIN}/

Hello.

# A [b]

Source: ${ORIGIN}/docs/a

First.

# Second

# C

Source: ${ORIGIN}/docs/b_(c)

# Heading

Source: ${ORIGIN}/other/plain

Text.

# ${ORIGIN}/=1

Source: ${ORIGIN}/=1

No heading.
`,
    );
  });
});

test('llms.txt needs Markdown files', async () => {
  const { code, stderr } = await refrain('.', 'crawl', ORIGIN, '--llms', '--format', 'ndjson');
  assert.is(code, 2);
  assert.match(stderr, '--llms: needs Markdown files in a folder as --out');
});

test.run();
