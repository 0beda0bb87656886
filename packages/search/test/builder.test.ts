import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Index, IndexBuilder, type IndexOptions, type IndexTemplate } from '@refrain/search';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sampled, sized } from '../../../test/support/effort.ts';
import { rejectedCode, thrownCode } from '../../../test/support/errors.ts';
import { seeded } from '../../../test/support/random.ts';
import { realSites } from '../../../test/support/real-sites.ts';
import { mounted, onSmallDisk } from '../../../test/support/small-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'refrain-index-'));
test.after(() => rmSync(folder, { recursive: true }));
let made = 0;
const newLocation = (): string => join(folder, `${made++}.index`);

const MENU = '<ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About us</a></ul>';
const page = (text: string, title = ''): string =>
  `<title>${title}</title><body>${MENU}<div><p>${text}</p></div><div id=footer>Copyright Example and friends</div>`;

const TEXTS = ['apples and pears', 'pears, plums', 'a plum is no apple', 'grapes', 'figs and grapes', 'nuts', 'apples'];

async function build(options: IndexOptions = {}, texts: readonly string[] = TEXTS): Promise<Index> {
  const builder = await IndexBuilder.create(newLocation(), { template: 'two-stage', ...options });
  for (const [at, text] of texts.entries()) builder.add(`https://a.example/${at}`, page(text, `Page ${at}`));
  return builder.build();
}

const found = (index: Index, query: string): number[] => index.search(query).map((result) => result.page);

test('finds content and not template', async () => {
  const whole = await build({ template: 'none' });
  assert.is(whole.df('copyright'), 7);
  const index = await build();
  assert.is(index.df('copyright'), 0);
  assert.is(index.df('news'), 0);
  assert.equal(found(index, 'apples').sort(), [0, 6]);
  assert.equal(found(index, 'APPLE'), [2]);
  assert.equal(index.search('nuts')[0]?.title, 'Page 5');
  assert.is(index.search('nuts')[0]?.url, 'https://a.example/5');
  assert.equal(index.search('nuts', { limit: 0 }), []);
  // Titles are indexed by default.
  assert.is(index.df('page'), 7);
  assert.is((await build({ titles: false })).df('page'), 0);
});

test('words end at punctuation of two and of three bytes', async () => {
  const index = await build({ template: 'none' }, ['rain—snow “hail” fog…mist«sleet»dew']);
  for (const word of ['rain', 'snow', 'hail', 'fog', 'mist', 'sleet', 'dew']) assert.is(index.df(word), 1, word);
});

test('a phrase does not match across two blocks', async () => {
  const index = await build();
  assert.equal(found(index, '"apples and pears"'), [0]);
  assert.equal(found(index, '"and grapes" figs'), [4]);
  assert.equal(found(index, '"grapes and"'), []);
  const two = await build({ template: 'none' }, ['one</p><p>two']);
  assert.equal(found(two, '"one two"'), []);
  assert.equal(found(two, 'one two'), [0]);
});

test('detect gives verdicts in the order of the blocks of a page before the index is written', async () => {
  const builder = await IndexBuilder.create(newLocation(), {
    template: 'two-stage',
    detector: { separators: ['div', 'ul', 'p'] },
  });
  for (const [at, text] of TEXTS.entries()) builder.add(`https://a.example/${at}`, page(text));
  const verdicts = await builder.detect();
  const blocks = (await Detector.create({ separators: ['div', 'ul', 'p'] })).learn(page('figs')).blocks;
  assert.equal(
    blocks.map((block, at) => [block.text.split('\n')[0], verdicts.isTemplate(3, at)]),
    [
      ['Home', true],
      ['figs', false],
      ['Copyright Example and friends', true],
    ],
  );
  assert.is(
    thrownCode(() => builder.add('https://a.example/x', 'x')),
    'DISPOSED',
  );
  const index = await builder.build();
  assert.is(index.df('copyright'), 0);
  assert.is(index.stats.pages, 7);
});

