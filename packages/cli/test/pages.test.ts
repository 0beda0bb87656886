import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BY_REPETITION } from '../../../test/support/repetition.ts';
import { page, pageLines, refrain, site, withFolder } from './command.ts';

test(
  'prints a line per page in which the menu is template: the first pages wait for each other',
  withFolder(site, async (folder) => {
    const { code, stdout, stderr } = await refrain(folder, 'site', ...BY_REPETITION);
    const pages = pageLines(stdout);
    assert.is(code, 0);
    assert.equal(
      pages.map(({ id }) => id),
      Object.keys(site).map((name) => name.replace('site/', '')),
    );
    assert.equal(
      pages.map(({ blocks, page: number, counted }) => [blocks[0]?.kind, number, counted]),
      pages.map((_, at) => ['template', at + 1, true]),
    );
    assert.equal(Object.keys(pages[0] ?? {}), [
      ...['id', 'site', 'title', 'page', 'counted', 'templateShare', 'blocks', 'content'],
    ]);
    const last = pages[7];
    assert.equal(
      { ...last, blocks: last?.blocks[1] },
      {
        ...{ id: '8.html', site: 'site', title: '', page: 8, counted: true, content: 'Story of day 8' },
        templateShare: last?.['templateShare' as 'page'],
        blocks: {
          ...{
            kind: 'content',
            ratio: 0,
            length: 14,
            path: 'html/body/div',
            start: 41,
            end: 84,
            text: 'Story of day 8',
          },
        },
      },
    );
    assert.match(
      stderr,
      /^refrain: 8 pages of 1 site, 0 failed; 56\.\d % of the text is template\nrefrain: .* pages\/s, .* MB\/s, .* MB of memory\n$/,
    );
  }),
);

test(
  'reads the files of a folder that have an HTML extension, in the order of their paths by code units',
  withFolder(
    Object.fromEntries(
      ['b.html', 'a/z.htm', 'a.html', 'a-b.XHTML', 'B.html', 'ä.html', 'a/b/c.html', 'notes.txt', 'x.html.bak'].map(
        (name) => [`site/${name}`, page(name)],
      ),
    ),
    async (folder) => {
      const { stdout } = await refrain(folder, 'site');
      const ids = pageLines(stdout).map(({ id }) => id);
      assert.equal(ids, ['B.html', 'a-b.XHTML', 'a.html', 'a/b/c.html', 'a/z.htm', 'b.html', 'ä.html']);
    },
  ),
);

test(
  'names the site after the folder, or as --site says',
  withFolder({ ...site, '007': page('Bond') }, async (folder) => {
    const siteOf = async (...words: string[]): Promise<string | undefined> =>
      pageLines((await refrain(folder, ...words)).stdout)[0]?.site;
    assert.is(await siteOf('site/'), 'site');
    assert.is(await siteOf('site/3.html'), 'site');
    assert.is(await siteOf('007', '--site', '007'), '007');
  }),
);

test.run();
