import { createHash } from 'node:crypto';
import { bulkId, bulkLines, jsonLine } from '@refrain/cli/formats';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { thrownCode } from '../../../../test/support/errors.ts';

/** Reads a body of `_bulk`: pairs of lines that end with line feeds. */
function pairs(body: string): { action: unknown; document: unknown }[] {
  const lines = body.split('\n');
  assert.is(lines.pop(), '', 'a body ends with a line feed');
  assert.is(lines.length % 2, 0, 'lines come in pairs');
  return lines.flatMap((line, at) =>
    at % 2 === 0 ? [{ action: JSON.parse(line) as unknown, document: JSON.parse(lines[at + 1] ?? '') as unknown }] : [],
  );
}

const document = { id: '/a', url: 'https://a.example/a', title: 'A', content: 'text', length: 4 };

test('writes an action and a document per line', () => {
  assert.is(
    bulkLines(document),
    '{"index":{"_id":"/a"}}\n{"url":"https://a.example/a","title":"A","content":"text","length":4}\n',
  );
  assert.match(bulkLines(document, { index: 'pages' }), /^\{"index":\{"_index":"pages","_id":"\/a"\}\}\n/);
});

test('escapes everything that any reader takes for a line end', () => {
  const awkward = [
    'two\nlines\r\nand\u2028three\u2029or\u0085four\u000bfive',
    'quotes " and \\ and \\u2028 and </script>',
    'Grüße 日本 😀 \u00a0\u0000\u001b\u007f\ufeff\uffff',
    '{"index":{"_id":"x"}}\n{"delete":{"_id":"y"}}\n',
  ];
  const documents = awkward.map((text, at) => ({ ...document, id: `${at}${text}`, title: text, content: text }));
  const body = documents.map((one) => bulkLines(one, { index: 'Grüße "pages"' })).join('');
  assert.equal(
    pairs(body),
    documents.map(({ id, ...fields }) => ({
      action: { index: { _index: 'Grüße "pages"', _id: id } },
      document: fields,
    })),
  );
  // Node's readline and Python's splitlines end lines at these too.
  for (const end of '\r\u000b\u000c\u001c\u001d\u001e\u0085\u2028\u2029') assert.not(body.includes(end));
});

test('replaces lone surrogates with U+FFFD and keeps pairs', () => {
  const [pair] = pairs(
    bulkLines({ id: 'a\ud83d', title: '\ude00\ud83d', tags: ['😀', '\udc00'], deep: { text: '\ud800' } }),
  );
  assert.equal(pair, {
    action: { index: { _id: 'a\ufffd' } },
    document: { title: '\ufffd\ufffd', tags: ['😀', '\ufffd'], deep: { text: '\ufffd' } },
  });
  assert.not.match(jsonLine({ text: '\ud83d' }), /\\ud/);
});

test('bulkId returns an id of up to 512 bytes and the SHA-256 of a longer one', () => {
  const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
  for (const id of ['a', 'x'.repeat(512), 'ü'.repeat(256), '😀'.repeat(128), ' ', '../_doc']) assert.is(bulkId(id), id);
  for (const id of [
    'x'.repeat(513),
    `x${'ü'.repeat(256)}`,
    `${'😀'.repeat(128)}x`,
    `http://a.example/?${'q='.repeat(5000)}`,
  ]) {
    assert.is(bulkId(id), sha(id));
    const [pair] = pairs(bulkLines({ ...document, id }));
    assert.equal(pair?.action, { index: { _id: sha(id) } });
  }
  // The lone surrogate takes three bytes as U+FFFD.
  assert.is(bulkId(`${'x'.repeat(510)}\ud83d`).length, 64);
});

test('rejects ids that are empty or not strings', () => {
  for (const id of ['', undefined, 7]) {
    assert.is(
      thrownCode(() => bulkLines({ ...document, id: id as string })),
      'INPUT_INVALID',
    );
  }
});

test.run();