/** A corpus larger than the smallest memory: many words of seven interleaved sites. */
function* corpus(): Generator<{ url: string; html: string }> {
  const random = seeded(11);
  const word = (): string => `w${(random.below(400) * random.below(700)).toString(36)}`;
  for (let at = 0; at < 1500; at += 1) {
    const words = Array.from({ length: 900 }, word).join(' ');
    yield {
      url: `https://site${at % 7}.example/${at}`,
      html: page(`${words} ${at}</p><p>${words.slice(0, 99)}`, word()),
    };
  }
}

test('the index does not depend on maxMemory or on the number of runs', async () => {
  for (const template of sampled(['two-stage', 'none', 'incremental'] as const, 3)) {
    const [small, large] = [newLocation(), newLocation()];
    for (const [location, maxMemory] of [
      [small, 16 * 2 ** 20],
      [large, 1024 * 2 ** 20],
    ] as const) {
      const builder = await IndexBuilder.create(location, {
        template,
        maxMemory,
        siteOf: (url) => new URL(url).hostname,
        detector: { seed: 5 },
      });
      for (const { url, html } of corpus()) builder.add(url, html);
      if (maxMemory < 2 ** 28) assert.ok(builder.stats.runs >= 1, `${builder.stats.runs} runs`);
      else assert.is(builder.stats.runs, 0);
      (await builder.build()).close();
    }
    assert.is(Buffer.compare(readFileSync(small), readFileSync(large)), 0, template);
    rmSync(small);
    rmSync(large);
  }
});

test('indexes the words of the part that is asked for', async () => {
  const url = 'https://a.example/1';
  const [{ html } = { html: '' }] = realSites()[0]?.pages ?? [];
  const wordsOf = async (add: (builder: IndexBuilder) => void, options: IndexOptions): Promise<number> => {
    const builder = await IndexBuilder.create(newLocation(), { ...options, titles: false });
    add(builder);
    return (await builder.build()).stats.words;
  };
  const found = new Set<number>();
  for (const part of ['content', 'main', 'main+comments', 'template', 'all'] as const) {
    const text = (await Detector.create()).learn(html).text(part);
    const words = await wordsOf((builder) => builder.add(url, html), { part });
    assert.is(words, await wordsOf((builder) => builder.addText(url, { text }), {}), String(part));
    found.add(words);
  }
  assert.ok(found.size >= 3, 'the parts of this page differ');
});

test('indexes texts that were extracted before', async () => {
  const detector = await Detector.create();
  const builder = await IndexBuilder.create(newLocation());
  for (const { name, html } of realSites()[0]?.pages ?? []) {
    builder.addText(`https://x.example/${name}`, { text: detector.learn(html).text('content'), title: name });
  }
  builder.addText('https://x.example/y', { text: 'naïveté, ΣΊΣΥΦΟΣ, hy\u00adphenated' });
  const index = await builder.build();
  for (const query of ['NAÏVETÉ', 'σίσυφοσ', 'hyphenated'])
    assert.is(index.search(query)[0]?.url, 'https://x.example/y', query);
});

test('answers queries in any script and rejects invalid ones', async () => {
  const builder = await IndexBuilder.create(newLocation(), { template: 'none' });
  builder.add('https://a.example/1', '<p>日本語のテンプレート検出 and ภาษาไทยง่ายมาก and ünïcode 😀</p>');
  builder.add('https://a.example/2', '<p>한국어 문서 و العربية</p>');
  const index = await builder.build();
  assert.equal(found(index, '日本語'), [0]);
  assert.equal(found(index, 'ภาษา'), [0]);
  assert.equal(found(index, '"문서 و العربية"'), [1]);
  assert.equal(found(index, 'кириллица'), []);
  for (const query of ['', ' ', '"', '""', '"and', '!?', '\ud800', '\0', 'x'.repeat(100_000)]) {
    assert.type(index.search(query).length, 'number');
  }
  for (const query of [undefined, 7, null])
    assert.is(
      thrownCode(() => index.search(query as never)),
      'INPUT_INVALID',
    );
  assert.is(
    thrownCode(() => index.search('a', { ranking: 'best' as never })),
    'OPTION_INVALID',
  );
  assert.is(
    thrownCode(() => index.search('a', { limit: -1 })),
    'OPTION_INVALID',
  );
  assert.is(
    thrownCode(() => index.df('two words')),
    'INPUT_INVALID',
  );
  index.close();
  index.close();
  assert.is(
    thrownCode(() => index.search('a')),
    'DISPOSED',
  );
});

