import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BY_REPETITION } from '../support/repetition.ts';
import { pageLines, page, refrain, site, withFolder } from './command.ts';

test(
  'each page gives a line: the menu is content until its fifth page, template from then on',
  withFolder(site, async (folder) => {
    const { code, stdout, stderr } = await refrain(folder, 'site', ...BY_REPETITION);
    const pages = pageLines(stdout);
    assert.is(code, 0);
    assert.equal(
      pages.map(({ id }) => id),
      Object.keys(site).map((name) => name.replace('site/', '')),
    );
    assert.equal(
      pages.map(({ blocks }) => blocks[0]?.kind),
      [...Array(4).fill('content'), ...Array(4).fill('template')],
    );
    assert.equal(Object.keys(pages[0] ?? {}), ['id', 'site', 'page', 'counted', 'blocks', 'content']);
    const last = pages[7];
    assert.equal(
      { ...last, blocks: last?.blocks[1] },
      {
        ...{ id: '8.html', site: 'site', page: 8, counted: true, content: 'Story of day 8' },
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
      /^refrain: 8 pages, 0 failed; 28\.\d % of the text is template; 1 site known, \d.* pages\/s, .* MB\/s\n$/,
    );
  }),
);

test(
  'places are bytes of the file, whatever stands before them',
  withFolder({ 'a.html': `\ufeff${page('Grüße 😀').replace('Home', 'Öl 日本')}` }, async (folder) => {
    const { stdout } = await refrain(folder, 'a.html', ...BY_REPETITION);
    const block = pageLines(stdout)[0]?.blocks[1];
    const bytes = Buffer.from(`\ufeff${page('Grüße 😀').replace('Home', 'Öl 日本')}`);
    assert.is(bytes.subarray(block?.start ?? 0, block?.end ?? 0).toString(), '<div id="story"><p>Grüße 😀</p></div>');
  }),
);

test(
  'a folder is read in order of code units of the whole path, and only files with a name of HTML',
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
  'a seed gives an order, always the same, of the same pages',
  withFolder(site, async (folder) => {
    const order = async (...words: string[]): Promise<string> =>
      pageLines((await refrain(folder, 'site', ...words)).stdout)
        .map(({ id }) => id[0])
        .join('');
    const [first, again, other] = [
      await order('--shuffle', '1'),
      await order('--shuffle=1'),
      await order('--shuffle', '2'),
    ];
    assert.is(first, '32785416');
    assert.is(again, first);
    assert.is.not(other, first);
    assert.is([...other].sort().join(''), '12345678');
  }),
);

test(
  'pages of several inputs have different ids: paths from the folder that the inputs have in common',
  withFolder(
    { 'www/a/index.html': page('A'), 'www/b/index.html': page('B'), 'www/b/c/d.html': page('D') },
    async (folder) => {
      const { stdout, code } = await refrain(folder, 'www/b', 'www/a/index.html', './www/b/index.html');
      assert.is(code, 0);
      assert.equal(
        pageLines(stdout).map(({ id, site: name }) => [id, name]),
        [
          ['a/index.html', 'a'],
          ['b/c/d.html', 'b'],
          ['b/index.html', 'b'],
        ],
      );
    },
  ),
);

test(
  'the site has the name of the folder, or the one that is given, to the letter',
  withFolder({ ...site, '007': page('Bond') }, async (folder) => {
    const siteOf = async (...words: string[]): Promise<string | undefined> =>
      pageLines((await refrain(folder, ...words)).stdout)[0]?.site;
    assert.is(await siteOf('site/'), 'site');
    assert.is(await siteOf('site/3.html'), 'site');
    assert.is(await siteOf('007', '--site', '007'), '007');
  }),
);

test(
  'flags of the detector are its options',
  withFolder(
    { ...site, 'nav.html': '<nav>menu</nav>text', 'twice.html': '<nav>menu</nav><nav>menu</nav>' },
    async (folder) => {
      const kinds = async (...words: string[]): Promise<string[]> =>
        pageLines((await refrain(folder, 'site', ...BY_REPETITION, ...words)).stdout).map(
          ({ blocks }) => blocks[0]?.kind ?? '',
        );
      assert.equal(await kinds('--template-df', '2'), ['content', ...Array(7).fill('template')]);
      assert.equal(await kinds('--template-ratio', '1'), Array(8).fill('content'));
      assert.equal(
        await kinds('--base-lifetime', 'Infinity', '--path', 'none', '--preset', 'paper', '--template-df=8'),
        [...Array(7).fill('content'), 'template'],
      );
      const blocks = async (separators: string): Promise<number | undefined> =>
        pageLines((await refrain(folder, 'nav.html', '--separators', separators)).stdout)[0]?.blocks.length;
      assert.equal([await blocks('paper'), await blocks('html5'), await blocks('table, nav')], [1, 2, 2]);
    },
  ),
);

test.run();
