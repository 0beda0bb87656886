/** Markdown that is rendered and written again, over the sites of a folder. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withFolder } from '../../test/support/folder.ts';
import { run } from './run.ts';

const site = {
  'site/1.html':
    '<title>A</title><h1>Rain</h1><p>One <b>two</b> three, and a <a href=/four>link</a>.</p><ul><li>five</ul>',
};

test(
  'gives the share of pages that are the same, for each writer',
  withFolder(site, async (folder) => {
    const { status, stdout } = await run('markdown', folder, '--json');
    assert.is(status, 0);
    const { pages, writers } = JSON.parse(stdout);
    assert.is(pages, 1);
    assert.is(writers.length, 4);
    assert.equal(writers[0], { name: 'refrain', again: 1 });
  }),
);

test(
  'a folder without pages is said',
  withFolder({}, async (folder) => {
    assert.is((await run('markdown', folder)).status, 1);
  }),
);

test.run();