test('indexes an empty corpus and pages without words', async () => {
  for (const template of ['none', 'two-stage', 'incremental'] as const) {
    const none = await (await IndexBuilder.create(newLocation(), { template })).build();
    assert.equal(none.search('anything'), []);
    assert.is(none.stats.pages, 0);
    const builder = await IndexBuilder.create(newLocation(), { template });
    for (const html of ['', '<p>', '—', '<script>x</script>', new Uint8Array([0xff, 0xfe])])
      builder.add('https://a.b/', html);
    const empty = await builder.build();
    assert.is(empty.stats.pages, 5);
    assert.equal(empty.search('anything "at all"'), []);
  }
});

test('a rejected page does not change the index', async () => {
  const builder = await IndexBuilder.create(newLocation(), { template: 'two-stage', detector: { maxPageBytes: 1000 } });
  builder.add('https://a.b/1', '<p>one');
  assert.is(
    thrownCode(() => builder.add('no url', 'x')),
    'URL_INVALID',
  );
  assert.is(
    thrownCode(() => builder.add('https://a.b/2', 7 as never)),
    'INPUT_INVALID',
  );
  assert.is(
    thrownCode(() => builder.add('https://a.b/2', 'x'.repeat(1001))),
    'PAGE_TOO_LARGE',
  );
  assert.is(
    thrownCode(() => builder.addText('https://a.b/2', { text: 'x'.repeat(1001) })),
    'PAGE_TOO_LARGE',
  );
  assert.is(
    thrownCode(() => builder.addText('https://a.b/2', { text: 7 as never })),
    'INPUT_INVALID',
  );
  assert.is(builder.add('https://a.b/3', '<p>three'), 1);
  const index = await builder.build();
  assert.equal([found(index, 'one'), found(index, 'three'), index.stats.pages], [[0], [1], 2]);
  assert.is(
    thrownCode(() => builder.add('https://a.b/4', 'x')),
    'DISPOSED',
  );
  assert.is(await rejectedCode(() => builder.build()), 'DISPOSED');
});

test('rejects invalid options', async () => {
  const wrong: readonly IndexOptions[] = [
    { template: 'best' as IndexTemplate },
    { maxMemory: 2 ** 20 },
    { maxMemory: Number.NaN },
    { titles: 1 as never },
    { styles: 'new' as never },
    { siteOf: 'planet' as never },
    { detector: { templateDf: 0 } },
    { memory: 7 } as IndexOptions,
  ];
  for (const options of wrong) {
    assert.is(
      await rejectedCode(() => IndexBuilder.create(newLocation(), options)),
      'OPTION_INVALID',
      JSON.stringify(options),
    );
  }
  assert.is(await rejectedCode(() => IndexBuilder.create('')), 'INPUT_INVALID');
  assert.is(await rejectedCode(() => IndexBuilder.create(join(folder, 'no', 'such', 'folder'))), 'INDEX_FAILED');
  const builder = await IndexBuilder.create(newLocation());
  assert.is(await rejectedCode(() => builder.detect()), 'OPTION_INVALID');
  builder.discard();
});

