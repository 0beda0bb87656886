/** The work for a page, counted by the module, grows with the page's bytes, and `maxWork` ends it. */
import { Detector, LimitError, type Page } from 'refrain';
import { contextOf } from 'refrain/engine';
import { HtmlParser } from 'refrain/html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stressPages } from '../../bench/stress-pages/pages.ts';
import { testSize } from '../support/effort.ts';

const SMALL = testSize(20_000, 40_000);
const GROWTH_MAX = 4.4;
/** With the default `maxDepth`, which bounds the cost of a tag. */
const STEPS_PER_BYTE_MAX = 1000;

interface Measurement {
  readonly html: Uint8Array;
  readonly bytes: number;
  readonly work: number;
}

const isLimit = (code: string) => (error: unknown) => error instanceof LimitError && error.code === code;

test('a stress page of four times the size needs about four times the work', async () => {
  const detector = await Detector.create();
  // Work for a tag grows until the stack of open elements is full, which a small maximum depth causes early.
  const shallow = await Detector.create({ maxDepth: 16 });
  for (const [name, make] of Object.entries(stressPages)) {
    // With a small maximum depth, elements are reopened more often, so this page has more nodes than bytes.
    const reader = name === 'a full list of formatting elements, then end tags' ? detector : shallow;
    const [small, large] = [SMALL, 4 * SMALL].map((bytes) => {
      const html = new TextEncoder().encode(make(bytes));
      return { bytes: html.length, work: reader.label(html).work, html };
    }) as [Measurement, Measurement];
    const growth = ((large.work / small.work) * 4) / (large.bytes / small.bytes);
    assert.ok(growth <= GROWTH_MAX, `${name}: ${small.work} → ${large.work} steps, ${growth.toFixed(2)}`);
    const { work } = detector.label(large.html);
    assert.ok(work <= STEPS_PER_BYTE_MAX * large.bytes, `${name}: ${work} steps for ${large.bytes} bytes`);
  }
});

test('the same page needs the same work in another instance, as a string and as bytes', async () => {
  const [one, other] = [await Detector.create(), await Detector.create()];
  for (const name of ['misnested formatting', 'text out of tables', 'names by the thousand']) {
    const html = stressPages[name]?.(20_000) ?? '';
    const first = one.learn(html).work;
    assert.ok(first > 20_000, name);
    assert.is(other.learn(new TextEncoder().encode(html)).work, first, name);
    const { work } = other.label(html);
    assert.is(one.label(html).work, work, name);
    // After the first request, main content is computed with the verdicts. Its work counts only if requested.
    one.label(html).text('main');
    assert.is(one.label(html).work, work, name);
  }
});

const fine = (number: number): string => `<div><a>Home</a><a>About</a></div><p>story ${number}</p>`;

/** Pages with most of their work in one phase. */
const PHASES: Readonly<Record<string, string>> = {
  parser: `<b>${'<x>'.repeat(900)}${'</y>'.repeat(4000)}`,
  segmenter: '<i></i>'.repeat(4000),
  evidence: '<p>x'.repeat(3000),
};

for (const [phase, html] of Object.entries(PHASES)) {
  test(`a page that takes more than maxWork in the ${phase} changes nothing`, async () => {
    const { work } = (await Detector.create()).learn(html);
    const enough = await Detector.create({ maxWork: work });
    assert.is(enough.learn(html).work, work);
    const detector = await Detector.create({ maxWork: work - 1 });
    for (let number = 1; number <= 6; number += 1) detector.learn(fine(number), { id: `${number}` });
    const before = detector.snapshot();
    for (const read of [() => detector.learn(html, { id: 'large' }), () => detector.label(html)]) {
      assert.throws(read, isLimit('PAGE_TOO_COMPLEX'));
      assert.equal(detector.snapshot(), before);
    }
    const page = detector.learn(fine(7), { id: 'large' });
    assert.ok(page.counted);
    assert.is(page.number, 7);
  });
}

