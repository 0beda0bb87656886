/** Pages made to be slow or large: each gives a tree within the limits or a typed error. */

import { LimitError } from 'refrain';
import { HtmlParser, type HtmlTree } from 'refrain/html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { floods } from '../support/floods.ts';

const FINE = '<!doctype html><title>t</title><p>fine<b>!';

/** Depth of the deepest element; the root element has depth 1. */
const depthOf = (tree: HtmlTree): number => {
  const cursor = tree.cursor();
  let depth = 0;
  let deepest = 0;
  for (;;) {
    if (cursor.firstChild()) {
      depth += 1;
      deepest = Math.max(deepest, depth);
      continue;
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) return deepest;
      depth -= 1;
    }
  }
};

test('parses every flood or rejects it with TOO_MANY_NODES, and then parses the next page', async () => {
  const parser = await HtmlParser.create();
  const fine = parser.parse(FINE).nodeCount;
  for (const [name, make] of Object.entries(floods)) {
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

test('rejects a page with more nodes than maxNodes', async () => {
  const parser = await HtmlParser.create({ maxNodes: 1000 });
  assert.throws(
    () => parser.parse('<p>x'.repeat(1000)),
    (error: unknown) => error instanceof LimitError && error.code === 'TOO_MANY_NODES',
  );
  assert.ok(parser.parse('<p>x'.repeat(400)).nodeCount < 1000);
});

test.run();
