import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ReferenceDetector } from './detector.ts';
import type { LifetimeBoundary } from './options.ts';
import { parseTree } from './tree.ts';

const never = { baseLifetime: Number.POSITIVE_INFINITY, lifetimeGrowth: 1 };

const divs = (...contents: readonly string[]): string => contents.map((content) => `<div>${content}</div>`).join('');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];

const traces: Record<LifetimeBoundary, { expanded: number[]; shrunk: number[] }> = {
  reached: { expanded: [4, 6, 8, 8, 8, 8], shrunk: [4, 6, 6, 6, 6, 6] },
  exceeded: { expanded: [4, 6, 8, 10, 10, 10], shrunk: [4, 6, 8, 8, 8, 8] },
};

for (const lifetimeBoundary of ['reached', 'exceeded'] as const) {
  test(`labels and evicts over six pages with Tb=2, N=3, lifetime ${lifetimeBoundary}`, () => {
    const detector = new ReferenceDetector({
      baseLifetime: 2,
      lifetimeGrowth: 3,
      lifetimeBoundary,
    });
    const seen = months.map((month, at) => {
      const page = detector.learn(divs(`<a>Home</a><a>About</a>${month}`, `b${at + 1}`));
      return {
        blocks: page.blocks.map(({ templateLength, length, kind }) => `${templateLength}/${length} ${kind}`),
        fresh: page.fresh,
        expanded: detector.expandedEntries,
        shrunk: detector.entries,
      };
    });
    const content = ['0/12 content', '0/2 content'];
    const template = ['9/12 template', '0/2 content'];
    assert.equal(
      seen.map(({ blocks }) => blocks),
      [content, content, content, content, template, template],
    );
    assert.equal(
      seen.map(({ fresh }) => fresh),
      [4, 2, 2, 2, 2, 2],
    );
    assert.equal(
      seen.map(({ expanded }) => expanded),
      traces[lifetimeBoundary].expanded,
    );
    assert.equal(
      seen.map(({ shrunk }) => shrunk),
      traces[lifetimeBoundary].shrunk,
    );
  });
}

/** The DF of X, or 0, after every page. X is on pages 1 to 4 and on page 10. */
const gapTrace = (baseLifetime: number, lifetimeGrowth: number): number[] => {
  const detector = new ReferenceDetector({ baseLifetime, lifetimeGrowth });
  return Array.from({ length: 10 }, (_, at) => {
    detector.learn(at < 4 || at === 9 ? 'X' : '');
    return detector.table()[0]?.df ?? 0;
  });
};

test('Tb=1, N=4: evicts a segment of DF 4 at page 8; it returns with DF 1', () => {
  assert.equal(gapTrace(1, 4), [1, 2, 3, 4, 4, 4, 4, 0, 0, 1]);
});

test('Tb=2, N=3: keeps a segment of DF 4; it returns with DF 5', () => {
  assert.equal(gapTrace(2, 3), [1, 2, 3, 4, 4, 4, 4, 4, 4, 5]);
});

test('counts the current page: a segment is template from its fifth page on', () => {
  const detector = new ReferenceDetector(never);
  const kinds = Array.from({ length: 6 }, () => detector.learn('Home').blocks[0]?.kind);
  assert.equal(kinds, ['content', 'content', 'content', 'content', 'template', 'template']);
});

test('a template ratio of 7/10 is content, 8/11 is template', () => {
  const detector = new ReferenceDetector(never);
  for (let page = 1; page <= 5; page += 1) detector.learn('<p>7654321</p><p>87654321</p>');
  const ofTen = detector.label('<p>7654321</p>abc').blocks[0];
  assert.equal([ofTen?.templateLength, ofTen?.length, ofTen?.kind], [7, 10, 'content']);
  const ofEleven = detector.label('<p>87654321</p>abc').blocks[0];
  assert.equal([ofEleven?.templateLength, ofEleven?.length, ofEleven?.kind], [8, 11, 'template']);
});