test('an output that needs more than maxWork fails, and the others do not', async () => {
  // In the output, each link has the whole base address.
  const html = `<base href="https://a.example/${'b/'.repeat(900)}">${'<p>x <a href=c>y</a></p>'.repeat(300)}`;
  const { work } = (await Detector.create({ evidence: 'repetition' })).learn(html);
  const detector = await Detector.create({ evidence: 'repetition', maxWork: work });
  const page = detector.learn(html);
  assert.throws(() => page.markdown('all'), isLimit('PAGE_TOO_COMPLEX'));
  assert.ok(page.text('all').length > 1000);
  assert.is(detector.learn(fine(1)).number, 2);
});

test('main content and kind that take more than maxWork are refused, and the page and the next one remain readable', async () => {
  const html = `<title>${'A b '.repeat(20)}</title><p>${'word '.repeat(40)}${'<h1>A b</h1>'.repeat(9)}${'<i id="some-name"></i>'.repeat(2000)}`;
  const { work } = (await Detector.create()).learn(html);
  const detector = await Detector.create({ maxWork: work });
  const page = detector.learn(html);
  assert.throws(() => page.kind, isLimit('PAGE_TOO_COMPLEX'));
  assert.ok(page.text('all').length > 100);
  const small = `<title>A b</title>${'<h1>A b'.repeat(1000)}`;
  const parts = await Detector.create({ maxWork: (await Detector.create()).label(small).work });
  const labelled = parts.label(small);
  for (const _ of [1, 2]) assert.throws(() => labelled.text('main'), isLimit('PAGE_TOO_COMPLEX'));
  assert.ok(labelled.text('all').length > 100);
  assert.match(parts.label(fine(1)).text('all'), 'story 1');
});

test('paths that are much longer than the page are refused in every output that writes them', async () => {
  const html = `${'<blockquote>'.repeat(500)}${'<p>x'.repeat(20_000)}`;
  const check = (page: Page<never>): void => {
    assert.throws(() => page.toJSON(), isLimit('PAGE_TOO_COMPLEX'));
    assert.ok((page.blocks.at(-1)?.path.length ?? 0) > 5000);
    assert.ok(page.text().length + page.html('content', { mode: 'cut' }).length > 1000);
  };
  check((await Detector.create()).learn(html));
});

test('the search for quotes and questions is bounded, however elements are nested', async () => {
  const detector = await Detector.create();
  const prose = `<p>${'The river rose, and nobody was prepared for it. '.repeat(4)}</p>`;
  const workOf = (html: string): number => {
    const page = detector.label(`<title>Rain</title><h1>Rain</h1>${html}`);
    assert.match(page.markdown('main'), 'The river rose');
    return contextOf(page).core.call((exports) => exports.workDone());
  };
  const inline = '<i>and</i> '.repeat(8000);
  for (const [opens, inside] of [
    ['<blockquote>', prose + inline],
    ['<button><object>', inline + prose],
  ] as const) {
    const [few, many] = [20, 200].map((count) => workOf(prose + opens.repeat(count) + inside)) as [number, number];
    assert.ok(many < 1.5 * few, `${opens}: ${few} → ${many} steps`);
  }
});

test('slots that search many children are counted as work, and fail above maxWork', async () => {
  const detector = await Detector.create({ maxWork: 2e6 });
  const page = (count: number): string =>
    `<div><template shadowrootmode=open>${'<slot name=a></slot>'.repeat(count)}</template>${'<b slot=x>b</b>'.repeat(count)}</div>`;
  assert.type(detector.label(page(30)).work, 'number');
  assert.throws(() => detector.label(page(400)), isLimit('PAGE_TOO_COMPLEX'));
});

test('a parser has the same option', async () => {
  const parser = await HtmlParser.create({ maxWork: 5000 });
  const fineNodes = parser.parse('<p>fine').nodeCount;
  assert.throws(() => parser.parse(PHASES['parser'] ?? ''), isLimit('PAGE_TOO_COMPLEX'));
  assert.is(parser.parse('<p>fine').nodeCount, fineNodes);
});

test.run();
