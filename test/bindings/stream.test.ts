/** A page given in chunks has the same verdicts as the whole page. */

import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rejectedCode } from '../support/errors.ts';
import { realSites } from '../support/real-sites.ts';

const html = '\ufeff<!doctype html><title>é</title><div>日本語 &amp; 😀</div><table>x<tr><td>y</table>';
const bytes = new TextEncoder().encode(html);

async function* later<T>(chunks: readonly T[]): AsyncGenerator<T> {
  for (const chunk of chunks) {
    await new Promise(setImmediate);
    yield chunk;
  }
}

test('two chunks cut at any byte or code unit yield the blocks of the whole page', async () => {
  const detector = await Detector.create();
  const expected = JSON.stringify(detector.label(bytes).toJSON().blocks);
  const inUnits = JSON.stringify(detector.label(html).blocks.map(({ text, path }) => [text, path]));
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const fresh = await Detector.create();
    const page = await fresh.learnStream([bytes.subarray(0, cut), bytes.subarray(cut)]);
    assert.is(JSON.stringify(page.toJSON().blocks), expected, `at byte ${cut}`);
  }
  for (let cut = 0; cut <= html.length; cut += 1) {
    const fresh = await Detector.create();
    const page = await fresh.learnStream(later([html.slice(0, cut), html.slice(cut)]));
    assert.is(JSON.stringify(page.blocks.map(({ text, path }) => [text, path])), inUnits, `at unit ${cut}`);
  }
});

test('a real site in small chunks yields the same table', async () => {
  const [whole, chunked] = [await Detector.create({ seed: 5 }), await Detector.create({ seed: 5 })];
  for (const { html: text, name } of realSites()[1]?.pages.slice(0, 30) ?? []) {
    const page = new TextEncoder().encode(text);
    const chunks = Array.from({ length: Math.ceil(page.length / 1000) }, (_, i) =>
      page.subarray(i * 1000, i * 1000 + 1000),
    );
    const one = whole.learn(page, { id: name });
    const other = await chunked.learnStream(later(chunks), { id: name });
    assert.is(other.html('content', { mode: 'cut' }), one.html('content', { mode: 'cut' }));
  }
  assert.equal(chunked.snapshot(), whole.snapshot());
});

test('accepts a web stream; concurrent pages do not affect each other', async () => {
  const detector = await Detector.create();
  const stream = new Blob([bytes]).stream();
  const [first, second] = await Promise.all([
    detector.learnStream(stream).then((page) => page.text('all')),
    detector.learnStream(later(['<p>other', ' page</p>'])).then((page) => page.text('all')),
    Promise.resolve(detector.learn('<p>third').text()),
  ]);
  assert.ok(first.includes('日本語 & 😀'));
  assert.is(second, 'other page');
  assert.is(detector.stats.pages, 3);
});

test('replaces invalid UTF-8', async () => {
  const detector = await Detector.create();
  const meta = new TextEncoder().encode('<meta charset=utf-8>');
  const broken = Uint8Array.from([...meta, 0x3c, 0x70, 0x3e, 0x61, 0xff, 0xe2, 0x82, 0x62]);
  const expected = detector.label(broken).text('all');
  assert.is(expected, 'a\ufffd\ufffdb');
  assert.is((await detector.learnStream([broken.subarray(0, 26), broken.subarray(26)])).text('all'), expected);
  const marked = Uint8Array.from([0xef, 0xbb, 0xbf, ...broken]);
  assert.is((await detector.learnStream([marked])).text('all'), expected);
});

test('a stream that fails, is too long or has invalid chunks does not change the table', async () => {
  const detector = await Detector.create({ maxPageBytes: 1000 });
  await detector.learnStream(['<p>fine']);
  const before = detector.snapshot();
  async function* breaking(): AsyncGenerator<string> {
    yield '<p>';
    throw new TypeError('connection lost');
  }
  const codeOf = (chunks: AsyncIterable<string> | Iterable<string>): Promise<string> =>
    rejectedCode(() => detector.learnStream(chunks));
  assert.is(await codeOf(breaking()), 'TypeError: connection lost');
  assert.is(await codeOf(Array.from({ length: 11 }, () => 'x'.repeat(100))), 'PAGE_TOO_LARGE');
  assert.is(await codeOf([7 as unknown as string]), 'INPUT_INVALID');
  assert.equal(detector.snapshot(), before);
  assert.is((await detector.learnStream([])).number, 2);
});

test.run();
