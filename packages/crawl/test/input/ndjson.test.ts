import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decodeHtml } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../../../test/support/folder.ts';
import type { InputPage } from '../../src/crawl-page.ts';
import { readNdjson } from '../../src/input/ndjson.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Outcome {
  readonly pages: InputPage[];
  readonly failures: string[];
}

const read = async (input: string | Uint8Array, { size = 1 << 16, maxPageBytes = 1 << 20 } = {}): Promise<Outcome> => {
  const failures: string[] = [];
  const pages: InputPage[] = [];
  const source = typeof input === 'string' ? bytesOf(input) : input;
  for await (const page of readNdjson(chunked(source, size), {
    name: 'in',
    maxPageBytes,
    onFailure: ({ source, error }) =>
      failures.push(`${source}: ${error.message} (${'code' in error ? String(error.code) : error.name})`),
  })) {
    pages.push(page);
  }
  return { pages, failures };
};

const line = (url: string, html: string, more: object = {}): string => JSON.stringify({ url, html, ...more });

const urls = ({ pages }: Outcome): string[] => pages.map(({ url }) => url);

test('reads a page per line with its HTML as UTF-8, whatever the content type and meta elements are', async () => {
  const html = '<meta charset=euc-kr><p>größer 今日 😀';
  const { pages, failures } = await read(
    `${line('http://a/', html, { id: 'i', site: 's', contentType: 'application/xhtml+xml; charset=koi8-r', x: 1 })}\n` +
      `${line('http://b/', '', { id: null })}\n`,
  );
  assert.equal(failures, []);
  assert.equal(pages, [
    {
      ...{ url: 'http://a/', html: bytesOf(html), contentType: 'application/xhtml+xml; charset=utf-8' },
      ...{ id: 'i', site: 's', source: 'in:1' },
    },
    { url: 'http://b/', html: new Uint8Array(), contentType: 'text/html; charset=utf-8', source: 'in:2' },
  ]);
  for (const { html, contentType } of pages) assert.is(decodeHtml(html, { contentType }).encoding.name, 'UTF-8');
});

test('accepts a byte order mark, CRLF, empty lines, a missing last line feed, chunks of any size', async () => {
  const text = `\ufeff${line('http://a/', 'ä')}\r\n\n  \r\n${line('http://b/', '😀')}`;
  for (const size of [1, 2, 3, 7, 1000]) {
    const outcome = await read(text, { size });
    assert.equal(outcome.failures, []);
    assert.equal(urls(outcome), ['http://a/', 'http://b/']);
    assert.equal(
      outcome.pages.map(({ source }) => source),
      ['in:1', 'in:4'],
    );
  }
  assert.equal(await read(''), { pages: [], failures: [] });
});

test('white space between pages is limited, for chunks of any size', async () => {
  const text = `  \n\r\n\t \n ${line('http://a/', '')} \n\n \n[]\n \n`;
  for (const size of [1, 2, 3, 5, 1000]) {
    const { pages, failures } = await read(text, { size });
    assert.equal(
      pages.map(({ source }) => source),
      ['in:4'],
    );
    assert.equal(failures, [`in:7: the line at byte ${text.indexOf('[')} is not a JSON object (INPUT_DAMAGED)`]);
  }
});

test('reads a lone surrogate as a replacement character', async () => {
  const { pages } = await read('{"url":"http://a/","html":"\\ud800x"}');
  assert.equal(pages[0]?.html, bytesOf('\ufffdx'));
});

test('reports invalid lines with line number and offset and reads the others', async () => {
  const good = line('http://a/', 'x');
  const lines = ['<p>', '[1]', 'null', '{"html":"x"}', '{"url":"","html":"x"}', '{"url":"u"}', '{"url":1,"html":"x"}'];
  const outcome = await read([good, ...lines, good].join('\n'));
  assert.equal(urls(outcome), ['http://a/', 'http://a/']);
  assert.match(outcome.failures[0] ?? '', /^in:2: the line at byte 31 is not JSON \(INPUT_DAMAGED\)$/);
  assert.equal(outcome.failures.slice(1), [
    'in:3: the line at byte 35 is not a JSON object (INPUT_DAMAGED)',
    'in:4: the line at byte 39 is not a JSON object (INPUT_DAMAGED)',
    'in:5: the line at byte 44 has no url (INPUT_DAMAGED)',
    'in:6: the line at byte 57 has no url (INPUT_DAMAGED)',
    'in:7: the line at byte 79 has no html (INPUT_DAMAGED)',
    'in:8: the line at byte 91 has a url that must be a string, not 1 (INPUT_DAMAGED)',
  ]);
});