test('rejects files that are cut, altered or not an index', async () => {
  const location = newLocation();
  const builder = await IndexBuilder.create(location, { template: 'none' });
  for (const [at, text] of TEXTS.entries()) builder.add(`https://a.example/${at}`, page(text, `Page ${at}`));
  (await builder.build()).close();
  const bytes = readFileSync(location);
  const use = async (altered: Uint8Array): Promise<unknown> => {
    const path = newLocation();
    writeFileSync(path, altered);
    return rejectedCode(async () => {
      using index = await Index.open(path);
      const results = ['apples pears', 'home', 'copyright', 'grapes figs', 'page'].map((query) =>
        index.search(query, { limit: 9 }),
      );
      return results;
    });
  };
  assert.is(await use(bytes), 'no error');
  for (const length of [0, 1, 64, 127, 128, bytes.length >> 1, bytes.length - 1]) {
    assert.is(await use(bytes.subarray(0, length)), 'INDEX_DAMAGED', `${length} bytes`);
  }
  assert.is(await use(Buffer.concat([bytes, Buffer.from('x')])), 'INDEX_DAMAGED', 'an extra byte');
  assert.is(await use(Buffer.from('<!doctype html><p>no index at all')), 'INDEX_DAMAGED');
  const later = Buffer.from(bytes);
  later.writeUInt32LE(9, 8);
  assert.is(await use(later), 'INDEX_VERSION');
  assert.is(await rejectedCode(() => Index.open(join(folder, 'nothing'))), 'INDEX_FAILED');
  assert.is(await rejectedCode(() => Index.open(folder)), 'INDEX_FAILED');
  // Altered bytes of words that the query does not need may go undetected; a wrong answer is never given.
  using whole = await Index.open(location);
  const right = JSON.stringify(whole.search('apples pears', { limit: 9 }));
  let [tried, detected] = [0, 0];
  for (let at = 0; at < bytes.length; at += sized(9, 3)) {
    tried += 1;
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 0x40;
    const path = newLocation();
    writeFileSync(path, altered);
    const code = await rejectedCode(async () => {
      using index = await Index.open(path);
      assert.is(JSON.stringify(index.search('apples pears', { limit: 9 })), right, `byte ${at}`);
    });
    rmSync(path);
    if (code === 'no error') continue;
    assert.ok(code === 'INDEX_DAMAGED' || code === 'INDEX_VERSION', `byte ${at}: ${String(code)}`);
    detected += 1;
  }
  assert.ok(detected > tried / 2, `${detected} of ${tried} detected`);
});

test('a discarded build leaves no file and keeps the old index', async () => {
  const home = join(folder, 'home');
  mkdirSync(home);
  const location = join(home, 'site.index');
  {
    using builder = await IndexBuilder.create(location);
    builder.add('https://a.b/1', '<p>first version');
    assert.is(readdirSync(home).length, 1);
  }
  assert.equal(readdirSync(home), []);
  const first = await IndexBuilder.create(location, { template: 'none' });
  first.add('https://a.b/1', '<p>first version');
  (await first.build()).close();
  const second = await IndexBuilder.create(location, { template: 'none' });
  second.add('https://a.b/1', '<p>second version');
  second.discard();
  assert.equal(readdirSync(home), ['site.index']);
  using kept = await Index.open(location);
  assert.is(kept.df('first'), 1);
});

test('a build that fails at its last step can be repeated with the same result', async () => {
  const fill = async (location: string): Promise<IndexBuilder> => {
    const builder = await IndexBuilder.create(location, { template: 'two-stage', detector: { seed: 5 } });
    for (const [at, text] of TEXTS.entries()) builder.add(`https://a.example/${at}`, page(text, `Page ${at}`));
    return builder;
  };
  const [blocked, free] = [newLocation(), newLocation()];
  const builder = await fill(blocked);
  mkdirSync(blocked);
  assert.is(await rejectedCode(() => builder.build()), 'INDEX_FAILED');
  rmSync(blocked, { recursive: true });
  (await builder.build()).close();
  (await (await fill(free)).build()).close();
  assert.is(Buffer.compare(readFileSync(blocked), readFileSync(free)), 0);
});