test('a segment repeated in a page counts once for the DF and each time for the ratio', () => {
  const detector = new ReferenceDetector({ ...never, templateDf: 2 });
  const first = detector.learn('<p>ab</p><p>ab</p>cde');
  assert.is(first.fresh, 2);
  assert.equal(
    detector.table().map(({ text, df }) => [text, df]),
    [
      ['cde', 1],
      ['ab', 1],
    ],
  );
  const second = detector.learn('<p>ab</p><p>ab</p>f').blocks[0];
  assert.equal([second?.templateLength, second?.length, second?.kind], [4, 5, 'template']);
});

test('the same text with another DOM path is another segment', () => {
  const detector = new ReferenceDetector(never);
  detector.learn('<p>a</p>');
  assert.is(detector.learn('<b>a</b>').fresh, 1);
  assert.equal(detector.table(), [
    { path: 'html/body/b', text: 'a', df: 1, last: 2 },
    { path: 'html/body/p', text: 'a', df: 1, last: 1 },
  ]);
});

test('a page has df and last after its expansion', () => {
  const detector = new ReferenceDetector(never);
  detector.learn('a');
  assert.equal(detector.learn(`a${divs('b')}`), {
    number: 2,
    counted: true,
    fresh: 1,
    blocks: [
      {
        path: 'html/body',
        kind: 'content',
        length: 1,
        templateLength: 0,
        segments: [{ text: 'a', path: 'html/body', length: 1, df: 2, last: 2, previous: 1 }],
      },
      {
        path: 'html/body/div',
        kind: 'content',
        length: 1,
        templateLength: 0,
        segments: [{ text: 'b', path: 'html/body/div', length: 1, df: 1, last: 2, previous: 0 }],
      },
    ],
  });
});

test('label does not change the table', () => {
  const detector = new ReferenceDetector({ baseLifetime: 1, lifetimeGrowth: 1, templateDf: 1 });
  detector.learn('<p>known</p>');
  const before = detector.table();
  for (let times = 1; times <= 3; times += 1) {
    const page = detector.label(`<p>known</p>${divs('new')}`);
    assert.is(page.number, 1);
    assert.is(page.counted, false);
    assert.is(page.fresh, 0);
    assert.equal(
      page.blocks.map(({ kind, segments }) => [kind, segments[0]?.df, segments[0]?.last]),
      [
        ['template', 1, 1],
        ['content', 0, 0],
      ],
    );
  }
  assert.equal(detector.table(), before);
  assert.is(detector.expandedEntries, 1);
  assert.is(detector.learn('').number, 2);
});

test('an empty page advances the page number', () => {
  const detector = new ReferenceDetector({ baseLifetime: 1, lifetimeGrowth: 1 });
  detector.learn('a');
  assert.equal(detector.learn(''), { number: 2, counted: true, fresh: 0, blocks: [] });
  assert.is(detector.entries, 0);
});

test('labels a page again without counting it when its id was seen', () => {
  const detector = new ReferenceDetector({ ...never, templateDf: 2 });
  assert.is(detector.learn('a', '/a').counted, true);
  const again = detector.learn('ab', '/a');
  assert.equal([again.number, again.counted, again.fresh], [1, false, 0]);
  assert.equal(again.blocks[0]?.segments[0]?.df, 0);
  assert.equal(
    detector.table().map(({ text, df }) => [text, df]),
    [['a', 1]],
  );
  assert.is(detector.learn('a', '/b').blocks[0]?.kind, 'template');
});

test('remembers the last 256 ids', () => {
  const detector = new ReferenceDetector(never);
  detector.learn('a', 'first');
  for (let page = 2; page <= 256; page += 1) {
    detector.learn('a', `page ${page}`);
    detector.learn('a');
  }
  assert.is(detector.learn('a', 'first').counted, false);
  assert.is(detector.learn('a', 'page 256').counted, false);
  assert.is(detector.learn('a', 'page 257').counted, true);
  assert.is(detector.learn('a', 'first').counted, true);
});

test('learnTree and labelTree agree with learn and label', () => {
  const page = `a${divs('b')}`;
  const bySource = new ReferenceDetector(never);
  const byTree = new ReferenceDetector(never);
  assert.equal(byTree.learnTree(parseTree(page), '/a'), bySource.learn(page, '/a'));
  assert.equal(byTree.labelTree(parseTree(page)), bySource.label(page));
  assert.equal(byTree.learnTree(parseTree(page), '/a'), bySource.learn(page, '/a'));
});

test.run();