test('ids with lone surrogates are refused, because different ids would become one', async () => {
  const text = [
    '{"url":"http://a/","html":"x","id":"\\ud800"}',
    '{"url":"http://a/\\udc00","html":"x"}',
    line('http://b/', 'x'),
  ];
  const outcome = await read(text.join('\n'));
  assert.equal(urls(outcome), ['http://b/']);
  assert.equal(outcome.failures, [
    'in:1: a page id must have no lone surrogates (INPUT_INVALID)',
    'in:2: a page id must have no lone surrogates (INPUT_INVALID)',
  ]);
});

test('reports hostile lines and reads the next one', async () => {
  const good = line('http://a/', 'x');
  for (const bad of [
    '['.repeat(1_000_000),
    '{"a":'.repeat(200_000),
    `{"url":${'9'.repeat(1_000_000)}}`,
    '{"__proto__":{"url":"http://b/","html":"x"}}',
    '{"url":"http://b/","html":"x"}\0',
    '\ufeff{"url":"http://b/","html":"x"}',
  ]) {
    const outcome = await read([good, bad, good].join('\n'));
    assert.equal(urls(outcome), ['http://a/', 'http://a/'], bad.slice(0, 40));
    assert.is(outcome.failures.length, 1);
    assert.match(outcome.failures[0] ?? '', /^in:2: .*\(INPUT_DAMAGED\)$/);
  }
  const twice = await read('{"url":"http://a/","url":"http://b/","html":"x"}');
  assert.equal(urls(twice), ['http://b/']);
  const utf16 = await read(new Uint8Array(Buffer.from(`\ufeff${good}`, 'utf16le')));
  assert.equal(utf16.failures, ['in:1: the line at byte 0 is UTF-16, not UTF-8 (INPUT_DAMAGED)']);
});

/**
 * A value that, if parsed, needs fifty bytes of memory for each byte: in an unused member, a name, or a field of a
 * page.
 */
const LARGE = `
  import { readNdjson } from '@refrain/crawl/input';
  const lists = (open, close) => open.repeat(4e6) + close.repeat(4e6);
  const lines = [
    '{"url":"http://a/","html":"x","a":' + lists('[', ']') + '}',
    '{"url":"http://a/","html":"x","a":[0' + ',[]'.repeat(3e6) + ']}',
    '{"url":"http://a/","html":"x"' + ',"a":{}'.repeat(1e6) + '}',
    '{"html":"x","url":' + lists('[', ']') + '}',
    lists('[', ']'),
    lists('{"a":', ''),
    '{"url":"http://a/","html":"' + ',[]'.repeat(1e6) + '","a":[0' + ',[]'.repeat(5e4) + ']}',
  ];
  async function* bytes() {
    for (const line of lines) yield Buffer.from(line + '\\n');
  }
  for await (const { url } of readNdjson(bytes(), { onFailure: ({ error }) => console.log(error.code) })) console.log(url);
`;

test('a line with very many values is not built', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=100', '--input-type=module', '-e', LARGE],
    { encoding: 'utf8' },
  );
  assert.is(stderr, '');
  assert.is(stdout, `${'INPUT_DAMAGED\n'.repeat(6)}http://a/\n`);
});

test('rejects a line that is not UTF-8', async () => {
  const bytes = bytesOf(`${line('http://a/', 'xyz')}\n${line('http://b/', 'xyz')}`);
  bytes[bytes.indexOf(0x79)] = 0xe4;
  const outcome = await read(bytes);
  assert.equal(urls(outcome), ['http://b/']);
  assert.equal(outcome.failures, ['in:1: the line at byte 0 is not UTF-8 (INPUT_DAMAGED)']);
});

test('rejects pages and lines above the limit', async () => {
  const text = [line('http://a/', 'x'.repeat(101)), line('http://b/', 'x'.repeat(70_000)), line('http://c/', 'x')];
  for (const size of [10, 100_000]) {
    const outcome = await read(text.join('\n'), { maxPageBytes: 100, size });
    assert.equal(urls(outcome), ['http://c/']);
    assert.equal(outcome.failures, [
      'in:1: the page in the line at byte 0 has 101 bytes, more than 100 (PAGE_TOO_LARGE)',
      'in:2: the line at byte 131 has 70029 bytes, too many for a page (PAGE_TOO_LARGE)',
    ]);
  }
});

test('reads gzip of several members; of cut gzip it reads the complete lines', async () => {
  const one = gzipSync(`${line('http://a/', 'x')}\n`);
  const two = gzipSync(`${line('http://b/', Array.from({ length: 5000 }, (_, index) => index).join())}\n`);
  const whole = new Uint8Array(Buffer.concat([one, two]));
  for (const size of [1, 100_000]) assert.equal(urls(await read(whole, { size })), ['http://a/', 'http://b/']);
  const cut = await read(whole.subarray(0, -20));
  assert.equal(urls(cut), ['http://a/']);
  assert.is(cut.failures.length, 1);
  assert.match(cut.failures[0] ?? '', /^in: the compressed data is damaged or cut off: .* \(INPUT_DAMAGED\)$/);
});

