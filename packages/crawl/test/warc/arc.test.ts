import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../../test/support/cpu.ts';
import { withFolder } from '../../../../test/support/folder.ts';
import { readInputs } from '../../src/input/inputs.ts';
import { cleanedRecords, copyRecord } from '../../src/warc/write.ts';
import { bytesOf, chunked, failuresOf, html, members, pagesOf, type Reading, read, text } from './build.ts';

/** A record of version 1: `length` is that of the block, unless it is to be wrong. */
const record = (url: string, type: string, block: string | Uint8Array, length = Buffer.from(block).length): Buffer =>
  bytesOf(`${url} 192.0.2.1 20010203040506 ${type} ${length}\n`, block, '\n');

/** The same of version 2, with a result code, a checksum, no location, an offset and a filename. */
const record2 = (url: string, type: string, block: string | Uint8Array, length = Buffer.from(block).length): Buffer =>
  bytesOf(`${url} 192.0.2.1 20010203040506 ${type} 200 ab12 - 100 a.arc ${length}\n`, block, '\n');

const VERSIONS = {
  'version 1': { of: record, first: '1 0 Archive\nURL IP-address Archive-date Content-type Archive-length\n' },
  'version 2': {
    of: record2,
    first:
      '2 0 Archive\nURL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length\n',
  },
};

const page = (title: string, type = 'text/html'): string =>
  `HTTP/1.0 200 OK\r\nContent-Type: ${type}\r\n\r\n${html(title)}`;

/** The first record of a file: its line is always that of version 1 in length. */
const fileOf = ({ of, first }: (typeof VERSIONS)['version 1']): Buffer[] => [
  of('filedesc://a.arc', 'text/plain', first),
  of('dns:example.org', 'text/dns', '20010203040506\nexample.org. 1 IN A 192.0.2.1\n'),
  of('http://example.org/1', 'text/html', page('one')),
  of('http://example.org/x.png', 'image/png', 'HTTP/1.0 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG'),
  of('http://example.org/404', 'text/html', `HTTP/1.0 404 Not Found\r\nContent-Type: text/html\r\n\r\n${html('none')}`),
  of('https://example.org/2', 'text/html', page('two', 'text/html; charset=utf-8')),
];

