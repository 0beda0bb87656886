/** One wrong bit in the head of a record, or of its response: the page is read, or the record is reported. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failuresOf, html, read, record, response } from './build.ts';

const target = { 'WARC-Target-URI': 'http://example.org/' };
const RECORDS = {
  response: response(html('one')),
  'response of a part': response(html('one'), { status: '206 Partial Content' }),
  resource: record('resource', { ...target, 'Content-Type': 'application/xhtml+xml' }, html('one')),
};
const NEXT = response(html('two'));

for (const [name, bytes] of Object.entries(RECORDS)) {
  test(`no page of a ${name} is lost in silence`, async () => {
    const head = bytes.indexOf('<!doctype');
    for (let bit = 0; bit < 8 * head; bit += 1) {
      const wrong = Buffer.from(bytes);
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const reading = await read(Buffer.concat([wrong, NEXT]), { chunk: 10_000 });
      const failures = failuresOf(reading);
      const near = wrong.toString('latin1', Math.max(0, (bit >> 3) - 30), (bit >> 3) + 10);
      assert.ok(reading.titles.includes('one') || failures.length > 0, `bit ${bit}, ${JSON.stringify(near)}`);
    }
  });
}

test('a type of one wrong bit is reported for every record, and other types are skipped', async () => {
  for (const type of ['warcinfo', 'request', 'metadata', 'revisit', 'conversion', 'continuation']) {
    const wrong = type.replace('n', 'o').replace('qu', 'qt').replace('vi', 'vk').replace('tad', 'tqd');
    assert.is.not(wrong, type);
    const reading = await read(Buffer.concat([record(wrong, target, 'x'), NEXT]));
    assert.equal([reading.titles, failuresOf(reading)], [['two'], ['x:0 INPUT_DAMAGED']], wrong);
  }
  const others = ['screenshot', 'x-page', 'links'].map((type) => record(type, target, 'x'));
  const dns = record(
    'response',
    { 'WARC-Target-URI': 'dns:example.org', 'Content-Type': 'text/dns' },
    '2026\nexample.org.',
  );
  const none = ['404 Not Found', '404 OK', '301 Moved', '999 Request denied', '304 '].map((status) =>
    response(html('none'), { status }),
  );
  const files = ['text/plain', 'text/css', 'application/xml', 'image/png'].map((type) =>
    response('x', { headers: { 'Content-Type': type } }),
  );
  const reading = await read(Buffer.concat([...others, dns, ...none, ...files, NEXT]));
  assert.equal([reading.titles, failuresOf(reading)], [['two'], []]);
});

test.run();
