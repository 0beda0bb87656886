/**
 * The module with assertions, which compares what is written with the room that was made for it.
 *
 * Compiles the module: with assertions.
 */
import { join } from 'node:path';
import { IndexBuilder } from '@refrain/search';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { moduleOf } from '../../../scripts/compile.ts';
import { withFolder } from '../../../test/support/folder.ts';

test(
  'a word that stands more than 127 times on each page has room for its postings',
  withFolder({}, async (folder) => {
    const indexing = await moduleOf('indexingDebug');
    const builder = await IndexBuilder.create(join(folder, 'index'), { template: 'none' }, { indexing });
    for (let at = 0; at < 300; at += 1) builder.add(`https://a.example/${at}`, `<p>${'again '.repeat(130)}`);
    assert.is((await builder.build()).df('again'), 300);
  }),
);

test.run();
