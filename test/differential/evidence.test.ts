/** The features that the module passes to the model against those of the twin, on real sites, block by block. */
import { readFile } from 'node:fs/promises';
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/corpus/sites.ts';
import { writeModel } from '../../bench/training/model.ts';
import { Core } from '../../bindings/core.ts';
import { FEATURE_NAMES } from '../../bindings/evidence/features.ts';
import { loadCore } from '../../bindings/load.ts';
import { type Features, ReferenceEvidence } from '../reference/evidence.ts';
import { parseTree } from '../reference/tree.ts';
import { realSites } from '../support/real-sites.ts';

const module = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));
const options = resolveOptions();
const nothing = { base: 0, trees: [] };
const decoder = new TextDecoder();

/** The hash of a word as in assembly/evidence/words.ts. Words of names begin with a full stop. */
function hashWord(word: string): number {
  const isName = word.startsWith('.');
  let state = isName ? 0x811c9dc5 : 0x2f0b4a37;
  for (const letter of isName ? word.slice(1) : word) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return Math.imul(state ^ (state >>> 15), 0x9e3779b1) >>> 0;
}

const LEXICON = new Map([
  ...([
    ['.nav', 40],
    ['.menu', 33],
    ['.footer', 48],
    ['.content', -44],
    ['.main', -20],
    ['.sidebar', 45],
  ] as const),
  ...([
    ['.page', -3],
    ['.body', -12],
    ['.item', 7],
    ['copyright', 48],
    ['next', 21],
    ['the', -17],
    ['to', -2],
  ] as const),
]);

async function open(): Promise<{ core: Core; table: number; twin: ReferenceEvidence }> {
  const core = new Core(await loadCore(module), options);
  const hashed = new Map([...LEXICON].map(([word, score]) => [hashWord(word) & 0xffffff00, score]));
  core.loadModel(writeModel(core, { lexicon: hashed, prior: nothing, joint: nothing, threshold: 0 }));
  const { baseLifetime, lifetimeGrowth, separators } = options;
  const law = { baseLifetime, lifetimeGrowth, separators: new Set(separators), lexicon: LEXICON };
  return { core, table: core.createTable(), twin: new ReferenceEvidence(law) };
}

function featuresOf(core: Core, order: number): Record<string, number> {
  const { TILE_BLOCKS } = core.layout;
  const first = order - (order % TILE_BLOCKS);
  const tile = core.tile(first);
  return Object.fromEntries(FEATURE_NAMES.map((name, at) => [name, tile[at * TILE_BLOCKS + order - first] ?? -1]));
}

function countTextBlocks(core: Core): number {
  const { BLOCK_BYTES, BLOCK_LENGTH, PAGE_BLOCK_COUNT } = core.layout;
  const lengths = Array.from({ length: core.result(PAGE_BLOCK_COUNT) }, (_, at) =>
    core.block(at * BLOCK_BYTES, BLOCK_LENGTH),
  );
  return lengths.filter((length) => length > 0).length;
}

function compareFeatures(core: Core, expected: readonly Features[], name: string): void {
  for (const [order, features] of expected.entries()) {
    const found = featuresOf(core, order);
    for (const feature of FEATURE_NAMES) {
      if (found[feature] === features[feature]) continue;
      assert.unreachable(`${name}, block ${order}: ${feature} is ${found[feature]}, not ${features[feature]}`);
    }
  }
  assert.is(countTextBlocks(core), expected.length, `${name}: number of blocks with text`);
}

async function compare(pages: readonly { readonly name: string; readonly html: string }[]): Promise<void> {
  const { core, table, twin } = await open();
  for (const { name, html } of pages) {
    const tree = parseTree(html);
    const expected = twin.learn(tree);
    core.readHtml(table, html, { learn: true, id: undefined });
    compareFeatures(core, expected, name);
    core.readHtml(table, html, { learn: false, id: undefined, isCounted: true });
    compareFeatures(core, twin.labelCounted(tree), `${name} without its own sight`);
    assert.is(core.tableState(table).entries, twin.entries, `${name}: number of entries`);
  }
}

test('features agree on numbers, names, scripts without spaces and ends of sentences', async () => {
  const page = (body: string): string => `<html><body class="any">${body}</body></html>`;
  await compare(
    [
      '<div id="navMenu" class="post-12 &amp;x"><a href=x>Home</a> <a>2 comments</a></div><p>One, two; three. Four?</p>',
      '<div id="navMenu" class="post-7 &amp;x"><a href=x>Home</a> <a>31 comments</a></div><p>これは、文です。次！</p>',
      '<ul class="menu"><li>a1</li><li>b22</li></ul><p>He said "so." (Yes!)</p><pre>x\n\n  y:</pre><nav></nav>',
      'bare text<div><div></div>inner</div>after<table><tr><td>1.5</td><td>No</td></tr></table>',
      '',
      '<p> ends in space. </p><p>3.14</p><p>a\u00a0b…</p><footer>Copyright 2011 the next to</footer>',
      '<svg><a><text>in svg</text></a></svg><a><div>linked <p>twice</p></div></a><div>   </div>',
    ].map((body, index) => ({ name: `page ${index}`, html: page(body) })),
  );
});

test('characters next to letters and digits are neither', async () => {
  const names = [
    'a0',
    'a5',
    'a:',
    'a/',
    'a1',
    'a12',
    'a9b0',
    'A{',
    'nav{menu',
    'nav@menu',
    'nav[menu',
    'navMenu',
    'Z`z',
  ];
  const pages = names.map((name, index) => ({
    name: `class ${name}, page ${index}`,
    html: `<!DOCTYPE html><body><div class="${name}"><p id="x${name}">copyright{the to[next @the z\`to</p></div><p>${name} 0:9/ is</p>`,
  }));
  await compare([...pages, ...pages.toReversed()]);
});

for (const site of realSites()) {
  test(`${site.name}: every feature of every block agrees`, async () => {
    await compare(site.pages.slice(0, 12));
  });
}

const folder = process.env['REFRAIN_SITES'];
for (const site of folder ? findSites(folder) : []) {
  test(`${site.name}: every feature of every block agrees`, async () => {
    const pages = (await site.read()).slice(0, 8);
    await compare(pages.map(({ name, bytes }) => ({ name: `${site.name}/${name}`, html: decoder.decode(bytes) })));
  });
}

test.run();