test('an aborted build rejects with the reason and can be repeated', async () => {
  const location = newLocation();
  const builder = await IndexBuilder.create(location, { template: 'two-stage' });
  for (const [at, text] of TEXTS.entries()) builder.add(`https://a.example/${at}`, page(text, `Page ${at}`));
  const reason = new Error('enough');
  const controller = new AbortController();
  const building = builder.build({ signal: controller.signal });
  controller.abort(reason);
  try {
    await building;
    assert.unreachable('the build was aborted');
  } catch (error) {
    assert.is(error, reason);
  }
  assert.not.ok(existsSync(location));
  using index = await builder.build();
  assert.equal(found(index, 'apples').sort(), [0, 6]);
});

test('a killed build leaves a complete index or none, and the next build removes its folder', async () => {
  const home = join(folder, 'killed');
  mkdirSync(home);
  const location = join(home, 'site.index');
  const script = join(folder, 'killed.mjs');
  const entry = import.meta.resolve('@refrain/search');
  writeFileSync(
    script,
    `import { IndexBuilder } from ${JSON.stringify(entry)};
    const builder = await IndexBuilder.create(${JSON.stringify(location)}, { template: 'two-stage', maxMemory: 2 ** 24 });
    let at = 0;
    let state = 1;
    const word = () => 'w' + ((state = (state * 48271) % 2147483647) % 1e5);
    const text = () => Array.from({ length: 500 }, word).join(' ');
    for (; at < 300; at += 1) builder.add('https://a.example/' + at, '<ul><li>menu</ul><p>' + text());
    console.log('building');
    if (process.argv[2] === 'late') await builder.build();
    else setInterval(() => builder.add('https://a.example/' + at++, '<p>' + text()), 1);`,
  );
  const seed = 20_260_102;
  const random = seeded(seed);
  process.stdout.write(`seed ${seed}\n`);
  for (const when of ['early', 'late', 'late', 'late']) {
    const delay = random.below(60);
    const child = spawn(process.execPath, [script, when], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = new Promise((resolve) => child.once('close', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    // A kill at any moment must leave a whole index or none, so the moment is random; the seed repeats it.
    await pause(delay);
    child.kill('SIGKILL');
    await closed;
    // `Index.open` fails if the index is incomplete.
    if (existsSync(location)) (await Index.open(location)).close();
    rmSync(location, { force: true });
  }
  const builder = await IndexBuilder.create(location, { template: 'none' });
  assert.is(readdirSync(home).length, 1, 'folders of killed builds are removed');
  builder.add('https://a.b/', '<p>alive');
  using index = await builder.build();
  assert.is(index.df('alive'), 1);
  assert.equal(readdirSync(home), ['site.index']);
});

onSmallDisk('reports a full disk and builds the same index when there is room', async () => {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  assert.ok(mounted(disk, '1m'));
  try {
    const filler = join(disk, 'filler');
    const builder = await IndexBuilder.create(join(disk, 'site.index'), {
      template: 'two-stage',
      detector: { seed: 5 },
    });
    for (const [at, text] of TEXTS.entries()) builder.add(`https://a.example/${at}`, page(text, `Page ${at}`));
    writeFileSync(filler, new Uint8Array(990_000));
    try {
      writeFileSync(join(disk, 'rest'), new Uint8Array(100_000));
    } catch {
      // The disk is full, as it should be.
    }
    assert.is(await rejectedCode(() => builder.build()), 'INDEX_FAILED');
    assert.not.ok(existsSync(join(disk, 'site.index')));
    rmSync(filler);
    rmSync(join(disk, 'rest'), { force: true });
    (await builder.build()).close();
    const other = newLocation();
    const undisturbed = await IndexBuilder.create(other, { template: 'two-stage', detector: { seed: 5 } });
    for (const [at, text] of TEXTS.entries()) undisturbed.add(`https://a.example/${at}`, page(text, `Page ${at}`));
    (await undisturbed.build()).close();
    assert.is(
      Buffer.compare(readFileSync(join(disk, 'site.index')), readFileSync(other)),
      0,
      'the index of an undisturbed build',
    );
  } finally {
    execFileSync('umount', [disk]);
  }
});

test.run();
