/** Labels by selectors, and the command that writes sites. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutGold } from '../../bench/pages/read.ts';
import { findSites } from '../../bench/pages/sites.ts';
import { withFolder, writeFiles } from '../../test/support/folder.ts';
import { labelPage } from '../corpus/label.ts';
import { readGold } from '../evaluation/gold.ts';
import { type CommandResult, run } from './run.ts';

const html = '<!doctype html><DIV id=a class="x">one<p>two</p></DIV ><footer>three</footer>';

test('adds labels to start tags and changes nothing else', () => {
  const labelled = labelPage(html, { content: '#a', drop: 'p' });
  assert.is(
    labelled,
    '<!doctype html><DIV data-gold="content" id=a class="x">one<p data-gold="template">two</p></DIV ><footer>three</footer>',
  );
  assert.is(withoutGold(labelled ?? ''), html);
});

test('leaves out a page without a match of content or of main content', () => {
  assert.is(labelPage(html, { content: '#b', drop: '' }), undefined);
  assert.is(labelPage(html, { content: '#a', drop: '', main: '#b' }), undefined);
  // The parser adds the body, which has no start tag.
  assert.is(labelPage('<p>x</p>', { content: 'body', drop: '' }), undefined);
});

const command = (...words: string[]): Promise<CommandResult> => run('label-sites', ...words);

const COLUMNS = 'name\tkind\tcontent_selector\tcontent_drop\tmain_selector\tmain_drop\tcomments_selector\n';

test(
  'writes labelled copies of folders and archives, with the manifest of the pages that it writes',
  withFolder({}, async (folder) => {
    const sites = 'absent\tblog\tp\t\tp\t\t\none\tblog\th1, div\t\th1, div\ti\t\ntwo\tblog\t\t\tp\t\tol\n';
    writeFiles(folder, {
      'in/one/a/1.html': '<h1>T</h1><div><p>text</p><i>by Ann</i></div><nav>go</nav>',
      'in/one/2.html': '<b>no layout</b>',
      'made/two/1.html': '<p data-gold="content">post</p><ol>comment</ol>',
      'made/two/2.html': '<p data-gold="content">note</p>',
      'made/two/manifest.tsv': 'file\tpath\n1.html\tblog/post\n2.html\tblog/note\n',
      'sites.tsv': COLUMNS + sites,
    });
    await create({ gzip: true, file: join(folder, 'in/two.tar.gz'), cwd: join(folder, 'made') }, ['two']);
    const { stdout, stderr, status } = await command(
      join(folder, 'sites.tsv'),
      join(folder, 'in'),
      join(folder, 'out'),
    );
    assert.is(stderr, '');
    assert.is(status, 0);
    const file = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');
    assert.is(
      file('one/a/1.html'),
      '<h1 data-gold="content" data-main="main">T</h1><div data-gold="content" data-main="main"><p>text</p><i data-main="rest">by Ann</i></div><nav>go</nav>',
    );
    assert.throws(() => file('one/2.html'), /ENOENT/);
    assert.is(
      file('two/1.html'),
      '<p data-main="main" data-gold="content">post</p><ol data-main="comments">comment</ol>',
    );
    assert.is(file('two/manifest.tsv'), 'file\toriginal path\n1.html\tblog/post\n2.html\tblog/note\n');
    const [, two] = findSites(join(folder, 'out'));
    const pages = await two?.read();
    assert.equal(
      pages?.map(({ address }) => address),
      ['blog/post', 'blog/note'],
    );
    const rows = stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/\s{2,}/));
    // First page: of 13 characters, "T" and "text" are main content, and with "by Ann" content. Second page: of 15,
    // "post" and "note" are content, and "comment" is template.
    assert.equal(rows, [
      ['one', '1', '1', '0.846', '0.385', '0.000', '0.000'],
      ['two', '2', '0', '0.533', '0.533', '0.467', '0.000'],
    ]);
  }),
);

test(
  'doc-sites labels the pages of an earlier run again',
  withFolder({}, async (folder) => {
    const page =
      '<div id="content"><p>text</p><div class="toc">1</div></div><div id="comments">Closed<p class="comment">c</p></div>';
    const old = '<div data-gold="template" data-main="rest" id="content">';
    writeFiles(folder, {
      'from/git-annex/tips/1.html': page.replace('<div id="content">', old),
      'from/git-annex/2.html': '<p>another layout</p>',
    });
    const words = ['doc-sites', join(folder, 'out'), 'git-annex', '--from'];
    const { stdout, stderr } = await run(...words, join(folder, 'from'));
    assert.is(stderr, '');
    assert.is(stdout, 'git-annex: 1 of 2 pages\n');
    const labelled = readFileSync(join(folder, 'out/git-annex/tips/1.html'), 'utf8');
    assert.is(withoutGold(labelled), page);
    assert.equal(
      readGold(labelled, 'page').segments.map(({ text, label, part }) => [text, label, part]),
      [
        ['text', 'content', 'main'],
        ['1', 'content', 'rest'],
        ['Closed', 'content', 'rest'],
        ['c', 'content', 'comments'],
      ],
    );
    assert.match((await run(...words, join(folder, 'none'))).stderr, /there is no such folder/);
  }),
);

test(
  'reports bad input in one line',
  withFolder({}, async (folder) => {
    const table = join(folder, 'sites.tsv');
    const out = join(folder, 'out');
    for (const [text, message] of [
      ['name\tmain_selector\n', /there is no column content_selector/],
      [`${COLUMNS}one\t\tp\t\t\t\t\n`, /one has no main_selector/],
      [`${COLUMNS}one\t\tp\t\tp\t\t\n`, /no site of \S+sites\.tsv is in /],
    ] as const) {
      writeFileSync(table, text);
      const { stderr, status } = await command(table, folder, out);
      assert.is(status, 1);
      assert.match(stderr, message);
      assert.is(stderr.trimEnd().split('\n').length, 1);
    }
    assert.match((await command(table, folder)).stderr, /give SELECTORS_TSV, SITES_DIR and OUT_DIR/);
  }),
);

test.run();
