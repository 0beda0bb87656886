/** Hostile pages have verdicts or fail with a typed error, and do not affect the next page. */

import { Detector, LimitError, type Page, RefrainError } from 'refrain';
import { StructuredReader } from 'refrain/structured';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { platformStressPages } from '../../bench/stress-pages/pages.ts';
import { ReferenceDetector } from '../reference/detector.ts';
import { comparePage, compareTables } from '../support/compare.ts';
import { assertLinear, sizesOf } from '../support/cpu.ts';
import { testSize } from '../support/effort.ts';
import { OUTPUTS } from '../support/outputs.ts';
import { seededRandom } from '../support/random.ts';
import { REPETITION } from '../support/repetition.ts';

const fine = (number: number): string => `<div><a>Home</a><a>About</a></div><div>story ${number}</div>`;

const randomBytes = (seed: number, length: number): Uint8Array => {
  const random = seededRandom(seed);
  return Uint8Array.from({ length }, () => random.below(256));
};

const HOSTILE: Readonly<Record<string, string | Uint8Array>> = {
  nothing: '',
  'no bytes': new Uint8Array(),
  'white space': ' \n\t\u00a0\u3000 ',
  'bytes that are not text': Uint8Array.from([
    ...new TextEncoder().encode('<meta charset=utf-8>'),
    ...randomBytes(1, 100_000),
  ]),
  'NUL bytes': '<div>a\0b</div>\0<p\0x>c</p>'.repeat(100),
  'lone surrogates': '<div>\ud800</div><p>\udc00x\ud83d</p><i>\ude00</i>',
  'a text cut between surrogates by a comment': '<p>\ud83d<!-- -->\ude00</p>',
  'a hundred thousand nested elements': `${'<b>'.repeat(50_000)}${'<div>'.repeat(50_000)}deep`,
  'nested blocks that all have text': '<div>x'.repeat(3000),
  'a million attributes': `<div ${'a '.repeat(500_000)}>x</div><p ${Array.from({ length: 20_000 }, (_, i) => `b${i}=1`).join(' ')}>y`,
  'one endless tag': `<div${' x'.repeat(100_000)}`,
  'an endless comment': `<!--${'-'.repeat(1_000_000)}`,
  'unknown names by the thousand': Array.from({ length: 5000 }, (_, i) => `<x-${i}>${i}</x-${i}>`).join(''),
  'a name of a million letters': `<${'n'.repeat(1_000_000)}>text`,
  'a text of many letters': `<p>${'word '.repeat(testSize(100_000, 1_000_000))}`,
  'blocks by the thousand': '<div>a</div>'.repeat(testSize(20_000, 100_000)),
  frames: '<frameset><frame src=a><noframes>text</noframes></frameset>',
  misnested: '<table><b><tr>a<td></b>b<p></table>c<a>d<div><a>e</div>f',
};

for (const [name, html] of Object.entries(HOSTILE)) {
  test(`agrees with the reference: ${name}`, async () => {
    const options = { baseLifetime: 5, lifetimeGrowth: 8 };
    const detector = await Detector.create({ ...REPETITION, ...options });
    const reference = new ReferenceDetector(options);
    const text = typeof html === 'string' ? html : new TextDecoder().decode(html);
    for (let number = 1; number <= 3; number += 1) {
      comparePage(detector.learn(fine(number)), reference.learn(fine(number)), 'before');
    }
    // The reference writes paths as strings, which takes minutes for deep trees.
    if (/^nested|nested elements/.test(name)) {
      const page = detector.learn(html);
      assert.ok(page.counted && page.lengths.content > 0);
      assert.ok(page.text('all').length > 0);
      assert.type(page.html('template', { mode: 'cut' }), 'string');
      return;
    }
    comparePage(detector.learn(html), reference.learn(text), name);
    compareTables(detector, reference, name);
    const page = detector.label(html);
    assert.type(page.html('template', { mode: 'cut' }), 'string');
    assert.equal(page.toJSON(), JSON.parse(JSON.stringify(page.toJSON())));
    comparePage(detector.learn(fine(4)), reference.learn(fine(4)), 'after');
    compareTables(detector, reference, 'after');
  });
}

const expectLimit = (code: string, run: () => unknown): void => {
  assert.throws(run, (error: unknown) => error instanceof LimitError && error.code === code);
};

test('rejects a page above maxPageBytes without a change', async () => {
  const detector = await Detector.create({ maxPageBytes: 1000 });
  detector.learn(fine(1));
  const before = detector.snapshot();
  expectLimit('PAGE_TOO_LARGE', () => detector.learn('x'.repeat(1001), { id: 'large' }));
  expectLimit('PAGE_TOO_LARGE', () => detector.learn('é'.repeat(501)));
  expectLimit('PAGE_TOO_LARGE', () => detector.learn(new Uint8Array(1001).fill(0x78)));
  assert.ok(detector.label('é'.repeat(500)));
  assert.equal(detector.snapshot(), before);
  const open = await Detector.create(REPETITION);
  expectLimit('PAGE_TOO_LARGE', () => open.learn('<p>x</p>'.repeat(6_250_000)));
  assert.is(open.learn(fine(1)).number, 1);
});

