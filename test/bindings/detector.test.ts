import { parse } from 'parse5';
import { Detector, type DetectorOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rejectedCode, thrownCode } from '../support/errors.ts';
import { REPETITION } from '../support/repetition.ts';

const page = (story: string): string =>
  `<!doctype html><title>t</title><div id=menu><a href=/>Home</a> <a href=/a>About us</a></div>` +
  `<div id=story><h1>${story}</h1><p>Text of ${story}, <b>bold</b>er.</div>` +
  `<div id=foot>© 2008 The site</div>`;

const slice = (html: string, range: { start: number | null; end: number | null } | undefined): string =>
  html.slice(range?.start ?? 0, range?.end ?? 0);

const known = async (options: DetectorOptions = {}): Promise<Detector> => {
  const detector = await Detector.create({ ...REPETITION, ...options });
  for (let number = 1; number <= 5; number += 1) detector.learn(page(`story ${number}`));
  return detector;
};

test('blocks have verdict, ratio, text, segments and source offsets', async () => {
  const detector = await known();
  const html = page('tale');
  const result = detector.learn(html);
  assert.is(result.number, 6);
  assert.ok(result.counted);
  assert.is(result.fresh, 2);
  assert.equal(
    result.blocks.map(({ verdict, path, text, ratio }) => ({ verdict, path, text, ratio })),
    [
      { verdict: 'template', path: 'html/body/div', text: 'Home About us', ratio: 1 },
      { verdict: 'content', path: 'html/body/div', text: 'tale\nText of tale, bolder.', ratio: 7 / 24 },
      { verdict: 'template', path: 'html/body/div', text: '© 2008 The site', ratio: 1 },
    ],
  );
  const [menu] = result.blocks;
  assert.is(slice(html, menu), '<div id=menu><a href=/>Home</a> <a href=/a>About us</a></div>');
  assert.equal(
    menu?.segments.map(({ text, df, lastPage, path, template }) => ({ text, df, lastPage, path, template })),
    ['Home', 'About us'].map((text) => ({ text, df: 6, lastPage: 5, path: 'html/body/div/a', template: true })),
  );
  assert.equal(
    menu?.segments.map(({ start, end }) => html.slice(start ?? 0, end ?? 0)),
    ['Home', 'About us'],
  );
  assert.is(result.text(), 'tale\nText of tale, bolder.');
  assert.is(result.text('template'), 'Home About us\n© 2008 The site');
  assert.equal(result.lengths, { template: 27, content: 24 });
});

test('html removes template or content from the source', async () => {
  const detector = await known();
  const html = page('tale');
  assert.is(
    detector.label(html).html('content', { mode: 'cut' }),
    '<!doctype html><title>t</title><div id=story><h1>tale</h1><p>Text of tale, <b>bold</b>er.</div>',
  );
  assert.is(
    detector.label(html).html('template', { mode: 'cut' }),
    '<!doctype html><title>t</title><div id=menu><a href=/>Home</a> <a href=/a>About us</a></div><div id=foot>© 2008 The site</div>',
  );
});

test('html keeps a content block inside a removed template block', async () => {
  const detector = await Detector.create(REPETITION);
  const html = (story: string): string =>
    `<div class=frame><p>The site's own motto</p><div>${story}</div><ul><li>Contact</ul></div>`;
  for (let number = 1; number <= 5; number += 1) detector.learn(html(`story ${number}`));
  assert.is(detector.learn(html('tale')).html('content', { mode: 'cut' }), '<div class=frame><div>tale</div></div>');
});

test('html keeps foster-parented text when it removes the table', async () => {
  const detector = await Detector.create(REPETITION);
  const html = (story: string): string => `<body><table>${story}<tr><td>Menu of the site, all of it</table>`;
  for (let number = 1; number <= 5; number += 1) detector.learn(html(`story ${number}`));
  const cleaned = detector.learn(html('tale')).html('content', { mode: 'cut' });
  assert.ok(cleaned.includes('tale'), cleaned);
  assert.not.ok(cleaned.includes('Menu'), cleaned);
});

test('source offsets are code units for strings and bytes for bytes', async () => {
  const detector = await Detector.create(REPETITION);
  const html = '\ufeff<p>é日😀</p><div>here</div>';
  const bytes = new TextEncoder().encode(html);
  const [, inString] = detector.label(html).blocks;
  assert.is(slice(html, inString), '<div>here</div>');
  const [, inBytes] = detector.label(bytes).blocks;
  assert.is(new TextDecoder().decode(bytes.slice(inBytes?.start ?? 0, inBytes?.end ?? 0)), '<div>here</div>');
  assert.is(detector.label(bytes).blocks[0]?.length, 3);
});

test('source offsets count characters at the bounds of the lengths of UTF-8', async () => {
  const detector = await Detector.create(REPETITION);
  for (const char of [
    '\u007f',
    '\u0080',
    '\u07ff',
    '\u0800',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\ud800\udc00',
    '\udbff\udfff',
  ]) {
    const html = `<p>${char}</p><div>here</div>`;
    assert.is(slice(html, detector.label(html).blocks.at(-1)), '<div>here</div>', JSON.stringify(char));
  }
});

test('label does not change the table; learn does not count a known id again', async () => {
  const detector = await known();
  const before = detector.snapshot();
  const labelled = detector.label(page('other'));
  assert.equal([labelled.counted, labelled.number, labelled.fresh], [false, 5, 0]);
  assert.is(labelled.blocks[0]?.segments[0]?.df, 5);
  assert.equal(detector.snapshot(), before);

  assert.ok(detector.learn(page('six'), { id: 'https://site.example/6' }).counted);
  const state = detector.snapshot();
  const again = detector.learn(page('six'), { id: 'https://site.example/6' });
  assert.equal([again.counted, again.number], [false, 6]);
  assert.equal(detector.snapshot(), state);
  assert.ok(detector.learn(page('six'), { id: 'https://site.example/7' }).counted);
});

