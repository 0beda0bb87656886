/** Verdicts that replace those of a page. */
import { readFile } from 'node:fs/promises';
import { resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setVerdicts } from '../src/verdicts.ts';

const wasm = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));

test('scores are log odds from -16 to 16; a probability at the threshold is content', async () => {
  const core = await Core.withoutModel(resolveOptions({ evidence: 'page' }), wasm);
  const probabilities = [0, 1, 0.5, 0.9, 1e-9, 1 - 1e-9];
  const html = `<body>${probabilities.map((_, at) => `<p>${'x'.repeat(at + 1)}</p>`).join('')}<p></p></body>`;
  core.readHtml(core.createTable(), html, { learn: true, id: undefined });
  const { layout } = core;
  const blockOf = (at: number): number => (at + 1) * layout.Block.BYTES;
  // The last block has no text, and keeps having no verdict.
  const judged = [...probabilities, 1].map((probability, at) => ({ block: blockOf(at), probability }));
  setVerdicts(core, judged, 0.5);
  assert.equal(
    judged.map(({ block }) => core.scoreOf(block)),
    [-16, 16, 0, 2.197, -16, 16, 0],
  );
  const { TEMPLATE: template, CONTENT: content, NONE: none } = layout.BlockKind;
  assert.equal(
    judged.map(({ block }) => core.block(block, layout.Block.KIND)),
    [content, template, content, template, content, template, none],
  );
  assert.equal(
    [core.result(layout.Page.CONTENT_LENGTH), core.result(layout.Page.TEMPLATE_LENGTH)],
    [1 + 3 + 5, 2 + 4 + 6],
  );
});

test.run();
