/** Slow or large pages become a tree within the limits, or fail with a typed error. */

import { LimitError } from 'refrain';
import { HtmlParser, type HtmlTree } from 'refrain/html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stressPages } from '../../bench/stress-pages/pages.ts';
import { seededRandom } from '../support/random.ts';

const FINE = '<!doctype html><title>t</title><p>fine<b>!';

/** Depth of the deepest element, or contents of a template. The root element has depth 1. */
const depthOf = (tree: HtmlTree): number => {
  const cursor = tree.cursor();
  let depth = 0;
  let deepest = 0;
  const look = (): void => {
    if (cursor.kind === 'element' || cursor.kind === 'fragment') deepest = Math.max(deepest, depth);
  };
  for (;;) {
    if (cursor.firstChild()) {
      depth += 1;
      look();
      continue;
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) return deepest;
      depth -= 1;
    }
    look();
  }
};

const outline = (tree: HtmlTree): string => {
  const cursor = tree.cursor();
  const steps: string[] = [];
  for (;;) {
    if (cursor.firstChild()) {
      steps.push(`(${cursor.name || cursor.text || cursor.kind}`);
      continue;
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) return steps.join('');
      steps.push(')');
    }
    steps.push(` ${cursor.name || cursor.text || cursor.kind}`);
  }
};

test('parses every stress page or rejects it with TOO_MANY_NODES, and then parses the next page', async () => {
  const parser = await HtmlParser.create();
  const fine = parser.parse(FINE).nodeCount;
  for (const [name, make] of Object.entries(stressPages)) {
    try {
      assert.ok(parser.parse(make(200_000)).nodeCount > 1, name);
    } catch (error) {
      assert.ok(error instanceof LimitError && error.code === 'TOO_MANY_NODES', `${name}: ${String(error)}`);
    }
    assert.is(parser.parse(FINE).nodeCount, fine, `after ${name}`);
  }
});

test('appends elements below maxDepth as siblings', async () => {
  const parser = await HtmlParser.create({ maxDepth: 512 });
  const shallow = await HtmlParser.create({ maxDepth: 20 });
  const open = await HtmlParser.create({ maxDepth: 0 });
  const html = '<div>'.repeat(3000);
  assert.is(depthOf(parser.parse(html)), 512);
  assert.is(depthOf(shallow.parse(html)), 20);
  assert.is(depthOf(open.parse(html)), 3002);
  assert.is(parser.parse(html).nodeCount, open.parse(html).nodeCount);
});

const REOPENING = 'a full list of formatting elements, then end tags';

test('no element of any stress page is deeper than maxDepth', async () => {
  for (const maxDepth of [12, 64, 512]) {
    const parser = await HtmlParser.create({ maxDepth });
    for (const [name, make] of Object.entries(stressPages)) {
      // With a small maximum depth, elements are reopened more often, so these pages have more nodes than bytes.
      const depth = depthOf(parser.parse(make(name === REOPENING ? 5000 : 30_000)));
      assert.ok(depth <= maxDepth, `${name}: ${depth} levels, not ${maxDepth}`);
    }
  }
});

test('a tree has at most 65,536 more nodes than its source has bytes', async () => {
  const parser = await HtmlParser.create();
  const reopened = (paragraphs: number): string => `<p><a><b><i><s><sub><sup>${'<p>x'.repeat(paragraphs)}`;
  assert.ok(parser.parse(reopened(18_000)).nodeCount > 100_000);
  for (const paragraphs of [60_000, 200_000])
    assert.throws(
      () => parser.parse(reopened(paragraphs)),
      (error: unknown) => error instanceof LimitError && error.code === 'TOO_MANY_NODES',
    );
});

test('no element of random pages is deeper than maxDepth, and flat pages do not change', async () => {
  const pieces = [
    ...[
      '<table>',
      '<tr>',
      '<td>',
      '<caption>',
      '<template>',
      '<b>',
      '<a>',
      '<i>',
      '</b>',
      '</i>',
      '</a>',
      '<div>',
      '<p>',
    ],
    ...[
      '</p>',
      '</div>',
      '</table>',
      '</template>',
      '<form>',
      '</form>',
      '<button>',
      '<svg>',
      '<desc>',
      '<math>',
      '<mi>',
    ],
    ...[
      '<select>',
      '<selectedcontent>',
      '<option selected>',
      '</option>',
      '</select>',
      '<nobr>',
      '<applet>',
      'x',
      '<br>',
    ],
  ];
  const random = seededRandom(7);
  const [shallow, usual, open] = [
    await HtmlParser.create({ maxDepth: 8 }),
    await HtmlParser.create(),
    await HtmlParser.create({ maxDepth: 0 }),
  ];
  for (let round = 0; round < 1500; round += 1) {
    const html = Array.from({ length: 10 + random.below(80) }, () => pieces[random.below(pieces.length)]).join('');
    const depth = depthOf(shallow.parse(html));
    assert.ok(depth <= 8, `${depth} levels: ${html}`);
    assert.is(outline(usual.parse(html)), outline(open.parse(html)), html);
  }
});

test('rejects a page with more nodes than maxNodes', async () => {
  const parser = await HtmlParser.create({ maxNodes: 1000 });
  assert.throws(
    () => parser.parse('<p>x'.repeat(1000)),
    (error: unknown) => error instanceof LimitError && error.code === 'TOO_MANY_NODES',
  );
  assert.ok(parser.parse('<p>x'.repeat(400)).nodeCount < 1000);
});

test.run();
