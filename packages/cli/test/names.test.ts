/** One name for each thing: what the library, the command, the servers and the schemas say of one page agrees by name, type and value. */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { searchDocument } from '@refrain/cli/formats';
import { Sites } from '@refrain/crawl';
import { withTemplates } from '@refrain/crawl/crawlee';
import { templateTransform } from '@refrain/crawl/streams/node';
import { MemoryLevel } from 'memory-level';
import { Detector, extract, type PageField, type Part, resolveOptions } from 'refrain';
import { FIELDS, recordOf, selection } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerOf, checkAnswer, fieldsOfAnswer } from '../../restate/src/messages.ts';
import { DETECTOR_OPTIONS } from '../src/arguments/detector-flags.ts';
import { crawl } from '../src/commands/crawl/flags.ts';
import { TOOLS, WEB_TOOLS } from '../src/commands/mcp/tool-input.ts';
import { Tools } from '../src/commands/mcp/tools.ts';
import { PAGES_FLAGS } from '../src/commands/pages/flags.ts';
import { refrain, withFolder } from './command.ts';
import { withServer } from './serve-server.ts';

type Facts = Readonly<Record<string, unknown>>;

const url = 'https://river.example/news/meadow?from=mail';
const [site, id] = ['river.example', 'meadow-1'];
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

const ALL = Object.keys(FIELDS) as PageField[];

const parsed = (json: string): Facts => JSON.parse(json) as Facts;

/** What a run of the command writes of the page. */
async function run(evidence: string, ...words: string[]): Promise<string> {
  let written = '';
  const input = `${JSON.stringify({ url, id, site, html })}\n`;
  await withFolder({ 'in.ndjson': input }, async (folder) => {
    const { code, stdout, stderr } = await refrain(folder, 'in.ndjson', '--evidence', evidence, '-q', ...words);
    assert.is(code, 0, stderr);
    written = stdout;
  })();
  return written;
}

const frontMatter = (markdown: string): Facts =>
  Object.fromEntries(
    (/^---\n(.*?)^---\n/ms.exec(markdown)?.[1] ?? '')
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s))
      .map(([name = '', value = '']) => [name, JSON.parse(value) as unknown]),
  );

/** What a server answers for the page, also as Markdown and as text. */
async function served(evidence: string): Promise<Facts> {
  let facts: Facts = {};
  await withServer(['--evidence', evidence], async ({ address }) => {
    const ask = async (accept: string, query = {}): Promise<string> => {
      const path = `${address}document?${new URLSearchParams({ url, site, ...query })}`;
      return (await fetch(path, { method: 'POST', body: html, headers: { accept } })).text();
    };
    const { id: _, ...members } = parsed(await ask('application/json', { fields: ALL.join() }));
    const [markdown, text] = [await ask('text/markdown'), (await ask('text/plain')).replace(/\n$/, '')];
    assert.equal([members['markdown'], members['text']], [markdown, text]);
    facts = members;
  });
  return facts;
}