test('yields the pages that zlib has inflated before damage, and then one failure', async () => {
  const [one, two] = ['http://a/', 'http://b/'].map((url) => gzipSync(`${line(url, 'x')}\n`));
  const broken = Buffer.from(two ?? '');
  broken[10] = 0xff;
  const unchecked = Buffer.from(two ?? '');
  unchecked[unchecked.length - 6] = (unchecked[unchecked.length - 6] ?? 0) ^ 0xff;
  for (const [behind, urlsBehind, problem] of [
    ['garbage', [], 'incorrect header check'],
    [Buffer.from([0x1f, 0x8b, 1, 2, 3]), [], 'unknown compression method'],
    [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 255, 255]), [], 'invalid block type'],
    [Buffer.from([0, 0, 0, 5]), [], 'other bytes follow its last member'],
    [Buffer.from([0x1f]), [], 'unexpected end of file'],
    [Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0, 65, 66]), [], 'unexpected end of file'],
    [broken, [], 'invalid'],
    [unchecked, ['http://b/'], 'incorrect data check'],
    [(two ?? broken).subarray(0, -1), ['http://b/'], 'unexpected end of file'],
    [(two ?? broken).subarray(0, -9), ['http://b/'], 'unexpected end of file'],
  ] as const) {
    for (const size of [1, 3, 100_000]) {
      const outcome = await read(Buffer.concat([one ?? broken, Buffer.from(behind)]), { size });
      if (size < 100) assert.equal(urls(outcome), ['http://a/', ...urlsBehind], problem);
      assert.is(outcome.failures.length, 1);
      assert.match(outcome.failures[0] ?? '', `in: the compressed data is damaged or cut off: ${problem}`);
    }
  }
});

test('accepts zeros after the last gzip member, and empty members', async () => {
  const [one, two, empty] = [line('http://a/', 'x'), line('http://b/', 'x'), ''].map((text) => gzipSync(`${text}\n`));
  const file = Buffer.concat(
    [gzipSync(''), one ?? '', empty ?? '', gzipSync(''), two ?? '', Buffer.alloc(512)].map((part) => Buffer.from(part)),
  );
  for (const size of [1, 100_000]) {
    const outcome = await read(file, { size });
    assert.equal([urls(outcome), outcome.failures], [['http://a/', 'http://b/'], []]);
  }
});

test('reads a compressed page before the next one is sent', async () => {
  let sent = 0;
  async function* live(): AsyncGenerator<Uint8Array> {
    for (; sent < 10; sent += 1) yield gzipSync(`${line(`http://a/${sent}`, 'x')}\n`);
  }
  for await (const { url } of readNdjson(live())) {
    assert.is(url, 'http://a/0');
    break;
  }
  assert.ok(sent <= 1);
});

test('reads a file; throws the first failure with its line when there is no onFailure', async () => {
  await inFolder({ 'crawl.ndjson': `${line('http://a/', 'x')}\n<p>\n` }, async (folder) => {
    const file = join(folder, 'crawl.ndjson');
    const pages = readNdjson(file);
    assert.is((await pages.next()).value?.source, `${file}:1`);
    try {
      await pages.next();
      assert.unreachable();
    } catch (error) {
      assert.ok(error instanceof Error);
      assert.ok(error.message.startsWith(`${file}:2: the line at byte 31 is not JSON`), error.message);
    }
    const failures: string[] = [];
    const missing = readNdjson(join(folder, 'missing'), { onFailure: ({ error }) => failures.push(error.message) });
    assert.ok((await missing.next()).done);
    assert.match(failures[0] ?? '', /^ENOENT/);
  });
});

test('closes the stream when the reader stops early', async () => {
  let open = true;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield bytesOf(`${line('http://a/', 'x')}\n`);
    } finally {
      open = false;
    }
  }
  for await (const { url } of readNdjson(endless())) {
    assert.is(url, 'http://a/');
    break;
  }
  assert.not(open);
});

test('of many damaged lines in a row, the first are reported one by one and the others together', async () => {
  const page = '  {"url":"http://a.example/","html":"<p>x"} \r\n';
  const damaged = 'x\n\n{}\r\n{"url":"http://a.example/"}\n';
  const { pages, failures } = await read(`${page}${damaged.repeat(1000)}${page}${damaged}${page}`);
  assert.is(pages.length, 3);
  assert.is(failures.length, 100 + 1 + 3);
  assert.match(failures[0] ?? '', /^in:2: the line at byte \d+ is not JSON/);
  assert.match(failures[100] ?? '', /: 2900 more lines, at bytes \d+ to \d+, are not pages either \(INPUT_DAMAGED\)$/);
  assert.match(failures[100] ?? '', /^in:136-4001: /);
  assert.match(failures[101] ?? '', /^in:4003: the line at byte \d+ is not JSON/);
  assert.is((await read('x\n'.repeat(250))).failures.length, 101, 'at the end of the input');
});

test.run();