for (const [version, how] of Object.entries(VERSIONS)) {
  const records = fileOf(how);
  const forms = {
    plain: bytesOf(...records),
    'a member a record': members(records),
    'one member': gzipSync(bytesOf(...records)),
  };

  for (const [form, bytes] of Object.entries(forms)) {
    test(`reads the pages of ARC: ${version}, ${form}`, async () => {
      for (const chunk of [1, 7, 100_000]) {
        const reading = await read(bytes, { chunk });
        assert.equal([reading.titles, failuresOf(reading)], [['one', 'two'], []]);
        const [one, two] = pagesOf(reading.items);
        assert.is(one?.url, 'http://example.org/1');
        assert.is(two?.contentType, 'text/html; charset=utf-8');
        assert.is(text(one?.html ?? Buffer.alloc(0)), html('one'));
        assert.equal(
          one?.capture.warcHeaders.filter(([name]) => name !== 'WARC-Record-ID'),
          [
            ['WARC-Type', 'response'],
            ['WARC-Target-URI', 'http://example.org/1'],
            ['WARC-Date', '2001-02-03T04:05:06Z'],
            ['WARC-IP-Address', '192.0.2.1'],
            ['Content-Type', 'application/http; msgtype=response'],
            ['Content-Length', String(page('one').length)],
          ],
        );
      }
    });

    test(`reads ARC from files, from a stream and by any name: ${version}, ${form}`, async () => {
      await withFolder({ 'a.arc': bytes, 'b.arc.gz': bytes, c: bytes }, async (folder) => {
        const inputs = ['a.arc', 'b.arc.gz', 'c'].map((name) => `${folder}/${name}`);
        const urls: string[] = [];
        for await (const { url } of readInputs([...inputs, '-'], { stdin: chunked(bytes, 1000) })) urls.push(url);
        const expected = ['http://example.org/1', 'https://example.org/2'];
        assert.equal(urls, [...expected, ...expected, ...expected, ...expected]);
      })();
    });
  }

  test(`records of ARC are given as those of WARC: ${version}`, async () => {
    const { items } = await read(forms['a member a record'], { raw: true });
    const written = items.map((item) =>
      item.kind === 'other' ? copyRecord(item.raw) : cleanedRecords(item, `${html('new')}`, {}),
    );
    const again = await read(bytesOf(...written), { raw: true });
    assert.equal([again.titles, failuresOf(again)], [['new', 'new'], []]);
    assert.is(again.items.filter(({ kind }) => kind === 'other').length, 4 + 2);
    assert.match(
      text(Buffer.from(items[0]?.kind === 'other' ? items[0].raw : '')),
      /^WARC\/1\.1\r\nWARC-Type: resource\r\n/,
    );
  });

  test(`damage to a record of ARC does not affect others: ${version}`, async () => {
    const [first = Buffer.alloc(0)] = records;
    const { of } = how;
    const good = of('http://example.org/good', 'text/html', page('good'));
    const bad: Readonly<Record<string, Buffer>> = {
      'no length': bytesOf(text(good).replace(/ \d+\n/, ' many\n')),
      'a negative length': bytesOf(text(good).replace(/ (\d+)\n/, ' -$1\n')),
      'a length of another kind': bytesOf(text(good).replace(/ \d+\n/, ' 1e99\n')),
      'a length that is too small': of('http://example.org/', 'text/html', page('bad'), 10),
      'a length that is too large': of('http://example.org/', 'text/html', page('bad'), page('bad').length + 5),
      'a length beyond any file': of('http://example.org/', 'text/html', page('bad'), 999_999_999_999),
      'no date': bytesOf(text(good).replace(/ 20010203040506 /, ' today ')),
      'fewer fields': bytesOf('http://example.org/ text/html 5\nwords\n'),
      'no status line': of('http://example.org/', 'text/html', html('bad')),
      'no end of its line': bytesOf('http://example.org/', 'a'.repeat(300_000), '\n'),
      garbage: bytesOf('words\0words\n'),
    };
    const check = (reading: Reading, name: string): void => {
      assert.equal([reading.titles, reading.failures.length], [['good', 'good'], 1], name);
      assert.match(failuresOf(reading)[0] ?? '', 'INPUT_DAMAGED');
    };
    for (const [name, broken] of Object.entries(bad)) {
      check(await read(members([first, good, broken, good])), name);
      await withFolder({ 'x.arc': bytesOf(first, good, broken, good) }, async (folder) => {
        check(await read(`${folder}/x.arc`), name);
      })();
    }
    const cut = await read(bytesOf(first, good, good).subarray(0, -20));
    assert.equal([cut.titles, cut.failures.length], [['good'], 1]);
  });
}

test('a URL of version 1 may have spaces', async () => {
  const { of, first } = VERSIONS['version 1'];
  const file = bytesOf(of('filedesc://a', 'text/plain', first), of('http://example.org/a b', 'text/html', page('one')));
  assert.is(pagesOf((await read(file)).items)[0]?.url, 'http://example.org/a b');
});

test('a damaged beginning is that of ARC by the name of the file', async () => {
  const good = record('http://example.org/good', 'text/html', page('good'));
  for (const bytes of [bytesOf('words\n', good), bytesOf('words\n', members([good]))]) {
    await withFolder({ 'x.arc': bytes }, async (folder) => {
      const reading = await read(`${folder}/x.arc`, { name: 'x.arc' });
      assert.equal([reading.titles, failuresOf(reading)], [['good'], ['x.arc:0 INPUT_DAMAGED']]);
    })();
  }
});

test('memory and time are bounded as for WARC', async () => {
  const first = record('filedesc://a', 'text/plain', VERSIONS['version 1'].first);
  const good = record('http://example.org/good', 'text/html', page('good'));
  const limit = { maxPageBytes: 10_000 };
  const large = record('http://example.org/', 'text/html', page('large') + ' '.repeat(3 << 20));
  const image = record(
    'http://example.org/',
    'image/png',
    `HTTP/1.0 200 OK\r\nContent-Type: image/png\r\n\r\n${' '.repeat(3 << 20)}`,
  );
  const reading = await read(bytesOf(first, large, image, good), limit);
  assert.equal([reading.titles, failuresOf(reading)], [['good'], [`x:${first.length} PAGE_TOO_LARGE`]]);
  for (const unit of ['\n', 'http://a\n', 'http://a b c d e\n', 'http:', ' ', 'a:WARC/1.0\n']) {
    await assertLinear(JSON.stringify(unit), 4 << 20, async (size) => {
      const bytes = bytesOf(first, good, Buffer.alloc(size, unit), '\n', good);
      assert.is((await read(bytes, { chunk: 65_536 })).titles[0], 'good');
    });
  }
});

test.run();