test('rejects a page that does not fit into the table without a change', async () => {
  const detector = await Detector.create({ maxTableBytes: 8192 });
  for (let number = 1; number <= 6; number += 1) detector.learn(fine(number), { id: `${number}` });
  const before = detector.snapshot();
  const largePage = `<div><a>Home</a></div>${Array.from({ length: 2000 }, (_, i) => `<p>${i}</p>`).join('')}`;
  expectLimit('TABLE_FULL', () => detector.learn(largePage, { id: 'large' }));
  assert.equal(detector.snapshot(), before);
  assert.is(detector.label(largePage).number, 6);
  const page = detector.learn(fine(7), { id: 'large' });
  assert.ok(page.counted);
  assert.is(page.blocks[0]?.segments[0]?.df, 7);
});

test('rejects a page that does not fit into memory without a change', async () => {
  const detector = await Detector.create({ maxMemory: 2 * 1024 * 1024 });
  for (let number = 1; number <= 6; number += 1) detector.learn(fine(number));
  const before = detector.snapshot();
  for (const largePage of [`<p>${'x'.repeat(3_000_000)}`, '<p>x</p>'.repeat(60_000)]) {
    expectLimit('OUT_OF_MEMORY', () => detector.learn(largePage, { id: 'large' }));
    assert.equal(detector.snapshot(), before);
  }
  assert.is(detector.learn(fine(7)).blocks[0]?.verdict, 'template');
  assert.ok(detector.stats.memoryBytes <= 2 * 1024 * 1024);
});

// A page of fifty megabytes takes ten seconds.
const testOfAll = testSize(0, 1) === 1 ? test : test.skip;

testOfAll('rejects code whose prefixes of lines need more than 2 ** 32 bytes', async () => {
  const before = '<ol start=999999999><li>x'.repeat(8);
  // Each line may have 88 bytes before it and a line feed: together a little more than 2 ** 32 bytes.
  const [long, lines] = [1_500_000, 48_258_060];
  const html = Buffer.alloc(before.length + 5 + long + lines, '\n');
  html.write(`${before}<pre>${'a\n'.repeat(long)}`);
  const detector = await Detector.create({ ...REPETITION, maxPageBytes: html.length });
  const page = detector.label(html);
  expectLimit('PAGE_TOO_COMPLEX', () => page.markdown('all'));
  assert.ok(detector.learn(fine(1)).counted);
});

test('rejects values that are not a page, an id or a tree', async () => {
  const detector = await Detector.create(REPETITION);
  for (const wrong of [undefined, null, 7, {}, [1], new Date()]) {
    for (const call of [
      () => detector.learn(wrong as unknown as string),
      () => detector.label(wrong as unknown as string),
      () => detector.learnTree(wrong),
    ]) {
      assert.throws(call, (error: unknown) => error instanceof RefrainError && error.code === 'INPUT_INVALID');
    }
  }
  assert.throws(
    () => detector.learn('x', { id: 7 as unknown as string }),
    (error: unknown) => error instanceof RefrainError && error.code === 'INPUT_INVALID',
  );
  assert.is(detector.stats.pages, 0);
});

test('an adapter that throws does not change the detector', async () => {
  const detector = await Detector.create(REPETITION);
  detector.learn(fine(1));
  const before = detector.snapshot();
  const adapter = {
    kind: () => 'element' as const,
    name: () => 'div',
    attributes: () => [],
    text: () => '',
    children: (): never => {
      throw new TypeError('from the adapter');
    },
  };
  assert.throws(() => detector.learnTree({}, { adapter }), /from the adapter/);
  assert.equal(detector.snapshot(), before);
  assert.is(detector.learn(fine(2)).number, 2);
});

test('an adapter may read another tree with the same detector', async () => {
  const detector = await Detector.create(REPETITION);
  const adapter = (inner?: () => void) => ({
    kind: (node: string[] | string) => (typeof node === 'string' ? ('text' as const) : ('element' as const)),
    name: () => 'p',
    attributes: () => [],
    text: (node: string[] | string) => `${node}`,
    children: (node: string[] | string) => {
      inner?.();
      return typeof node === 'string' ? [] : node;
    },
  });
  const seen: string[] = [];
  const inner = (): void => void seen.push(detector.learnTree(['Inner words.'], { adapter: adapter() }).text('all'));
  const page = detector.learnTree(['Outer', ' words.'], { adapter: adapter(inner) });
  assert.is(page.text('all'), 'Outer words.');
  assert.equal([seen, detector.stats.pages], [['Inner words.'], 2]);
});

/** Pages that are slow for calls of the platform. The module counts only its own steps. */
const PLATFORM_BYTES = 400_000;

const unlessRefused = (make: () => unknown): void => {
  try {
    make();
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
  }
};

for (const [kind, make] of Object.entries(platformStressPages))
  test(`time of every output is linear: ${kind}`, async () => {
    const detector = await Detector.create({ seed: 1 });
    const structured = await StructuredReader.create();
    const outputs = Object.entries(OUTPUTS).map(([name, { write }]): [string, (page: Page<never>) => unknown] => [
      name,
      write,
    ]);
    for (const [name, write] of [...outputs, ['structured', (page: Page<never>) => structured.text(page)] as const]) {
      const page = new Map(sizesOf(PLATFORM_BYTES).map((bytes) => [bytes, Buffer.from(make(bytes))]));
      await assertLinear(`${name}, ${kind}`, PLATFORM_BYTES, (bytes) =>
        unlessRefused(() => write(detector.label(page.get(bytes) ?? ''))),
      );
    }
  });

test.run();
