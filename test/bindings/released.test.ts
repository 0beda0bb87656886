import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Core } from '../../bindings/core.ts';
import { loadCore } from '../../bindings/load.ts';

test('a page is read as it is, wherever memory of a released one was', async () => {
  const core = new Core(await loadCore(), resolveOptions({}));
  const how = { learn: true, id: undefined };
  // What was the room for the text of one page may be that for the source of the next: its length grows until they meet.
  for (let length = 1000; length < 25_000; length += 250) {
    const table = core.createTable('1');
    core.readHtml(table, `<p>${'x  é '.repeat(3294)}`, how);
    core.releaseWorkspace();
    // The first text begins where the source begins, and has digits, which are folded in a copy.
    const text = `12 apples and 34 pears${' x'.repeat(length)}`;
    core.readHtml(table, text, how);
    assert.equal(
      core.textBlocks().map((block) => core.renderBlock(block)),
      [text],
    );
    core.releaseTable(table);
    core.releaseWorkspace();
  }
});

test.run();
