/** WARC input and output of the command. An independent reader, warcio, checks the output. */
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WARCParser } from 'warcio';
import { BY_REPETITION } from '../../../test/support/repetition.ts';
import { members, warcRecord } from '../../../test/support/warc.ts';
import { LINES, page, pageLines, refrain, refrainWithInput, withFolder } from './command.ts';

const urls = Array.from({ length: 8 }, (_, day) => `https://a.example/${day + 1}`);

const crawl = [
  warcRecord({ type: 'warcinfo', contentType: 'application/warc-fields', body: 'software: crawler\r\n' }),
  ...urls.flatMap((url, day) => [
    warcRecord({
      type: 'request',
      url,
      contentType: 'application/http; msgtype=request',
      body: 'GET / HTTP/1.1\r\n\r\n',
    }),
    warcRecord({
      url,
      http: ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=windows-1252', 'Content-Encoding: gzip', 'Server: x'],
      body: gzipSync(Buffer.from(page(`Gr\u00fc\u00dfe of day ${day + 1}`), 'latin1')),
    }),
  ]),
  warcRecord({ url: 'https://a.example/x.png', http: ['HTTP/1.1 200 OK', 'Content-Type: image/png'], body: 'pixels' }),
];

interface Read {
  readonly type: string;
  readonly id: string;
  readonly http: Map<string, string>;
  readonly warc: Map<string, string>;
  readonly text: string;
}

const entries = (headers: Iterable<[string, string]> | undefined): Map<string, string> =>
  new Map([...(headers ?? [])].map(([name, value]) => [name.toLowerCase(), value]));

async function readAll(path: string): Promise<Read[]> {
  const found: Read[] = [];
  for await (const record of new WARCParser(createReadStream(path))) {
    const text = await record.contentText();
    found.push({
      type: record.warcType ?? '',
      id: record.warcHeader('WARC-Record-ID') ?? '',
      http: entries(record.httpHeaders?.headers as Iterable<[string, string]> | undefined),
      warc: entries(record.warcHeaders.headers as Iterable<[string, string]>),
      text,
    });
  }
  return found;
}

test(
  'reads the pages of a WARC, gzipped or not, from a file or standard input',
  withFolder({ 'a.warc.gz': members(crawl), 'b.warc': Buffer.concat(crawl) }, async (folder) => {
    const whole = await refrain(folder, 'a.warc.gz', ...LINES);
    assert.is(whole.code, 0, whole.stderr);
    const pages = pageLines(whole.stdout);
    assert.equal(
      pages.map(({ id }) => id),
      urls,
    );
    assert.ok(pages.every(({ site }) => site === 'a.example'));
    assert.is(pages[7]?.text, 'Grüße of day 8');
    assert.is((await refrain(folder, 'b.warc', ...LINES)).stdout, whole.stdout);
    assert.is((await refrainWithInput(folder, members(crawl), '-', ...LINES)).stdout, whole.stdout);
    assert.is(
      (await refrainWithInput(folder, Buffer.concat(crawl), '-', '--jobs', '2', ...LINES)).stdout,
      whole.stdout,
    );
  }),
);

test(
  'writes a WARC with the same records, pages without template, and metadata about the removed blocks',
  withFolder({ 'a.warc.gz': members(crawl) }, async (folder) => {
    const { code, stderr, stdout } = await refrain(
      folder,
      'a.warc.gz',
      '--format',
      'warc',
      '--out',
      'out/clean.warc.gz',
      ...BY_REPETITION,
    );
    assert.is(code, 0, stderr);
    assert.is(stdout, '');
    const before = await readAll(join(folder, 'a.warc.gz'));
    const after = await readAll(join(folder, 'out/clean.warc.gz'));
    assert.equal(
      after
        .filter(({ type }) => type !== 'metadata')
        .slice(1)
        .map(({ type, id }) => [type, id]),
      before.map(({ type, id }) => [type, id]),
    );
    const responses = after.filter(({ type, http }) => type === 'response' && http.get('content-type') !== 'image/png');
    assert.is(responses[3]?.text, '<html><body><div id="story"><p>Grüße of day 4</p></div></body></html>');
    assert.is(responses[7]?.text, '<html><body><div id="story"><p>Grüße of day 8</p></div></body></html>');
    for (const { http, warc, text } of responses) {
      assert.is(http.get('content-type'), 'text/html; charset=utf-8');
      assert.is(http.get('server'), 'x');
      assert.not(http.has('content-encoding'));
      assert.is(http.get('content-length'), String(Buffer.byteLength(text)));
      assert.match(warc.get('warc-payload-digest') ?? '', /^sha1:[A-Z2-7]{32}$/);
    }
    const about = after.filter(({ type }) => type === 'metadata');
    assert.is(about.length, 8);
    assert.is(about[7]?.warc.get('warc-concurrent-to'), responses[7]?.id);
    const said = JSON.parse(about[7]?.text ?? '') as {
      removed: { text: string; segments: { df: number }[] }[];
      page: number;
    };
    assert.is(said.page, 8);
    assert.equal(
      said.removed.map(({ text }) => text),
      ['Home News About us'],
    );
    // The expected template, from a detector that has learned all other pages first.
    assert.is(said.removed[0]?.segments[0]?.df, 7);
    assert.is(after.find(({ http }) => http.get('content-type') === 'image/png')?.text, 'pixels');
    const again = await refrain(folder, 'out/clean.warc.gz', '--format', 'text');
    assert.match(again.stdout.split('\f')[8] ?? '', /^==> .*8 <==\nGrüße of day 8/);
  }),
);

