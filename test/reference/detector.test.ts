import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ReferenceDetector } from './detector.ts';
import { isForgotten, type LifetimeBoundary, life, resolveOptions, separatorPresets } from './options.ts';
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
        blocks: page.blocks.map(({ templateLength, length, verdict }) => `${templateLength}/${length} ${verdict}`),
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
  const verdicts = Array.from({ length: 6 }, () => detector.learn('Home').blocks[0]?.verdict);
  assert.equal(verdicts, ['content', 'content', 'content', 'content', 'template', 'template']);
});

test('a template ratio of 7/10 is content, 8/11 is template', () => {
  const detector = new ReferenceDetector(never);
  for (let page = 1; page <= 5; page += 1) detector.learn('<p>7654321</p><p>87654321</p>');
  const ofTen = detector.label('<p>7654321</p>abc').blocks[0];
  assert.equal([ofTen?.templateLength, ofTen?.length, ofTen?.verdict], [7, 10, 'content']);
  const ofEleven = detector.label('<p>87654321</p>abc').blocks[0];
  assert.equal([ofEleven?.templateLength, ofEleven?.length, ofEleven?.verdict], [8, 11, 'template']);
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
  assert.equal([second?.templateLength, second?.length, second?.verdict], [4, 5, 'template']);
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
        verdict: 'content',
        length: 1,
        templateLength: 0,
        segments: [{ text: 'a', path: 'html/body', length: 1, df: 2, last: 2, previous: 1 }],
      },
      {
        path: 'html/body/div',
        verdict: 'content',
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
      page.blocks.map(({ verdict, segments }) => [verdict, segments[0]?.df, segments[0]?.last]),
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
  assert.is(detector.learn('a', '/b').blocks[0]?.verdict, 'template');
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

const vectors = [
  {
    baseLifetime: 10,
    lifetimeGrowth: 5,
    lives: '10.0000 20.2305 32.4393 41.6963 46.5869 48.6878 49.5091 49.8183 49.9330 49.9753',
  },
  {
    baseLifetime: 4,
    lifetimeGrowth: 25,
    lives: '4.0000 10.1739 23.5402 45.5604 69.4649 86.0799 94.3850 97.8584 99.2013 99.7047',
  },
];

for (const { baseLifetime, lifetimeGrowth, lives } of vectors) {
  test(`gives the lifetime of DF 1 to 10 with Tb=${baseLifetime}, N=${lifetimeGrowth}`, () => {
    const computed = Array.from({ length: 10 }, (_, at) => life(at + 1, baseLifetime, lifetimeGrowth).toFixed(4));
    assert.is(computed.join(' '), lives);
  });
}

test('is Tb for every DF when N is 1', () => {
  assert.is(life(1, 7, 1), 7);
  assert.is(life(1000, 7, 1), 7);
});

test('is infinite when Tb is infinite', () => {
  assert.is(life(1, Number.POSITIVE_INFINITY, 3), Number.POSITIVE_INFINITY);
  assert.is(life(50, Number.POSITIVE_INFINITY, 3), Number.POSITIVE_INFINITY);
});

test('reached and exceeded differ only when the age equals the lifetime', () => {
  assert.equal(
    [1, 2, 3].map((age) => isForgotten(age, 2, 'reached')),
    [false, true, true],
  );
  assert.equal(
    [1, 2, 3].map((age) => isForgotten(age, 2, 'exceeded')),
    [false, false, true],
  );
});

const lifetime = { baseLifetime: 10, lifetimeGrowth: 5 };

test('defaults are the values that the paper publishes', () => {
  const options = resolveOptions(lifetime);
  assert.is(options.templateDf, 5);
  assert.is(options.templateRatio, 0.7);
  assert.is(options.lifetimeBoundary, 'reached');
  assert.equal([...options.separators], ['table', 'div']);
});

test('html5 adds elements that are used like div', () => {
  const added = 'section article nav aside header footer main form ul ol dl fieldset'.split(' ');
  assert.equal([...separatorPresets.html5], ['table', 'div', ...added]);
});

test('accepts an infinite lifetime', () => {
  assert.is(resolveOptions({ ...lifetime, baseLifetime: Number.POSITIVE_INFINITY }).templateDf, 5);
});

for (const wrong of [
  { templateDf: 0 },
  { templateDf: 2.5 },
  { templateRatio: -0.1 },
  { templateRatio: Number.NaN },
  { baseLifetime: 0 },
  { lifetimeGrowth: 0.5 },
  { lifetimeGrowth: Number.POSITIVE_INFINITY },
  { separators: new Set(['div', 'body']) },
]) {
  test(`rejects ${Object.keys(wrong).join()} ${Object.values(wrong).map(String).join()}`, () => {
    assert.throws(() => resolveOptions({ ...lifetime, ...wrong }), RangeError);
  });
}

test.run();
