/** Features of nodes against figures that were counted by hand (Chakrabarti et al., WWW 2007, section 5.1). */
import { readFile } from 'node:fs/promises';
import { resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodesOf, type PageNode } from '../src/nodes.ts';

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

test.run();
