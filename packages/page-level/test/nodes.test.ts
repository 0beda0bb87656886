/** Features of nodes against figures that were counted by hand (Chakrabarti et al., WWW 2007, section 5.1); and verdicts. */

import { readFile } from 'node:fs/promises';
import { resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodesOf, type PageNode, setVerdicts } from '../src/nodes.ts';

const wasm = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));

async function nodes(html: string): Promise<PageNode[]> {
  const core = await Core.withoutModel(resolveOptions({ evidence: 'page' }), wasm);
  core.readHtml(core.createTable(), html, { learn: true, id: undefined });
  return nodesOf(core);
}

const logOf = (length: number): number => Math.log1p(length) / 16;

test('features are shares of the text, the links, the source and the sentences', async () => {
  const [div, p] = ['<div>abcd. <a href=x>efgh</a></div>', '<p>ij kl. mn</p>'];
  const html = `<body>${div}${p}</body>`;
  const found = await nodes(html);
  assert.equal(
    found.map(({ parent, text, known, often }) => [parent, text, known, often]),
    [
      [0, 18, 0, 0],
      [0, 9, 0, 0],
      [0, 9, 0, 0],
    ],
  );
  const expected = [
    [0, 0, 0, 1 / 6, 4 / 19, logOf(4), 18 / html.length, 5 / 3 / 40, logOf(18)],
    [0, 0.5, 0, 1 / 3, 4 / 10, logOf(4), 9 / div.length, 2 / 2 / 40, logOf(9)],
    [0.5, 0, 0, 0, 0, 0, 9 / p.length, 3 / 2 / 40, logOf(9)],
  ];
  for (const [at, { features }] of found.entries()) {
    for (const [index, value] of features.entries()) {
      const wanted = expected[at]?.[index] ?? Number.NaN;
      assert.ok(Math.abs(value - wanted) < 1e-12, `node ${at}, feature ${index}: ${value}, not ${wanted}`);
    }
  }
});

test('an element without a tag in the source has no share of the source', async () => {
  const found = await nodes('<body><table><td>xyz</td></table></body>');
  // Body, table, row and cell; the row has no tag.
  assert.equal(
    found.map(({ parent }) => parent),
    [0, 0, 1, 2],
  );
  assert.is(found[2]?.features[6], 0.5);
  assert.is(found[3]?.features[6], 3 / '<td>xyz</td>'.length);
});

// ── Verdicts that replace those of a page ──

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
  const { TEMPLATE: template, CONTENT: content, NONE: none } = layout.Verdict;
  assert.equal(
    judged.map(({ block }) => core.block(block, layout.Block.VERDICT)),
    [content, template, content, template, content, template, none],
  );
  assert.equal(
    [core.result(layout.Page.CONTENT_LENGTH), core.result(layout.Page.TEMPLATE_LENGTH)],
    [1 + 3 + 5, 2 + 4 + 6],
  );
});

test.run();