test('a page that was counted is labelled by the other pages only', async () => {
  for (const preset of ['default', 'paper'] as const) {
    const detector = await Detector.create({ preset });
    const unknown = detector.label(page('one')).toJSON();
    detector.learn(page('one'), { id: 'one' });
    const own = detector.label(page('one'), { id: 'one' });
    assert.is(own.blocks[0]?.segments[0]?.df, 0, preset);
    assert.equal(own.toJSON().blocks, unknown.blocks, preset);
    assert.equal(detector.learn(page('one'), { id: 'one' }).toJSON().blocks, unknown.blocks, preset);
    assert.is(detector.label(page('one'), { id: 'two' }).blocks[0]?.segments[0]?.df, 1, preset);

    detector.learn(page('two'), { id: 'two' });
    const { blocks } = detector.label(page('one'), { id: 'one' });
    assert.equal([...new Set(blocks[0]?.segments.map(({ df }) => df))], [1], preset);
    const tree = parse(page('one'));
    assert.is(detector.labelTree(tree, { id: 'one' }).blocks[0]?.segments[0]?.df, 1, preset);
    assert.is(detector.labelTree(tree).blocks[0]?.segments[0]?.df, 2, preset);
  }
});

test('a stale page throws PAGE_STALE; its toJSON remains valid', async () => {
  const detector = await known();
  const early = detector.label(page('early'));
  const [block] = early.blocks;
  const kept = early.toJSON();
  detector.label(page('late'));
  assert.is(
    thrownCode(() => early.blocks),
    'PAGE_STALE',
  );
  assert.is(
    thrownCode(() => early.text()),
    'PAGE_STALE',
  );
  assert.is(
    thrownCode(() => block?.ratio),
    'PAGE_STALE',
  );
  assert.is(early.number, 5);
  assert.is(kept.text, 'early\nText of early, bolder.');
  assert.equal(JSON.parse(JSON.stringify(kept)), kept);
});

test('texts do not depend on the order of reading a page', async () => {
  const detector = await known();
  const result = detector.learn(page('tale\n  with   space'));
  const texts = result.blocks.map(({ text }) => text);
  const all = result.text('all');
  assert.is(all, texts.join('\n'));
  assert.ok(result.html('content', { mode: 'cut' }).includes('tale'));
  assert.equal(
    result.blocks.map(({ text }) => text),
    texts,
  );
  assert.is(result.text('all'), all);
});

test('the size of a table includes the ids of its last pages', async () => {
  const [without, withIds] = [await Detector.create({ seed: 1 }), await Detector.create({ seed: 1 })];
  for (let number = 0; number < 300; number += 1) {
    without.learn(page('same'));
    withIds.learn(page('same'), { id: `${number}` });
  }
  assert.is(withIds.stats.entries, without.stats.entries);
  // A block of memory has a few bytes more than requested.
  const bytes = withIds.stats.tableBytes - without.stats.tableBytes;
  assert.ok(bytes >= 256 * 8 && bytes <= 256 * 8 + 16, `${bytes} bytes`);
});

test('detectors are independent', async () => {
  const [first, second] = [await known(), await Detector.create(REPETITION)];
  const early = first.label(page('x'));
  assert.is(second.learn(page('x')).blocks[0]?.verdict, 'content');
  assert.is(early.blocks[0]?.verdict, 'template');
});

test('a disposed detector throws DISPOSED', async () => {
  const detector = await known();
  const early = detector.label(page('x'));
  detector[Symbol.dispose]();
  for (const call of [
    () => detector.learn('x'),
    () => detector.label('x'),
    () => detector.snapshot(),
    () => detector.stats,
  ]) {
    assert.is(thrownCode(call), 'DISPOSED');
  }
  assert.is(
    thrownCode(() => early.text()),
    'PAGE_STALE',
  );
});

test('rejects options out of range', async () => {
  const refused: Record<string, unknown>[] = [
    { templateDf: 0 },
    { templateDf: 1.5 },
    { templateDf: 256 },
    { templateDf: '5' },
    { templateRatio: -0.1 },
    { templateRatio: 1.1 },
    { templateRatio: Number.NaN },
    { baseLifetime: 0 },
    { baseLifetime: -1 },
    { baseLifetime: 1000, lifetimeGrowth: 17 },
    { lifetimeGrowth: 0.9 },
    { lifetimeGrowth: Number.POSITIVE_INFINITY },
    { recall: 'all' },
    { separators: 'html4' },
    { separators: ['div'] },
    { path: 'tags' },
    { preset: 'best' },
    { maxPageBytes: 0 },
    { maxTableBytes: 1 },
    { maxMemory: 2 ** 33 },
    { unknown: 1 },
  ];
  for (const options of refused) {
    assert.is(await rejectedCode(() => Detector.create(options)), 'OPTION_INVALID', JSON.stringify(options));
  }
});

test('accepts the module as bytes or compiled', async () => {
  const { readFile } = await import('node:fs/promises');
  const bytes = await readFile(new URL('../../dist/core.wasm', import.meta.url));
  for (const wasm of [bytes, await WebAssembly.compile(bytes)]) {
    const detector = await Detector.create(REPETITION, { wasm });
    assert.is(detector.learn('<p>x').text(), 'x');
  }
});

test.run();