test(
  'writes the texts of pages as conversion records, which refer to those of the pages',
  withFolder({ 'a.warc.gz': members(crawl), 'site/1.html': page('one') }, async (folder) => {
    const run = async (...words: string[]): Promise<Read[]> => {
      const { code, stderr } = await refrain(
        folder,
        ...words,
        '--format',
        'wet',
        '--out',
        'c.wet.gz',
        ...BY_REPETITION,
      );
      assert.is(code, 0, stderr);
      return readAll(join(folder, 'c.wet.gz'));
    };
    const responses = (await readAll(join(folder, 'a.warc.gz'))).filter(({ type }) => type === 'response').slice(0, 8);
    const [info, ...texts] = await run('a.warc.gz');
    assert.is(info?.type, 'warcinfo');
    assert.equal(
      texts.map(({ type, warc }) => [
        type,
        warc.get('warc-refers-to'),
        warc.get('warc-target-uri'),
        warc.get('warc-date'),
      ]),
      responses.map(({ id, warc }, day) => ['conversion', id, urls[day], warc.get('warc-date')]),
    );
    assert.is(texts[7]?.text, 'Grüße of day 8');
    assert.is(texts[7]?.warc.get('content-type'), 'text/plain');
    assert.match(texts[7]?.warc.get('warc-block-digest') ?? '', /^sha1:[A-Z2-7]{32}$/);
    assert.is(new Set(texts.map(({ id }) => id)).size, 8);
    assert.equal((await run('a.warc.gz', '--jobs', '2')).slice(1), texts);
    const { stdout } = await refrain(folder, 'a.warc.gz', '--fields', 'fetched', ...BY_REPETITION);
    assert.equal(
      stdout.split('\n').slice(0, 8),
      texts.map(({ warc }) => JSON.stringify({ fetched: warc.get('warc-date') })),
    );
    const [, file] = await run('site');
    assert.equal([file?.type, file?.warc.has('warc-refers-to')], ['conversion', false]);
    assert.match(file?.warc.get('warc-target-uri') ?? '', /^file:.*1\.html$/);
  }),
);

test(
  'writes payload digests as SHA-1 in base 32',
  withFolder({ 'a.warc.gz': members([warcRecord({ body: '' })]) }, async (folder) => {
    await refrain(folder, 'a.warc.gz', '--format', 'warc', '--out', 'c.warc.gz');
    const response = (await readAll(join(folder, 'c.warc.gz'))).find(({ type }) => type === 'response');
    assert.is(response?.warc.get('warc-payload-digest'), 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ');
  }),
);

test(
  'reports a cut WARC and unreadable pages; labels or copies all other records',
  withFolder({ 'cut.warc.gz': members(crawl).subarray(0, -300) }, async (folder) => {
    const { code, stdout, stderr } = await refrain(folder, 'cut.warc.gz', '--format', 'ndjson');
    assert.is(code, 1);
    assert.is(pageLines(stdout).length, 7);
    assert.match(stderr, /refrain: cut\.warc\.gz:\d+: broken gzip: .*\(INPUT_DAMAGED\)/);
    writeFileSync(join(folder, 'a.warc.gz'), members(crawl));
    const failed = await refrain(
      folder,
      'a.warc.gz',
      '--format',
      'warc',
      '--out',
      'c.warc.gz',
      '--option',
      'maxNodes=16',
      '--max-page-bytes',
      '90',
    );
    assert.is(failed.code, 1);
    const responses = (await readAll(join(folder, 'c.warc.gz'))).filter(({ type }) => type === 'response');
    assert.is(responses.length, 9);
    assert.match(failed.stderr, 'PAGE_TOO_LARGE');
  }),
);

test(
  'writes pages of other inputs as resource records, the same ones in every run',
  withFolder({ 'site/1.html': page('one'), 'site/2.html': page('two') }, async (folder) => {
    const run = async (name: string): Promise<Read[]> => {
      await refrain(folder, 'site', '--format', 'warc', '--out', name, ...BY_REPETITION);
      return (await readAll(join(folder, name))).slice(1);
    };
    const first = await run('1.warc.gz');
    assert.equal(
      first.map(({ type }) => type),
      ['resource', 'metadata', 'resource', 'metadata'],
    );
    assert.equal(await run('2.warc.gz'), first);
    assert.match(first[0]?.warc.get('warc-target-uri') ?? '', /^file:\/\/\/1\.html$/);
    assert.is(first[0]?.text, page('one'));
    assert.ok(readFileSync(join(folder, '1.warc.gz')).length > 0);
  }),
);

test.run();
