/** Library, command, servers and schemas agree on name, type and value of each field. */
import { readFileSync } from 'node:fs';
import { Detector, type Part } from 'refrain';
import { selection } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Flag, flagOf } from '../src/arguments/flag-kinds.ts';
import { FLAGS, FORMATS as FORMAT_NAMES, SYNONYMS } from '../src/arguments/flag-table.ts';
import { toolsFor } from '../src/commands/mcp/tool-table.ts';
import { FORMATS } from '../src/write/formats/index.ts';
import { differences, type OutputFields, outputsOf } from './outputs.ts';

const sentence = 'The meadow behind the town hall will be mown twice a year, as the council has decided on Monday.';
const html = `<!doctype html><html lang="en-GB"><head><title>A meadow for the town | River Post</title>
<meta name=author content="Ana Lopez"><meta name=description content="On mowing less.">
<meta property="og:site_name" content="River Post"><meta property="og:image" content="/meadow.jpg">
<meta property="article:published_time" content="2026-03-30T08:00:00+02:00">
<meta property="article:modified_time" content="2026-04-01"><link rel=canonical href="/news/meadow">
<link rel=license href="https://creativecommons.org/licenses/by/4.0/">
<script type="application/ld+json">{"@type":"NewsArticle","headline":"A meadow for the town"}</script></head>
<body><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav><article><h1>A meadow for the town</h1>
${`<p>${sentence}</p>`.repeat(4)}</article><footer>River Post, 1 Mill Lane</footer></body></html>`;

const url = 'https://river.example/news/meadow?from=mail';
const MEADOW = { url, site: 'river.example', html };

const POSTS = ['copper_kettle', 'Anna Berg', 'plumber77'].map(
  (name, at) => `<div id=p${at} class=post><p class=author>by <a href=/memberlist.php?u=${at} class=username>${name}</a>
<time datetime=2024-03-0${at + 1}>2024-03-0${at + 1}</time></p><div class=content>${sentence} ${sentence} (${at})</div></div>`,
);
const THREAD = {
  url: 'https://forum.example/viewtopic.php?t=42',
  site: 'forum.example',
  html: `<!doctype html><html lang=en><title>Knocking noise - Forum</title><meta name=author content="Anna Berg">
<div class=navbar><a href=/>Board index</a> <a href=/faq>FAQ</a></div><h2 class=topic-title>Knocking noise</h2>${POSTS.join('')}`,
};

const GONE = {
  url: 'https://gone.example/',
  site: 'gone.example',
  html: '<title>Gone</title><main><p>Gone.</p></main>',
};

for (const evidence of ['joint', 'repetition'] as const) {
  test(`every output has the same value under the same name, and no value has two names: ${evidence}`, async () => {
    const all = await outputsOf([MEADOW, THREAD, GONE], evidence);
    assert.equal(all.map(differences), [{}, {}, {}]);
    const [meadow = {}, thread = {}] = all;
    const names = new Map<string, string>();
    for (const facts of Object.values(meadow)) {
      for (const [name, value] of Object.entries(facts)) {
        // The id of the pages is their URL.
        if (typeof value !== 'string' || value.length < 8 || name === 'id') continue;
        assert.is(name, names.get(value) ?? name, value);
        names.set(value, name);
      }
    }
    assert.is(names.get('A meadow for the town'), 'title');
    assert.equal(thread['page.metadata']?.['authors'], evidence === 'joint' ? ['copper_kettle'] : ['Anna Berg']);
  });
}

const schema = JSON.parse(readFileSync(new URL('../schema/page.json', import.meta.url), 'utf8')) as {
  readonly definitions: Record<string, { readonly properties: Record<string, OutputFields> }>;
};

test('the schema of a line has the members of blocks under their names', async () => {
  const page = (await Detector.create()).learn(html, { id: url });
  const block = Object.keys(schema.definitions['block']?.properties ?? {});
  for (const name of Object.keys(page.blocks[0]?.toJSON() ?? {})) assert.ok(block.includes(name), name);
});

/** A missing part does not compile. */
const PARTS: Readonly<Record<Part, true>> = {
  ...{ main: true, 'main+comments': true, content: true },
  ...{ comments: true, template: true, all: true },
};

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>> };
}

test('parts and options have the same names in the library, the command and its server', () => {
  const parts = Object.keys(PARTS);
  assert.equal(selection.PARTS, parts);
  assert.equal(FLAGS.keep.words, parts);
  assert.equal(
    FORMATS.map(({ name }) => name),
    FORMAT_NAMES,
  );
  const flags: Readonly<Record<string, { readonly words?: readonly string[] }>> = FLAGS;
  // Inputs, as in the command; and the text of a block.
  const given = ['html', 'file', 'inputs', 'text'];
  for (const { name, inputSchema } of toolsFor({ root: '', web: true }) as Tool[]) {
    for (const [argument, { enum: words }] of Object.entries(inputSchema.properties ?? {})) {
      if (given.includes(argument)) continue;
      assert.ok(Object.hasOwn(flags, argument), `${name}: ${argument}`);
      for (const word of words ?? []) assert.ok(flags[argument]?.words?.includes(word), `${name}: ${argument} ${word}`);
    }
  }
});

test('a synonym differs from all flags, and stands for existing flags and words', () => {
  const flags = new Map(Object.entries(FLAGS).map(([name, flag]) => [flagOf(name), flag]));
  for (const [name, target] of Object.entries(SYNONYMS)) {
    assert.not.ok(flags.has(name), name);
    for (const [flag = '', value] of target.split(' ').map((part) => part.split('='))) {
      const { words, read } = flags.get(flag) as Flag;
      if (value === undefined) continue;
      assert.ok(words?.includes(value) ?? true, name);
      read([value], name);
    }
  }
});

test.run();