/** What each output has of the page, where no part of it is named. */
async function outputs(evidence: 'joint' | 'repetition'): Promise<Record<string, Facts>> {
  const open = (): Promise<Sites> => Sites.open({ store: new MemoryLevel(), evidence });
  const learn = async () => (await open()).learn(url, html, { id, site });
  const page = (await Detector.create({ evidence })).learn(html, { id: url });
  const { blocks, ...record } = page.toJSON();
  const document = page.document({ url });
  const metadata = page.metadata({ url });
  const fields = recordOf(await learn(), ALL, { url, site });
  const line = parsed(await run(evidence, '--fields', ALL.join()));
  const [action = '', bulk = ''] = (await run(evidence, '--format', 'bulk')).split('\n');
  assert.match(action, id);
  const { id: _, text: __, ...chunk } = parsed((await run(evidence, '--format', 'chunks')).split('\n')[0] ?? '');
  const [answered, streamed, crawled] = [await open(), await open(), await open()];
  const checked = checkAnswer({ text: true, fields: ALL }, evidence === 'joint');
  const learned = await answered.learn(url, html, { id, site });
  const asked = recordOf(learned, fieldsOfAnswer(checked), { url, site, part: checked.part });
  const answer = answerOf(asked, checked);
  let template: unknown;
  for await (const each of Readable.from([{ url, html, id, site }]).pipe(templateTransform(streamed))) template = each;
  let handled: Facts = {};
  await withTemplates(crawled, ({ template: given }) => {
    handled = given as unknown as Facts;
  })({
    request: { url, loadedUrl: url, uniqueKey: url, method: 'GET', noRetry: false, userData: {} },
    crawler: {
      config: { getEventManager: () => ({ on: () => undefined, off: () => undefined }) },
      stop: () => undefined,
    },
    log: { warningOnce: () => undefined },
    response: { statusCode: 200, headers: { 'content-type': 'text/html' } },
    body: html,
  } as never);
  const tools = new Tools(await open(), {
    ...{ state: undefined, root: '.', maxPages: 10, maxLength: 1e5, web: false, allowPrivate: false },
  });
  const { facts, markdown = '' } = await tools.cleanPage({ html, url, site });
  return {
    'page.document': { ...document },
    ...(evidence === 'joint' && { extract: { ...(await extract(html, { url })) } }),
    'page.metadata': { ...metadata },
    'page.toJSON': { ...record, text: page.text(), markdown: page.markdown(undefined, { url }), html: page.html() },
    fields: { ...fields, lengths: { ...page.lengths } },
    'metadata of fields': { ...fields.metadata },
    ndjson: line,
    'front matter': frontMatter(await run(evidence, '--format', 'markdown', '--frontmatter')),
    text: { text: (await run(evidence, '--format', 'text')).replace(/^\f==> .* <==\n/, '').replace(/\n$/, '') },
    bulk: parsed(bulk),
    minisearch: parsed(await run(evidence, '--format', 'minisearch')),
    searchDocument: { ...searchDocument(page, { url, id, site }) },
    chunk,
    stream: { ...(template as object), blocks },
    Crawlee: { ...handled, blocks },
    restate: { ...answer, fields: undefined },
    'fields of restate': { ...answer.fields },
    serve: await served(evidence),
    mcp: { ...facts, markdown },
    'metadata of mcp': { ...(facts as { metadata: object }).metadata },
  };
}

for (const evidence of ['joint', 'repetition'] as const) {
  test(`every output has the same value under the same name, and no value has two names: ${evidence}`, async () => {
    const [values, names] = [new Map<string, [string, string]>(), new Map<string, [string, string]>()];
    for (const [output, facts] of Object.entries(await outputs(evidence))) {
      for (const [name, value] of Object.entries(facts)) {
        // A chunk has the id of its page beside its own.
        const called = name === 'pageId' ? 'id' : name;
        if (value === undefined) continue;
        // Fields are rounded to the ten-thousandth.
        const json = JSON.stringify(typeof value === 'number' ? Number(value.toFixed(4)) : value);
        const [found, where] = values.get(called) ?? [json, output];
        if (called !== 'blocks') assert.is(json, found, `${called} of ${output} is not that of ${where}`);
        values.set(called, [json, output]);
        if (typeof value !== 'string' || value.length < 8) continue;
        const [other, elsewhere] = names.get(json) ?? [called, output];
        assert.is(called, other, `${json} of ${output} has another name in ${elsewhere}`);
        names.set(json, [called, output]);
      }
    }
    assert.is(values.get('title')?.[0], '"A meadow for the town"');
    assert.is(values.get('text')?.[0].includes('1 Mill Lane'), evidence === 'repetition');
  });
}

const schema = JSON.parse(readFileSync(new URL('../schema/page.json', import.meta.url), 'utf8')) as {
  readonly definitions: Record<string, { readonly properties: Record<string, Facts> }>;
};

test('the schema of a line has the members of blocks under their names', async () => {
  const page = (await Detector.create()).learn(html, { id: url });
  const block = Object.keys(schema.definitions['block']?.properties ?? {});
  for (const name of Object.keys(page.blocks[0]?.toJSON() ?? {})) assert.ok(block.includes(name), name);
});

/** A part that is missing here does not compile. */
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
  assert.equal(PAGES_FLAGS.keep.words, parts);
  assert.equal([...DETECTOR_OPTIONS].sort(), Object.keys(resolveOptions()).concat('preset').sort());
  const flags: Readonly<Record<string, { readonly words?: readonly string[] }>> = { ...crawl.flags, ...PAGES_FLAGS };
  // What the command has as inputs; and the text of a block.
  const given = ['html', 'file', 'inputs', 'text'];
  for (const { name, inputSchema } of [...TOOLS, ...WEB_TOOLS] as Tool[]) {
    for (const [argument, { enum: words }] of Object.entries(inputSchema.properties ?? {})) {
      if (given.includes(argument)) continue;
      assert.ok(Object.hasOwn(flags, argument), `${name}: ${argument}`);
      for (const word of words ?? []) assert.ok(flags[argument]?.words?.includes(word), `${name}: ${argument} ${word}`);
    }
  }
});

test.run();
