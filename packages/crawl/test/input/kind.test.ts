import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HEAD_BYTES, type InputKind, kindOf } from '../../src/input/kind.ts';

const LINE = '{"url":"http://a/","html":"<p>"}';

for (const [kind, name, content] of [
  ['warc', 'x', 'WARC/1.0\r\nWARC-Type: warcinfo\r\n'],
  ['warc', 'x.html', 'WARC/1.1\r\n'],
  ['warc', 'x.warc.gz', 'cut off'],
  ['warc', 'x.WARC', ''],
  ['warc', 'x.warc.zst', 'cut off'],
  ['warc', 'x', 'filedesc://x.arc 0.0.0.0 20010203040506 text/plain 3\n1 0\n'],
  ['warc', 'x.arc.gz', 'cut off'],
  ['ndjson', 'x', `${LINE}\n${LINE}\n`],
  ['ndjson', 'x', LINE],
  ['ndjson', 'x', `\ufeff\r\n ${LINE}`],
  ['ndjson', 'x', `{"html":"${'x'.repeat(HEAD_BYTES)}`],
  ['ndjson', 'x.ndjson', '<p>'],
  ['ndjson', 'x.jsonl', ''],
  ['cdx', 'x', `example)/ 20240101000000 {"url":"http://a/"}\n`],
  ['cdx', 'x.jsonl', `!meta 0 {}\n\nexample)/ 2024 {"url":"http://a/"}\n`],
  ['cdx', 'x', '{"url":"http://a/","filename":"a","offset":"1","length":"2"}\n'],
  ['cdx', 'x.ndjson', '{"url":"http://a/","warc_filename":"a","warc_record_offset":1,"warc_record_length":2}'],
  ['ndjson', 'x', '{"url":"http://a/","html":"","filename":"a","offset":"1","length":"2"}\n'],
  ['html', 'x', 'example)/ 20240101000000 text'],
  ['html', 'x.html', ''],
  ['html', 'x', '<!doctype html>'],
  ['html', 'x', '{% extends "base" %}\n<p>'],
  ['html', 'x', '{{ "title": }}'],
  ['html', 'x', 'text'],
  ['html', 'x', '\0\xff'],
] as const satisfies readonly (readonly [InputKind, string, string])[]) {
  test(`recognises ${kind}: ${name}, ${JSON.stringify(content.slice(0, 40))}`, () => {
    const bytes = new TextEncoder().encode(content);
    assert.is(kindOf(bytes.subarray(0, HEAD_BYTES), name), kind);
    assert.is(kindOf(gzipSync(bytes).subarray(0, HEAD_BYTES), name), kind);
  });
}

test('recognises compressed input by its first bytes, and damaged input by its name', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `{"url":"http://a/${index * 7919}","html":"x"}\n`);
  const zipped = gzipSync(lines.join(''));
  assert.is(kindOf(zipped.subarray(0, 512), 'x'), 'ndjson');
  const damaged = new Uint8Array(zipped.subarray(0, 512)).fill(0xff, 2);
  assert.is(kindOf(damaged, 'x'), 'html');
  assert.is(kindOf(damaged, 'x.jsonl.gz'), 'ndjson');
});

test.run();
