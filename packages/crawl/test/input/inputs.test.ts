import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf } from '../../../../test/support/errors.ts';
import { withFolder } from '../../../../test/support/folder.ts';
import { members, warcRecord } from '../../../../test/support/warc.ts';
import { type InputOptions, readInputs, sortInputs } from '../../src/input/inputs.ts';

const line = (url: string): string => `${JSON.stringify({ url, html: 'x' })}\n`;

async function* stream(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
}

const read = async (inputs: string[], options: InputOptions = {}): Promise<{ pages: string[]; failures: string[] }> => {
  const failures: string[] = [];
  const pages: string[] = [];
  const onFailure: InputOptions['onFailure'] = ({ source, error }) => failures.push(`${source} ${codeOf(error)}`);
  for await (const { url, id, site } of readInputs(inputs, { onFailure, ...options })) {
    pages.push(`${site} ${id} ${url.replace(/^file:.*\//, '')}`);
  }
  return { pages, failures };
};

test(
  'reads folders, files and standard input; recognises their kinds by content',
  withFolder(
    {
      'site/b.html': '<p>b',
      'site/a.html': '',
      'page.txt': '<p>',
      'lines.txt': line('http://1/') + line('http://2/'),
      'lines.gz': gzipSync(line('http://3/')),
      'page.html.gz': gzipSync('<p>'),
      'crawl.warc.gz': members([warcRecord({ url: 'http://warc/' })]),
      'empty.jsonl': '',
      'none/notes.txt': '',
    },
    async (folder) => {
      const inputs = ['-', 'lines.txt', 'site', 'crawl.warc.gz', 'page.txt', 'page.html.gz', 'lines.gz', 'empty.jsonl'];
      const paths = [...inputs, 'none', 'missing', 'lines.txt'].map((name) =>
        name === '-' ? name : join(folder, name),
      );
      const top = folder.split('/').at(-1);
      assert.equal(await read(paths, { stdin: stream(line('http://0/')) }), {
        pages: [
          'site site/a.html a.html',
          'site site/b.html b.html',
          `${top} page.txt page.txt`,
          `${top} page.html.gz page.html.gz`,
          'undefined undefined http://0/',
          'undefined undefined http://1/',
          'undefined undefined http://2/',
          'undefined undefined http://warc/',
          'undefined undefined http://3/',
        ],
        failures: [
          `${join(folder, 'none')} NO_PAGES`,
          `${join(folder, 'missing')} ENOENT`,
          `${join(folder, 'empty.jsonl')} NO_PAGES`,
        ],
      });
      const { list, archives } = await sortInputs(paths);
      assert.is(list.pages.length, 4);
      assert.equal(
        archives.map(({ name, kind }) => [name.slice(name.lastIndexOf('/') + 1), kind]),
        [
          ['-', undefined],
          ['lines.txt', 'ndjson'],
          ['crawl.warc.gz', 'warc'],
          ['lines.gz', 'ndjson'],
          ['empty.jsonl', 'ndjson'],
        ],
      );
    },
  ),
);

for (const [what, chunks, outcome] of [
  ['a page', ['<p>', 'text'], { pages: ['stdin stdin stdin'], failures: [] }],
  ['a compressed page', [gzipSync('<p>text')], { pages: ['stdin stdin stdin'], failures: [] }],
  ['a page above the limit', ['<p>', 'x'.repeat(101)], { pages: [], failures: ['stdin PAGE_TOO_LARGE'] }],
  ['a damaged page', [gzipSync('<p>text').subarray(0, -5)], { pages: [], failures: ['stdin INPUT_DAMAGED'] }],
  ['a WARC', ['', warcRecord({ url: 'http://warc/' })], { pages: ['undefined undefined http://warc/'], failures: [] }],
  ['a PDF file', ['%PDF-1.7\n%\xe2\xe3'], { pages: [], failures: ['stdin NOT_HTML'] }],
  ['nothing', [], { pages: [], failures: ['stdin NO_PAGES'] }],
] as const) {
  test(`reads standard input: ${what}`, async () => {
    assert.equal(await read(['-'], { stdin: stream(...chunks), maxPageBytes: 100 }), outcome);
  });
}

test('reports a failing standard input and keeps the pages before', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield* stream(line('http://1/').padEnd(600), '\n');
    throw new Error('connection lost');
  }
  assert.equal(await read(['-'], { stdin: failing() }), {
    pages: ['undefined undefined http://1/'],
    failures: ['stdin Error: connection lost'],
  });
});

test('yields a page of NDJSON before the next one is sent', async () => {
  let sent = 0;
  async function* live(): AsyncGenerator<Uint8Array> {
    for (; sent < 10; sent += 1) yield* stream(line(`http://${'long.'.repeat(100)}/${sent}`));
  }
  for await (const _ of readInputs(['-'], { stdin: live() })) {
    assert.ok(sent <= 1);
    break;
  }
});

test(
  'reads a named pipe',
  withFolder({}, async (folder) => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Opening a pipe waits for its other end, which another process opens.
    const writer = spawn('tee', [pipe], { stdio: ['pipe', 'ignore', 'inherit'] });
    writer.stdin.end(line('http://1/'));
    assert.equal(await read([pipe]), { pages: ['undefined undefined http://1/'], failures: [] });
  }),
);

test(
  'pages of every kind of input become documents of their sites',
  withFolder(
    {
      'site/a.html': '<h1>Ferry</h1><p>The ferry runs.',
      'lines.ndjson': line('http://b.example/1'),
      'crawl.warc.gz': members([warcRecord({ url: 'http://c.example/' })]),
    },
    async (folder) => {
      const sites = await Sites.open({ store: new MemoryLevel() });
      const inputs = ['site', 'lines.ndjson', 'crawl.warc.gz'].map((name) => join(folder, name));
      const found: (string | undefined)[] = [];
      for await (const { url, document } of sites.documents(readInputs(inputs)))
        found.push(`${url.replace(/^file:.*\//, '')} ${document?.text.split('\n')[0]}`);
      assert.equal(found.sort(), ['a.html Ferry', 'http://b.example/1 x', 'http://c.example/ text']);
      const known: (string | number)[][] = [];
      for await (const { site, pages } of sites.list()) known.push([site, pages]);
      assert.equal(known, [
        ['b.example', 1],
        ['c.example', 1],
        ['site', 1],
      ]);
      await sites.close();
    },
  ),
);

test.run();
