/**
 * Source offsets, and trees that must not depend on boundaries, on html5lib's inputs: the module reads sixteen bytes at
 * once, in memory that contains the previous page, and from chunks.
 */
import { Detector, type Page } from 'refrain';
import { type Cursor, HtmlParser, type HtmlTree } from 'refrain/html';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { html5libFolder, readTreeTests } from './html5lib.ts';
import { serialize } from './serialize.ts';

export function walk(tree: HtmlTree, visit: (cursor: Cursor) => void): void {
  const cursor = tree.cursor();
  while (cursor.firstChild()) visit(cursor);
  for (;;) {
    while (!cursor.nextSibling()) if (!cursor.parent()) return;
    visit(cursor);
    while (cursor.firstChild()) visit(cursor);
  }
}

const boundaries = suite('source offsets and boundaries');
const encoder = new TextEncoder();

function opening(cursor: Cursor): RegExp {
  if (cursor.kind === 'comment') return /^<[!?/]/;
  if (cursor.kind === 'doctype') return /^<!doctype/i;
  const name = cursor.name.replaceAll('\ufffd', '\0');
  return new RegExp(`^<(?:${name === 'img' ? 'ima?ge?' : name.replace(/[^\w\0]/g, '\\$&')})(?=[\\s/>])`, 'i');
}

function checkOffsets(tree: HtmlTree, source: string): void {
  walk(tree, (cursor) => {
    const { start, end, startTagEnd } = cursor;
    if (start === null || end === null) return assert.is(startTagEnd, null);
    assert.ok(start <= end && end <= source.length, `${start} to ${end} of ${source}`);
    const slice = source.slice(start, end);
    if (cursor.kind === 'text') {
      // A text may consist of several parts of the source.
      if (slice.length === cursor.text.length && !/[&\0\r]/.test(slice)) assert.is(slice, cursor.text);
      return;
    }
    assert.ok(opening(cursor).test(slice), `${opening(cursor)} ${JSON.stringify(slice)} in ${JSON.stringify(source)}`);
    if (startTagEnd !== null) assert.match(source.slice(start, startTagEnd), />$/);
  });
}

function offsetsOf(tree: HtmlTree): (number | null)[] {
  const found: (number | null)[] = [];
  walk(tree, ({ start, end, startTagEnd }) => found.push(start, end, startTagEnd));
  return found;
}

const describe = (page: Page): string =>
  page.blocks.map(({ path, start, end, text }) => `${path} ${start} ${end} ${text}`).join('\n');

/** Characters of several bytes next to most kinds of nodes. */
const OWN = [
  '<!DOCTYPE html><title>a&amp;b</title><p class="x y">one<b>two<i>three</b>four</i><br>',
  '<table><tr><td>a<form><td>b</form></table>c<template><td>d</template><!-- e --!><?f>',
  '<svg viewbox=0><desc><p>é😀</desc><![CDATA[x]]></svg><select><option>a<option>b</select>',
];
const inputs = [...new Set([...OWN, ...readTreeTests(html5libFolder()).map(({ data }) => data.toWellFormed())])];
const parser = await HtmlParser.create();

boundaries('source offsets of nodes point to their markup, in code units and in bytes', () => {
  for (const input of inputs) {
    const source = `<!--é😀\u2028-->${input}`;
    const tree = parser.parse(source);
    checkOffsets(tree, source);
    const units = offsetsOf(tree);
    const bytes = offsetsOf(parser.parse(encoder.encode(source)));
    const expected = units.map((unit) => (unit === null ? null : Buffer.byteLength(source.slice(0, unit))));
    assert.equal(bytes, expected, source);
  }
});

boundaries('siblings are linked in both directions', () => {
  for (const input of inputs) {
    walk(parser.parse(input), (cursor) => {
      const next = cursor.clone();
      if (next.nextSibling()) assert.ok(next.previousSibling() && next.start === cursor.start, input);
      const last = cursor.clone();
      assert.ok(!last.lastChild() || (!last.nextSibling() && last.parent()), input);
    });
  }
});

boundaries('a tree does not depend on the alignment of its source or the contents of memory', () => {
  const dirt = `<!--${`<a b="'>&amp;--></script></style>]]>`.repeat(200)}`;
  for (const [index, input] of inputs.entries()) {
    const expected = serialize(parser.parse(input));
    for (let shift = 0; shift < 64; shift += 1) {
      if ((index + shift) % 8 === 0) parser.parse(dirt);
      // A comment before the source changes only the offsets.
      const comment = '.'.repeat(shift);
      assert.is(serialize(parser.parse(`<!--${comment}-->${input}`)), `| <!-- ${comment} -->\n${expected}`, input);
    }
  }
});

boundaries('a page in two chunks gives the blocks of the whole page', async () => {
  const whole = await Detector.create();
  const chunked = await Detector.create();
  for (const input of inputs) {
    // Input with NUL is refused as binary unless it begins as markup.
    const bytes = encoder.encode(`<br>${input}`);
    const expected = describe(whole.label(bytes));
    for (let at = 0; at <= bytes.length; at += 1) {
      const page = await chunked.learnStream([bytes.subarray(0, at), bytes.subarray(at)]);
      assert.is(describe(page), expected, `${at}: ${input}`);
    }
  }
});

boundaries.run();
